use mcp_data_runtime::prelude::*;

const CITIES: Source = source!(42);

fn main() {}
