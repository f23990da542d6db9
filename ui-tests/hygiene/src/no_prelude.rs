//! Without the prelude.
#![no_implicit_prelude]

use ::data::{
    data_tool, source, table, DataToolOutput, Source, State, TableRow, ToolContext, ToolError,
};

const HERE: Source = source!("https://example.org/data", title = "Data");

/// A city.
#[derive(TableRow)]
#[table_row(crate = ::data)]
pub struct City {
    /// Its name.
    #[column("City", unit = "name")]
    pub name: ::std::string::String,
    /// Its population.
    pub population: ::std::option::Option<u64>,
}

/// The largest cities.
///
/// # Errors
///
/// Never.
#[data_tool(
    crate = ::data,
    title = "Cities",
    sources(HERE),
    timeout = 5,
    destructive,
    open_world,
    idempotent = false,
    meta = ::data::serde_json::json!({}),
    icons = ["https://example.org/icon.svg"],
)]
pub async fn async_without_prelude(
    #[arg(range = 1..=9, default = 3, examples = [1])] count: u8,
    #[arg(length = 1..=9, pattern = "a", default = "a")] country: ::std::string::String,
    years: ::std::option::Option<::std::vec::Vec<u16>>,
    _atlas: State<u8>,
    _context: ToolContext,
) -> ::std::result::Result<DataToolOutput<City>, ToolError> {
    ::tokio::task::yield_now().await;
    let _ = (count, years);
    ::std::result::Result::Ok(DataToolOutput::new(country, [HERE]))
}

/// The largest cities.
#[data_tool(crate = ::data)]
pub fn without_prelude() -> DataToolOutput {
    DataToolOutput::new("Tokyo", HERE).table(table![
        ["City", "Population"],
        ["Tokyo", 37_400_068],
        ["Delhi", -1]
    ])
}
