use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

use std::num::ParseIntError;

#[derive(Debug)]
struct NoSuchCity;

impl std::fmt::Display for NoSuchCity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no such city")
    }
}

impl std::error::Error for NoSuchCity {}

struct Refusal;

impl From<Refusal> for ToolError {
    fn from(_: Refusal) -> Self {
        Self::new("refused")
    }
}

/// The error of this crate.
#[data_tool]
fn own_error() -> Result<DataToolOutput, NoSuchCity> {
    Err(NoSuchCity)
}

/// An error that becomes a `ToolError` by itself.
#[data_tool]
fn converted() -> Result<DataToolOutput, Refusal> {
    Err(Refusal)
}

/// An error of the standard library.
#[data_tool]
async fn standard_error(count: String) -> Result<DataToolOutput, ParseIntError> {
    let count: u8 = count.parse()?;
    Ok(DataToolOutput::new(count.to_string(), SOURCE))
}

/// Several errors, by `?`.
#[data_tool]
async fn several_errors(count: String) -> Result<DataToolOutput, ToolError> {
    if count.is_empty() {
        return Err(ToolError::new("Say how many."));
    }
    let count: u8 = count.parse()?;
    std::fs::metadata("/no/such/file")?;
    Ok(DataToolOutput::new(count.to_string(), SOURCE))
}

/// An error that cannot happen.
#[data_tool]
fn infallible() -> Result<DataToolOutput, std::convert::Infallible> {
    Ok(DataToolOutput::new("Tokyo", SOURCE))
}

fn main() {
    assert_eq!(tools!().len(), 5);
    assert!(own_error().is_err());
}
