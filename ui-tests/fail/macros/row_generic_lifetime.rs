use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City<'a> {
    name: &'a str,
}

fn main() {}
