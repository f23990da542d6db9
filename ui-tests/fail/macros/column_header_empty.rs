use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column("")]
    name: String,
}

fn main() {}
