use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column(header = "City")]
    name: String,
}

fn main() {}
