use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(pattern = r"^\d{4}\-\d{2}$")] month: String) -> DataToolOutput {
    DataToolOutput::new(month, SOURCE)
}

fn main() {}
