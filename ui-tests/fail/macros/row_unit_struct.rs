use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City;

fn main() {}
