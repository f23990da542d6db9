//! A private module: `unreachable_pub` would see a `pub` that is the expansion's.
#![allow(clippy::redundant_pub_crate, reason = "it contradicts `unreachable_pub`")]

use data::{data_tool, DataToolOutput, State};

use crate::SOURCE;

struct Hidden(u8);

/// Private.
#[data_tool(crate = ::data)]
fn private(hidden: State<Hidden>) -> DataToolOutput {
    DataToolOutput::new(hidden.0.to_string(), SOURCE)
}

/// In the crate.
#[data_tool(crate = ::data)]
pub(crate) async fn in_crate() -> DataToolOutput {
    tokio::task::yield_now().await;
    DataToolOutput::new("Tokyo", SOURCE)
}

/// In the parent.
#[data_tool(crate = ::data)]
pub(super) fn in_parent(count: u8) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}
