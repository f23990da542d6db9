use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[derive(serde::Deserialize)]
struct Place<'a> {
    name: &'a str,
}

/// The largest cities.
#[data_tool]
fn top_cities(place: Place<'_>) -> DataToolOutput {
    DataToolOutput::new(place.name, SOURCE)
}

fn main() {}
