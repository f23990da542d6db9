//! A rectangular table, held as it goes over the wire.

use serde_json::Value;

use super::{
    cell::{Cell, IntoCell},
    row::{AnyRow, Column, ColumnDescriptor, TableRow},
    warning::counted,
};

/// A rectangular table: a header and rows of the header's length.
///
/// One written in the program is made by [`table!`](crate::table!), which checks its shape at compile
/// time; one that is filled while the program runs starts with [`Table::new`].
///
/// ```
/// use mcp_data_runtime::Table;
///
/// let mut table = Table::new(["City", "Population"]);
/// table.push_row(("Tokyo", 37_400_068))?;
/// table.push_row(("Delhi", 30_290_936))?;
/// let error = table.push_row(("Shanghai",)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "row 3 of the table (\"Shanghai\") has 1 cell where the header has 2: \"City\", \"Population\"",
/// );
/// # Ok::<(), mcp_data_runtime::TableError>(())
/// ```
// The rows are JSON arrays from the start, header first, so that the table moves into the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    rows: Vec<Value>,
    /// How many more rows there were, which nobody would be sent.
    uncollected: usize,
}

/// Why a row does not fit a table, or a column is not in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A row has more or fewer cells than the header.
    #[error("row {row} of the table ({first}) has {} where the header has {}: {header}", counted(*.found, "cell"), .expected)]
    RowLength {
        /// The row's number, counted from 1.
        row: usize,
        /// Its first cell, as JSON, by which the author finds it.
        first: String,
        /// How many cells it has.
        found: usize,
        /// How many the header has.
        expected: usize,
        /// The header's cells.
        header: String,
    },
    /// No column has the name asked for.
    #[error("the table has no column {name:?}{}; its columns are {header}", did_you_mean(.nearest.as_deref()))]
    NoColumn {
        /// The name asked for.
        name: String,
        /// The column whose name is nearest.
        nearest: Option<String>,
        /// The header's cells.
        header: String,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|name| format!(" (did you mean {name:?}?)")).unwrap_or_default()
}

impl Table {
    /// An empty table with the columns `header`.
    pub fn new(header: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let header = header.into_iter().map(|name| Value::String(name.into())).collect();
        Self { rows: vec![header], uncollected: 0 }
    }

    /// A table of rows that have the header's length by construction.
    pub(crate) fn from_cells(
        header: impl IntoIterator<Item = String>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Self {
        let mut table = Self::new(header);
        table.rows.extend(rows.into_iter().map(array));
        table
    }

    /// Collects the first `most` of typed rows and counts the others.
    pub(super) fn of_rows<R: TableRow>(rows: impl IntoIterator<Item = R>, most: usize) -> Self {
        let mut rows = rows.into_iter();
        let header = R::COLUMNS.iter().map(ColumnDescriptor::header);
        let mut table = Self::from_cells(header, rows.by_ref().take(most).map(R::into_cells));
        table.uncollected = rows.count();
        table
    }

    /// Adds a row: a tuple, an array or a `Vec` of cells.
    ///
    /// # Errors
    ///
    /// If the row has not as many cells as the header.
    pub fn push_row(&mut self, row: impl IntoRow) -> Result<(), TableError> {
        let cells = row.into_row();
        if cells.len() != self.width() {
            return Err(TableError::RowLength {
                row: self.rows.len(),
                first: cells.first().map_or_else(|| "empty".to_owned(), Cell::to_string),
                found: cells.len(),
                expected: self.width(),
                header: self.header_list(),
            });
        }
        self.rows.push(array(cells));
        Ok(())
    }

    /// The column named `name`, for a chart; the first of them, if several have the name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn column(&self, name: &str) -> Result<Column<AnyRow>, TableError> {
        match self.header().position(|header| header == name) {
            Some(index) => Ok(Column::named(index, name.to_owned())),
            None => Err(TableError::NoColumn {
                name: name.to_owned(),
                nearest: crate::wording::nearest(name, self.header()).map(ToOwned::to_owned),
                header: self.header_list(),
            }),
        }
    }

    /// How many rows the table has, the header not counted.
    pub fn len(&self) -> usize {
        self.rows.len() - 1
    }

    /// Whether the table has no rows besides its header.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many columns the table has.
    pub fn width(&self) -> usize {
        self.rows[0].as_array().map_or(0, Vec::len)
    }

    /// The names of the columns.
    pub fn header(&self) -> impl Iterator<Item = &str> {
        self.rows[0].as_array().into_iter().flatten().filter_map(Value::as_str)
    }

    fn header_list(&self) -> String {
        self.header().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
    }

    /// The rows without the header, each as its cells.
    pub(crate) fn data_rows(&self) -> impl Iterator<Item = &[Value]> {
        self.rows[1..].iter().map(|row| row.as_array().map_or(&[][..], Vec::as_slice))
    }

    /// Returns how many rows it holds and how many were only counted; to be asked before rows are cut.
    pub(super) fn total_rows(&self) -> usize {
        self.len() + self.uncollected
    }

    /// Keeps the first `rows` rows.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.rows.truncate(rows.saturating_add(1));
    }

    /// The `table` of the wire; nothing is copied.
    pub(super) fn into_value(self) -> Value {
        Value::Array(self.rows)
    }
}

/// In place: a [`Cell`] is laid out as its value.
fn array(cells: Vec<Cell>) -> Value {
    Value::Array(cells.into_iter().map(|cell| cell.0).collect())
}

/// What can be added to a [`Table`] as a row: a tuple of up to 16 cells, an array, a `Vec`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row of a table",
    label = "expected a tuple of up to 16 cells, an array or a `Vec` of cells",
    note = "cells are strings, numbers, booleans and `Option`s of them; mix them in a tuple, or as `Cell::new(…)` in a `Vec`"
)]
pub trait IntoRow {
    /// The row's cells.
    fn into_row(self) -> Vec<Cell>;
}

impl<T: IntoCell, const N: usize> IntoRow for [T; N] {
    fn into_row(self) -> Vec<Cell> {
        self.into_iter().map(T::into_cell).collect()
    }
}

impl<T: IntoCell> IntoRow for Vec<T> {
    fn into_row(self) -> Vec<Cell> {
        self.into_iter().map(T::into_cell).collect()
    }
}

macro_rules! tuples {
    ($($first:ident $($rest:ident)*)?) => {$(
        impl<$first: IntoCell, $($rest: IntoCell),*> IntoRow for ($first, $($rest,)*) {
            fn into_row(self) -> Vec<Cell> {
                #[allow(non_snake_case, reason = "the tuple's type parameters name its parts")]
                let ($first, $($rest,)*) = self;
                vec![$first.into_cell(), $($rest.into_cell()),*]
            }
        }
        tuples!($($rest)*);
    )?};
}
tuples!(A B C D E F G H I J K L M N O P);

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use serde_json::json;

    use super::*;

    #[test]
    fn rows_of_every_form_stand_under_the_header() {
        let mut table = Table::new(["a", "b"]);
        table.push_row((1, "x")).expect("a row");
        table.push_row([2.5, f64::NAN]).expect("a row");
        table.push_row(vec![Cell::new(true), Cell::EMPTY]).expect("a row");
        assert_eq!(table.len(), 3);
        assert_eq!(table.into_value(), json!([["a", "b"], [1, "x"], [2.5, null], [true, null]]));
    }

    #[test]
    fn a_row_of_another_length_is_named() {
        let mut table = Table::new(["a", "b"]);
        table.push_row((1, 2)).expect("a row");
        assert_eq!(
            table.push_row((3, 4, 5)).expect_err("too long").to_string(),
            r#"row 2 of the table (3) has 3 cells where the header has 2: "a", "b""#
        );
        assert_eq!(
            table.push_row(Vec::<Cell>::new()).expect_err("empty").to_string(),
            r#"row 2 of the table (empty) has 0 cells where the header has 2: "a", "b""#
        );
    }

    #[test]
    fn an_unknown_column_is_named_with_the_nearest() {
        let table = Table::new(["City", "Population"]);
        assert_eq!(
            table.column("Popluation").expect_err("misspelled").to_string(),
            r#"the table has no column "Popluation" (did you mean "Population"?); its columns are "City", "Population""#
        );
        assert_eq!(
            table.column("x").expect_err("unknown").to_string(),
            r#"the table has no column "x"; its columns are "City", "Population""#
        );
    }

    #[test]
    fn rows_that_nobody_is_sent_are_counted_and_not_kept() {
        struct Row(usize);
        static MADE: AtomicUsize = AtomicUsize::new(0);
        impl TableRow for Row {
            const COLUMNS: &'static [ColumnDescriptor] =
                &[ColumnDescriptor::of::<u64>("n", None, "")];
            fn into_cells(self) -> Vec<Cell> {
                MADE.fetch_add(1, Ordering::Relaxed);
                vec![Cell::new(self.0)]
            }
        }
        let mut table = Table::of_rows((0..10_000_000).map(Row), 3);
        assert_eq!((table.len(), table.total_rows()), (3, 10_000_000));
        assert_eq!(MADE.load(Ordering::Relaxed), 3);
        table.truncate(2);
        assert_eq!((table.len(), table.total_rows()), (2, 9_999_999));
        assert_eq!(table.into_value(), json!([["n"], [0], [1]]));
    }

    #[test]
    fn columns_of_one_name_are_all_kept() {
        let mut table = Table::new(["name", "name"]);
        table.push_row(("Ann", "Sales")).expect("a row");
        assert_eq!(table.into_value(), json!([["name", "name"], ["Ann", "Sales"]]));
    }
}
