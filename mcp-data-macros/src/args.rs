//! The options in `#[data_tool(…)]`, `#[arg(…)]`, `#[column(…)]` and `#[table_row(…)]`.

use proc_macro2::TokenStream;
use syn::{
    Expr, ExprLit, ExprRange, Ident, Lit, LitBool, LitStr, Path, Token,
    ext::IdentExt,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

use crate::{
    diag::Errors,
    fragments, messages,
    model::{Effect, NamedValue, ParamOptions, ToolOptions},
    number::{self, Decimal},
    options::{parse_expression, parse_flag, parse_options, parse_runtime, parse_value},
};

/// `#[data_tool(…)]`.
#[derive(Default)]
pub(crate) struct ToolArgs {
    pub(crate) name: Option<LitStr>,
    pub(crate) description: Option<NamedValue<Expr>>,
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
pub(crate) fn parse_tool(tokens: TokenStream, errors: &mut Errors) -> ToolArgs {
    let mut args = ToolArgs::default();
    let (mut writes, mut destroys, mut idempotent) = (false, false, None);
    parse_options(tokens, "data_tool", &TOOL, errors, |key, input, errors| {
        let name = key.unraw().to_string();
        match name.as_str() {
            "name" => args.name = Some(parse_value(input, key, "name = \"list_cities\"")?),
            "title" => args.options.title = Some(parse_text(input, key, errors)?),
            "description" => args.description = Some(parse_text(input, key, errors)?),
            "sources" => args.options.sources = parse_sources(key, input, errors)?,
            "timeout" => args.options.timeout = Some(parse_timeout(input, key, errors)?),
            "writes" => writes = parse_flag(input, key)?,
            "destructive" => destroys = parse_flag(input, key)?,
            "idempotent" => {
                let value: LitBool = parse_value(input, key, "idempotent = true")?;
                idempotent = Some(name_value(key, value.value));
            }
            "open_world" => args.options.open_world = parse_flag(input, key)?,
            "meta" => args.options.meta = Some(parse_value(input, key, "meta = json!({ … })")?),
            "icons" => args.options.icons = Some(parse_icons(input, key, errors)?),
            _ => args.runtime = parse_runtime(input, key, errors)?,
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
pub(crate) fn parse_param(tokens: TokenStream, errors: &mut Errors) -> ParamArgs {
    let mut args = ParamArgs::default();
    parse_options(tokens, "arg", &ARG, errors, |key, input, errors| {
        let name = key.unraw().to_string();
        match name.as_str() {
            "name" => args.name = Some(parse_value(input, key, "name = \"from\"")?),
            "default" => {
                args.options.default =
                    Some(name_value(key, parse_expression(input, key, "default = 2001")?));
            }
            "range" => {
                let range = parse_range(input, key, "range = 2001..=2017", errors)?;
                args.options.range = Some(name_value(key, range));
            }
            "length" => {
                let length = parse_length(input, key, errors)?;
                args.options.length = Some(name_value(key, length));
            }
            "pattern" => {
                let pattern = parse_value(input, key, "pattern = \"^[A-Z]{2}$\"")?;
                args.options.pattern = Some(name_value(key, pattern));
            }
            _ => args.options.examples = parse_examples(input, key)?,
        }
        Ok(())
    });
    args
}

fn name_value<T>(key: &Ident, value: T) -> NamedValue<T> {
    NamedValue { key: key.clone(), value }
}

/// The options of `#[column(…)]`: a header, a unit, both, or none.
pub(crate) fn parse_column(tokens: TokenStream, errors: &mut Errors) -> ColumnArgs {
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
    parse_options(rest, "column", &["unit"], errors, |key, input, _| {
        args.unit = Some(parse_value(input, key, "unit = \"GWh\"")?);
        Ok(())
    });
    args
}

/// The options of `#[table_row(…)]`.
pub(crate) fn parse_table_row(tokens: TokenStream, errors: &mut Errors) -> Option<Path> {
    let mut path = None;
    parse_options(tokens, "table_row", &["crate"], errors, |key, input, errors| {
        path = parse_runtime(input, key, errors)?;
        Ok(())
    });
    path
}

/// Parses `= "text"`, or another constant expression.
fn parse_text(
    input: ParseStream<'_>,
    key: &Ident,
    errors: &mut Errors,
) -> syn::Result<NamedValue<Expr>> {
    let form = format!("{key} = \"…\"");
    let text = parse_expression(input, key, &form)?;
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
    Ok(name_value(key, text))
}

fn parse_sources(
    key: &Ident,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> syn::Result<Vec<Expr>> {
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

fn parse_timeout(
    input: ParseStream<'_>,
    key: &Ident,
    errors: &mut Errors,
) -> syn::Result<NamedValue<Expr>> {
    let form = "timeout = 60";
    let seconds = parse_expression(input, key, form)?;
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
    Ok(name_value(key, seconds))
}

/// `= start..=end`, whose literal bounds must allow something.
fn parse_range(
    input: ParseStream<'_>,
    key: &Ident,
    form: &str,
    errors: &mut Errors,
) -> syn::Result<ExprRange> {
    let range: ExprRange = parse_value(input, key, form)?;
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

/// Parses `= start..=end` of a length, whose least count is 0.
fn parse_length(
    input: ParseStream<'_>,
    key: &Ident,
    errors: &mut Errors,
) -> syn::Result<ExprRange> {
    let length = parse_range(input, key, "length = 1..=20", errors)?;
    check_counts(&length)?;
    if length.start.is_none()
        && Decimal::from_count(0).and_then(|none| number::contains(&length, &none)) == Some(false)
    {
        errors.at(&length, messages::EMPTY_RANGE);
    }
    Ok(length)
}

/// Checks that the literal bounds of a length are counts.
fn check_counts(length: &ExprRange) -> syn::Result<()> {
    let mut bounds = [&length.start, &length.end].into_iter().flatten();
    match bounds.find(|bound| Decimal::of(bound).is_some_and(|bound| !bound.is_count())) {
        Some(bound) => Err(syn::Error::new_spanned(bound, messages::LENGTH_COUNTS)),
        None => Ok(()),
    }
}

fn parse_examples(input: ParseStream<'_>, key: &Ident) -> syn::Result<Vec<Expr>> {
    let form = "examples = [2005, 2017]";
    let list: syn::ExprArray = parse_value(input, key, form)?;
    if list.elems.is_empty() {
        return Err(syn::Error::new_spanned(&list, messages::option_value("examples", form)));
    }
    Ok(list.elems.into_iter().collect())
}

/// `= ["https://…"]`, or another constant expression.
fn parse_icons(input: ParseStream<'_>, key: &Ident, errors: &mut Errors) -> syn::Result<Expr> {
    let icons = parse_expression(input, key, "icons = [\"https://…\"]")?;
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
