use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// A row, one of whose fields is not there.
#[derive(TableRow)]
struct City {
    name: String,
    #[cfg(any())]
    absent: NoSuchType,
    #[cfg(all())]
    present: u8,
}

fn main() {
    assert_eq!(City::COLUMNS.len(), 2);
    let city = City { name: "Tokyo".to_owned(), present: 1 };
    assert_eq!(city.into_cells().len(), 2);
    let _: DataToolOutput<City> = DataToolOutput::new("Tokyo", SOURCE);
}
