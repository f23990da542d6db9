use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
#[table_row]
struct City {
    area: f64,
}

fn main() {}
