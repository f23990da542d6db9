//! Reads the value of an argument's type from JSON, and says in our words what is wrong with it.
//!
//! The schema has been checked before. What is left is what no schema says: a rule of the type's own, such
//! as a `TryFrom`, whose words the caller gets; and what schemars does not know of a type, which serde
//! would say in the words of its implementation.

use std::{cell::RefCell, fmt};

use serde::{
    Deserializer, de,
    de::{
        DeserializeOwned, DeserializeSeed, EnumAccess, Expected, IntoDeserializer, MapAccess,
        SeqAccess, Unexpected, VariantAccess, Visitor, value::StringDeserializer,
    },
    forward_to_deserialize_any,
};
use serde_json::Value;

use crate::suggest;

/// What is wrong with a value, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[doc(hidden)]
pub struct Wrong {
    /// As `.from` or `[2]`, below the value itself.
    pub(crate) place: String,
    pub(crate) text: String,
}

/// Reads a value of a type.
///
/// # Errors
///
/// What is wrong with the first part that the type does not take.
pub(crate) fn decode<T: DeserializeOwned>(value: Value) -> Result<T, Wrong> {
    T::deserialize(Decoder { value, log: None })
}

/// Returns the names by which a type reads the fields and variants of a value, with their places: those
/// that its schema does not have are aliases. Only what serde derives tells its names, and not for what
/// it reads twice: flattened structs, untagged and internally tagged enums.
pub(crate) fn names<T: DeserializeOwned>(sample: Value) -> ReadNames {
    let found = RefCell::default();
    let log = Some(Log { found: &found, place: String::new() });
    // Whether the sample is a value of the type does not matter: what was asked for on the way does.
    drop(T::deserialize(Decoder { value: sample, log }));
    found.into_inner()
}

/// The names by which a type reads the parts of a value, by their places.
pub(crate) type ReadNames = Vec<(String, &'static [&'static str])>;

/// Records the names that are asked for.
#[derive(Clone)]
struct Log<'a> {
    found: &'a RefCell<ReadNames>,
    place: String,
}

fn record(log: Option<&Log<'_>>, names: &'static [&'static str]) {
    if let Some(log) = log {
        log.found.borrow_mut().push((log.place.clone(), names));
    }
}

fn below<'a>(log: Option<&Log<'a>>, part: &str) -> Option<Log<'a>> {
    log.map(|log| Log { place: format!("{}{part}", log.place), ..log.clone() })
}

impl Wrong {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { place: String::new(), text: text.into() }
    }

    fn at(self, part: &str) -> Self {
        Self { place: format!("{part}{}", self.place), ..self }
    }
}

impl std::error::Error for Wrong {}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

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
        let meant = suggest::nearest(variant, expected.iter().copied());
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
    suggest::list(names.iter().copied())
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
fn given(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(number) => format!("the number {number}"),
        Unexpected::Signed(number) => format!("the number {number}"),
        Unexpected::Float(number) => format!("the number {number}"),
        Unexpected::Char(text) => format!("the string {}", Value::from(text.to_string())),
        Unexpected::Str(text) => crate::schema::show(&Value::from(text)),
        Unexpected::Unit | Unexpected::Option => "null".to_owned(),
        Unexpected::Seq => "an array".to_owned(),
        Unexpected::Other(text) => text.to_owned(),
        _ => "an object".to_owned(),
    }
}

fn unexpected(value: &Value) -> Unexpected<'_> {
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

struct Decoder<'a> {
    value: Value,
    log: Option<Log<'a>>,
}

impl<'de> Deserializer<'de> for Decoder<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), _, _) => visitor.visit_u64(number),
                (None, Some(number), _) => visitor.visit_i64(number),
                (None, None, number) => visitor.visit_f64(number.unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => {
                let count = items.len();
                let mut items = Items { rest: items.into_iter(), index: 0, log: self.log };
                let read = visitor.visit_seq(&mut items)?;
                if items.rest.next().is_some() {
                    return Err(de::Error::invalid_length(count, &"fewer items"));
                }
                Ok(read)
            }
            Value::Object(fields) => {
                let count = fields.len();
                let mut fields = Fields { rest: fields.into_iter(), value: None, log: self.log };
                let read = visitor.visit_map(&mut fields)?;
                if fields.rest.next().is_some() {
                    return Err(de::Error::invalid_length(count, &"fewer fields"));
                }
                Ok(read)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        record(self.log.as_ref(), fields);
        self.deserialize_any(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        record(self.log.as_ref(), variants);
        let (variant, value) = match self.value {
            Value::String(variant) => (variant, None),
            Value::Object(fields) if fields.len() == 1 => {
                let Some((variant, value)) = fields.into_iter().next() else {
                    return Err(de::Error::invalid_length(0, &visitor));
                };
                (variant, Some(value))
            }
            other => return Err(de::Error::invalid_type(unexpected(&other), &visitor)),
        };
        let at = format!(".{variant}");
        let log = below(self.log.as_ref(), &at);
        visitor.visit_enum(Variant { name: variant, value, log })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier
    }
}

struct Items<'a> {
    rest: std::vec::IntoIter<Value>,
    index: usize,
    log: Option<Log<'a>>,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Wrong;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Wrong> {
        let Some(value) = self.rest.next() else { return Ok(None) };
        let at = format!("[{}]", self.index);
        self.index += 1;
        let log = below(self.log.as_ref(), "[]");
        seed.deserialize(Decoder { value, log }).map(Some).map_err(|wrong| wrong.at(&at))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Fields<'a> {
    rest: serde_json::map::IntoIter,
    value: Option<(String, Value)>,
    log: Option<Log<'a>>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Wrong;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Wrong> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        let at = format!(".{name}");
        self.value = Some((at.clone(), value));
        let said = |wrong: Wrong| Wrong::new(format!("its name: {}", wrong.text)).at(&at);
        seed.deserialize(Name(name)).map(Some).map_err(said)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Wrong> {
        let (at, value) = self.value.take().unwrap_or_default();
        let log = below(self.log.as_ref(), &at);
        seed.deserialize(Decoder { value, log }).map_err(|wrong| wrong.at(&at))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// The name of a field, or of an entry of a map: a number or a boolean in its digits or letters.
struct Name(String);

/// Reads names that are numbers.
macro_rules! parsed {
    ($($method:ident $visit:ident $number:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            match self.0.parse::<$number>() {
                Ok(number) => visitor.$visit(number),
                Err(_) => Err(de::Error::invalid_type(Unexpected::Str(&self.0), &visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Name {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_string(self.0)
    }

    parsed! {
        deserialize_bool visit_bool bool;
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_i128 visit_i128 i128;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
        deserialize_u128 visit_u128 u128;
        deserialize_f32 visit_f32 f32;
        deserialize_f64 visit_f64 f64;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_enum(Variant { name: self.0, value: None, log: None })
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier
        ignored_any
    }
}

struct Variant<'a> {
    name: String,
    value: Option<Value>,
    log: Option<Log<'a>>,
}

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = Wrong;
    type Variant = Content<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Content<'a>), Wrong> {
        let at = format!(".{}", self.name);
        let name: StringDeserializer<Wrong> = self.name.into_deserializer();
        let variant = seed.deserialize(name)?;
        Ok((variant, Content { at, value: self.value, log: self.log }))
    }
}

/// What a variant holds; nothing, if it was given by its name alone.
struct Content<'a> {
    at: String,
    value: Option<Value>,
    log: Option<Log<'a>>,
}

impl Content<'_> {
    fn read<'de, S: DeserializeSeed<'de>>(
        self,
        seed: S,
        expected: &str,
    ) -> Result<S::Value, Wrong> {
        let Content { at, value, log } = self;
        match value {
            Some(value) => seed.deserialize(Decoder { value, log }).map_err(|wrong| wrong.at(&at)),
            None => Err(Wrong::new(format!("expected {expected}, got the name alone")).at(&at)),
        }
    }
}

/// Hands a visitor on as what reads the content.
struct Visiting<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Visiting<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(self.0)
    }
}

impl<'de> VariantAccess<'de> for Content<'_> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        match self.value {
            None | Some(Value::Null) => Ok(()),
            Some(value) => {
                Err(Wrong::new(format!("expected null, got {}", given(unexpected(&value))))
                    .at(&self.at))
            }
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Wrong> {
        self.read(seed, "a value")
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Wrong> {
        self.read(Visiting(visitor), "an array")
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        record(self.log.as_ref(), fields);
        self.read(Visiting(visitor), "an object")
    }
}

#[cfg(test)]
mod tests;
