//! Where lints are forbidden, so that nothing below may allow them: the expansions have no `allow`.
//!
//! `warnings` is forbidden in `pass/lints_forbidden.rs`: under it the compiler warns of an `allow` in what
//! `inventory` writes.
#![forbid(
    unused,
    dead_code,
    deprecated,
    private_interfaces,
    missing_docs,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]

use data::{data_tool, DataToolOutput, TableRow};

use crate::SOURCE;

/// A row, none of whose columns is named anywhere.
#[derive(TableRow)]
#[table_row(crate = ::data)]
struct City {
    /// Its name.
    name: String,
    population: u32,
}

/// A tool that only reads what it owns.
#[data_tool(crate = ::data)]
fn reads_what_it_owns(name: String, years: Vec<u16>) -> DataToolOutput<City> {
    let population = u32::try_from(years.len()).unwrap_or_default();
    let name = name.to_uppercase();
    DataToolOutput::new("One", SOURCE).rows([City { name, population }])
}

/// An asynchronous tool that awaits nothing.
#[data_tool(crate = ::data)]
async fn awaits_nothing(#[arg(default = "Tokyo")] name: String) -> DataToolOutput {
    DataToolOutput::new(name.to_uppercase(), SOURCE)
}

/// A deprecated tool, which only its server names.
#[deprecated]
#[data_tool(crate = ::data)]
fn retired(#[arg(range = 1..=9, default = 3)] count: u8) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

/// A deprecated tool that others see.
#[data_tool(crate = ::data)]
#[cfg_attr(not(doc), deprecated)]
pub fn retired_for_all(name: String) -> DataToolOutput {
    DataToolOutput::new(name.to_uppercase(), SOURCE)
}
