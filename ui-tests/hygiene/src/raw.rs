//! Names that are keywords.

use data::{data_tool, DataToolOutput, TableRow};

use crate::SOURCE;

/// A row with names that are keywords.
#[derive(TableRow)]
#[table_row(crate = ::data)]
pub struct Row {
    /// A type.
    pub r#type: u8,
    /// A place.
    pub r#where: u8,
}

/// The largest cities of a type.
#[data_tool(crate = ::data)]
pub fn r#type(r#match: String, #[arg(default = 3)] r#loop: u8) -> DataToolOutput<Row> {
    DataToolOutput::new(format!("{match} {loop}"), SOURCE)
}

/// The largest cities of a kind.
#[data_tool(crate = ::data)]
pub async fn r#move(r#in: String) -> DataToolOutput {
    tokio::task::yield_now().await;
    DataToolOutput::new(r#in, SOURCE)
}
