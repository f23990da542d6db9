use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(atlas: Option<State<String>>) -> DataToolOutput {
    DataToolOutput::new(atlas.is_some().to_string(), SOURCE)
}

fn main() {}
