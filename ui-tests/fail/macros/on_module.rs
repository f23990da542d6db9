use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
mod cities {
    pub fn top_cities() {}
}

fn main() {}
