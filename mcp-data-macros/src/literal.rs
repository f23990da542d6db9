//! `table!` and `source!`: literals that are checked where they stand.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Expr, ExprArray, ExprLit, Ident, Lit, LitInt, LitStr, Token, UnOp,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

use crate::{diag::Errors, messages};

/// The runtime's path, which the macros of the runtime pass first, and what follows.
fn after_runtime(input: TokenStream) -> (TokenTree, TokenStream) {
    let mut tokens = input.into_iter();
    let runtime = tokens.next().unwrap_or_else(|| {
        TokenTree::Ident(Ident::new("mcp_data_runtime", proc_macro2::Span::call_site()))
    });
    (runtime, tokens.collect())
}

/// The expansion of `table!`.
pub(crate) fn table(input: TokenStream) -> TokenStream {
    let (runtime, rows) = after_runtime(input);
    let mut errors = Errors::default();
    let rows = errors.keep(Punctuated::<Expr, Token![,]>::parse_terminated.parse2(rows));
    let mut arrays: Vec<ExprArray> = Vec::new();
    for row in rows.unwrap_or_default() {
        match row {
            Expr::Array(row) => arrays.push(row),
            other => errors.at(&other, messages::TABLE_ROW),
        }
    }
    let Some((header, rows)) = arrays.split_first() else {
        if errors.is_empty() {
            errors.at_span(proc_macro2::Span::call_site(), messages::TABLE_EMPTY);
        }
        return failed(&runtime, errors);
    };
    check_header(header, &mut errors);
    let names: Vec<String> =
        header.elems.iter().map(|name| name.to_token_stream().to_string()).collect();
    for row in rows {
        if row.elems.len() != names.len() {
            errors.at(row, messages::row_length(row.elems.len(), &names));
        }
    }
    if !errors.is_empty() {
        return failed(&runtime, errors);
    }
    let header = &header.elems;
    let rows = rows.iter().map(|row| {
        let cells = row.elems.iter().map(cell);
        quote!([#(#runtime::private::cell(#cells)),*])
    });
    quote!(#runtime::private::table([#header], [#(#rows),*]))
}

fn check_header(header: &ExprArray, errors: &mut Errors) {
    if header.elems.is_empty() {
        errors.at(header, messages::TABLE_NO_COLUMNS);
    }
    for name in &header.elems {
        if matches!(name, Expr::Lit(ExprLit { lit, .. }) if !matches!(lit, Lit::Str(_))) {
            errors.at(name, messages::TABLE_HEADER);
        }
    }
}

/// A table of the right type, so that nothing else is reported.
fn failed(runtime: &TokenTree, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    quote!({
        #errors
        #runtime::Table::new([""])
    })
}

/// A cell, whose literal integers are as wide as their value needs.
fn cell(cell: &Expr) -> TokenStream {
    match cell {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => widen(number, false),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match &*unary.expr {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => {
                let number = widen(number, true);
                quote!(-#number)
            }
            _ => quote!(#cell),
        },
        _ => quote!(#cell),
    }
}

fn widen(number: &LitInt, is_negative: bool) -> TokenStream {
    if !number.suffix().is_empty() {
        return quote!(#number);
    }
    let suffix = match number.base10_parse::<u128>() {
        Ok(value) if value <= i64::MAX as u128 + u128::from(is_negative) => "i64",
        Ok(value) if !is_negative && u64::try_from(value).is_ok() => "u64",
        Ok(_) if is_negative => "i128",
        _ => "u128",
    };
    let digits = number.base10_digits();
    let widened = LitInt::new(&format!("{digits}{suffix}"), number.span());
    quote!(#widened)
}

/// The names of the details of a source, in the order of `Source::literal`.
const DETAILS: [&str; 6] = ["title", "publisher", "license", "version", "modified", "retrieved"];

/// The expansion of `source!`.
pub(crate) fn source(input: TokenStream) -> TokenStream {
    let (runtime, input) = after_runtime(input);
    let mut errors = Errors::default();
    let mut details: [Option<LitStr>; 6] = Default::default();
    let parse = |input: ParseStream<'_>| -> syn::Result<LitStr> {
        if !input.peek(LitStr) {
            return Err(input.error(messages::SOURCE_FORM));
        }
        let link: LitStr = input.parse()?;
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let key: Ident = input.parse()?;
            let name = key.to_string();
            let Some(index) = DETAILS.iter().position(|known| *known == name) else {
                return Err(syn::Error::new(
                    key.span(),
                    messages::unknown_option("source!", &name, &DETAILS),
                ));
            };
            if details[index].is_some() {
                return Err(syn::Error::new(key.span(), messages::repeated_option(&name)));
            }
            let form = messages::option_value(&name, &format!("{name} = \"…\""));
            input.parse::<Token![=]>().map_err(|error| syn::Error::new(error.span(), &form))?;
            let value: LitStr =
                input.parse().map_err(|error: syn::Error| syn::Error::new(error.span(), &form))?;
            details[index] = Some(value);
        }
        Ok(link)
    };
    let link = errors.keep(parse.parse2(input));
    if let Some(link) = &link
        && let Some(reason) = link_problem(&link.value())
    {
        errors.at(link, messages::bad_link(&link.value(), &reason));
    }
    for (name, value) in DETAILS.iter().zip(&details) {
        let Some(value) = value else { continue };
        let text = value.value();
        if text.trim().is_empty() {
            errors.at(value, messages::EMPTY_TEXT);
        } else if matches!(*name, "modified" | "retrieved") && !is_date(&text) {
            errors.at(value, messages::bad_date(name));
        } else if *name == "license" && !is_license(&text) {
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

/// Why a link is not an absolute `http` or `https` URL, as `Source::parse` would say at run time. It
/// is stricter: what needs encoding must be written encoded.
fn link_problem(link: &str) -> Option<String> {
    if let Some(c) = link.chars().find(|c| c.is_whitespace() || c.is_control()) {
        return Some(format!("it contains {c:?}"));
    }
    if let Some(c) = link.chars().find(|c| !c.is_ascii() || "\"<>\\^`{|}".contains(*c)) {
        return Some(format!("it contains {c:?}, which must be percent-encoded"));
    }
    let Some((scheme, rest)) = link.split_once(':') else {
        return Some("it has no scheme".to_owned());
    };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Some(format!("its scheme is `{scheme}`"));
    }
    let Some(rest) = rest.strip_prefix("//") else {
        return Some("it lacks `//` after the scheme".to_owned());
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (host, port) = match host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        Some((address, port)) if address.parse::<std::net::Ipv6Addr>().is_ok() => {
            (address, port.strip_prefix(':'))
        }
        Some(_) => return Some("its host is no IPv6 address".to_owned()),
        None => host.split_once(':').map_or((host, None), |(host, port)| (host, Some(port))),
    };
    if host.is_empty() {
        return Some("it has no host".to_owned());
    }
    if let Some(c) = host.chars().find(|c| !c.is_ascii_alphanumeric() && !"-._~:".contains(*c)) {
        return Some(format!("its host contains {c:?}"));
    }
    if port.is_some_and(|port| !port.is_empty() && port.parse::<u16>().is_err()) {
        return Some("its port is no number up to 65535".to_owned());
    }
    None
}

/// A year, a month, a date, or a time with an offset, by its form.
fn is_date(text: &str) -> bool {
    let digits =
        |part: &str, count: usize| part.len() == count && part.bytes().all(|b| b.is_ascii_digit());
    let within = |part: &str, most: u8| {
        digits(part, 2) && part.parse::<u8>().is_ok_and(|n| (1..=most).contains(&n))
    };
    let (date, time) = text.split_once('T').map_or((text, None), |(date, time)| (date, Some(time)));
    let date_parts: Vec<&str> = date.split('-').collect();
    let is_date = match date_parts.as_slice() {
        [year] => digits(year, 4),
        [year, month] => digits(year, 4) && within(month, 12),
        [year, month, day] => digits(year, 4) && within(month, 12) && within(day, 31),
        _ => false,
    };
    let is_time = |time: &str| {
        let zone_at = time.find(['Z', '+', '-']).filter(|at| *at >= 8);
        zone_at.is_some_and(|at| {
            let (clock, zone) = time.split_at(at);
            clock.bytes().all(|b| b.is_ascii_digit() || b == b':' || b == b'.')
                && (zone == "Z" || (zone.len() == 6 && zone.as_bytes()[3] == b':'))
        })
    };
    is_date && time.is_none_or(|time| date_parts.len() == 3 && is_time(time))
}

/// An SPDX expression by its characters, or a URL.
fn is_license(text: &str) -> bool {
    link_problem(text).is_none()
        || text.chars().all(|c| c.is_ascii_alphanumeric() || " .-+():".contains(c))
}

/// Why a text is no regular expression of ECMA-262, as far as its form tells: its groups, its classes,
/// and what its quantifiers repeat. What is left is checked when the server starts.
pub(crate) fn pattern_problem(pattern: &str) -> Option<String> {
    let mut chars = pattern.chars().peekable();
    let mut open_groups = 0_usize;
    // Whether what stands before can be repeated.
    let mut repeatable = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                if chars.next().is_none() {
                    return Some("it ends in a lone backslash".to_owned());
                }
                repeatable = true;
            }
            '[' => {
                let mut closed = false;
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => drop(chars.next()),
                        ']' => {
                            closed = true;
                            break;
                        }
                        _ => {}
                    }
                }
                if !closed {
                    return Some("a `[` is not closed".to_owned());
                }
                repeatable = true;
            }
            '(' => {
                open_groups += 1;
                repeatable = false;
                if chars.next_if_eq(&'?').is_some()
                    && !matches!(chars.next(), Some(':' | '=' | '!' | '<'))
                {
                    return Some("after `(?` comes one of `:`, `=`, `!`, `<`".to_owned());
                }
            }
            ')' => {
                if open_groups == 0 {
                    return Some("a `)` closes nothing".to_owned());
                }
                open_groups -= 1;
                repeatable = true;
            }
            '*' | '+' | '?' => {
                if !repeatable {
                    return Some(format!("a `{c}` repeats nothing"));
                }
                // A quantifier may be followed by the `?` that makes it lazy, and by no other.
                chars.next_if_eq(&'?');
                repeatable = false;
            }
            '{' => {
                let mut counts = String::new();
                while let Some(c) = chars.next_if(|c| c.is_ascii_digit() || *c == ',') {
                    counts.push(c);
                }
                if counts.is_empty() || chars.next() != Some('}') {
                    return Some(
                        "a `{` is no count such as `{2}` or `{1,3}`; a brace itself is `\\{`"
                            .to_owned(),
                    );
                }
                if !repeatable {
                    return Some(format!("a `{{{counts}}}` repeats nothing"));
                }
                let (least, most) = counts.split_once(',').unwrap_or((&counts, &counts));
                let number = |text: &str| text.parse::<u64>().ok();
                if let (Some(least), Some(most)) = (number(least), number(most))
                    && least > most
                {
                    return Some(format!("the count `{{{counts}}}` allows nothing"));
                }
                chars.next_if_eq(&'?');
                repeatable = false;
            }
            '|' | '^' => repeatable = false,
            _ => repeatable = true,
        }
    }
    (open_groups > 0).then(|| "a `(` is not closed".to_owned())
}
