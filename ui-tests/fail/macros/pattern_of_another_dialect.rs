use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(pattern = r"\A[A-Z]{2}\z")] country: String) -> DataToolOutput {
    DataToolOutput::new(country, SOURCE)
}

fn main() {}
