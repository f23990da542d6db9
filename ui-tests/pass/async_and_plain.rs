use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

use mcp_data_runtime::{CallReply, CallRequest, Settings};
use serde_json::json;


/// In place.
#[data_tool]
async fn in_place(count: u8) -> DataToolOutput {
    tokio::task::yield_now().await;
    DataToolOutput::new(format!("async {count}"), SOURCE)
}

/// On a thread where it may block.
#[data_tool]
fn on_a_thread(count: u8) -> DataToolOutput {
    let not_send = std::rc::Rc::new(count);
    DataToolOutput::new(format!("plain {not_send}"), SOURCE)
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
    assert!(text_of(server(), "in_place", json!({ "count": 3 })).await.starts_with("async 3"));
    assert!(text_of(server(), "on_a_thread", json!({ "count": 4 })).await.starts_with("plain 4"));
    // Both are still functions.
    let _: DataToolOutput = on_a_thread(1);
    let _: DataToolOutput = in_place(1).await;
}
