use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City<T> {
    #[column("")]
    name: T,
    #[column("Area", units = "km²")]
    area: f64,
    #[column("Area")]
    size: f64,
}

fn main() {}
