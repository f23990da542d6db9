use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// The largest cities.
#[data_tool]
fn top_cities(#[arg(name = "the_first_year_of_the_years_that_the_answer_should_cover_as_a_number")] from: u16) -> DataToolOutput {
    DataToolOutput::new(from.to_string(), SOURCE)
}

fn main() {}
