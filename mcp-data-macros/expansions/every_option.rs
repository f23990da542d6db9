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
#[automatically_derived]
#[allow(deprecated)]
impl ::data::private::DataTool for r#type {
    type Return = DataToolOutput<Row>;
    const DESCRIPTOR: ::data::private::ToolDescriptor = {
        use ::data::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < r#type > (::core::module_path!())
        }
        __mcp::ToolDescriptor::new::<
            Self,
        >(
                "stats",
                "Says.",
                &[
                    <u8 as __mcp::ToolParam>::PARAM
                        .named("from", "")
                        .with(|mcp_options| {
                            let mcp_value: <u8 as __mcp::Ranged>::Number = 1;
                            mcp_options
                                .set("minimum", __mcp::Published::json(&mcp_value));
                            let mcp_value: <u8 as __mcp::Ranged>::Number = 9;
                            mcp_options
                                .set("maximum", __mcp::Published::json(&mcp_value));
                            let mcp_value: u8 = 2;
                            mcp_options
                                .set("default", <u8 as __mcp::Published>::json(&mcp_value));
                            mcp_options
                                .examples(
                                    [1, 2].map(|mcp_value| __mcp::Published::json(&mcp_value)),
                                );
                        }),
                    <String as __mcp::ToolParam>::PARAM
                        .named("match", "")
                        .with(|mcp_options| {
                            let mcp_value: ::core::primitive::usize = 1;
                            mcp_options
                                .set(
                                    <String as __mcp::Measured>::LEAST,
                                    __mcp::Published::json(&mcp_value),
                                );
                            let mcp_value: ::core::primitive::usize = 20;
                            mcp_options
                                .set(
                                    <String as __mcp::Measured>::MOST,
                                    __mcp::Published::json(&mcp_value),
                                );
                            mcp_options
                                .set(
                                    "pattern",
                                    <String as __mcp::Textual>::json("^[a-z]+$"),
                                );
                            mcp_options
                                .set("default", <String as __mcp::TextDefault>::json("en"));
                        }),
                ],
            )
            .title("Statistics")
            .sources(|| __mcp::sources([ONE, TWO]))
            .timeout(60)
            .destructive()
            .open_world()
            .idempotent(false)
            .meta(|| json!({ "a" : 1 }))
            .icons(&["https://example.org/i.svg"])
    };
    fn run(mut mcp_args: ::data::private::Arguments) -> ::data::private::Running {
        use ::data::private as __mcp;
        let mcp_call = move || r#type(mcp_args.take(), mcp_args.take());
        __mcp::Running::blocking::<Self>(__mcp::Box::new(mcp_call))
    }
}
