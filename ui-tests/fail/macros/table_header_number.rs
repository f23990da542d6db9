use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![["City", 2017], ["Tokyo", 37_400_068]]
}

fn main() {}
