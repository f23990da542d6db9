/// Before.
#[doc = include_str!("tool.md")]
fn described() -> DataToolOutput {
    body
}
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
struct described {}
#[allow(deprecated)]
const _: () = {
    use ::mcp_data_runtime::private as __mcp;
    #[automatically_derived]
    impl __mcp::DataTool for described {
        type Return = DataToolOutput;
        const DESCRIPTOR: __mcp::ToolDescriptor = __mcp::ToolDescriptor::new(
            "described",
            ::core::concat!("Before.", "\n", include_str!("tool.md")),
            &[],
            __mcp::Handler::new::<
                Self,
            >(|mcp_arguments| __mcp::Running::blocking::<
                Self,
            >(mcp_arguments, |_| described())),
        );
    }
    __mcp::inventory::submit! {
        __mcp::Registration::new(::core::module_path!(), & < described as __mcp::DataTool
        > ::DESCRIPTOR,)
    }
};
