//! The macros of `mcp-data-runtime`, which re-exports and documents them; use them from there.
//!
//! Modules use each other in one direction:
//! `{expand, table_row, table, source} -> check -> args -> options -> messages -> {diag, rules}`, and
//! `expand -> params`. What serves them all and knows none of them:
//! `{docs, integers, item, names, number, pattern, texts} -> {fragments, model}`.

use proc_macro::TokenStream;

mod args;
mod check;
mod deprecated;
mod diag;
mod docs;
mod expand;
mod fragments;
mod integers;
mod item;
mod messages;
mod model;
mod names;
mod number;
mod options;
mod params;
mod pattern;
mod rules;
mod source;
mod table;
mod table_row;
#[cfg(test)]
mod tests;
mod texts;

/// Makes a function a tool; documented at `mcp_data_runtime::data_tool`.
#[proc_macro_attribute]
pub fn data_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    expand::data_tool(options.into(), item.into()).into()
}

/// Writes the tool that an expansion of [`macro@data_tool`] has put beside a deprecated function.
#[doc(hidden)]
#[proc_macro_derive(DeprecatedTool, attributes(deprecated_tool))]
pub fn deprecated_tool(item: TokenStream) -> TokenStream {
    deprecated::expand(item.into()).into()
}

/// Makes a struct the row of a typed table; documented at `mcp_data_runtime::TableRow`.
#[proc_macro_derive(TableRow, attributes(column, table_row))]
pub fn table_row(item: TokenStream) -> TokenStream {
    table_row::derive(item.into()).into()
}

/// The checked rows of `mcp_data_runtime::table!`.
#[doc(hidden)]
#[proc_macro]
pub fn table_literal(input: TokenStream) -> TokenStream {
    table::expand(input.into()).into()
}

/// The checked link of `mcp_data_runtime::source!`.
#[doc(hidden)]
#[proc_macro]
pub fn source_literal(input: TokenStream) -> TokenStream {
    source::expand(input.into()).into()
}
