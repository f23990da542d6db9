use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[doc = include_str!("no_such_file.md")]
#[data_tool]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
