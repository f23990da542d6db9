use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(pattern = "^\\p{Lu}[\\p{L} ]*\\u{2E}?$")] country: String) -> DataToolOutput {
    DataToolOutput::new(country, SOURCE)
}

fn main() {
    assert_eq!(tools!().len(), 1);
}
