use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

#[derive(TableRow)]
struct City {
    #[column("City", units = "km²")]
    name: String,
}

/// The largest cities.
#[data_tool]
fn top_cities() -> DataToolOutput<City> {
    DataToolOutput::new("Tokyo", SOURCE)
        .rows([City { name: "Tokyo".to_owned() }])
        .chart(Chart::bar("Cities").x(City::NAME).y([City::NAME]))
}

fn main() {}
