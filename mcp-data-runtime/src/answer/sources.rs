//! The sources of one answer.

use serde_json::Value;

use super::{Source, Warning};

/// The sources of an answer: at least one, no two with the same link, in the order given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sources(Vec<Source>);

/// A list without any source: the answer could not say where its data came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an answer needs at least one source, and the list of sources is empty")]
pub struct NoSource;

impl Sources {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Source> {
        self.0.iter()
    }

    /// Brings the details of all sources into the form that answers have.
    pub(super) fn normalize(&mut self, warnings: &mut Vec<Warning>) {
        self.0.iter_mut().for_each(|source| source.normalize(warnings));
    }

    fn from_nonempty(sources: impl IntoIterator<Item = Source>) -> Self {
        let mut kept = Self(Vec::new());
        for source in sources {
            kept.push(source);
        }
        kept
    }

    /// Adds a source at the end, unless its link is there already.
    pub fn push(&mut self, source: Source) {
        if !self.0.iter().any(|other| other.url() == source.url()) {
            self.0.push(source);
        }
    }

    /// The `sources` array of the wire.
    pub(super) fn links(&self) -> Value {
        self.iter().map(Source::url).collect()
    }

    /// The `source_details` array of the wire; `None` if no source has any.
    pub(super) fn details(&self) -> Option<Value> {
        let details: Vec<Value> = self.iter().filter_map(Source::details_object).collect();
        (!details.is_empty()).then_some(Value::Array(details))
    }
}

impl TryFrom<Vec<Source>> for Sources {
    type Error = NoSource;

    fn try_from(sources: Vec<Source>) -> Result<Self, NoSource> {
        if sources.is_empty() { Err(NoSource) } else { Ok(Self::from_nonempty(sources)) }
    }
}

/// What can be given as the sources of an answer: a [`Source`], an array of 1 to 32 of them, or
/// [`Sources`].
#[diagnostic::on_unimplemented(
    message = "an answer needs its sources, and `{Self}` is none",
    label = "not a source: expected a `Source`, an array of 1 to 32 sources, or `Sources`",
    note = "the person checks an answer by its sources; write `source!(\"https://…\")`, or `Source::parse(link)?` for a link known at run time",
    note = "a list made at run time becomes `Sources::try_from(list)?`, which fails when it is empty"
)]
pub trait IntoSources: sealed::Sealed {
    /// The sources, duplicates left out.
    fn into_sources(self) -> Sources;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Source {}
    impl Sealed for super::Sources {}
    impl<const N: usize> Sealed for [super::Source; N] {}
}

impl IntoSources for Source {
    fn into_sources(self) -> Sources {
        Sources(vec![self])
    }
}

impl IntoSources for Sources {
    fn into_sources(self) -> Sources {
        self
    }
}

/// One impl a length, so that an empty array is an ordinary type error at the author's own line, in
/// `cargo check` and in the editor. An assertion on `N` would only fail when code is generated, and
/// would point into this file.
macro_rules! arrays_of_sources {
    ($($length:literal)*) => {$(
        impl IntoSources for [Source; $length] {
            fn into_sources(self) -> Sources {
                Sources::from_nonempty(self)
            }
        }
    )*};
}
arrays_of_sources!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_links_count_once_in_the_order_given() {
        let source = |link: &str| Source::parse(link).expect("a good link");
        let sources = [
            source("https://b.example/"),
            source("https://a.example/"),
            source("https://b.example/"),
        ]
        .into_sources();
        assert_eq!(
            sources.links(),
            serde_json::json!(["https://b.example/", "https://a.example/"])
        );
    }
}
