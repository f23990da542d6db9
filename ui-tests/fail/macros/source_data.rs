use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("data:text/csv,Tokyo");

fn main() {}
