#[allow(clippy::needless_pass_by_value)]
#[allow(clippy::unused_async)]
/// Adds.
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
                <u16 as __mcp::ToolParam>::PARAM.named("from", "First year to include."),
                <Option<u16> as __mcp::ToolParam>::PARAM
                    .named("to", "Last year to include; all years when absent."),
                <State<Database> as __mcp::ToolParam>::PARAM.named("database", ""),
            ],
            __mcp::Handler::new::<
                Self,
            >(|mut mcp_arguments| __mcp::Running::future::<
                Self,
            >(add(mcp_arguments.take(), mcp_arguments.take(), mcp_arguments.take()))),
        );
    }
    __mcp::inventory::submit! {
        __mcp::Registration::new(::core::module_path!(), & < add as __mcp::DataTool >
        ::DESCRIPTOR,)
    }
};
