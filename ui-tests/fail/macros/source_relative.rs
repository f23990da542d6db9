use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("/cities");

fn main() {}
