use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[column("Area", unit = "km²", unit = "ha")]
    area: f64,
}

fn main() {}
