use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

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
