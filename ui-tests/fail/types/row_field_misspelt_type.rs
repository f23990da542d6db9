use mcp_data_runtime::prelude::*;

type Population = u32;

#[derive(TableRow)]
struct City {
    population: Popluation,
}

fn main() {}
