//! Rows with cells of every type.

use std::borrow::Cow;

use data::{table, Cell, Column, DataToolOutput, Table, TableRow};

/// Every type that a cell can be made from.
#[derive(TableRow, Debug, Clone, PartialEq)]
#[table_row(crate = ::data)]
pub struct Everything {
    text: String,
    fixed: &'static str,
    borrowed: Cow<'static, str>,
    letter: char,
    truth: bool,
    byte: u8,
    long: u64,
    huge: i128,
    float: f32,
    double: f64,
    maybe: Option<u8>,
    any: Cell,
    /// With a header, and `code`, and an Identifier.
    #[column("Area", unit = "km²")]
    area: f64,
    /// Without one.
    #[column(unit = "GWh")]
    net_generation: f64,
}

/// A row that only its module sees.
#[derive(TableRow)]
#[table_row(crate = ::data)]
struct Hidden {
    number: u8,
}

/// What a row is that nobody outside sees.
pub fn hidden() -> DataToolOutput<impl TableRow> {
    DataToolOutput::new("One", crate::SOURCE).rows([Hidden { number: 1 }])
}

/// A row that is copied.
#[derive(TableRow, Clone, Copy)]
#[table_row(crate = ::data)]
pub struct Copied {
    /// A number.
    pub number: u8,
}

/// A column of the row.
#[must_use]
pub const fn column() -> Column<Everything> {
    Everything::NET_GENERATION
}

/// A table with expressions and large integers.
#[must_use]
pub fn table() -> Table {
    let delhi = 30_290_936_u64;
    table![
        ["City", "Population", "Area"],
        ["Tokyo", 37_400_068, 2_194.07],
        [String::from("Delhi"), delhi + 1, Cell::EMPTY],
        ["Large", 18_446_744_073_709_551_615, -170_141_183_460_469_231_731_687_303_715_884_105_728],
        ["Small", -1, 0xFF],
    ]
}
