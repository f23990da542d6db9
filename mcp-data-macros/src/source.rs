//! `source!`: a link and what is known of it, checked where they stand.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    LitStr, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
};

use crate::{diag::Errors, fragments, messages, options, rules};

/// The names of the details of a source, in the order of `Source::literal`.
const DETAILS: [&str; 6] = ["title", "publisher", "license", "version", "modified", "retrieved"];

/// Expands `source!`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let (runtime, input) = fragments::split_runtime(fragments::flatten(input));
    let mut errors = Errors::default();
    let mut details: [Option<LitStr>; 6] = Default::default();
    let link_first = |input: ParseStream<'_>| -> syn::Result<(LitStr, TokenStream)> {
        if !input.peek(LitStr) {
            return Err(input.error(messages::SOURCE_FORM));
        }
        let link = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((link, input.parse()?))
    };
    let link = errors.keep(link_first.parse2(input)).map(|(link, rest)| {
        options::parse_options(rest, "source!", &DETAILS, &mut errors, |key, input, _| {
            let text = options::parse_value(input, key, &format!("{key} = \"…\""))?;
            let name = key.unraw();
            if let Some(index) = DETAILS.iter().position(|known| name == known) {
                details[index] = Some(text);
            }
            Ok(())
        });
        link
    });
    if let Some(link) = &link
        && let Some(reason) = rules::link_problem(&link.value())
    {
        errors.at(link, messages::bad_link(&link.value(), &reason));
    }
    for (name, value) in DETAILS.iter().zip(&details) {
        let Some(value) = value else { continue };
        let text = value.value();
        if text.trim().is_empty() {
            errors.at(value, messages::EMPTY_TEXT);
        } else if matches!(*name, "modified" | "retrieved") && !rules::is_date(&text) {
            errors.at(value, messages::bad_date(name));
        } else if *name == "license" && !rules::is_license(&text) {
            errors.at(value, messages::BAD_LICENSE);
        }
    }
    let link = match link {
        Some(link) if errors.is_empty() => link,
        _ => {
            let errors = errors.into_tokens();
            let none = DETAILS.map(|_| quote!(::core::option::Option::None));
            return quote!({ #errors #runtime::Source::literal("", [#(#none),*]) });
        }
    };
    let details = details.iter().map(|detail| match detail {
        Some(text) => quote!(::core::option::Option::Some(#text)),
        None => quote!(::core::option::Option::None),
    });
    quote!(#runtime::Source::literal(#link, [#(#details),*]))
}
