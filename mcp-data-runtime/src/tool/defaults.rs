//! Which parameters have a use for a `default`: all but those that may be absent already.
//!
//! The type decides, by the order in which methods are looked up: an inherent one, which only
//! `TypeOf<Option<_>>` has, hides the trait's, which every `TypeOf` has.

use std::marker::PhantomData;

/// A parameter's type as a value.
#[doc(hidden)]
pub struct TypeOf<T>(PhantomData<T>);

impl<T> TypeOf<T> {
    pub const NEW: Self = Self(PhantomData);
}

impl<T> TypeOf<Option<T>> {
    pub const fn whose_default(self) -> OfOption {
        OfOption
    }
}

/// Answers for every type but `Option`.
#[doc(hidden)]
pub trait AnyType: Sized {
    fn whose_default(self) -> OfValue {
        OfValue
    }
}

impl<T> AnyType for TypeOf<T> {}

/// The default of a type that is no `Option`.
#[doc(hidden)]
pub struct OfValue;

/// The default of an `Option`.
#[doc(hidden)]
pub struct OfOption;

/// Whose default a caller can come to see.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an `Option` is `None` when the argument is absent, so it has no use for a `default`",
    label = "the parameter is an `Option`",
    note = "take the type itself with the default, or the `Option` without"
)]
pub trait Useful: Sized {
    fn check(self) {}
}

impl Useful for OfValue {}
