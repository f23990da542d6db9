use mcp_data_runtime::prelude::*;

const SCRIPT: Source = source!("javascript:alert(1)");

fn main() {}
