use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
#[table_row(crate = ::no_such_runtime)]
struct City {
    area: f64,
}

fn main() {}
