use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[cfg_attr(unix, allow(unused_variables))] _count: u8) -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
