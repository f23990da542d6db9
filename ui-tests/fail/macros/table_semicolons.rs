use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![["City"]; ["Tokyo"]]
}

fn main() {}
