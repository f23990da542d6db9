//! Reads the value of an argument's type from JSON, and says in our words what is wrong with it.
//!
//! The schema has been checked before. What is left is what no schema says: a rule of the type's own, such
//! as a `TryFrom`, whose words the caller gets; and what schemars does not know of a type, which serde
//! would say in the words of its implementation.

mod parts;
mod words;

use std::{cell::RefCell, fmt};

use serde::{
    Deserializer,
    de::{self, DeserializeOwned, DeserializeSeed, MapAccess, SeqAccess, Visitor},
    forward_to_deserialize_any,
};
use serde_json::Value;

use self::{
    parts::{Name, Variant},
    words::unexpected,
};

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

#[cfg(test)]
mod tests;
