//! Reads the text of a message without keeping it.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::Message;

/// The fields of params that are kept for a look at them: those of methods for which rmcp passes over params
/// that it cannot read.
const KEPT: [&str; 2] = ["_meta", "cursor"];

/// Reads the fields of a message.
pub(super) struct Fields<'a>(pub(super) &'a mut Message);

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON-RPC message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(message) = self;
        let mut has_params = false;
        while let Some(key) = map.next_key::<String>()? {
            let (field, is_repeated) = match key.as_str() {
                "jsonrpc" => ("jsonrpc", message.jsonrpc.replace(map.next_value()?).is_some()),
                "id" => ("id", message.id.replace(map.next_value()?).is_some()),
                "method" => ("method", message.method.replace(map.next_value()?).is_some()),
                "params" => {
                    map.next_value_seed(ReadThrough(Some(&mut message.params)))?;
                    ("params", std::mem::replace(&mut has_params, true))
                }
                other => {
                    message.has_result |= other == "result";
                    message.has_error |= other == "error";
                    map.next_value_seed(ReadThrough(None))?;
                    continue;
                }
            };
            if is_repeated {
                message.repeated = Some(field);
            }
        }
        Ok(())
    }
}

/// Reads a value through. Where asked, it keeps a scalar, an empty array for an array, and of an object the
/// fields [`KEPT`]; else nothing. Unlike [`serde::de::IgnoredAny`] it refuses what is no text and no number:
/// `"\ud83c"` and `1e400`.
pub(super) struct ReadThrough<'a>(pub(super) Option<&'a mut Value>);

impl ReadThrough<'_> {
    fn keep(self, value: impl Into<Value>) {
        if let Self(Some(kept)) = self {
            *kept = value.into();
        }
    }
}

impl<'de> DeserializeSeed<'de> for ReadThrough<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ReadThrough<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.keep(Value::Null);
        Ok(())
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.keep(value);
        Ok(())
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.keep(value);
        Ok(())
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.keep(value);
        Ok(())
    }

    fn visit_f64<E>(self, value: f64) -> Result<(), E> {
        self.keep(value);
        Ok(())
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        // Not always: that would copy every text of the message.
        if self.0.is_some() {
            self.keep(value);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(ReadThrough(None))?.is_some() {}
        self.keep(Value::Array(Vec::new()));
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut kept = Map::new();
        while let Some(name) = map.next_key_seed(KeptName)? {
            match name {
                Some(name) if self.0.is_some() => {
                    kept.insert(name.to_owned(), map.next_value()?);
                }
                _ => map.next_value_seed(ReadThrough(None))?,
            }
        }
        self.keep(kept);
        Ok(())
    }
}

/// Reads a field's name, and returns it if it is one of [`KEPT`].
struct KeptName;

impl<'de> DeserializeSeed<'de> for KeptName {
    type Value = Option<&'static str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for KeptName {
    type Value = Option<&'static str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(KEPT.into_iter().find(|kept| *kept == name))
    }
}
