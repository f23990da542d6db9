use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct Atlas;

impl Atlas {
    /// The largest cities.
    #[data_tool]
    fn top_cities(self: Box<Self>) -> DataToolOutput {
        DataToolOutput::new("Tokyo", SOURCE)
    }
}

fn main() {}
