use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[derive(serde::Deserialize)]
struct Years {
    from: u16,
}

/// The largest cities.
#[data_tool]
fn top_cities(years: Years) -> DataToolOutput {
    DataToolOutput::new(years.from.to_string(), SOURCE)
}

fn main() {}
