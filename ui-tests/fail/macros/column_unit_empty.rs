use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column("Area", unit = "")]
    area: f64,
}

fn main() {}
