use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org/", retrieved = "2018-10-04T99:99:99Z");

fn main() {}
