use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City<const LENGTH: usize> {
    name: String,
}

fn main() {}
