use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(name = "year")] from: u16, #[arg(name = "year")] to: u16) -> DataToolOutput {
    DataToolOutput::new((to - from).to_string(), SOURCE)
}

fn main() {}
