/// Before.
#[doc = include_str!("tool.md")]
fn described() -> DataToolOutput {
    body
}
#[doc(hidden)]
struct described {}
#[automatically_derived]
impl ::mcp_data_runtime::private::DataTool for described {
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < described > (::core::module_path!())
        }
        <DataToolOutput as __mcp::ToolReturn>::TOOL
            .named(
                "described",
                ::core::concat!("Before.", "\n", include_str!("tool.md")),
            )
            .call(|_| {
                let mcp_call = move || described();
                <DataToolOutput as __mcp::ToolReturn>::function(
                    __mcp::Box::new(mcp_call),
                )
            })
    };
}
