use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct NoSuchCity;

/// The largest cities.
#[data_tool]
fn top_cities() -> Result<DataToolOutput, NoSuchCity> {
    Ok(DataToolOutput::new("Tokyo", SOURCE))
}

fn main() {}
