use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org:+80/");

fn main() {}
