use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![
        ["Tokyo", 37_400_068],
        ["Delhi", 30_290_936],
    ]
}

fn main() {}
