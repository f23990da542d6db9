use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(seen: State<std::cell::Cell<u8>>) -> DataToolOutput {
    DataToolOutput::new(seen.get().to_string(), SOURCE)
}

fn main() {}
