use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City<T> {
    name: T,
}

fn main() {}
