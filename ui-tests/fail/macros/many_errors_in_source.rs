use mcp_data_runtime::prelude::*;

const CITIES: Source = source!(
    "example.org/cities",
    titel = "Cities",
    modified = "yesterday",
    license = "",
);

fn main() {}
