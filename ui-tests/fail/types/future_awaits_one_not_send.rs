use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

async fn count() -> u8 {
    let shared = std::rc::Rc::new(1);
    tokio::task::yield_now().await;
    *shared
}

/// The largest cities.
#[data_tool]
async fn top_cities() -> DataToolOutput {
    DataToolOutput::new(count().await.to_string(), SOURCE)
}

fn main() {}
