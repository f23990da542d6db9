use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
struct City {
    #[table_row(crate = ::mcp_data_runtime)]
    area: f64,
}

fn main() {}
