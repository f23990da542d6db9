use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column(2017)]
    name: String,
}

fn main() {}
