use mcp_data_runtime::prelude::*;

struct City {
    #[column("Area")]
    area: f64,
}

fn main() {}
