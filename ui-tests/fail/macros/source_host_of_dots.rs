use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://.../");

fn main() {}
