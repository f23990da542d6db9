use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![
        ["City", "Population"],
        ["Tokyo"],
        ["Delhi", 30_290_936],
        [],
    ]
}

fn main() {}
