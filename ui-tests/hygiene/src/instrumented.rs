//! `#[tracing::instrument]` above and below the attribute.

use data::{data_tool, DataToolOutput, ToolError};

use crate::SOURCE;

/// Above, plain.
#[tracing::instrument]
#[data_tool(crate = ::data)]
pub fn above(#[arg(range = 1..=9, default = 3)] count: u8) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

/// Below, plain.
#[data_tool(crate = ::data)]
#[tracing::instrument]
pub fn below(#[arg(range = 1..=9)] count: Option<u8>) -> DataToolOutput {
    DataToolOutput::new(format!("{count:?}"), SOURCE)
}

/// Above, asynchronous.
///
/// # Errors
///
/// Never.
#[tracing::instrument(skip(name), err(Debug))]
#[data_tool(crate = ::data)]
pub async fn above_async(
    #[arg(length = 1..=20)] name: String,
) -> Result<DataToolOutput, ToolError> {
    tokio::task::yield_now().await;
    Ok(DataToolOutput::new(name, SOURCE))
}

/// Below, asynchronous.
///
/// # Errors
///
/// Never.
#[data_tool(crate = ::data)]
#[tracing::instrument(skip_all, level = "debug")]
pub async fn below_async(name: String) -> Result<DataToolOutput, ToolError> {
    tokio::task::yield_now().await;
    Ok(DataToolOutput::new(name, SOURCE))
}
