use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[derive(TableRow)]
struct City {
    name: String,
    population: u32,
}

#[derive(TableRow)]
struct Year {
    year: u16,
}

fn answer(cities: Vec<City>) -> DataToolOutput<City> {
    DataToolOutput::new("Cities", SOURCE).rows(cities).chart(Chart::bar("Cities").x(City::NAME).y([Year::YEAR]))
}

fn main() {}
