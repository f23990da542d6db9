use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City(String, u32);

fn main() {}
