#![no_implicit_prelude]

use ::mcp_data_runtime::{DataToolOutput, Source, State, TableRow, ToolContext, ToolError, data_tool, source, table, tools};

const SOURCE: Source = source!("https://example.org/data", title = "Data");

/// A city.
#[derive(TableRow)]
struct City {
    /// Its name.
    #[column("City", unit = "name")]
    name: ::std::string::String,
    population: ::std::option::Option<u64>,
}

/// The largest cities.
#[data_tool(
    title = "Cities",
    sources(SOURCE),
    timeout = 5,
    destructive,
    open_world,
    idempotent = false,
    meta = ::mcp_data_runtime::serde_json::json!({}),
    icons = ["https://example.org/icon.svg"],
)]
async fn top_cities(
    #[arg(range = 1..=9, default = 3, examples = [1])] count: u8,
    #[arg(length = 1..=9, pattern = "a", default = "a")] country: ::std::string::String,
    years: ::std::option::Option<::std::vec::Vec<u16>>,
    _atlas: State<u8>,
    _context: ToolContext,
) -> ::std::result::Result<DataToolOutput<City>, ToolError> {
    let _ = (count, years);
    ::std::result::Result::Ok(DataToolOutput::new(country, [SOURCE]))
}

/// The largest cities.
#[data_tool]
fn plain() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE).table(table![["City", "Population"], ["Tokyo", 37_400_068], ["Delhi", -1]])
}

fn main() {
    ::std::assert_eq!(tools!().len(), 2);
    ::std::assert_eq!(tools![plain, top_cities].len(), 2);
    let _ = City { name: ::std::string::String::new(), population: ::std::option::Option::None };
}
