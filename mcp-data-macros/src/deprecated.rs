//! The way round a warning: a deprecated function's tool is written by a derive.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::item;

/// Expands `#[derive(DeprecatedTool)]`: what the attribute `deprecated_tool` holds, every token as the derive's own.
///
/// The compiler does not warn of deprecated items that the code of a derive uses, and offers no other way
/// to speak of a deprecated function without an `allow`, which a crate may forbid.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let groups = |tokens: TokenStream| {
        tokens.into_iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group),
            _ => None,
        })
    };
    groups(item)
        .filter(|attribute| attribute.delimiter() == Delimiter::Bracket)
        .filter(|attribute| {
            attribute
                .stream()
                .into_iter()
                .next()
                .is_some_and(|name| name.to_string() == "deprecated_tool")
        })
        .flat_map(|attribute| groups(attribute.stream()))
        .flat_map(|deprecated_tool| item::own(deprecated_tool.stream()))
        .collect()
}
