use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    name: String,
    #[column("Name")]
    country: String,
}

fn main() {}
