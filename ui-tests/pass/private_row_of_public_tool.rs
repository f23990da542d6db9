//! A public function may answer with rows that only its module sees: the compiler warns of it, no more.

mod cities {
    use mcp_data_runtime::prelude::*;

    const SOURCE: Source = source!("https://example.org/data");

    /// A city.
    #[derive(TableRow)]
    struct City {
        name: Name,
    }

    /// A name, which only this module sees.
    struct Name(String);

    impl mcp_data_runtime::IntoCell for Name {
        const TYPE: mcp_data_runtime::CellType = <String as mcp_data_runtime::IntoCell>::TYPE;
        const NULLABLE: bool = false;

        fn into_cell(self) -> Cell {
            mcp_data_runtime::IntoCell::into_cell(self.0)
        }
    }

    /// Fields of a private type in a row that is public.
    #[derive(TableRow)]
    pub struct Town {
        name: Name,
    }

    /// What went wrong.
    #[derive(Debug)]
    struct Closed;

    impl From<Closed> for ToolError {
        fn from(_: Closed) -> Self {
            Self::new("The register is closed.")
        }
    }

    /// The largest cities.
    #[data_tool]
    pub fn cities() -> DataToolOutput<City> {
        DataToolOutput::new("The largest.", SOURCE).rows([City { name: Name("Tokyo".into()) }])
    }

    /// The largest cities, which may fail.
    #[data_tool]
    pub async fn cities_or_error() -> Result<DataToolOutput<City>, Closed> {
        Err(Closed)
    }

    /// The smallest towns.
    #[data_tool]
    pub fn towns() -> DataToolOutput<Town> {
        DataToolOutput::new("The smallest.", SOURCE).rows([Town { name: Name("Hum".into()) }])
    }
}

fn main() {
    assert_eq!(mcp_data_runtime::tools!().len(), 3);
    assert_eq!(mcp_data_runtime::tools![cities::cities, cities::towns].len(), 2);
}
