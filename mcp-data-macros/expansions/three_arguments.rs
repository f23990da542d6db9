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
#[automatically_derived]
#[allow(deprecated)]
impl ::mcp_data_runtime::private::DataTool for add {
    type Return = Result<DataToolOutput, ToolError>;
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < add > (::core::module_path!())
        }
        __mcp::ToolDescriptor::new::<
            Self,
        >(
            "add",
            "Adds.",
            &[
                <u16 as __mcp::ToolParam>::PARAM.named("from", "First year to include."),
                <Option<u16> as __mcp::ToolParam>::PARAM
                    .named("to", "Last year to include; all years when absent."),
                <State<Database> as __mcp::ToolParam>::PARAM.named("database", ""),
            ],
        )
    };
    fn run(
        mut mcp_args: ::mcp_data_runtime::private::Arguments,
    ) -> ::mcp_data_runtime::private::Running {
        use ::mcp_data_runtime::private as __mcp;
        let mcp_call = add(mcp_args.take(), mcp_args.take(), mcp_args.take());
        __mcp::Running::future::<Self>(__mcp::Box::pin(mcp_call))
    }
}
