use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[derive(TableRow)]
struct City {
    name: String,
    population: u32,
}

fn chart() -> Chart<City> {
    Chart::bar("Cities").x(City::NAME).y([City::AREA])
}

fn main() {}
