use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[derive(TableRow)]
struct City {
    name: String,
    position: (f64, f64),
}

fn main() {}
