use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![["City", "Position"], ["Tokyo", (35.7, 139.7)]]
}

fn main() {}
