use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct City {
    name: String,
}

fn answer() -> DataToolOutput<City> {
    DataToolOutput::new("Tokyo", SOURCE).rows([City { name: "Tokyo".to_owned() }])
}

fn main() {}
