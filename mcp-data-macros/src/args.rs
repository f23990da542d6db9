//! The options in `#[data_tool(…)]`, `#[arg(…)]`, `#[column(…)]` and `#[table_row(…)]`.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Expr, ExprLit, ExprRange, Ident, Lit, LitBool, LitStr, Path, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
};

use crate::{
    diag::Errors,
    fragments, messages,
    model::{Effect, NamedValue, ParamOptions, ToolOptions},
    number::{self, Decimal},
};

/// `#[data_tool(…)]`.
#[derive(Default)]
pub(crate) struct ToolArgs {
    pub(crate) name: Option<LitStr>,
    pub(crate) description: Option<TokenStream>,
    pub(crate) runtime: Option<Path>,
    pub(crate) options: ToolOptions,
}

/// `#[arg(…)]`.
#[derive(Default)]
pub(crate) struct ParamArgs {
    pub(crate) name: Option<LitStr>,
    pub(crate) options: ParamOptions,
}

/// `#[column(…)]`.
#[derive(Default)]
pub(crate) struct ColumnArgs {
    pub(crate) header: Option<LitStr>,
    pub(crate) unit: Option<LitStr>,
}

const TOOL: [&str; 12] = [
    "name",
    "title",
    "description",
    "sources",
    "timeout",
    "writes",
    "destructive",
    "idempotent",
    "open_world",
    "meta",
    "icons",
    "crate",
];
const ARG: [&str; 6] = ["name", "default", "range", "length", "pattern", "examples"];

/// The options of `#[data_tool(…)]`.
pub(crate) fn tool(tokens: TokenStream, errors: &mut Errors) -> ToolArgs {
    let mut args = ToolArgs::default();
    let (mut writes, mut destroys, mut idempotent) = (false, false, None);
    each(tokens, "data_tool", &TOOL, errors, |key, input, errors| {
        let name = key.unraw().to_string();
        match name.as_str() {
            "name" => args.name = Some(value(input, key, "name = \"list_cities\"")?),
            "title" => args.options.title = Some(text(input, key, errors)?),
            "description" => args.description = Some(text(input, key, errors)?),
            "sources" => args.options.sources = sources(key, input, errors)?,
            "timeout" => args.options.timeout = Some(timeout(input, key, errors)?),
            "writes" => writes = flag(input, key)?,
            "destructive" => destroys = flag(input, key)?,
            "idempotent" => {
                let value: LitBool = value(input, key, "idempotent = true")?;
                idempotent = Some(keyed(key, value.value));
            }
            "open_world" => args.options.open_world = flag(input, key)?,
            "meta" => args.options.meta = Some(value(input, key, "meta = json!({ … })")?),
            "icons" => args.options.icons = Some(icons(input, key, errors)?),
            _ => args.runtime = runtime(input, key, errors)?,
        }
        Ok(())
    });
    if writes || destroys {
        let idempotent = idempotent.is_some_and(|idempotent| idempotent.value);
        args.options.effect = Some(Effect { destroys, idempotent });
    } else if let Some(NamedValue { key, .. }) = idempotent {
        errors.at(&key, messages::IDEMPOTENT_READER);
    }
    args
}

/// The options of `#[arg(…)]`.
pub(crate) fn param(tokens: TokenStream, errors: &mut Errors) -> ParamArgs {
    let mut args = ParamArgs::default();
    each(tokens, "arg", &ARG, errors, |key, input, errors| {
        let name = key.unraw().to_string();
        match name.as_str() {
            "name" => args.name = Some(value(input, key, "name = \"from\"")?),
            "default" => {
                args.options.default = Some(keyed(key, expression(input, key, "default = 2001")?));
            }
            "range" => {
                let range = range(input, key, "range = 2001..=2017", errors)?;
                args.options.range = Some(keyed(key, range));
            }
            "length" => {
                let length = range(input, key, "length = 1..=20", errors)?;
                check_counts(&length)?;
                args.options.length = Some(keyed(key, length));
            }
            "pattern" => {
                let pattern = value(input, key, "pattern = \"^[A-Z]{2}$\"")?;
                args.options.pattern = Some(keyed(key, pattern));
            }
            _ => args.options.examples = examples(input, key)?,
        }
        Ok(())
    });
    args
}

fn keyed<T>(key: &Ident, value: T) -> NamedValue<T> {
    NamedValue { key: key.clone(), value }
}

/// The options of `#[column(…)]`: a header, a unit, both, or none.
pub(crate) fn column(tokens: TokenStream, errors: &mut Errors) -> ColumnArgs {
    let mut args = ColumnArgs::default();
    let header = |input: ParseStream<'_>| -> syn::Result<(Option<LitStr>, TokenStream)> {
        let header = if input.peek(LitStr) { Some(input.parse()?) } else { None };
        let is_alone = header.is_none() && !input.peek(Ident::peek_any);
        if !input.is_empty() && (is_alone || (header.is_some() && !input.peek(Token![,]))) {
            return Err(input.error(messages::COLUMN_FORM));
        }
        if header.is_some() && !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((header, input.parse()?))
    };
    let Some((header, rest)) = errors.keep(header.parse2(tokens)) else { return args };
    args.header = header;
    each(rest, "column", &["unit"], errors, |key, input, _| {
        args.unit = Some(value(input, key, "unit = \"GWh\"")?);
        Ok(())
    });
    args
}

/// The options of `#[table_row(…)]`.
pub(crate) fn table_row(tokens: TokenStream, errors: &mut Errors) -> Option<Path> {
    let mut path = None;
    each(tokens, "table_row", &["crate"], errors, |key, input, errors| {
        path = runtime(input, key, errors)?;
        Ok(())
    });
    path
}

/// Reads options one after another. One that is wrong is reported and passed over, so that the compiler does
/// not report its value once more.
pub(crate) fn each(
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
                skip(input)?;
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

/// Passes over the rest of an option.
fn skip(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

/// `= value`, or how it is written, said at what stands there or at the option's name.
pub(crate) fn value<T: Parse>(input: ParseStream<'_>, key: &Ident, form: &str) -> syn::Result<T> {
    let name = key.unraw().to_string();
    let wrong = |span| syn::Error::new(span, messages::option_value(&name, form));
    if !input.peek(Token![=]) {
        return Err(wrong(key.span()));
    }
    input.parse::<Token![=]>()?;
    let at = if input.is_empty() || input.peek(Token![,]) { key.span() } else { input.span() };
    input.parse().map_err(|_| wrong(at))
}

/// Like [`value`], but unwraps the invisible group around a `$x:expr` fragment.
fn expression(input: ParseStream<'_>, key: &Ident, form: &str) -> syn::Result<Expr> {
    value(input, key, form).map(|value: Expr| fragments::expr(&value).clone())
}

fn flag(input: ParseStream<'_>, key: &Ident) -> syn::Result<bool> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(true);
    }
    Err(input.error(messages::flag_with_value(&key.to_string())))
}

/// A constant of a type, which is written at the option's name: a constant of another type is reported
/// where it stands, with the name as the reason.
fn constant(value: &Expr, ty: &TokenStream) -> TokenStream {
    if matches!(value, Expr::Lit(_)) {
        return quote!(#value);
    }
    let constant = format_ident!("mcp_constant", span = Span::mixed_site());
    quote!({
        let #constant: #ty = #value;
        #constant
    })
}

/// `= "text"`, or another constant expression.
fn text(input: ParseStream<'_>, key: &Ident, errors: &mut Errors) -> syn::Result<TokenStream> {
    let form = format!("{key} = \"…\"");
    let text = expression(input, key, &form)?;
    if let Expr::Lit(ExprLit { lit, .. }) = &text {
        match lit {
            Lit::Str(literal) if literal.value().trim().is_empty() => {
                errors.at(literal, messages::EMPTY_TEXT);
            }
            Lit::Str(_) => {}
            other => {
                let message = messages::option_value(&key.to_string(), &form);
                return Err(syn::Error::new_spanned(other, message));
            }
        }
    }
    Ok(constant(&text, &quote_spanned!(key.span()=> &'static ::core::primitive::str)))
}

fn sources(key: &Ident, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Vec<Expr>> {
    if !input.peek(syn::token::Paren) {
        return Err(syn::Error::new(key.span(), messages::NO_SOURCES));
    }
    let list;
    syn::parenthesized!(list in input);
    let sources: Vec<Expr> =
        Punctuated::<Expr, Token![,]>::parse_terminated(&list)?.into_iter().collect();
    if sources.is_empty() {
        errors.at(key, messages::NO_SOURCES);
    }
    Ok(sources)
}

fn timeout(input: ParseStream<'_>, key: &Ident, errors: &mut Errors) -> syn::Result<TokenStream> {
    let form = "timeout = 60";
    let seconds = expression(input, key, form)?;
    match &seconds {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if number.base10_digits() == "0" => {
            errors.at(number, messages::TIMEOUT_ZERO);
        }
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. })
            if ["", "u64"].contains(&number.suffix()) => {}
        Expr::Lit(other) => {
            return Err(syn::Error::new_spanned(other, messages::option_value("timeout", form)));
        }
        other if Decimal::of(other).is_some() => {
            return Err(syn::Error::new_spanned(other, messages::TIMEOUT_ZERO));
        }
        _ => {}
    }
    Ok(constant(&seconds, &quote_spanned!(key.span()=> ::core::primitive::u64)))
}

/// An absolute path; `None` with an error kept, if it is relative.
fn runtime(input: ParseStream<'_>, key: &Ident, errors: &mut Errors) -> syn::Result<Option<Path>> {
    let path: Path = value(input, key, "crate = ::mcp_data_runtime")?;
    let first = path.segments.first().map(|segment| segment.ident.to_string());
    if path.leading_colon.is_none() && first.as_deref() != Some("crate") {
        errors.at(&path, messages::RELATIVE_CRATE);
        return Ok(None);
    }
    Ok(Some(path))
}

/// `= start..=end`, whose literal bounds must allow something.
fn range(
    input: ParseStream<'_>,
    key: &Ident,
    form: &str,
    errors: &mut Errors,
) -> syn::Result<ExprRange> {
    let range: ExprRange = value(input, key, form)?;
    if range.start.is_none() && range.end.is_none() {
        errors.at(&range, messages::OPEN_RANGE);
    }
    if let Some(start) = range.start.as_deref().and_then(Decimal::of)
        && number::contains(&range, &start) == Some(false)
    {
        errors.at(&range, messages::EMPTY_RANGE);
    }
    Ok(range)
}

/// Checks that the literal bounds of a length are counts.
fn check_counts(length: &ExprRange) -> syn::Result<()> {
    let mut bounds = [&length.start, &length.end].into_iter().flatten();
    match bounds.find(|bound| Decimal::of(bound).is_some_and(|bound| !bound.is_count())) {
        Some(bound) => Err(syn::Error::new_spanned(bound, messages::LENGTH_COUNTS)),
        None => Ok(()),
    }
}

fn examples(input: ParseStream<'_>, key: &Ident) -> syn::Result<Vec<Expr>> {
    let form = "examples = [2005, 2017]";
    let list: syn::ExprArray = value(input, key, form)?;
    if list.elems.is_empty() {
        return Err(syn::Error::new_spanned(&list, messages::option_value("examples", form)));
    }
    Ok(list.elems.into_iter().collect())
}

/// `= ["https://…"]`, or another constant expression.
fn icons(input: ParseStream<'_>, key: &Ident, errors: &mut Errors) -> syn::Result<Expr> {
    let icons = expression(input, key, "icons = [\"https://…\"]")?;
    let is_link =
        |text: &str| ["https://", "http://", "data:"].iter().any(|scheme| text.starts_with(scheme));
    match &icons {
        Expr::Array(list) => {
            for icon in &list.elems {
                if matches!(fragments::expr(icon), Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if !is_link(&text.value()))
                {
                    errors.at(icon, messages::ICONS);
                }
            }
        }
        Expr::Lit(one) => return Err(syn::Error::new_spanned(one, messages::ICONS)),
        _ => {}
    }
    Ok(icons)
}
