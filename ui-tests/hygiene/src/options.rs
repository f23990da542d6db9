//! Every option of a tool.

use data::{data_tool, serde_json::json, source, DataToolOutput, Source, ToolError};

use crate::SOURCE;

const TITLE: &str = "Every option";
const SECONDS: u64 = 60;
const MORE: Source = source!("https://example.org/more", license = "CC0-1.0");

/// A tool without options.
#[data_tool(crate = ::data)]
pub fn no_option() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// A tool with every option.
///
/// # Errors
///
/// Never.
#[data_tool(
    crate = ::data,
    name = "every-option",
    title = TITLE,
    description = "A tool with every option.",
    sources(SOURCE, MORE),
    timeout = SECONDS,
    destructive,
    open_world,
    idempotent = false,
    meta = json!({ "com.example/team": "atlas" }),
    icons = ["https://example.org/icon.svg"],
)]
pub fn every_option() -> Result<DataToolOutput, ToolError> {
    Ok(DataToolOutput::new("Tokyo", [SOURCE, MORE]))
}

/// A tool with every option, asynchronous.
///
/// # Errors
///
/// If the count is no number.
#[data_tool(
    crate = ::data,
    title = "Every option",
    sources(SOURCE),
    timeout = 5,
    writes,
    idempotent = true,
)]
pub async fn every_option_async(count: String) -> Result<DataToolOutput, std::num::ParseIntError> {
    data_arrives().await;
    let count: u8 = count.parse()?;
    Ok(DataToolOutput::new(count.to_string(), SOURCE))
}

async fn data_arrives() {
    tokio::task::yield_now().await;
}
