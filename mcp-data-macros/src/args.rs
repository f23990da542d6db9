//! The options in `#[data_tool(…)]`, `#[arg(…)]`, `#[column(…)]` and `#[table_row(…)]`.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    Expr, ExprLit, ExprRange, Ident, Lit, LitBool, LitStr, Path, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
};

use crate::{
    diag::Errors,
    messages,
    model::{ParamOptions, ToolOptions},
};

/// `#[data_tool(…)]`.
#[derive(Default)]
pub(crate) struct ToolArgs {
    pub(crate) name: Option<LitStr>,
    pub(crate) description: Option<Expr>,
    pub(crate) runtime: Option<Path>,
    pub(crate) options: ToolOptions,
}

/// `#[arg(…)]`.
#[derive(Default)]
pub(crate) struct ParamArgs {
    pub(crate) name: Option<LitStr>,
    pub(crate) default_key: Option<Ident>,
    pub(crate) options: ParamOptions,
}

/// `#[column(…)]`.
#[derive(Default)]
pub(crate) struct ColumnArgs {
    pub(crate) header: Option<LitStr>,
    pub(crate) unit: Option<LitStr>,
}

const TOOL: [&str; 11] = [
    "name",
    "title",
    "description",
    "sources",
    "timeout",
    "destructive",
    "open_world",
    "idempotent",
    "meta",
    "icons",
    "crate",
];
const ARG: [&str; 6] = ["name", "default", "range", "length", "pattern", "examples"];

/// The options of `#[data_tool(…)]`.
pub(crate) fn tool(tokens: TokenStream, errors: &mut Errors) -> ToolArgs {
    let mut args = ToolArgs::default();
    each(tokens, "data_tool", &TOOL, errors, |key, input, errors| {
        let name = key.unraw().to_string();
        match name.as_str() {
            "name" => args.name = Some(value(input, &name, "name = \"list_cities\"")?),
            "title" => args.options.title = Some(text(input, &name, errors)?),
            "description" => args.description = Some(text(input, &name, errors)?),
            "sources" => args.options.sources = sources(key, input, errors)?,
            "timeout" => args.options.timeout = Some(timeout(input, errors)?),
            "destructive" => args.options.destructive = flag(input, &name)?,
            "open_world" => args.options.open_world = flag(input, &name)?,
            "idempotent" => {
                args.options.idempotent =
                    Some(value::<LitBool>(input, &name, "idempotent = false")?.value);
            }
            "meta" => args.options.meta = Some(value(input, &name, "meta = json!({ … })")?),
            "icons" => args.options.icons = Some(value(input, &name, "icons = [\"https://…\"]")?),
            _ => args.runtime = runtime(input, errors)?,
        }
        Ok(())
    });
    args
}

/// The options of `#[arg(…)]`.
pub(crate) fn param(tokens: TokenStream, errors: &mut Errors) -> ParamArgs {
    let mut args = ParamArgs::default();
    each(tokens, "arg", &ARG, errors, |key, input, errors| {
        let name = key.unraw().to_string();
        match name.as_str() {
            "name" => args.name = Some(value(input, &name, "name = \"from\"")?),
            "default" => {
                args.options.default = Some(value(input, &name, "default = 2001")?);
                args.default_key = Some(key.clone());
            }
            "range" => {
                args.options.range = Some(range(input, &name, "range = 2001..=2017", errors)?);
            }
            "length" => args.options.length = Some(range(input, &name, "length = 1..=20", errors)?),
            "pattern" => {
                args.options.pattern = Some(value(input, &name, "pattern = \"^[A-Z]{2}$\"")?);
            }
            _ => args.options.examples = examples(input, &name)?,
        }
        Ok(())
    });
    args
}

/// The options of `#[column(…)]`: a header, a unit, both, or none.
pub(crate) fn column(tokens: TokenStream, errors: &mut Errors) -> ColumnArgs {
    let mut args = ColumnArgs::default();
    let header = |input: ParseStream<'_>| -> syn::Result<(Option<LitStr>, TokenStream)> {
        let header = if input.peek(LitStr) { Some(input.parse()?) } else { None };
        if header.is_some() && !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Ok((header, input.parse()?))
    };
    let Some((header, rest)) = errors.keep(header.parse2(tokens)) else { return args };
    args.header = header;
    each(rest, "column", &["unit"], errors, |key, input, _| {
        args.unit = Some(value(input, &key.to_string(), "unit = \"GWh\"")?);
        Ok(())
    });
    args
}

/// The options of `#[table_row(…)]`.
pub(crate) fn table_row(tokens: TokenStream, errors: &mut Errors) -> Option<Path> {
    let mut path = None;
    each(tokens, "table_row", &["crate"], errors, |_, input, errors| {
        path = runtime(input, errors)?;
        Ok(())
    });
    path
}

/// Reads options one after another. One that is wrong is reported and passed over.
fn each(
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
                let key = input.call(Ident::parse_any)?;
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

/// `= value`, or how it is written.
fn value<T: Parse>(input: ParseStream<'_>, name: &str, form: &str) -> syn::Result<T> {
    if !input.peek(Token![=]) {
        return Err(input.error(messages::option_value(name, form)));
    }
    input.parse::<Token![=]>()?;
    let at = input.span();
    input.parse().map_err(|_| syn::Error::new(at, messages::option_value(name, form)))
}

fn flag(input: ParseStream<'_>, name: &str) -> syn::Result<bool> {
    if input.peek(Token![=]) {
        return Err(input.error(messages::flag_with_value(name)));
    }
    Ok(true)
}

/// `= "text"`, or another constant expression.
fn text(input: ParseStream<'_>, name: &str, errors: &mut Errors) -> syn::Result<Expr> {
    let text: Expr = value(input, name, &format!("{name} = \"…\""))?;
    match &text {
        Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) if literal.value().trim().is_empty() => {
            errors.at(literal, messages::EMPTY_TEXT);
        }
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => {}
        Expr::Lit(other) => {
            errors.at(other, messages::option_value(name, &format!("{name} = \"…\"")));
        }
        _ => {}
    }
    Ok(text)
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

fn timeout(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Expr> {
    let seconds: Expr = value(input, "timeout", "timeout = 60")?;
    if let Expr::Lit(ExprLit { lit, .. }) = &seconds {
        match lit {
            Lit::Int(number) if number.base10_parse::<u64>().is_ok_and(|seconds| seconds > 0) => {}
            Lit::Int(number) => errors.at(number, messages::TIMEOUT_ZERO),
            other => errors.at(other, messages::option_value("timeout", "timeout = 60")),
        }
    }
    Ok(seconds)
}

/// An absolute path; `None` with an error kept, if it is relative.
fn runtime(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Option<Path>> {
    let path: Path = value(input, "crate", "crate = ::mcp_data_runtime")?;
    let first = path.segments.first().map(|segment| segment.ident.to_string());
    if path.leading_colon.is_none() && first.as_deref() != Some("crate") {
        errors.at(&path, messages::RELATIVE_CRATE);
        return Ok(None);
    }
    Ok(Some(path))
}

/// `= start..=end`, whose literal bounds must allow something.
fn range(input: ParseStream<'_>, name: &str, form: &str, errors: &mut Errors) -> syn::Result<Expr> {
    let range: ExprRange = value(input, name, form)?;
    if let (Some(start), Some(end)) = (&range.start, &range.end)
        && let (Some(start), Some(end)) = (number(start), number(end))
        && (start > end || (start >= end && matches!(range.limits, syn::RangeLimits::HalfOpen(_))))
    {
        errors.at(&range, messages::EMPTY_RANGE);
    }
    Ok(Expr::Range(range))
}

/// The value of a literal number, signed or not.
pub(crate) fn number(expression: &Expr) -> Option<f64> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_digits().parse().ok(),
        Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) => number.base10_digits().parse().ok(),
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => Some(-number(&unary.expr)?),
        _ => None,
    }
}

fn examples(input: ParseStream<'_>, name: &str) -> syn::Result<Vec<Expr>> {
    let list: syn::ExprArray = value(input, name, "examples = [2005, 2017]")?;
    if list.elems.is_empty() {
        return Err(syn::Error::new_spanned(
            list.to_token_stream(),
            messages::option_value(name, "examples = [2005, 2017]"),
        ));
    }
    Ok(list.elems.into_iter().collect())
}
