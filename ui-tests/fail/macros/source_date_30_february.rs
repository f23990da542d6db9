use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org/", modified = "2018-02-30");

fn main() {}
