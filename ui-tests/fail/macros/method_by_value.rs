use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct Atlas;

impl Atlas {
    /// The largest cities.
    #[data_tool]
    async fn top_cities(self, count: u8) -> DataToolOutput {
        DataToolOutput::new(count.to_string(), SOURCE)
    }
}

fn main() {}
