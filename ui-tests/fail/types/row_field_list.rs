use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    names: Vec<String>,
}

fn main() {}
