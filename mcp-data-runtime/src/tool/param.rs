//! What a tool's parameters may be, and how each gets its value.

use std::{
    any::{Any, TypeId, type_name},
    ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive},
};

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::context::{State, States, ToolContext};

/// What a parameter of a tool may be: an argument (any type that is `DeserializeOwned` and
/// `JsonSchema`), [`State`], or [`ToolContext`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a data tool",
    label = "neither an argument, nor `State<T>`, nor `ToolContext`",
    note = "an argument is read from JSON and its schema is published: derive `serde::Deserialize` and `schemars::JsonSchema`, both re-exported by `mcp_data_runtime`, whose `schemars` it must be",
    note = "a value that the server provides is `State<T>`, given to `DataServer::state`"
)]
pub trait ToolParam: Sized + Send + 'static {
    /// A parameter of this type.
    #[doc(hidden)]
    const PARAM: ParamDescriptor = ParamDescriptor::new::<Self>();

    #[doc(hidden)]
    fn kind() -> ParamKind;

    #[doc(hidden)]
    fn take(name: &str, input: &mut Input<'_>) -> Result<Self, String>;
}

/// What a parameter is to the caller.
#[doc(hidden)]
pub enum ParamKind {
    /// An argument of the call, with this schema.
    Argument(fn(&mut SchemaGenerator) -> schemars::Schema),
    /// A state of the server.
    State { type_id: TypeId, type_name: &'static str },
    /// The call's context.
    Context,
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
        ParamKind::Argument(schemars::SchemaGenerator::subschema_for::<T>)
    }

    fn take(name: &str, input: &mut Input<'_>) -> Result<Self, String> {
        let value = input.arguments.remove(name).unwrap_or(Value::Null);
        serde_json::from_value(value).map_err(|error| error.to_string())
    }
}

impl<T: Send + Sync + 'static> ToolParam for State<T> {
    fn kind() -> ParamKind {
        ParamKind::State { type_id: TypeId::of::<T>(), type_name: type_name::<T>() }
    }

    fn take(_: &str, input: &mut Input<'_>) -> Result<Self, String> {
        input.states.get()
    }
}

impl ToolParam for ToolContext {
    fn kind() -> ParamKind {
        ParamKind::Context
    }

    fn take(_: &str, input: &mut Input<'_>) -> Result<Self, String> {
        Ok(input.context.clone())
    }
}

/// Takes a parameter's value, whatever its type.
type Take = fn(&str, &mut Input<'_>) -> Result<Box<dyn Any + Send>, String>;

/// A parameter, without its type.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct ParamDescriptor {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) kind: fn() -> ParamKind,
    pub(crate) options: Option<fn(&mut ParamOptions)>,
    take: Take,
}

impl ParamDescriptor {
    const fn new<T: ToolParam>() -> Self {
        fn take<T: ToolParam>(
            name: &str,
            input: &mut Input<'_>,
        ) -> Result<Box<dyn Any + Send>, String> {
            Ok(Box::new(T::take(name, input)?))
        }
        Self { name: "", description: "", kind: T::kind, options: None, take: take::<T> }
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

    pub(crate) fn take(&self, input: &mut Input<'_>) -> Result<Box<dyn Any + Send>, String> {
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
    /// Options of an argument of type `T`.
    pub fn of<T>(&mut self) -> TypedOptions<'_, T> {
        TypedOptions { options: self, param: std::marker::PhantomData }
    }

    fn set(&mut self, keyword: &str, value: impl Serialize) {
        match serde_json::to_value(value) {
            Ok(value) => {
                self.keywords.insert(keyword.to_owned(), value);
            }
            Err(error) => self.problems.push(format!("its `{keyword}` is no JSON: {error}")),
        }
    }
}

/// The options of an argument whose type is known.
#[doc(hidden)]
pub struct TypedOptions<'a, T> {
    options: &'a mut ParamOptions,
    param: std::marker::PhantomData<T>,
}

impl<T> TypedOptions<'_, T> {
    /// The value where the caller gives none.
    pub fn default(self, value: T)
    where
        T: Published,
    {
        self.options.set("default", value);
    }

    /// The text where the caller gives none.
    pub fn text_default(self, text: T::Text)
    where
        T: TextDefault<Text = &'static str>,
    {
        self.options.set("default", text);
    }

    /// Values that show what is meant, in the form that a caller writes them; the schema is their
    /// check.
    pub fn examples<V: Published, const N: usize>(self, values: [V; N]) {
        self.options.set("examples", Vec::from(values));
    }

    /// The least and the greatest number allowed.
    pub fn range(self, range: impl Bounds<T::Number>)
    where
        T: Ranged,
    {
        let (start, end) = range.bounds();
        match start {
            Bound::Included(least) => self.options.set("minimum", least),
            Bound::Excluded(least) => self.options.set("exclusiveMinimum", least),
            Bound::Unbounded => {}
        }
        match end {
            Bound::Included(most) => self.options.set("maximum", most),
            Bound::Excluded(most) => self.options.set("exclusiveMaximum", most),
            Bound::Unbounded => {}
        }
    }

    /// The least and the greatest number of characters or items allowed.
    pub fn length(self, range: impl Bounds<T::Count>)
    where
        T: Measured<Count = usize>,
    {
        let (least, most) = T::KEYWORDS;
        let (start, end) = range.bounds();
        match start {
            Bound::Included(count) => self.options.set(least, count),
            Bound::Excluded(count) => self.options.set(least, count + 1),
            Bound::Unbounded => {}
        }
        match end {
            Bound::Included(count) => self.options.set(most, count),
            Bound::Excluded(count) => self.options.set(most, count.saturating_sub(1)),
            Bound::Unbounded => {}
        }
    }

    /// A regular expression that the text must match somewhere (ECMA-262, as JSON Schema has it).
    pub fn pattern(self, pattern: T::Pattern)
    where
        T: Textual<Pattern = &'static str>,
    {
        self.options.set("pattern", pattern);
    }
}

/// An argument type whose values can be published as a default or an example.
#[diagnostic::on_unimplemented(
    message = "a `default` or an example of type `{Self}` cannot be published",
    label = "does not implement `serde::Serialize`",
    note = "the default is part of the tool's schema, where the model reads it as JSON: derive `serde::Serialize`"
)]
pub trait Published: Serialize {}
#[diagnostic::do_not_recommend]
impl<T: Serialize> Published for T {}

/// An argument type that a `default` written as a string literal makes a value of.
#[diagnostic::on_unimplemented(
    message = "a `default` that is a text makes no `{Self}`",
    label = "not the type of the parameter",
    note = "write the default as a value of the parameter's type: `default = 7`, `default = Kind::Bar`"
)]
pub trait TextDefault {
    /// Always `&'static str`; see [`Measured::Count`].
    type Text;
}

#[diagnostic::do_not_recommend]
impl<T: From<&'static str>> TextDefault for T {
    type Text = &'static str;
}

/// What can be written as a `range` or a `length`: a range of the parameter's own numbers.
#[diagnostic::on_unimplemented(
    message = "the bounds are no range of `{N}`",
    label = "expected a range whose start and end are of type `{N}`",
    note = "write the bounds as the parameter's own numbers: `1..=9` for integers, `0.0..=1.0` for floats"
)]
pub trait Bounds<N> {
    #[doc(hidden)]
    fn bounds(self) -> (Bound<N>, Bound<N>);
}

macro_rules! bounds {
    ($($range:ident, |$value:ident| $bounds:expr;)*) => {$(
        impl<N> Bounds<N> for $range<N> {
            fn bounds(self) -> (Bound<N>, Bound<N>) {
                let $value = self;
                $bounds
            }
        }
    )*};
}
bounds! {
    Range, |range| (Bound::Included(range.start), Bound::Excluded(range.end));
    RangeFrom, |range| (Bound::Included(range.start), Bound::Unbounded);
    RangeTo, |range| (Bound::Unbounded, Bound::Excluded(range.end));
    RangeToInclusive, |range| (Bound::Unbounded, Bound::Included(range.end));
    RangeInclusive, |range| {
        let (start, end) = range.into_inner();
        (Bound::Included(start), Bound::Included(end))
    };
}

/// An argument type that `range` applies to.
#[diagnostic::on_unimplemented(
    message = "`range` bounds numbers, and `{Self}` is none",
    label = "not an integer, a float, or an `Option` of one",
    note = "bound the length of a text or list with `length = 1..=20`; bound a type of your own in its schema: `#[schemars(range(min = 1))]`"
)]
pub trait Ranged {
    /// The number within.
    type Number: Serialize;
}

macro_rules! ranged {
    ($($number:ty)*) => {$(
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
pub trait Measured {
    /// Always `usize`; a type of the trait's, so that a type without the trait is reported at the
    /// range and not at the whole attribute. So are the others.
    type Count;
    /// The keywords of JSON Schema for the least and the most.
    #[doc(hidden)]
    const KEYWORDS: (&'static str, &'static str);
}

impl Measured for String {
    type Count = usize;
    const KEYWORDS: (&'static str, &'static str) = ("minLength", "maxLength");
}

impl<T> Measured for Vec<T> {
    type Count = usize;
    const KEYWORDS: (&'static str, &'static str) = ("minItems", "maxItems");
}

impl<T: Measured> Measured for Option<T> {
    type Count = T::Count;
    const KEYWORDS: (&'static str, &'static str) = T::KEYWORDS;
}

/// An argument type that `pattern` applies to.
#[diagnostic::on_unimplemented(
    message = "`pattern` matches text, and `{Self}` is none",
    label = "not a `String` or an `Option` of one",
    note = "give a type of your own its pattern in its schema: `#[schemars(regex(pattern = \"…\"))]`"
)]
pub trait Textual {
    /// Always `&'static str`; see [`Measured::Count`].
    type Pattern;
}

impl Textual for String {
    type Pattern = &'static str;
}

impl<T: Textual> Textual for Option<T> {
    type Pattern = T::Pattern;
}
