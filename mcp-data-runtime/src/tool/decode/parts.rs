//! Reads names and the variants of enums.

use serde::{
    Deserializer,
    de::{
        self, DeserializeSeed, EnumAccess, IntoDeserializer, Unexpected, VariantAccess, Visitor,
        value::StringDeserializer,
    },
    forward_to_deserialize_any,
};
use serde_json::Value;

use super::{
    Decoder, Log, Wrong, record,
    words::{given, unexpected},
};

/// The name of a field, or of an entry of a map: a number or a boolean in its digits or letters.
pub(super) struct Name(pub(super) String);

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

pub(super) struct Variant<'a> {
    pub(super) name: String,
    pub(super) value: Option<Value>,
    pub(super) log: Option<Log<'a>>,
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
pub(super) struct Content<'a> {
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
