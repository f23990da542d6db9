///Says.
fn tool(a: A, (b, _): B, c: C, d: &D, e: E) -> F {
    body
}
#[doc(hidden)]
struct tool {}
#[automatically_derived]
impl ::mcp_data_runtime::private::DataTool for tool {
    const DESCRIPTOR: ::mcp_data_runtime::private::ToolDescriptor = {
        use ::mcp_data_runtime::private as __mcp;
        <F as __mcp::ToolReturn>::TOOL
            .named("tool", "Says.")
            .params(
                &[
                    <A as __mcp::ToolParam>::PARAM
                        .named("a", "")
                        .with(|mcp_options| {
                            let mcp_value: <A as __mcp::Ranged>::Number = 9;
                            mcp_options
                                .set("minimum", __mcp::Published::json(&mcp_value));
                            let mcp_value: <A as __mcp::Ranged>::Number = 1;
                            mcp_options
                                .set("maximum", __mcp::Published::json(&mcp_value));
                            use __mcp::AnyType as _;
                            __mcp::HasDefault::check(
                                __mcp::TypeOf::<A>::NEW.whose_default(),
                            );
                            let mcp_value: A = X;
                            mcp_options
                                .set("default", <A as __mcp::Published>::json(&mcp_value));
                        }),
                    <B as __mcp::ToolParam>::PARAM.named("", ""),
                    <C as __mcp::ToolParam>::PARAM
                        .named("c", "")
                        .with(|mcp_options| {
                            mcp_options.set("pattern", <C as __mcp::Textual>::json("x"));
                        }),
                    <E as __mcp::ToolParam>::PARAM
                        .named("e", "")
                        .with(|mcp_options| {
                            use __mcp::AnyType as _;
                            __mcp::HasDefault::check(
                                __mcp::TypeOf::<E>::NEW.whose_default(),
                            );
                            let mcp_value: E = Y;
                            mcp_options
                                .set("default", <E as __mcp::Published>::json(&mcp_value));
                        }),
                ],
            )
            .timeout({
                let mcp_constant: ::core::primitive::u64 = LIMIT;
                mcp_constant
            })
    };
}
::core::compile_error! {
    "`data_tool` has no option `titel`; did you mean `title`?\nit has `name`, `title`, `description`, `sources`, `timeout`, `writes`, `destructive`, `idempotent`, `open_world`, `meta`, `icons`, `crate`"
}
::core::compile_error! {
    "this range allows nothing: no value is between its start and its end"
}
::core::compile_error! {
    "a parameter of a data tool needs a name: the model passes arguments by name\nwrite `name: Type` and take it apart in the body"
}
::core::compile_error! {
    "`arg` has no option `lenght`; did you mean `length`?\nit has `name`, `default`, `range`, `length`, `pattern`, `examples`"
}
::core::compile_error! {
    "a parameter of a data tool is owned: its value comes from the call's JSON and lives nowhere else\ntake `D`"
}
