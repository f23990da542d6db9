use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
async fn top_cities() -> DataToolOutput {
    let shared = std::rc::Rc::new(1);
    tokio::task::yield_now().await;
    drop(shared);
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
