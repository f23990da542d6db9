use mcp_data_runtime::prelude::*;

struct Position;

#[derive(TableRow)]
struct City {
    position: Position,
    area: f64,
}

fn main() {}
