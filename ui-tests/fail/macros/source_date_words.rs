use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org/cities", modified = "4 October 2018");

fn main() {}
