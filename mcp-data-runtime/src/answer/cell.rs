//! One cell of a table, written so that no client can change its value.

use std::borrow::Cow;

use serde_json::{Number, Value};

/// The largest integer that JavaScript holds exactly, 2^53 − 1 (ECMA-262, `Number.MAX_SAFE_INTEGER`).
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// One cell of a table: a string, a number, a boolean, or nothing.
///
/// Values become cells so that what a person sees is what the program computed: an integer that
/// JavaScript would round becomes its decimal digits as a string, a float its shortest text that
/// reads back to the same bits (a whole one an integer: 2016, not 2016.0), and NaN or an infinity an
/// empty cell.
///
/// ```
/// use mcp_data_runtime::Cell;
///
/// assert_eq!(Cell::new(9_007_199_254_740_991_u64).to_string(), "9007199254740991");
/// assert_eq!(Cell::new(9_007_199_254_740_993_u64).to_string(), "\"9007199254740993\"");
/// assert_eq!(Cell::new(0.1_f32).to_string(), "0.1");
/// assert_eq!(Cell::new(2016.0).to_string(), "2016");
/// assert_eq!(Cell::new(f64::NAN).to_string(), "null");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Cell(pub(crate) Value);

impl Cell {
    /// The empty cell.
    pub const EMPTY: Self = Self(Value::Null);

    /// A value as a cell, for rows of mixed types.
    pub fn new(value: impl IntoCell) -> Self {
        value.into_cell()
    }
}

impl std::fmt::Display for Cell {
    /// The cell as JSON.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The type of a column's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CellType {
    /// Text.
    String,
    /// An integer that is always a JSON number.
    Integer,
    /// A 64-bit integer: a JSON number, or its decimal digits as a string beyond ±(2^53 − 1).
    LongInteger,
    /// A floating-point number; empty where it is not finite.
    Number,
    /// An integer of 128 bits or a decimal: always its digits as a string.
    Decimal,
    /// True or false.
    Boolean,
    /// Anything a cell can be.
    Any,
}

impl CellType {
    /// The type's name in `_meta.columns` and in a table's description.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer | Self::LongInteger => "integer",
            Self::Number => "number",
            Self::Decimal => "decimal",
            Self::Boolean => "boolean",
            Self::Any => "any",
        }
    }

    /// The JSON types that a cell of this type can have, null aside.
    pub(crate) fn json_types(self) -> &'static [&'static str] {
        match self {
            Self::String | Self::Decimal => &["string"],
            Self::Integer => &["integer"],
            Self::LongInteger => &["integer", "string"],
            Self::Number => &["number"],
            Self::Boolean => &["boolean"],
            Self::Any => &["string", "number", "boolean"],
        }
    }
}

/// What can stand in a cell: strings, all integers, floats, booleans, [`Option`]s of them, and
/// [`Cell`] itself. With the features `chrono` and `decimal`, dates and times of `chrono` (as ISO
/// 8601 text) and decimals of `rust_decimal`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a cell of a table",
    label = "not a string, number, boolean, or `Option` of one",
    note = "a table cell is shown to the person as it is; write the value as text (`to_string()`) or as a number"
)]
pub trait IntoCell {
    /// What the cells of a column of this type hold.
    const TYPE: CellType;
    /// Whether a cell of this type can be empty.
    const NULLABLE: bool;

    /// The value as a cell.
    fn into_cell(self) -> Cell;
}

impl IntoCell for Cell {
    const TYPE: CellType = CellType::Any;
    const NULLABLE: bool = true;

    fn into_cell(self) -> Cell {
        self
    }
}

impl<T: IntoCell> IntoCell for Option<T> {
    const TYPE: CellType = T::TYPE;
    const NULLABLE: bool = true;

    fn into_cell(self) -> Cell {
        self.map_or(Cell::EMPTY, T::into_cell)
    }
}

macro_rules! cells {
    ($($type:ty => $kind:ident, $nullable:literal, |$value:ident| $cell:expr;)*) => {$(
        impl IntoCell for $type {
            const TYPE: CellType = CellType::$kind;
            const NULLABLE: bool = $nullable;

            fn into_cell(self) -> Cell {
                let $value = self;
                Cell($cell)
            }
        }
    )*};
}

cells! {
    String => String, false, |text| Value::String(text);
    &str => String, false, |text| Value::String(text.to_owned());
    &String => String, false, |text| Value::String(text.clone());
    Box<str> => String, false, |text| Value::String(text.into());
    Cow<'_, str> => String, false, |text| Value::String(text.into_owned());
    char => String, false, |text| Value::String(text.into());
    bool => Boolean, false, |value| Value::Bool(value);
    u8 => Integer, false, |value| Value::from(value);
    u16 => Integer, false, |value| Value::from(value);
    u32 => Integer, false, |value| Value::from(value);
    i8 => Integer, false, |value| Value::from(value);
    i16 => Integer, false, |value| Value::from(value);
    i32 => Integer, false, |value| Value::from(value);
    u64 => LongInteger, false, |value| if value <= MAX_SAFE_INTEGER {
        Value::from(value)
    } else {
        Value::String(value.to_string())
    };
    i64 => LongInteger, false, |value| if value.unsigned_abs() <= MAX_SAFE_INTEGER {
        Value::from(value)
    } else {
        Value::String(value.to_string())
    };
    usize => LongInteger, false, |value| (value as u64).into_cell().0;
    isize => LongInteger, false, |value| (value as i64).into_cell().0;
    u128 => Decimal, false, |value| Value::String(value.to_string());
    i128 => Decimal, false, |value| Value::String(value.to_string());
    f64 => Number, true, |value| number(value).map_or(Value::Null, Value::Number);
    f32 => Number, true, |value| shortest(value).and_then(number).map_or(Value::Null, Value::Number);
}

/// Returns a finite float as a JSON number. A whole one becomes an integer, so that all readers see one
/// spelling: Rust writes `2016.0`, JavaScript `2016`. Beyond ±(2^53 − 1) it stays a float, since some
/// clients stop reading at a longer integer.
pub(super) fn number(value: f64) -> Option<Number> {
    #[allow(clippy::cast_precision_loss, reason = "2^53 − 1 is a float exactly")]
    let is_safe = value.abs() <= MAX_SAFE_INTEGER as f64;
    if value.fract() == 0.0 && is_safe {
        #[allow(clippy::cast_possible_truncation, reason = "it is whole and within 53 bits")]
        return Some(Number::from(value as i64));
    }
    Number::from_f64(value)
}

/// Returns a cell's text as every reader sees it: a number as JavaScript writes it
/// (`Number.prototype.toString` of ECMA-262), for that is what the viewer's page shows.
pub(crate) fn written(cell: &Value) -> Cow<'_, str> {
    match cell {
        Value::Null => Cow::Borrowed(""),
        Value::String(text) => Cow::Borrowed(text),
        Value::Number(number) if number.is_f64() => match number.as_f64() {
            Some(value) => Cow::Owned(ryu_js::Buffer::new().format(value).to_owned()),
            None => Cow::Owned(number.to_string()),
        },
        other => Cow::Owned(other.to_string()),
    }
}

/// The double nearest to the shortest decimal text of a float, so that `0.1_f32` is written `0.1` and
/// not `0.10000000149011612`.
fn shortest(value: f32) -> Option<f64> {
    value.to_string().parse().ok()
}

#[cfg(feature = "chrono")]
cells! {
    chrono::NaiveDate => String, false, |date| Value::String(date.format("%Y-%m-%d").to_string());
    chrono::NaiveDateTime => String, false, |time| Value::String(time.format("%Y-%m-%dT%H:%M:%S%.f").to_string());
}

#[cfg(feature = "chrono")]
impl<Tz: chrono::TimeZone> IntoCell for chrono::DateTime<Tz> {
    const TYPE: CellType = CellType::String;
    const NULLABLE: bool = false;

    fn into_cell(self) -> Cell {
        Cell(Value::String(self.fixed_offset().format("%Y-%m-%dT%H:%M:%S%.f%:z").to_string()))
    }
}

#[cfg(feature = "decimal")]
cells! {
    rust_decimal::Decimal => Decimal, false, |value| Value::String(value.to_string());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn integers_that_javascript_would_change_are_decimal_strings() {
        assert_eq!(Cell::new(9_007_199_254_740_991_u64).0, json!(9_007_199_254_740_991_u64));
        assert_eq!(Cell::new(9_007_199_254_740_992_u64).0, json!("9007199254740992"));
        assert_eq!(Cell::new(-9_007_199_254_740_991_i64).0, json!(-9_007_199_254_740_991_i64));
        assert_eq!(Cell::new(-9_007_199_254_740_993_i64).0, json!("-9007199254740993"));
        assert_eq!(Cell::new(i64::MIN).0, json!("-9223372036854775808"));
        assert_eq!(Cell::new(7_u128).0, json!("7"));
        assert_eq!(Cell::new(usize::MAX).0, json!("18446744073709551615"));
    }

    #[test]
    fn floats_are_their_shortest_text_and_never_infinite() {
        assert_eq!(Cell::new(0.1_f32).to_string(), "0.1");
        assert_eq!(Cell::new(16_777_216.0_f32).to_string(), "16777216");
        assert_eq!(Cell::new(0.1 + 0.2).to_string(), "0.30000000000000004");
        assert_eq!(Cell::new(1e300).to_string(), "1e+300");
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Cell::new(value), Cell::EMPTY);
        }
        assert_eq!(Cell::new(f32::NAN), Cell::EMPTY);
    }

    #[test]
    fn a_number_has_one_spelling_for_all_readers() {
        for (value, wire, text) in [
            (2016.0, "2016", "2016"),
            (-3.0, "-3", "-3"),
            (-0.0, "0", "0"),
            (0.5, "0.5", "0.5"),
            (9_007_199_254_740_991.0, "9007199254740991", "9007199254740991"),
            // Beyond it, a JSON number is a float to every reader; its text is JavaScript's.
            (9_007_199_254_740_992.0, "9007199254740992.0", "9007199254740992"),
            (1e20, "1e+20", "100000000000000000000"),
            (1e21, "1e+21", "1e+21"),
            (1e-6, "1e-6", "0.000001"),
            (1.5e-7, "1.5e-7", "1.5e-7"),
            (5e-324, "5e-324", "5e-324"),
        ] {
            let Cell(cell) = Cell::new(value);
            assert_eq!(cell.to_string(), wire, "{value}");
            assert_eq!(written(&cell), text, "{value}");
        }
        assert_eq!(Cell::new(2016.0_f32).to_string(), "2016");
        assert_eq!(written(&json!("2016.0")), "2016.0");
        assert_eq!(written(&Value::Null), "");
        assert_eq!(written(&json!(true)), "true");
    }

    #[test]
    fn an_option_is_its_value_or_empty() {
        assert_eq!(Cell::new(Some("a")).0, json!("a"));
        assert_eq!(Cell::new(None::<u8>), Cell::EMPTY);
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn dates_are_iso_8601_text() {
        use chrono::{NaiveDate, TimeZone};
        let date = NaiveDate::from_ymd_opt(2017, 3, 1).expect("a date");
        assert_eq!(Cell::new(date).0, json!("2017-03-01"));
        let time = date.and_hms_opt(9, 30, 0).expect("a time");
        assert_eq!(Cell::new(time).0, json!("2017-03-01T09:30:00"));
        let zone = chrono::FixedOffset::west_opt(6 * 3600).expect("an offset");
        let moment = zone.from_local_datetime(&time).single().expect("one moment");
        assert_eq!(Cell::new(moment).0, json!("2017-03-01T09:30:00-06:00"));
    }

    #[cfg(feature = "decimal")]
    #[test]
    fn decimals_keep_every_digit() {
        let value = rust_decimal::Decimal::new(1_234_500, 4);
        assert_eq!(Cell::new(value).0, json!("123.4500"));
    }
}
