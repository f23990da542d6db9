//! Literal integers of any size beside each other, and options by raw names.

use mcp_data_runtime::{DataTool, prelude::*};

const SOURCE: Source = source!("https://example.org/data", r#license = "CC-BY-4.0");
const MOST: u64 = u64::MAX;

/// Counts.
#[data_tool]
fn counts(
    #[arg(examples = [3_000_000_000, 18_446_744_073_709_551_615])] wide: u64,
    #[arg(examples = [3_000_000_000, MOST])] named: u64,
    #[arg(examples = [-3_000_000_000, 7])] signed: i64,
    #[arg(examples = [-2_147_483_648, 2_147_483_647])] small: i32,
    #[arg(length = ..=0)] nothing: String,
) -> DataToolOutput {
    DataToolOutput::new(format!("{wide} {named} {signed} {small} {nothing}"), SOURCE)
}

fn main() {
    let table = table![["n"], [-1], [18_446_744_073_709_551_615]];
    assert_eq!(table.len(), 2);
    assert_eq!(<counts as DataTool>::DESCRIPTOR.name(), "counts");
    assert_eq!(SOURCE.url(), "https://example.org/data");
    assert_eq!(format!("{SOURCE:?}").contains("license: Some(\"CC-BY-4.0\")"), true);
}
