use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column]
    area: f64,
}

fn main() {}
