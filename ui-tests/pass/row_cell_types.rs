use mcp_data_runtime::prelude::*;

const SOURCE: Source = source!("https://example.org/data");

use std::borrow::Cow;

use mcp_data_runtime::CellType;

type Name = String;

/// Every type that a cell can be made from.
#[derive(TableRow, Clone)]
pub struct Everything {
    text: String,
    alias: Name,
    fixed: &'static str,
    boxed: Box<str>,
    borrowed: Cow<'static, str>,
    letter: char,
    truth: bool,
    byte: u8,
    short: i16,
    word: u32,
    long: u64,
    signed: i64,
    index: usize,
    huge: u128,
    float: f32,
    double: f64,
    maybe: Option<u8>,
    nested: Option<Option<String>>,
    any: Cell,
    /// With a header.
    #[column("Area", unit = "km²")]
    area: f64,
    #[column(unit = "GWh")]
    net_generation: f64,
    #[column()]
    empty_brackets: u8,
}

fn main() {
    let columns = <Everything as TableRow>::COLUMNS;
    let types: Vec<CellType> = columns.iter().map(|column| column.cell_type).collect();
    assert_eq!(types[0], CellType::String);
    assert_eq!(types[6], CellType::Boolean);
    assert_eq!(types[7], CellType::Integer);
    assert_eq!(types[10], CellType::LongInteger);
    assert_eq!(types[13], CellType::Decimal);
    assert_eq!(types[15], CellType::Number);
    assert_eq!(types[18], CellType::Any);
    assert!(columns[16].nullable && columns[17].nullable && !columns[7].nullable);
    assert_eq!(columns[19].header(), "Area (km²)");
    assert_eq!(columns[19].description, "With a header.");
    assert_eq!(columns[20].header(), "Net generation (GWh)");
    let _: mcp_data_runtime::Column<Everything> = Everything::NET_GENERATION;
}
