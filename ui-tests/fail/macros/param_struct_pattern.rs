use mcp_data_runtime::{prelude::*, schemars::JsonSchema, serde::Deserialize};

const SOURCE: Source = source!("https://example.org/data");

/// Years.
#[derive(Deserialize, JsonSchema)]
#[serde(crate = "mcp_data_runtime::serde")]
#[schemars(crate = "mcp_data_runtime::schemars")]
struct Years {
    from: u16,
    to: u16,
}

/// The largest cities.
#[data_tool]
fn top_cities(Years { from, to }: Years) -> DataToolOutput {
    DataToolOutput::new(format!("{from} {to}"), SOURCE)
}

fn main() {}
