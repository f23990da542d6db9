//! Collects errors, so that one compile shows them all.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::Error;

/// The errors of one expansion. Each section adds its own and goes on.
#[derive(Default)]
pub(crate) struct Errors(Vec<Error>);

impl Errors {
    /// An error that underlines `tokens`.
    pub(crate) fn at(&mut self, tokens: &impl ToTokens, message: impl std::fmt::Display) {
        self.0.push(Error::new_spanned(tokens, message));
    }

    /// An error at `span`, for what has no tokens of its own.
    pub(crate) fn at_span(&mut self, span: Span, message: impl std::fmt::Display) {
        self.0.push(Error::new(span, message));
    }

    /// An error that was found while parsing.
    pub(crate) fn push(&mut self, error: Error) {
        self.0.push(error);
    }

    /// The result, or `None` and the error kept.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One `compile_error!` for each error.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0.iter().map(Error::to_compile_error).collect()
    }
}

/// Returns the known name nearest to a misspelled one, if they are near enough for a slip: one edit in three
/// letters, where a swap of neighbors is one edit.
pub(crate) fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let most = (name.chars().count() / 3).max(1);
    known
        .iter()
        .map(|known| (strsim::osa_distance(name, known), *known))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}
