use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://300.1.1.1/");

fn main() {}
