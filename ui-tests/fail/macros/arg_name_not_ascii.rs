use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(größe: u16) -> DataToolOutput {
    DataToolOutput::new(größe.to_string(), SOURCE)
}

fn main() {}
