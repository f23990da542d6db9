#![deny(warnings)]

use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// Above and below.
#[allow(non_snake_case)]
#[data_tool]
#[allow(unused_variables, clippy::all)]
#[warn(unused_mut)]
#[deny(unused_must_use)]
fn topCities(#[allow(unused)] count: u8) -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// Expected.
#[data_tool]
#[expect(unused_variables, reason = "the count is for later")]
fn expected(count: u8) -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// Forbidden, in the function alone.
#[data_tool]
#[forbid(dead_code, deprecated, unsafe_code)]
fn forbidden() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

fn main() {
    assert_eq!(tools!().len(), 3);
}
