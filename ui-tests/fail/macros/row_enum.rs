use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
enum City {
    Tokyo,
}

fn main() {}
