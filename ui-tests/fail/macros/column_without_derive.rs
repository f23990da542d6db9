use mcp_data_runtime::prelude::*;

struct City {
    #[column("Area")]
    area: f64,
}

fn area(city: City) -> Cell {
    Cell::new(city.area)
}

fn main() {}
