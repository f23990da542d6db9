use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column("Name")]
    city: String,
    #[column("Name")]
    country: String,
}

fn main() {}
