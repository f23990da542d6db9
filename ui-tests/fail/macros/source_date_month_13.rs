use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org/cities", modified = "2018-13");

fn main() {}
