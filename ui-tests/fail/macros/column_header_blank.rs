use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column("  ", unit = "km")]
    name: String,
}

fn main() {}
