#[allow(clippy::needless_pass_by_value)]
#[cfg(feature = "stats")]
#[cfg_attr(test, allow(dead_code), inline)]
#[deprecated]
pub(crate) fn r#type(first: u8, r#match: String) -> DataToolOutput<Row> {
    body
}
#[cfg(feature = "stats")]
#[cfg_attr(test, allow(dead_code))]
#[deprecated]
#[doc(hidden)]
#[allow(non_camel_case_types, dead_code)]
pub(crate) struct r#type {}
#[cfg(feature = "stats")]
#[cfg_attr(test, allow(dead_code))]
#[deprecated]
#[allow(deprecated)]
const _: () = {
    use ::data::private as __mcp;
    #[automatically_derived]
    impl __mcp::DataTool for r#type {
        type Return = DataToolOutput<Row>;
        const DESCRIPTOR: __mcp::ToolDescriptor = __mcp::ToolDescriptor::new(
                "stats",
                "Says.",
                &[
                    <u8 as __mcp::ToolParam>::PARAM
                        .named("from", "")
                        .with(|mcp_options| {
                            mcp_options.of::<u8>().range(1..=9);
                            mcp_options.of::<u8>().default(2);
                            mcp_options.of::<u8>().examples([1, 2]);
                        }),
                    <String as __mcp::ToolParam>::PARAM
                        .named("match", "")
                        .with(|mcp_options| {
                            mcp_options.of::<String>().length(1..=20);
                            mcp_options.of::<String>().pattern("^[a-z]+$");
                            mcp_options.of::<String>().text_default("en");
                        }),
                ],
                __mcp::Handler::new::<
                    Self,
                >(|mcp_arguments| __mcp::Running::blocking::<
                    Self,
                >(
                    mcp_arguments,
                    |mcp_arguments| r#type(mcp_arguments.take(), mcp_arguments.take()),
                )),
            )
            .title("Statistics")
            .sources(|| __mcp::sources([ONE, TWO]))
            .timeout(60)
            .destructive()
            .open_world()
            .idempotent(false)
            .meta(|| json!({ "a" : 1 }))
            .icons(&["https://example.org/i.svg"]);
    }
    __mcp::inventory::submit! {
        __mcp::Registration::new(::core::module_path!(), & < r#type as __mcp::DataTool >
        ::DESCRIPTOR,)
    }
};
