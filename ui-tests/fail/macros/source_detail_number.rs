use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org/cities", version = 3);

fn main() {}
