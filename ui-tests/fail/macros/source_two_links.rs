use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org/a", "https://example.org/b");

fn main() {}
