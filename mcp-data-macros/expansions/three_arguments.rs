/// Adds.
async fn add(
    from: u16,
    to: Option<u16>,
    database: State<Database>,
) -> Result<DataToolOutput, ToolError> {
    compute().await
}
#[doc(hidden)]
struct add {}
#[automatically_derived]
impl ::mcp_data_runtime::private::DataTool for add {
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < add > (::core::module_path!())
        }
        <Result<DataToolOutput, ToolError> as __mcp::ToolReturn>::TOOL
            .named("add", "Adds.")
            .params(
                &[
                    <u16 as __mcp::ToolParam>::PARAM
                        .named("from", "First year to include."),
                    <Option<u16> as __mcp::ToolParam>::PARAM
                        .named("to", "Last year to include; all years when absent."),
                    <State<Database> as __mcp::ToolParam>::PARAM.named("database", ""),
                ],
            )
            .call(|mut mcp_args| {
                let mcp_call = add(mcp_args.take(), mcp_args.take(), mcp_args.take());
                <Result<
                    DataToolOutput,
                    ToolError,
                > as __mcp::ToolReturn>::future(__mcp::Box::pin(mcp_call))
            })
    };
}
