#![deny(warnings)]
#![allow(dead_code)]

use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities, by an old list.
#[data_tool]
#[deprecated = "use `cities`"]
fn old_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// The largest cities, by an older list.
#[deprecated(since = "1.0.0", note = "use `cities`")]
#[data_tool]
async fn older_cities(#[arg(default = 3)] count: u8) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

#[deprecated]
struct OldFilter;

fn main() {
    assert_eq!(tools!().len(), 2);
}
