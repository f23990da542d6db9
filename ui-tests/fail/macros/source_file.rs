use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("file:///srv/cities.csv");

fn main() {}
