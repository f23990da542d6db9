use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

mod schemars {
    pub trait JsonSchema {}
}

#[derive(serde::Deserialize)]
struct Years {
    from: u16,
}

impl schemars::JsonSchema for Years {}

/// The largest cities.
#[data_tool]
fn top_cities(years: Years) -> DataToolOutput {
    DataToolOutput::new(years.from.to_string(), SOURCE)
}

fn main() {}
