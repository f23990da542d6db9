//! The smallest server: one tool, one table, one source.
//!
//! `cargo run --example cities -- call list_cities`

use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org/cities-data");

/// Return the top 3 cities by population.
#[data_tool]
fn list_cities() -> DataToolOutput {
    DataToolOutput::new("The 3 most populated cities are Tokyo, Delhi and Shanghai.", CITIES).table(
        table![
            ["City", "Population"],
            ["Tokyo", 37_400_068],
            ["Delhi", 30_290_936],
            ["Shanghai", 27_058_479],
        ],
    )
}

#[tokio::main]
async fn main() -> ExitCode {
    DataServer::new("cities", env!("CARGO_PKG_VERSION")).tools(tools!()).run().await
}
