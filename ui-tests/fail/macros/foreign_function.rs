use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

unsafe extern "C" {
    /// The largest cities.
    #[data_tool]
    fn top_cities() -> DataToolOutput;
}

fn main() {}
