use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
#[table_row(crate = ::mcp_data_runtime)]
#[table_row(crate = ::mcp_data_runtime)]
struct City {
    area: f64,
}

fn main() {}
