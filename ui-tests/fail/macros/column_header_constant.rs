use mcp_data_runtime::prelude::*;

const HEADER: &str = "City";

#[derive(TableRow)]
struct City {
    #[column(HEADER)]
    name: String,
}

fn main() {}
