use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
#[column("City")]
struct City {
    area: f64,
}

fn main() {}
