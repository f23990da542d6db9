use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("mailto:data@example.org");

fn main() {}
