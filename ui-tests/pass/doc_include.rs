use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[doc = include_str!("doc_include.md")]
#[data_tool]
fn included() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// Before the file.
#[doc = include_str!("doc_include.md")]
/// After it.
#[data_tool]
fn between_lines() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

#[doc = concat!("The largest ", "cities.")]
#[data_tool]
fn concatenated(
    #[doc = include_str!("doc_include.md")] count: u8,
) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

fn catalog_of(server: DataServer) -> mcp_data_runtime::Dispatcher {
    server.dispatcher(&mcp_data_runtime::Settings::default()).expect("a server that can start")
}

fn main() {
    let calls = catalog_of(DataServer::new("cities", "1").tools(tools!()));
    let description = |name: &str| calls.catalog().tool(name).expect("the tool").description();
    assert_eq!(description("included").trim(), "The largest cities.\n\nOne row a city, by population.");
    assert!(description("between_lines").starts_with("Before the file.\nThe largest cities."));
    assert!(description("between_lines").ends_with("After it."));
    assert_eq!(description("concatenated"), "The largest cities.");
    let schema = calls.catalog().tool("concatenated").expect("the tool").input_schema();
    assert!(schema["properties"]["count"]["description"].as_str().expect("a text").starts_with("The largest"));
}
