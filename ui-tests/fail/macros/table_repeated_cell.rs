use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![["City", "Population"], [0; 2]]
}

fn main() {}
