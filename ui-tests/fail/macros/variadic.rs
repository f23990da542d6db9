use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
unsafe extern "C" fn top_cities(_: ...) -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
