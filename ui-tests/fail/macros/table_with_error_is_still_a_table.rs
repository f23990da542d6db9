use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

fn cities() -> DataToolOutput {
    let table = table![["City", "Population"], ["Tokyo"]];
    let rows: usize = table.len();
    DataToolOutput::new(rows.to_string(), SOURCE).table(table)
}

fn main() {}
