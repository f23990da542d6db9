//! A crate that denies every lint.
#![forbid(unsafe_code)]
#![deny(
    warnings, missing_docs, missing_debug_implementations, missing_copy_implementations, unused,
    unreachable_pub, unused_qualifications, trivial_casts, trivial_numeric_casts, single_use_lifetimes,
    unused_lifetimes, unused_results, let_underscore_drop, elided_lifetimes_in_paths, non_ascii_idents,
    variant_size_differences, redundant_lifetimes, rust_2018_idioms, rust_2021_compatibility,
    rust_2024_compatibility, keyword_idents, explicit_outlives_requirements, meta_variable_misuse,
    nonstandard_style, future_incompatible, unit_bindings, unused_import_braces, unused_macro_rules,
    absolute_paths_not_starting_with_crate, macro_use_extern_crate, ambiguous_negative_literals
)]

use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

/// A city.
#[derive(TableRow, Debug)]
pub struct City {
    /// Its name.
    pub name: String,
}

/// The largest cities.
///
/// # Errors
///
/// Never.
#[data_tool(title = "Cities", timeout = 5)]
pub async fn top_cities(
    /// How many.
    #[arg(range = 1..=9, default = 3)]
    count: u8,
) -> Result<DataToolOutput<City>, ToolError> {
    Ok(DataToolOutput::new(count.to_string(), SOURCE))
}

/// The largest cities.
#[data_tool]
#[must_use]
pub fn plain() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE).table(table![["City"], ["Tokyo"]])
}

fn main() {
    assert_eq!(tools!().len(), 2);
}
