use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column("Area")]
    #[column(unit = "km²")]
    area: f64,
}

fn main() {}
