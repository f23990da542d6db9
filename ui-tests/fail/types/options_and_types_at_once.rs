use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

struct Region;

/// The largest cities.
#[data_tool(titel = "Cities", timeout = "a minute")]
fn top_cities(
    #[arg(rnage = 1..=9)] _count: u8,
    _region: Region,
    _name: &str,
    #[arg(default = "x")] _year: u16,
) -> Vec<u8> {
    Vec::new()
}

fn main() {}
