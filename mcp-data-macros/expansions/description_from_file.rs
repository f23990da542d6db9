/// Before.
#[doc = include_str!("tool.md")]
fn described() -> DataToolOutput {
    body
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
struct described {}
#[automatically_derived]
#[allow(deprecated)]
impl ::mcp_data_runtime::private::DataTool for described {
    type Return = DataToolOutput;
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < described > (::core::module_path!())
        }
        __mcp::ToolDescriptor::new::<
            Self,
        >("described", ::core::concat!("Before.", "\n", include_str!("tool.md")), &[])
    };
    fn run(
        _: ::mcp_data_runtime::private::Arguments,
    ) -> ::mcp_data_runtime::private::Running {
        use ::mcp_data_runtime::private as __mcp;
        let mcp_call = move || described();
        __mcp::Running::blocking::<Self>(__mcp::Box::new(mcp_call))
    }
}
