//! Parses what all options have in common: names, the `=` and the value behind it, commas.

use proc_macro2::TokenStream;
use syn::{
    Expr, Ident, Path, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream, Parser},
};

use crate::{diag::Errors, fragments, messages};

/// Parses options one after another: `read` parses the value of each one. An option that is wrong is reported
/// and skipped, so that what is left of its value is not reported once more.
pub(crate) fn parse_options(
    tokens: TokenStream,
    attribute: &str,
    known: &[&str],
    errors: &mut Errors,
    mut read: impl FnMut(&Ident, ParseStream<'_>, &mut Errors) -> syn::Result<()>,
) {
    let mut seen: Vec<String> = Vec::new();
    let list = |input: ParseStream<'_>| {
        while !input.is_empty() {
            let mut one = || {
                let at = input.span();
                let key = input.call(Ident::parse_any).map_err(|_| {
                    syn::Error::new(at, messages::option_without_name(attribute, known))
                })?;
                let name = key.unraw().to_string();
                if !known.contains(&name.as_str()) {
                    return Err(syn::Error::new(
                        key.span(),
                        messages::unknown_option(attribute, &name, known),
                    ));
                }
                if seen.contains(&name) {
                    return Err(syn::Error::new(key.span(), messages::repeated_option(&name)));
                }
                seen.push(name);
                read(&key, input, errors)?;
                if input.is_empty() || input.peek(Token![,]) {
                    Ok(())
                } else {
                    Err(input.error("expected `,`"))
                }
            };
            if let Err(error) = one() {
                errors.push(error);
                skip_option(input)?;
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    let read_all = list.parse2(tokens);
    errors.keep(read_all);
}

/// Skips the rest of an option, up to the comma.
fn skip_option(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

/// Parses `= value`. The error says how the option is written; it underlines what stands in the value's place,
/// or the option's name if nothing does.
pub(crate) fn parse_value<T: Parse>(
    input: ParseStream<'_>,
    key: &Ident,
    form: &str,
) -> syn::Result<T> {
    let name = key.unraw().to_string();
    let wrong = |span| syn::Error::new(span, messages::option_value(&name, form));
    if !input.peek(Token![=]) {
        return Err(wrong(key.span()));
    }
    input.parse::<Token![=]>()?;
    let at = if input.is_empty() || input.peek(Token![,]) { key.span() } else { input.span() };
    input.parse().map_err(|_| wrong(at))
}

/// Like [`parse_value`], but unwraps the invisible group around a `$x:expr` fragment.
pub(crate) fn parse_expression(
    input: ParseStream<'_>,
    key: &Ident,
    form: &str,
) -> syn::Result<Expr> {
    parse_value(input, key, form).map(|value: Expr| fragments::expr(&value).clone())
}

/// Parses an option that is written alone: that it stands there is its value.
pub(crate) fn parse_flag(input: ParseStream<'_>, key: &Ident) -> syn::Result<bool> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(true);
    }
    Err(input.error(messages::flag_with_value(&key.to_string())))
}

/// Parses the path of the runtime; reports a relative one and returns `None`.
pub(crate) fn parse_runtime(
    input: ParseStream<'_>,
    key: &Ident,
    errors: &mut Errors,
) -> syn::Result<Option<Path>> {
    let path: Path = parse_value(input, key, "crate = ::mcp_data_runtime")?;
    let first = path.segments.first().map(|segment| segment.ident.to_string());
    if path.leading_colon.is_none() && first.as_deref() != Some("crate") {
        errors.at(&path, messages::RELATIVE_CRATE);
        return Ok(None);
    }
    Ok(Some(path))
}
