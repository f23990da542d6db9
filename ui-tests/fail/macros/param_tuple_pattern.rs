use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities((from, to): (u16, u16)) -> DataToolOutput {
    DataToolOutput::new(format!("{from} {to}"), SOURCE)
}

fn main() {}
