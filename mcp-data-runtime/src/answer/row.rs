//! Rows whose columns are known by their types.

use std::{borrow::Cow, marker::PhantomData};

use super::cell::{Cell, CellType, IntoCell};

/// A row of a typed table, by `#[derive(TableRow)]` on a struct with named fields.
///
/// Each field is a column, in the order of the fields: its doc comment says what the column means,
/// `#[column("Header", unit = "GWh")]` names it. Without a header the field's name is used, as words
/// (`net_generation` is "Net generation"). The derive also makes a constant for each column, by which
/// charts refer to it: `Generation::NET_GENERATION`.
///
/// ```
/// use mcp_data_runtime::prelude::*;
///
/// /// A year of net generation.
/// #[derive(TableRow)]
/// struct Generation {
///     /// Calendar year.
///     #[column("Year")]
///     year: u16,
///     /// Coal, oil and gas.
///     #[column("Fossil fuels", unit = "GWh")]
///     fossil: f64,
/// }
///
/// let columns = Generation::COLUMNS;
/// assert_eq!(columns[1].header(), "Fossil fuels (GWh)");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row of a typed table",
    label = "not a row type",
    note = "derive it: `#[derive(TableRow)]` on a struct whose fields are the columns"
)]
pub trait TableRow: Sized {
    /// The columns, in the order of the fields.
    const COLUMNS: &'static [ColumnDescriptor];

    /// The row's cells, one for each column.
    fn into_cells(self) -> Vec<Cell>;
}

/// What is known of a column before any row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnDescriptor {
    /// The column's name; the header in the table is the name and the unit.
    pub name: &'static str,
    /// The unit of its numbers, if it has one.
    pub unit: Option<&'static str>,
    /// What the column means.
    pub description: &'static str,
    /// The type of its cells.
    pub cell_type: CellType,
    /// Whether its cells can be empty.
    pub nullable: bool,
}

impl ColumnDescriptor {
    /// The descriptor of a column whose cells are made from `T`, for rows without the derive.
    pub const fn of<T: IntoCell>(
        name: &'static str,
        unit: Option<&'static str>,
        description: &'static str,
    ) -> Self {
        Self { name, unit, description, cell_type: T::TYPE, nullable: T::NULLABLE }
    }

    /// The header of the column in a table: its name, and its unit in brackets.
    pub fn header(&self) -> String {
        match self.unit {
            Some(unit) => format!("{} ({unit})", self.name),
            None => self.name.to_owned(),
        }
    }
}

/// The rows of a table that is only known at run time: [`table!`](crate::table!), [`Table`](crate::Table).
#[derive(Debug)]
#[non_exhaustive]
pub enum AnyRow {}

/// What `R` can be in [`DataToolOutput<R>`](crate::DataToolOutput): a [`TableRow`], or [`AnyRow`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row of a typed table",
    label = "an answer with rows of this type cannot say what its columns are",
    note = "derive it: `#[derive(TableRow)]` on a struct whose fields are the columns",
    note = "or leave the type out: plain `DataToolOutput` takes a table made by `table![…]`"
)]
pub trait Row: sealed::Sealed {
    /// The columns; `None` if they are only known at run time.
    #[doc(hidden)]
    const ROW_COLUMNS: Option<&'static [ColumnDescriptor]>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::AnyRow {}
    impl<R: super::TableRow> Sealed for R {}
}

impl Row for AnyRow {
    const ROW_COLUMNS: Option<&'static [ColumnDescriptor]> = None;
}

#[diagnostic::do_not_recommend]
impl<R: TableRow> Row for R {
    const ROW_COLUMNS: Option<&'static [ColumnDescriptor]> = Some(R::COLUMNS);
}

/// A column of the tables whose rows are `R`, by which a [`Chart`](crate::Chart) refers to it.
///
/// For a typed row these are the constants that the derive makes; for a [`Table`](crate::Table) they come
/// from [`Table::column`](crate::Table::column).
pub struct Column<R = AnyRow> {
    index: usize,
    name: Cow<'static, str>,
    row: PhantomData<fn() -> R>,
}

impl<R> Column<R> {
    pub(super) fn erase(self) -> ColumnRef {
        ColumnRef { index: self.index, name: self.name }
    }
}

impl<R: TableRow> Column<R> {
    /// What `#[derive(TableRow)]` writes for a field.
    #[doc(hidden)]
    pub const fn at(index: usize) -> Self {
        Self { index, name: Cow::Borrowed(R::COLUMNS[index].name), row: PhantomData }
    }
}

impl Column<AnyRow> {
    pub(super) fn named(index: usize, name: String) -> Self {
        Self { index, name: Cow::Owned(name), row: PhantomData }
    }
}

impl<R> Clone for Column<R> {
    fn clone(&self) -> Self {
        Self { index: self.index, name: self.name.clone(), row: PhantomData }
    }
}

impl<R> std::fmt::Debug for Column<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Column({}, {:?})", self.index, self.name)
    }
}

/// A column without its row type.
#[derive(Debug, Clone)]
pub(super) struct ColumnRef {
    pub(super) index: usize,
    pub(super) name: Cow<'static, str>,
}
