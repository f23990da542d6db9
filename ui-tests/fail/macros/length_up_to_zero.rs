use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The cities of a country.
#[data_tool]
fn cities_of(#[arg(length = ..0)] country: String) -> DataToolOutput {
    DataToolOutput::new(country, SOURCE)
}

fn main() {}
