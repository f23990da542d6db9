use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

use mcp_data_runtime::{CallReply, CallRequest, Settings};
use serde_json::json;


use mcp_data_runtime::{schemars::JsonSchema, serde::{Deserialize, Serialize}};

/// The size of a city.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(crate = "mcp_data_runtime::serde", rename_all = "snake_case")]
#[schemars(crate = "mcp_data_runtime::schemars")]
enum Size {
    /// Ten million and more.
    VeryLarge,
    /// One million and more.
    Large,
}

/// Years.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "mcp_data_runtime::serde")]
#[schemars(crate = "mcp_data_runtime::schemars")]
struct Years {
    /// The first.
    from: u16,
    /// The last.
    to: Option<u16>,
}

/// The largest cities.
#[data_tool]
fn top_cities(
    #[arg(default = Size::Large, examples = [Size::VeryLarge])] size: Size,
    years: Option<Years>,
    places: Option<std::collections::BTreeMap<String, Vec<f64>>>,
    tuple: Option<(u8, String)>,
    name: Option<std::borrow::Cow<'_, str>>,
) -> DataToolOutput {
    let years = years.map(|years| (years.from, years.to));
    DataToolOutput::new(format!("{size:?} {years:?} {places:?} {tuple:?} {name:?}"), SOURCE)
}

fn server() -> DataServer {
    DataServer::new("cities", "1").tools(tools!())
}

async fn text_of(server: DataServer, tool: &str, arguments: serde_json::Value) -> String {
    let dispatcher = server.dispatcher(&Settings::default()).expect("a server that can start");
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    match dispatcher.call(CallRequest::new(tool, arguments)).await.expect("the tool") {
        CallReply::Answer(answer) => answer.text,
        other => panic!("{other:?}"),
    }
}

#[tokio::main]
async fn main() {
    let text = text_of(server(), "top_cities", json!({ "years": { "from": 2001 } })).await;
    assert!(text.starts_with("Large Some((2001, None)) None None None"), "{text}");
    let text = text_of(server(), "top_cities", json!({ "size": "very_large", "name": "x" })).await;
    assert!(text.starts_with("VeryLarge None None None Some(\"x\")"), "{text}");
}
