use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

use std::path::Path;

/// The largest cities.
#[data_tool]
fn top_cities(file: Path) -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {}
