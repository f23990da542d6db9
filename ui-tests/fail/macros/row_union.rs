use mcp_data_runtime::prelude::*;

#[derive(TableRow)]
union City {
    population: u32,
}

fn main() {}
