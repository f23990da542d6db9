//! Tools that are deprecated, and tools that use what is.

use data::{data_tool, DataToolOutput, TableRow};

use crate::SOURCE;

/// Deprecated, above.
#[deprecated(since = "1.0.0", note = "use `top_cities`")]
#[data_tool(crate = ::data)]
pub fn deprecated_above(count: u8) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

/// Deprecated, below.
#[data_tool(crate = ::data)]
#[deprecated = "use `top_cities`"]
pub async fn deprecated_below() -> DataToolOutput {
    tokio::task::yield_now().await;
    DataToolOutput::new("Tokyo", SOURCE)
}

/// Deprecated by a condition.
#[data_tool(crate = ::data)]
#[cfg_attr(not(doc), deprecated)]
pub fn deprecated_by_condition() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// A row with a deprecated field.
#[derive(TableRow)]
#[table_row(crate = ::data)]
pub struct City {
    /// Its name.
    pub name: String,
    /// Its inhabitants.
    #[deprecated]
    pub inhabitants: u32,
}
