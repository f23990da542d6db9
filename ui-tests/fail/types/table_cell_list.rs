use mcp_data_runtime::prelude::*;

fn cities() -> Table {
    table![["City", "Names"], ["Tokyo", vec!["Edo"]]]
}

fn main() {}
