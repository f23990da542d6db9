//! What a tool's parameters may be, and how each gets its value.

use std::any::{Any, TypeId, type_name};

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

pub(crate) use super::decode::ReadNames;
use super::{
    Json,
    context::{State, States, ToolContext},
    decode::{self, Wrong},
};

/// What a parameter of a tool may be: an argument (any type that is `DeserializeOwned` and
/// `JsonSchema`), [`State`], or [`ToolContext`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a data tool",
    label = "neither an argument, nor `State<T>`, nor `ToolContext`",
    note = "an argument is read from JSON and its schema is published: derive `serde::Deserialize` and `schemars::JsonSchema`, both re-exported by `mcp_data_runtime`, whose `schemars` it must be",
    note = "a value that the server provides is `State<T>`, given to `DataServer::state`, and its `T` is `Send` and `Sync`"
)]
pub trait ToolParam: Sized + 'static {
    /// A parameter of this type.
    #[doc(hidden)]
    const PARAM: ParamDescriptor = ParamDescriptor::new::<Self>();

    /// Whether callers give it.
    #[doc(hidden)]
    const IS_ARGUMENT: bool = true;

    #[doc(hidden)]
    fn kind() -> ParamKind;

    #[doc(hidden)]
    fn take(name: &str, input: &mut Input<'_>) -> ParamValue;
}

/// The value of a parameter, whatever its type.
#[doc(hidden)]
pub(crate) type ParamValue = Result<Box<dyn Any + Send>, Wrong>;

/// What a parameter is to the caller.
#[doc(hidden)]
pub enum ParamKind {
    /// An argument of the call.
    Argument {
        /// Its type.
        type_id: TypeId,
        /// Its type's schema.
        schema: fn(&mut SchemaGenerator) -> schemars::Schema,
        /// The names by which its type reads a value, by their places.
        names: fn(Value) -> ReadNames,
    },
    /// A state of the server.
    State { type_id: TypeId, type_name: &'static str },
    /// The call's context.
    Context,
}

/// Whether a type is one of those named, or an option of one.
macro_rules! is_any_of {
    ($id:expr, $($scalar:ty)*) => {
        $($id == TypeId::of::<$scalar>() || $id == TypeId::of::<Option<$scalar>>())||*
    };
}

/// What the parameters of one call are taken from.
#[doc(hidden)]
pub struct Input<'a> {
    pub(crate) arguments: Map<String, Value>,
    pub(crate) states: &'a States,
    pub(crate) context: &'a ToolContext,
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + 'static> ToolParam for T {
    fn kind() -> ParamKind {
        ParamKind::Argument {
            type_id: TypeId::of::<T>(),
            schema: SchemaGenerator::subschema_for::<T>,
            names: decode::names::<T>,
        }
    }

    fn take(name: &str, input: &mut Input<'_>) -> ParamValue {
        let value = input.arguments.remove(name).unwrap_or(Value::Null);
        Ok(Box::new(decode::decode::<T>(value)?))
    }
}

impl<T: Send + Sync + 'static> ToolParam for State<T> {
    const IS_ARGUMENT: bool = false;

    fn kind() -> ParamKind {
        ParamKind::State { type_id: TypeId::of::<T>(), type_name: type_name::<T>() }
    }

    fn take(_: &str, input: &mut Input<'_>) -> ParamValue {
        Ok(Box::new(input.states.get::<T>().map_err(Wrong::new)?))
    }
}

impl ToolParam for ToolContext {
    const IS_ARGUMENT: bool = false;

    fn kind() -> ParamKind {
        ParamKind::Context
    }

    fn take(_: &str, input: &mut Input<'_>) -> ParamValue {
        Ok(Box::new(input.context.clone()))
    }
}

/// A parameter, without its type.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct ParamDescriptor {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) kind: fn() -> ParamKind,
    pub(crate) options: Option<fn(&mut ParamOptions)>,
    pub(crate) is_argument: bool,
    take: fn(&str, &mut Input<'_>) -> ParamValue,
}

impl ParamDescriptor {
    const fn new<T: ToolParam>() -> Self {
        Self {
            name: "",
            description: "",
            kind: T::kind,
            options: None,
            is_argument: T::IS_ARGUMENT,
            take: T::take,
        }
    }

    /// Its published name, and what it means.
    pub const fn named(mut self, name: &'static str, description: &'static str) -> Self {
        self.name = name;
        self.description = description;
        self
    }

    /// What `#[arg(…)]` says of it.
    pub const fn with(mut self, options: fn(&mut ParamOptions)) -> Self {
        self.options = Some(options);
        self
    }

    /// Whether to check and read a value may block, panic or take long: by code of an author's, or by a pattern,
    /// which a text with options may have and for which a short text can be enough.
    pub(crate) fn needs_thread(&self) -> bool {
        let ParamKind::Argument { type_id, .. } = (self.kind)() else { return false };
        let is_scalar = is_any_of!(type_id, bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char);
        let is_free_text = self.options.is_none() && is_any_of!(type_id, String);
        !is_scalar && !is_free_text
    }

    pub(crate) fn take(&self, input: &mut Input<'_>) -> ParamValue {
        (self.take)(self.name, input)
    }
}

/// The values of a call's parameters, in their order.
#[doc(hidden)]
pub struct Arguments(std::vec::IntoIter<Box<dyn Any + Send>>);

impl Arguments {
    pub(crate) fn new(values: Vec<Box<dyn Any + Send>>) -> Self {
        Self(values.into_iter())
    }

    /// The next parameter's value.
    ///
    /// # Panics
    ///
    /// If the descriptor and the function differ in their parameters; the attribute writes both.
    #[track_caller]
    pub fn take<T: 'static>(&mut self) -> T {
        let value = self.0.next().and_then(|value| value.downcast().ok());
        *value.expect("a tool's descriptor lists the parameters of its function")
    }
}

/// What `#[arg(…)]` says of an argument beyond its type: JSON Schema keywords.
#[doc(hidden)]
#[derive(Default)]
pub struct ParamOptions {
    pub(crate) keywords: Map<String, Value>,
    pub(crate) problems: Vec<String>,
}

impl ParamOptions {
    /// A keyword, with its value.
    pub fn set(&mut self, keyword: &str, value: Json) {
        match value {
            Ok(value) => {
                self.keywords.insert(keyword.to_owned(), value);
            }
            Err(error) => self.problems.push(format!("its `{keyword}` is no JSON: {error}")),
        }
    }

    /// Values that show what is meant, in the form that a caller writes them; the schema is their
    /// check.
    pub fn examples<const COUNT: usize>(&mut self, values: [Json; COUNT]) {
        let values: Result<Vec<Value>, _> = values.into_iter().collect();
        self.set("examples", values.map(Value::Array));
    }
}

/// An argument type whose values can be published as a default or an example.
#[diagnostic::on_unimplemented(
    message = "a `default` or an example of type `{Self}` cannot be published",
    label = "does not implement `serde::Serialize`",
    note = "the default is part of the tool's schema, where the model reads it as JSON: derive `serde::Serialize`"
)]
pub trait Published {
    #[doc(hidden)]
    fn json(&self) -> Json;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Published for T {
    fn json(&self) -> Json {
        serde_json::to_value(self)
    }
}

/// An argument type that a `default` written as a string literal makes a value of.
#[diagnostic::on_unimplemented(
    message = "a `default` that is a text makes no `{Self}`",
    label = "not the type of the parameter",
    note = "write the default as a value of the parameter's type: `default = 7`, `default = Kind::Bar`"
)]
pub trait TextDefault {
    #[doc(hidden)]
    fn json(text: &'static str) -> Json;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> TextDefault for T {
    fn json(text: &'static str) -> Json {
        Ok(Value::from(text))
    }
}

/// Keeps to this crate which types have bounds: the macros write them out for those types' schemas alone.
pub trait Sealed {}

impl Sealed for String {}
impl<T> Sealed for Vec<T> {}
impl<T: Sealed> Sealed for Option<T> {}

/// An argument type that `range` applies to.
#[diagnostic::on_unimplemented(
    message = "`range` bounds numbers, and `{Self}` is none",
    label = "not an integer, a float, or an `Option` of one",
    note = "bound the length of a text or list with `length = 1..=20`; bound a type of your own in its schema: `#[schemars(range(min = 1))]`"
)]
pub trait Ranged: Sealed {
    /// The number within.
    type Number: Serialize;
}

macro_rules! ranged {
    ($($number:ty)*) => {$(
        impl Sealed for $number {}
        impl Ranged for $number {
            type Number = $number;
        }
    )*};
}
ranged!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64);

impl<T: Ranged> Ranged for Option<T> {
    type Number = T::Number;
}

/// An argument type that `length` applies to.
#[diagnostic::on_unimplemented(
    message = "`length` counts characters or items, and `{Self}` has none",
    label = "not a `String`, a `Vec`, or an `Option` of one",
    note = "bound a number with `range = 1..=20`; bound a type of your own in its schema: `#[schemars(length(min = 1))]`"
)]
pub trait Measured: Sealed {
    /// The keyword of JSON Schema for the least count.
    #[doc(hidden)]
    const LEAST: &'static str;
    /// The keyword of JSON Schema for the greatest count.
    #[doc(hidden)]
    const MOST: &'static str;
}

impl Measured for String {
    const LEAST: &'static str = "minLength";
    const MOST: &'static str = "maxLength";
}

impl<T> Measured for Vec<T> {
    const LEAST: &'static str = "minItems";
    const MOST: &'static str = "maxItems";
}

impl<T: Measured> Measured for Option<T> {
    const LEAST: &'static str = T::LEAST;
    const MOST: &'static str = T::MOST;
}

/// An argument type that `pattern` applies to.
#[diagnostic::on_unimplemented(
    message = "`pattern` matches text, and `{Self}` is none",
    label = "not a `String` or an `Option` of one",
    note = "give a type of your own its pattern in its schema: `#[schemars(regex(pattern = \"…\"))]`"
)]
pub trait Textual: Sealed {
    /// Writes a regular expression that the text must match somewhere (ECMA-262, as JSON Schema has it).
    #[doc(hidden)]
    fn json(pattern: &'static str) -> Json {
        Ok(Value::from(pattern))
    }
}

impl Textual for String {}

impl<T: Textual> Textual for Option<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_take_long_to_check_or_read_needs_a_thread() {
        fn options(_: &mut ParamOptions) {}
        fn needs<T: ToolParam>() -> [bool; 2] {
            [T::PARAM, T::PARAM.with(options)].map(|param| param.needs_thread())
        }
        assert_eq!(needs::<u16>(), [false, false]);
        assert_eq!(needs::<Option<f64>>(), [false, false]);
        // With options it may have a pattern.
        assert_eq!(needs::<String>(), [false, true]);
        assert_eq!(needs::<Option<String>>(), [false, true]);
        assert_eq!(needs::<Vec<u8>>(), [true, true]);
        assert_eq!(needs::<std::num::NonZeroU8>(), [true, true]);
        assert_eq!(needs::<Value>(), [true, true]);
        assert_eq!(needs::<State<String>>(), [false, false]);
        assert_eq!(needs::<ToolContext>(), [false, false]);
    }
}
