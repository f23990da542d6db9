//! Our words for the ways of failing that serde knows.

use std::fmt;

use serde::de::{self, Expected, Unexpected};
use serde_json::Value;

use super::Wrong;
use crate::wording;

/// The words for the ways of failing that serde itself knows. An author's own message comes by `custom`.
impl de::Error for Wrong {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let text = message.to_string();
        // Derived code says so of an untagged and of a flattened enum, and nothing of what it takes.
        let is_derived = text.starts_with("data did not match any variant of untagged enum")
            || text.starts_with("no variant of enum");
        Self::new(if is_derived {
            "none of the values that its type takes".to_owned()
        } else {
            text
        })
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(format!("expected {}, got {}", wanted(expected), given(unexpected)))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        let items = if length == 1 { "item" } else { "items" };
        Self::new(format!("expected {}, got {length} {items}", wanted(expected)))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let meant = wording::nearest(variant, expected.iter().copied());
        let meant = meant.map(|meant| format!("; did you mean {meant:?}?")).unwrap_or_default();
        let shown = Value::from(variant);
        Self::new(format!("expected one of {}, got the string {shown}{meant}", listed(expected)))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::new(format!("no such field; it takes {}", listed(expected))).at(&format!(".{field}"))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new("missing").at(&format!(".{field}"))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new("given twice, by two of its names").at(&format!(".{field}"))
    }
}

fn listed(names: &[&str]) -> String {
    wording::list(names.iter().copied())
}

/// What serde's visitors expect, in the words of the schema's check.
fn wanted(expected: &dyn Expected) -> String {
    let said = expected.to_string();
    let range = |least: &dyn fmt::Display, most: &dyn fmt::Display| {
        format!("an integer from {least} to {most}")
    };
    match said.trim_start_matches("a nonzero ") {
        "u8" => range(&u8::MIN, &u8::MAX),
        "u16" => range(&u16::MIN, &u16::MAX),
        "u32" => range(&u32::MIN, &u32::MAX),
        "i8" => range(&i8::MIN, &i8::MAX),
        "i16" => range(&i16::MIN, &i16::MAX),
        "i32" => range(&i32::MIN, &i32::MAX),
        "u64" | "usize" | "u128" => "an integer of at least 0".to_owned(),
        "i64" | "isize" | "i128" => "an integer".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "unit" => "null".to_owned(),
        _ => said,
    }
}

/// What came, in the words of the schema's check.
pub(super) fn given(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => format!("the number {number}"),
        Unexpected::Signed(number) => format!("the number {number}"),
        Unexpected::Float(number) => format!("the number {number}"),
        Unexpected::Char(text) => format!("the string {}", Value::from(text.to_string())),
        Unexpected::Str(text) => wording::show(&Value::from(text)),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "an array".to_owned(),
        Unexpected::Other(text) => text.to_owned(),
        _ => "an object".to_owned(),
    }
}

pub(super) fn unexpected(value: &Value) -> Unexpected<'_> {
    match value {
        Value::Null => Unexpected::Unit,
        Value::Bool(value) => Unexpected::Bool(*value),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), _, _) => Unexpected::Unsigned(number),
            (None, Some(number), _) => Unexpected::Signed(number),
            (None, None, number) => Unexpected::Float(number.unwrap_or_default()),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    }
}
