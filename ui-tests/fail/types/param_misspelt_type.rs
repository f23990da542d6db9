use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[derive(serde::Deserialize, mcp_data_runtime::schemars::JsonSchema)]
#[schemars(crate = "mcp_data_runtime::schemars")]
struct Years {
    from: u16,
}

/// The largest cities.
#[data_tool]
fn top_cities(years: Yaers) -> DataToolOutput {
    DataToolOutput::new(years.from.to_string(), SOURCE)
}

fn main() {}
