use mcp_data_runtime::prelude::*;

const CITY: u8 = 1;

fn cities() -> Table {
    table![[CITY], ["Tokyo"]]
}

fn main() {}
