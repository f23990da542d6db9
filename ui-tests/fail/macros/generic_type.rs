use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities<T>(list: Vec<T>) -> DataToolOutput {
    DataToolOutput::new(list.len().to_string(), SOURCE)
}

fn main() {}
