use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column("Area", unit = 1000)]
    area: f64,
}

fn main() {}
