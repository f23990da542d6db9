use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[data_tool(titel = "Cities", name = "top cities", timeout = 0)]
fn top_cities<T>(&self, country: &str, (a, b): (u8, u8), #[arg(rang = 1..=2)] count: u8) {}

fn main() {}
