use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct NoRow;

/// The largest cities.
#[data_tool]
fn top_cities() -> DataToolOutput<NoRow> {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
