#[cfg(feature = "stats")]
#[cfg_attr(test, allow(dead_code), inline)]
pub(crate) fn r#type(first: u8, r#match: String) -> DataToolOutput<Row> {
    body
}
#[cfg(feature = "stats")]
#[cfg_attr(test, allow(dead_code))]
#[doc(hidden)]
pub(crate) struct r#type {}
#[cfg(feature = "stats")]
#[cfg_attr(test, allow(dead_code))]
#[automatically_derived]
impl ::data::private::DataTool for r#type {
    const DESCRIPTOR: ::data::private::ToolDescriptor = {
        use ::data::private as __mcp;
        __mcp::inventory::submit! {
            __mcp::Registration::new:: < r#type > (::core::module_path!())
        }
        <DataToolOutput<Row> as __mcp::ToolReturn>::TOOL
            .named("stats", "Says.")
            .params(
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
                            use __mcp::AnyType as _;
                            __mcp::HasDefault::check(
                                __mcp::TypeOf::<u8>::NEW.whose_default(),
                            );
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
                            use __mcp::AnyType as _;
                            __mcp::HasDefault::check(
                                __mcp::TypeOf::<String>::NEW.whose_default(),
                            );
                            mcp_options
                                .set("default", <String as __mcp::TextDefault>::json("en"));
                        }),
                ],
            )
            .title("Statistics")
            .sources(|| __mcp::sources([ONE, TWO]))
            .timeout(60)
            .destroys(true)
            .open_world()
            .meta(|| json!({ "a" : 1 }))
            .icons(&["https://example.org/i.svg"])
            .call(|mut mcp_args| {
                let mcp_call = move || r#type(mcp_args.take(), mcp_args.take());
                <DataToolOutput<
                    Row,
                > as __mcp::ToolReturn>::function(__mcp::Box::new(mcp_call))
            })
    };
}
