//! Attributes above and below, and docs of every form.

use data::{data_tool, DataToolOutput};

use crate::SOURCE;

/// Above and below.
#[cfg(not(doc))]
#[allow(clippy::needless_pass_by_value)]
#[data_tool(crate = ::data)]
#[cfg_attr(not(doc), allow(clippy::ptr_arg), must_use = "an answer")]
#[inline]
pub fn above_and_below(names: Vec<String>, #[allow(unused_variables)] count: u8) -> DataToolOutput {
    DataToolOutput::new(names.len().to_string(), SOURCE)
}

/// Not here.
#[data_tool(crate = ::data)]
#[cfg(doc)]
pub fn absent() -> DataToolOutput {
    no_such_function()
}

#[doc = include_str!("attributes.md")]
#[data_tool(crate = ::data)]
#[must_use = "an answer"]
pub fn docs_of_a_file() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/** A block comment.
 *
 * With `code` in it.
 */
#[data_tool(crate = ::data)]
#[doc(alias = "block")]
pub fn docs_of_a_block() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}

/// Expectations that are met in the function.
#[data_tool(crate = ::data)]
#[expect(unused_variables, clippy::used_underscore_binding, reason = "both are met")]
pub fn expectation(_names: Vec<String>, count: u8) -> DataToolOutput {
    DataToolOutput::new(_names.len().to_string(), SOURCE)
}
