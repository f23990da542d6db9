use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[derive(serde::Deserialize, mcp_data_runtime::schemars::JsonSchema)]
#[schemars(crate = "mcp_data_runtime::schemars")]
enum Size {
    Large,
}

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(default = Size::Large)] count: Size) -> DataToolOutput {
    DataToolOutput::new(match count { Size::Large => "large" }, SOURCE)
}

fn main() {}
