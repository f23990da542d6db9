use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct Sheet {
    columns: u8,
}

fn main() {}
