#[cfg(feature = "stats")]
#[cfg_attr(test, allow(dead_code), inline)]
#[deprecated]
#[allow(clippy::needless_pass_by_value)]
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
                    __mcp::ParamDescriptor::new::<u8>("from", "")
                        .with(|options| {
                            options.of::<u8>().range(1..=9);
                            options.of::<u8>().default(2);
                            options.of::<u8>().examples([1, 2]);
                        }),
                    __mcp::ParamDescriptor::new::<String>("match", "")
                        .with(|options| {
                            options.of::<String>().length(1..=20);
                            options.of::<String>().pattern("^[a-z]+$");
                            options
                                .of::<String>()
                                .default(::core::convert::Into::into("en"));
                        }),
                ],
                __mcp::Handler::new::<
                    Self,
                >(|arguments| __mcp::Running::blocking::<
                    Self,
                >(arguments, |arguments| r#type(arguments.take(), arguments.take()))),
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
