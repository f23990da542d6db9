use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/** The largest cities.
 *
 *  - by population
 *    - in thousands
 */
#[data_tool]
fn block() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// The largest cities.
///
///   * indented
#[data_tool]
/// Below the attribute.
fn lines() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

#[doc = "The largest cities."]
#[doc(alias = "towns")]
#[doc(hidden)]
#[data_tool]
fn attribute() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// Quotes " and braces {} and \ and ümläute.
#[data_tool]
fn characters() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn catalog_of(server: DataServer) -> mcp_data_runtime::Dispatcher {
    server.dispatcher(&mcp_data_runtime::Settings::default()).expect("a server that can start")
}

fn main() {
    let calls = catalog_of(DataServer::new("cities", "1").tools(tools!()));
    let description = |name: &str| calls.catalog().tool(name).expect("the tool").description();
    assert_eq!(description("block"), "The largest cities.\n\n- by population\n  - in thousands");
    assert_eq!(description("lines"), "The largest cities.\n\n  * indented\nBelow the attribute.");
    assert_eq!(description("attribute"), "The largest cities.");
    assert_eq!(description("characters"), "Quotes \" and braces {} and \\ and ümläute.");
}
