use mcp_data_runtime::prelude::*;

const CITIES: Source = source!(b"https://example.org/cities");

fn main() {}
