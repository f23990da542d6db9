//! Reads the text of a message without keeping it.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    fmt,
};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::{Message, VERSION_KEY};

/// The fields of params that are kept for a look at them: those of methods for which rmcp passes over params
/// that it cannot read, and what goes out again.
const KEPT: [&str; 4] = ["_meta", "cursor", "progressToken", VERSION_KEY];

/// The only field of what stands for a number where `serde_json` keeps its digits (`arbitrary_precision`).
const NUMBER: &str = "$serde_json::private::Number";

/// What is noticed while a message is read.
#[derive(Debug)]
pub(super) struct Seen {
    /// How many more values may come.
    left: Cell<usize>,
    /// The path of the first field that params have twice.
    repeated_param: RefCell<Option<String>>,
}

impl Seen {
    pub(super) fn new(most_values: usize) -> Self {
        Self { left: Cell::new(most_values), repeated_param: RefCell::default() }
    }

    /// Returns whether the message had more values than it may have.
    pub(super) fn is_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    pub(super) fn into_repeated_param(self) -> Option<String> {
        self.repeated_param.into_inner()
    }

    fn count<E: Error>(&self) -> Result<(), E> {
        let left = self.left.get().saturating_sub(1);
        self.left.set(left);
        // What is said of it is said by whoever began the reading.
        if left == 0 { Err(E::custom("too many values")) } else { Ok(()) }
    }

    fn look_at_params(&self, names: Vec<Cow<'_, str>>, place: Option<&Place<'_>>) {
        if let Some(name) = repeated(names)
            && self.repeated_param.borrow().is_none()
        {
            let place = Place { outer: place, name: &name };
            self.repeated_param.replace(Some(place.path()));
        }
    }
}

/// Returns a name that an object has twice.
fn repeated(mut names: Vec<Cow<'_, str>>) -> Option<String> {
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone().into_owned())
}

/// Where in a message an object stands.
struct Place<'a> {
    outer: Option<&'a Place<'a>>,
    name: &'a str,
}

impl Place<'_> {
    fn path(&self) -> String {
        match self.outer {
            None => self.name.to_owned(),
            Some(outer) => format!("{}.{}", outer.path(), self.name),
        }
    }
}

/// Reads the fields of a message.
pub(super) struct Fields<'a>(pub(super) &'a mut Message, pub(super) &'a Seen);

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON-RPC message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(message, seen) = self;
        let mut names = Vec::new();
        while let Some(name) = map.next_key_seed(Name)? {
            let mut value = Value::Null;
            map.next_value_seed(ReadThrough {
                kept: Some(&mut value),
                seen,
                place: None,
                is_params: name == "params",
            })?;
            match &*name {
                "jsonrpc" => message.jsonrpc = Some(value),
                "id" => message.id = Some(value),
                "method" => message.method = Some(value),
                "params" => message.params = value,
                "result" => message.has_result = true,
                "error" => message.has_error = true,
                _ => {}
            }
            names.push(name);
        }
        message.repeated = repeated(names);
        Ok(())
    }
}

/// Reads a value through. Where asked, it keeps a scalar, an empty array for an array, and of an object the
/// fields [`KEPT`]; else nothing. Unlike [`serde::de::IgnoredAny`] it refuses what is no text and no number:
/// `"\ud83c"` and `1e400`.
pub(super) struct ReadThrough<'a> {
    kept: Option<&'a mut Value>,
    seen: &'a Seen,
    place: Option<&'a Place<'a>>,
    is_params: bool,
}

impl<'a> ReadThrough<'a> {
    /// Reads a value that is no message.
    pub(super) fn new(seen: &'a Seen) -> Self {
        Self { kept: None, seen, place: None, is_params: false }
    }

    fn keep(self, value: impl Into<Value>) {
        if let Some(kept) = self.kept {
            *kept = value.into();
        }
    }
}

impl<'de> DeserializeSeed<'de> for ReadThrough<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.seen.count()?;
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
        if self.kept.is_some() {
            self.keep(value);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Self { seen, place, is_params, .. } = self;
        let each = || ReadThrough { kept: None, seen, place, is_params };
        while items.next_element_seed(each())?.is_some() {}
        self.keep(Value::Array(Vec::new()));
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut kept = Map::new();
        let mut names = Vec::new();
        while let Some(name) = map.next_key_seed(Name)? {
            if name == NUMBER {
                let digits: String = map.next_value()?;
                self.keep(serde_json::from_str::<Value>(&digits).unwrap_or_default());
                return Ok(());
            }
            let place = Place { outer: self.place, name: &name };
            let mut value = Value::Null;
            let is_kept = self.kept.is_some() && KEPT.contains(&&*name);
            map.next_value_seed(ReadThrough {
                kept: is_kept.then_some(&mut value),
                seen: self.seen,
                place: Some(&place),
                is_params: self.is_params,
            })?;
            if is_kept {
                kept.insert(name.clone().into_owned(), value);
            }
            names.push(name);
        }
        if self.is_params {
            self.seen.look_at_params(names, self.place);
        }
        self.keep(kept);
        Ok(())
    }
}

/// Reads a field's name, without a copy where its text is not escaped.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}
