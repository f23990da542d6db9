use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://me:secret@example.org/");

fn main() {}
