//! Reads numbers and texts: their bounds, lengths, patterns and formats.

use serde_json::{Number, Value, json};

use super::{Read, Reader, Schema};
use crate::schema::{
    meet::meet,
    model::{Bound, Kind, Leaf, Node, NumberRule, Size, TextRule},
};

/// The formats that JSON Schema defines (2020-12 validation, section 7.3); clients warn about others.
const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// The formats of schemars's own for text, and the patterns that say the same: ISO 8601 without an
/// offset.
const PATTERNS: [(&str, &str); 2] = [
    ("partial-date-time", r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$"),
    ("partial-time", r"^\d{2}:\d{2}:\d{2}(\.\d+)?$"),
];

impl Reader {
    pub(super) fn number(&self, schema: &Schema, is_integer: bool) -> Read<Node> {
        let format = schema.get("format").and_then(Value::as_str);
        let (least, most) = match format.map(width) {
            Some(Width::Integer { least, most }) => (json!(least), json!(most)),
            Some(Width::Single) => (json!(-3.402_823_5e38), json!(3.402_823_5e38)),
            Some(Width::Double) | None => (Value::Null, Value::Null),
        };
        let of_type = NumberRule {
            is_integer,
            is_single: format == Some("float"),
            multiple_of: self.leaf(schema, "multipleOf")?,
            ..range(least.as_number(), most.as_number(), false)
        };
        let number = |keyword| self.value(schema, keyword, "a number", Value::as_number);
        let closed = range(number("minimum")?, number("maximum")?, false);
        let open = range(number("exclusiveMinimum")?, number("exclusiveMaximum")?, true);
        let mut node = Some(Node::new(Kind::Number(of_type)));
        for rule in [closed, open] {
            let Some(of_type) = node else { break };
            let met = meet(of_type, Node::new(Kind::Number(rule)));
            node = met.map_err(|reason| self.refusal(reason))?;
        }
        node.ok_or_else(|| self.refusal("its range allows no number"))
    }

    pub(super) fn text(&self, schema: &Schema) -> Read<Node> {
        let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
        let length = self.size(schema, "minLength", "maxLength")?;
        let pattern = self.leaf(schema, "pattern")?;
        let text = |format: Option<Leaf>| {
            Node::new(Kind::Text(TextRule { length, pattern: pattern.clone(), format }))
        };
        if format == "ip" {
            let each = ["ipv4", "ipv6"].map(|name| self.compiled("format", &name.into()).map(Some));
            let [v4, v6] = each;
            let either = Node::one_of([text(v4?), text(v6?)]);
            return Ok(either.unwrap_or_else(|| text(None)));
        }
        if let Some((_, same)) = PATTERNS.iter().find(|(name, _)| *name == format) {
            let same = self.compiled("pattern", &(*same).into())?;
            let same = TextRule { pattern: Some(same), ..TextRule::default() };
            let met = meet(text(None), Node::new(Kind::Text(same)));
            return Ok(met.map_err(|reason| self.refusal(reason))?.unwrap_or_else(|| text(None)));
        }
        if FORMATS.contains(&format) {
            return Ok(text(Some(self.compiled("format", &format.into())?)));
        }
        Ok(text(None))
    }

    /// Returns the value of a keyword, which must be of the keyword's type.
    pub(super) fn value<'a, T>(
        &self,
        schema: &'a Schema,
        keyword: &str,
        form: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Read<Option<T>> {
        let Some(value) = schema.get(keyword) else { return Ok(None) };
        let wrong = || self.refusal(format!("its `{keyword}` is {value}, and should be {form}"));
        read(value).map(Some).ok_or_else(wrong)
    }

    /// Returns how many there can be of something.
    pub(super) fn size(&self, schema: &Schema, least: &str, most: &str) -> Read<Size> {
        let count = |keyword| self.value(schema, keyword, "a count", Value::as_u64);
        Ok(Size { least: count(least)?, most: count(most)? })
    }

    /// Compiles a keyword's value, if the schema has it.
    pub(super) fn leaf(&self, schema: &Schema, keyword: &str) -> Read<Option<Leaf>> {
        schema.get(keyword).map(|value| self.compiled(keyword, value)).transpose()
    }

    pub(super) fn compiled(&self, keyword: &str, value: &Value) -> Read<Leaf> {
        if let (true, Some(pattern)) = (keyword == "pattern", value.as_str())
            && let Err(error) = regress::Regex::with_flags(pattern, "u")
        {
            let mut reason = format!(
                "its pattern `{pattern}` is no regular expression: {error}; clients compile it as \
                 JavaScript does, with the flag `u`"
            );
            if error.text == "Invalid character escape" {
                reason.push_str(", which takes a backslash only before a character that needs one");
            }
            return Err(self.refusal(reason));
        }
        Leaf::new(keyword, value)
            .map_err(|error| self.refusal(format!("its `{keyword}` is not legal: {error}")))
    }
}

/// Returns a format that no other part of the reader has a meaning for.
pub(super) fn unknown_format(schema: &Schema) -> Option<&str> {
    let format = schema.get("format")?.as_str()?;
    let is_number = matches!(width(format), Width::Single | Width::Integer { .. });
    let is_known = is_number
        || ["double", "ip"].contains(&format)
        || FORMATS.contains(&format)
        || PATTERNS.iter().any(|(name, _)| *name == format);
    (!is_known).then_some(format)
}

/// How wide a number's format says that it is.
enum Width {
    Integer { least: i64, most: i64 },
    Single,
    Double,
}

/// Returns the bounds of an integer that schemars leaves to a format which no client knows. A longer one
/// ends where JavaScript begins to round (ECMA-262, `Number.MAX_SAFE_INTEGER`): beyond, nobody knows
/// which number the caller meant.
fn width(format: &str) -> Width {
    const SAFE: i64 = (1 << 53) - 1;
    let (least, most) = match format {
        "uint8" => (0, u8::MAX.into()),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint64" | "uint" | "uint128" => (0, SAFE),
        "int64" | "int" | "int128" => (-SAFE, SAFE),
        "float" => return Width::Single,
        _ => return Width::Double,
    };
    Width::Integer { least, most }
}

fn range(least: Option<&Number>, most: Option<&Number>, is_exclusive: bool) -> NumberRule {
    let bound = |value: &Number| Bound { value: value.clone(), is_exclusive };
    NumberRule { least: least.map(bound), most: most.map(bound), ..NumberRule::default() }
}
