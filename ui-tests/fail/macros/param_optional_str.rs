use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(place: Option<&str>) -> DataToolOutput {
    DataToolOutput::new(place.unwrap_or("Tokyo"), SOURCE)
}

fn main() {}
