use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://example.org/cities", retrieved = "2018-10-04T12:00:00");

fn main() {}
