use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

type Answer = Result<DataToolOutput, ToolError>;
type Fallible<T> = Result<T, ToolError>;

/// The largest cities.
#[data_tool]
fn aliased() -> Answer {
    Ok(DataToolOutput::new("Tokyo", SOURCE))
}

/// The largest cities.
#[data_tool]
fn one_parameter() -> Fallible<DataToolOutput> {
    Ok(DataToolOutput::new("Tokyo", SOURCE))
}

/// The largest cities.
#[data_tool]
fn qualified() -> std::result::Result<mcp_data_runtime::DataToolOutput, std::io::Error> {
    Ok(DataToolOutput::new("Tokyo", SOURCE))
}

fn main() {
    assert_eq!(tools!().len(), 3);
}
