use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// A name of 64 characters.
#[data_tool]
fn a234567890_234567890_234567890_234567890_234567890_234567890_234() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// A name that no function can have.
#[data_tool(name = "2017-Cities_by-size")]
fn cities() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// A name of one character.
#[data_tool]
fn x(#[arg(name = "from-year")] from: u16, #[arg(name = "from")] until: u16) -> DataToolOutput {
    DataToolOutput::new((until - from).to_string(), SOURCE)
}

/// A function that is not ASCII, with a name that is.
#[data_tool(name = "staedte")]
fn städte() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {
    let tools = tools!();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
    assert_eq!(names, [
        "2017-Cities_by-size",
        "a234567890_234567890_234567890_234567890_234567890_234567890_234",
        "staedte",
        "x",
    ]);
}
