use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
trait Cities {
    fn top_cities(&self) -> DataToolOutput;
}

fn main() {}
