use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![[], []]
}

fn main() {}
