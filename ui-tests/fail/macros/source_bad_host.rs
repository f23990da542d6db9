use mcp_data_runtime::prelude::*;

const CITIES: Source = source!("https://exa*mple.org/");

fn main() {}
