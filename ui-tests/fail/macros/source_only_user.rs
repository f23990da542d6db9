use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://user@/cities");

fn main() {}
