use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    position: Option<(f64, f64)>,
}

fn main() {}
