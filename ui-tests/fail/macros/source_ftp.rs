use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("ftp://example.org/cities.csv");

fn main() {}
