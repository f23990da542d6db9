use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(name = "atlas")] db: State<String>) -> DataToolOutput {
    DataToolOutput::new(db.as_str(), SOURCE)
}

fn main() {}
