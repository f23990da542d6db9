use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool(title = "")]
fn top_cities(
    #[arg(range = 9..=1, exampels = [1], default)] count: Option<u8>,
    #[arg(pattern = 3, length = 5)] country: &str,
    #[arg(name = "")] year: u16,
) -> DataToolOutput {
    DataToolOutput::new(format!("{count:?} {country} {year}"), SOURCE)
}

fn main() {}
