#![forbid(warnings, unused, dead_code, deprecated, missing_docs)]
//! No lint may be allowed below, and the expansions allow none.

use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// A city, none of whose columns is named.
#[derive(TableRow)]
struct City {
    name: String,
}

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(default = "Tokyo")] name: String) -> DataToolOutput<City> {
    DataToolOutput::new("The largest.", SOURCE).rows([City { name }])
}

/// The largest cities of the past.
#[deprecated]
#[data_tool]
async fn old_cities() -> DataToolOutput {
    DataToolOutput::new("The largest.", SOURCE)
}

fn main() {
    assert_eq!(tools!().len(), 2);
}
