pub fn broken(&self, text: &str) -> impl Display {
    text
}
::core::compile_error! {
    "a data tool needs a description: the model chooses by it when to call the tool\nwrite a doc comment (`/// Population of …, in …, from … to …`), or `#[data_tool(description = \"…\")]`"
}
::core::compile_error! {
    "a data tool is a free function: it has no `self`\nwhat the server shares with its tools is a parameter `State<T>`, given to `DataServer::state`"
}
::core::compile_error! {
    "a parameter of a data tool is owned: its value comes from the call's JSON and lives nowhere else\ntake `String`"
}
::core::compile_error! {
    "a data tool must return `DataToolOutput`, and `impl Trait` hides what this function returns\nwhat the person will see is published before the first call, so the type must be named\nreturn `DataToolOutput` or a `Result` of it; for an asynchronous tool write `async fn`"
}
