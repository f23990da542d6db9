use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[derive(TableRow)]
struct City {
    name: &'static str,
}

/// The largest cities.
#[data_tool]
fn top_cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE).chart(Chart::bar("Cities").x(City::NAME))
}

fn main() {}
