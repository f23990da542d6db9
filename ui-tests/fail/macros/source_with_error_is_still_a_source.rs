use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

const WRONG: Source = source!("example.org");

fn cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", [WRONG, SOURCE])
}

fn main() {}
