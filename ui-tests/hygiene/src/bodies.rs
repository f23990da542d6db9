//! Tools and rows within the bodies of functions.

use data::{data_tool, tools, Chart, DataToolOutput, TableRow, ToolDescriptor};

use crate::SOURCE;

/// Two tools and a row within a body.
#[must_use]
pub fn within_a_function() -> Vec<ToolDescriptor> {
    /// A city.
    #[derive(TableRow)]
    #[table_row(crate = ::data)]
    struct City {
        /// Its name.
        name: &'static str,
        #[column("Population", unit = "people")]
        population: u32,
    }

    /// Plain.
    #[data_tool(crate = ::data)]
    fn plain_in_body(#[arg(range = 1..=9, default = 3)] count: u8) -> DataToolOutput<City> {
        DataToolOutput::new(count.to_string(), SOURCE)
            .rows([City { name: "Tokyo", population: 37_400_068 }])
            .chart(Chart::bar("Cities").x(City::NAME).y([City::POPULATION]))
    }

    /// Asynchronous.
    #[data_tool(crate = ::data)]
    async fn async_in_body(count: u8) -> DataToolOutput {
        tokio::task::yield_now().await;
        DataToolOutput::new(count.to_string(), SOURCE)
    }

    tools![plain_in_body, async_in_body]
}

/// A module that a tool shares with nothing else.
pub mod within_a_body {
    use super::{data_tool, DataToolOutput, SOURCE};

    /// The largest cities.
    #[data_tool(crate = ::data)]
    pub fn top_cities() -> DataToolOutput {
        DataToolOutput::new("Tokyo", SOURCE)
    }
}
