use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org/cities", licence = "CC0-1.0");

fn main() {}
