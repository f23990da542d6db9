use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

fn server() -> DataServer {
    const LOCAL: Source = source!("https://example.org/local");

    struct Local(u8);

    /// The largest cities.
    #[data_tool]
    async fn top_cities(#[arg(range = 1..=9)] count: u8) -> DataToolOutput {
        DataToolOutput::new(Local(count).0.to_string(), [SOURCE, LOCAL])
    }

    /// A row.
    #[derive(TableRow)]
    struct City {
        name: String,
    }

    /// The largest cities as a table.
    #[data_tool]
    fn table_of_cities() -> DataToolOutput<City> {
        DataToolOutput::new("Tokyo", LOCAL)
            .rows([City { name: "Tokyo".to_owned() }])
            .chart(Chart::bar("Cities").x(City::NAME))
    }

    DataServer::new("cities", "1").tools(tools![top_cities, table_of_cities])
}

fn main() {
    let calls = server()
        .dispatcher(&mcp_data_runtime::Settings::default())
        .expect("a server that can start");
    assert_eq!(calls.catalog().tools().len(), 2);
    // Their module is the function's, so the whole crate's list has them too.
    assert_eq!(tools!().len(), 2);
}
