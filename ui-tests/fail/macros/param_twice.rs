use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[allow(unused_variables)]
#[data_tool]
fn top_cities(year: u16, year: u16) -> DataToolOutput {
    panic!()
}

fn main() {}
