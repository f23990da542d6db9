#![deny(warnings)]

use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// A row, one of whose fields is deprecated.
#[derive(TableRow)]
struct City {
    name: String,
    #[deprecated]
    inhabitants: u32,
}

#[allow(deprecated)]
fn main() {
    let city = City { name: "Tokyo".to_owned(), inhabitants: 1 };
    let _: DataToolOutput<City> = DataToolOutput::new("Tokyo", SOURCE).rows([city]);
}
