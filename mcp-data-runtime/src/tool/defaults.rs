//! Which parameters have a use for a `default`: all but those that may be absent already.
//!
//! The type decides, by the order in which methods are looked up: an inherent one, which only
//! `TypeOf<Option<_>>` has, hides the trait's, which every `TypeOf` has.

use std::marker::PhantomData;

use super::{Json, param::TextDefault};

/// A parameter's type as a value.
#[doc(hidden)]
pub struct TypeOf<T>(PhantomData<T>);

impl<T> TypeOf<T> {
    pub const NEW: Self = Self(PhantomData);
}

impl<T> TypeOf<Option<T>> {
    pub const fn whose_default(self) -> DefaultOfOption {
        DefaultOfOption
    }
}

/// Answers for every type but `Option`.
#[doc(hidden)]
pub trait AnyType: Sized {
    type Of;

    fn whose_default(self) -> DefaultOfValue<Self::Of> {
        DefaultOfValue(PhantomData)
    }
}

impl<T> AnyType for TypeOf<T> {
    type Of = T;
}

/// The default of a type that is no `Option`.
#[doc(hidden)]
pub struct DefaultOfValue<T>(PhantomData<T>);

#[expect(clippy::unused_self, reason = "methods are looked up by the type of the value")]
impl<T> DefaultOfValue<T> {
    pub fn value(self, value: T) -> T {
        value
    }

    pub fn text(self, text: &'static str) -> Json
    where
        T: TextDefault,
    {
        T::json(text)
    }
}

/// The default of an `Option`: whatever its type, one thing is wrong with it, and is said once.
#[doc(hidden)]
pub struct DefaultOfOption;

#[expect(
    clippy::unused_self,
    clippy::unnecessary_wraps,
    reason = "the same methods as those of the default of a value"
)]
impl DefaultOfOption {
    pub fn value<V>(self, value: V) -> V {
        value
    }

    pub fn text(self, text: &'static str) -> Json {
        Ok(text.into())
    }
}

/// Is implemented by the default of every type but an `Option`, so that a default on one does not compile.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an `Option` is `None` when the argument is absent, so it has no use for a `default`",
    label = "the parameter is an `Option`",
    note = "take the type itself with the default, or the `Option` without"
)]
pub trait HasDefault: Sized {
    fn check(self) -> Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T> HasDefault for DefaultOfValue<T> {}
