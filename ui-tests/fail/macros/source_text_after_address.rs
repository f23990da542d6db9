use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://[::1]data/");

fn main() {}
