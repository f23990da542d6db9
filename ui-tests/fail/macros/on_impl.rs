use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct Atlas;

/// The largest cities.
#[data_tool]
impl Atlas {
    fn top_cities() -> DataToolOutput {
        DataToolOutput::new("Tokyo", SOURCE)
    }
}

fn main() {}
