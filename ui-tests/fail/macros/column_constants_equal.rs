use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
#[allow(non_snake_case)]
struct City {
    #[column("City")]
    name: String,
    #[column("Country")]
    Name: String,
}

fn main() {}
