use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

use mcp_data_runtime::{CallReply, CallRequest, Settings};
use serde_json::json;


struct Atlas {
    largest: String,
}

type SharedAtlas = State<Atlas>;

/// The largest city.
#[data_tool]
async fn largest_city(atlas: State<Atlas>, context: ToolContext, suffix: String) -> DataToolOutput {
    DataToolOutput::new(format!("{}{suffix} by {}", atlas.largest, context.tool()), SOURCE)
}

/// The largest city, by an alias.
#[data_tool]
fn by_alias(atlas: SharedAtlas, _context: mcp_data_runtime::ToolContext) -> DataToolOutput {
    DataToolOutput::new(atlas.largest.clone(), SOURCE)
}

fn server() -> DataServer {
    DataServer::new("cities", "1").tools(tools!()).state(Atlas { largest: "Tokyo".to_owned() })
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
    let text = text_of(server(), "largest_city", json!({ "suffix": "!" })).await;
    assert!(text.starts_with("Tokyo! by largest_city"), "{text}");
    let text = text_of(server(), "by_alias", json!({})).await;
    assert!(text.starts_with("Tokyo"), "{text}");
    // Without the state there is no server.
    let without = DataServer::new("cities", "1").tools(tools!());
    assert!(without.dispatcher(&Settings::default()).is_err());
}
