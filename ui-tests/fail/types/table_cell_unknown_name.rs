use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![["City", "Population"], ["Tokyo", tokyo]]
}

fn main() {}
