use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
async fn top_cities() -> DataToolOutput {
    let first: *const u8 = std::ptr::null();
    tokio::task::yield_now().await;
    DataToolOutput::new(format!("{first:?}"), SOURCE)
}

fn main() {}
