use mcp_data_runtime::prelude::*;

const CITIES: Source = source!(concat!("https://example.org", "/cities"));

fn main() {}
