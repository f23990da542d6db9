use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("example.org/cities");

fn main() {}
