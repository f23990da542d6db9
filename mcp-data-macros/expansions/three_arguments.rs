/// Adds.
#[allow(clippy::needless_pass_by_value)]
#[allow(clippy::unused_async)]
async fn add(
    from: u16,
    to: Option<u16>,
    database: State<Database>,
) -> Result<DataToolOutput, ToolError> {
    compute().await
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
struct add {}
#[allow(deprecated)]
const _: () = {
    use ::mcp_data_runtime::private as __mcp;
    #[automatically_derived]
    impl __mcp::DataTool for add {
        type Return = Result<DataToolOutput, ToolError>;
        const DESCRIPTOR: __mcp::ToolDescriptor = __mcp::ToolDescriptor::new(
            "add",
            "Adds.",
            &[
                __mcp::ParamDescriptor::new::<u16>("from", "First year to include."),
                __mcp::ParamDescriptor::new::<
                    Option<u16>,
                >("to", "Last year to include; all years when absent."),
                __mcp::ParamDescriptor::new::<State<Database>>("database", ""),
            ],
            __mcp::Handler::new::<
                Self,
            >(|mut arguments| __mcp::Running::future::<
                Self,
            >(add(arguments.take(), arguments.take(), arguments.take()))),
        );
    }
    __mcp::inventory::submit! {
        __mcp::Registration::new(::core::module_path!(), & < add as __mcp::DataTool >
        ::DESCRIPTOR,)
    }
};
