use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

mod mine {
    pub struct DataToolOutput;
}

/// The largest cities.
#[data_tool]
fn top_cities() -> mine::DataToolOutput {
    mine::DataToolOutput
}

fn main() {}
