use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct City {
    name: String,
}

/// The largest cities.
#[data_tool]
fn top_cities() -> DataToolOutput<City> {
    DataToolOutput::new("Tokyo", SOURCE).rows([City { name: "Tokyo".to_owned() }])
}

fn main() {}
