use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct Filter;

/// The largest cities.
#[data_tool]
fn top_cities(filter: Filter) -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
