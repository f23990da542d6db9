use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column("Area", units = "km²")]
    area: f64,
}

fn main() {}
