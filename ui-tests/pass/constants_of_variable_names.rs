use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

// A constant or static in scope cannot be shadowed by a variable, not even by a hygienic one.
#[allow(non_upper_case_globals)]
const options: u8 = 1;
#[allow(non_upper_case_globals)]
static arguments: u8 = 1;

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(range = 1..=9, default = 3)] count: u8) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

/// The largest cities.
#[data_tool]
async fn top_cities_async(#[arg(range = 1..=9, default = 3)] count: u8) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

fn main() {
    assert_eq!(tools!().len(), 2);
    assert_eq!(options + arguments, 2);
}
