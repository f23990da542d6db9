use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![["City", ""], ["Tokyo", 37_400_068]]
}

fn main() {}
