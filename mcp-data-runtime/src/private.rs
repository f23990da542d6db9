//! What the macros' expansions call. Nothing here is meant to be named by anybody else.

pub use std::boxed::Box;

pub use inventory;
pub use mcp_data_macros::{DeprecatedTool, source_literal, table_literal};

pub use crate::{
    answer::{Cell, Column, ColumnDescriptor, IntoCell, Source, Table, TableRow},
    tool::sample::{CheckedCall, argument_name, sample_call, sample_value},
    tool::{
        DataTool, Registration, ToolDescriptor,
        defaults::{AnyType, HasDefault, TypeOf},
        param::{Measured, Published, Ranged, TextDefault, Textual, ToolParam},
        registered,
        returns::ToolReturn,
    },
};

/// The table that `table!` writes; its rows have the header's length by their type.
pub fn table<const WIDTH: usize, const HEIGHT: usize>(
    header: [&str; WIDTH],
    rows: [[Cell; WIDTH]; HEIGHT],
) -> Table {
    Table::from_cells(header.map(str::to_owned), rows.map(Vec::from))
}

/// The sources that a tool declares.
pub fn sources<const COUNT: usize>(sources: [Source; COUNT]) -> Vec<Source> {
    Vec::from(sources)
}
