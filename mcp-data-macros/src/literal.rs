//! `table!` and `source!`: literals that are checked where they stand.

use std::{
    iter::Peekable,
    net::{Ipv4Addr, Ipv6Addr},
    str::Chars,
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{
    Expr, ExprArray, ExprLit, Ident, Lit, LitInt, LitStr, Token, UnOp,
    parse::{ParseStream, Parser},
    spanned::Spanned,
};

use crate::{args, diag::Errors, messages};

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
    let (runtime, input) = after_runtime(input);
    let mut errors = Errors::default();
    let arrays = rows(input, &mut errors);
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
        let cells = row.elems.iter().map(|value| {
            let value = cell(value);
            // A value that fits no cell is reported where it stands.
            quote_spanned!(value.span()=> #runtime::private::IntoCell::into_cell(#value))
        });
        quote!([#(#cells),*])
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

/// The rows, each a list in brackets.
fn rows(input: TokenStream, errors: &mut Errors) -> Vec<ExprArray> {
    let mut rows = Vec::new();
    let mut tokens = input.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_row =
            matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket);
        let is_end =
            |next: &TokenTree| matches!(next, TokenTree::Punct(comma) if comma.as_char() == ',');
        if is_row && tokens.peek().is_none_or(is_end) {
            rows.extend(errors.keep(syn::parse2::<ExprArray>(TokenStream::from(token))));
        } else if is_row && matches!(tokens.peek(), Some(TokenTree::Group(_))) {
            errors.at(&token, messages::TABLE_COMMA);
        } else {
            let mut wrong = TokenStream::from(token);
            while let Some(more) = tokens.next_if(|next| !is_end(next)) {
                wrong.extend([more]);
            }
            errors.at(&wrong, messages::TABLE_ROW);
        }
        tokens.next_if(is_end);
    }
    rows
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

/// A value whose type nothing else says, so that an integer beyond 32 bits needs one of its own.
pub(crate) fn wide(value: &Expr) -> TokenStream {
    let fits = |number: &LitInt| number.base10_parse::<i32>().is_ok();
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if !fits(number) => cell(value),
        Expr::Unary(unary) => match &*unary.expr {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if !fits(number) => cell(value),
            _ => quote!(#value),
        },
        _ => quote!(#value),
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
        args::each(rest, "source!", &DETAILS, &mut errors, |key, input, _| {
            let text = args::value(input, key, &format!("{key} = \"…\""))?;
            let index = DETAILS.iter().position(|known| key == known);
            details[index.unwrap_or_default()] = Some(text);
            Ok(())
        });
        link
    });
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
    if authority.contains('@') {
        return Some("it names a user, whom every reader of an answer would see".to_owned());
    }
    host_problem(authority)
}

fn host_problem(authority: &str) -> Option<String> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((address, after)) if address.parse::<Ipv6Addr>().is_ok() => {
                let port = if after.is_empty() { Some("") } else { after.strip_prefix(':') };
                match port {
                    Some(port) => ("", port),
                    None => return Some("text follows its IPv6 address".to_owned()),
                }
            }
            _ => return Some("its host is no IPv6 address".to_owned()),
        },
        None => {
            let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
            if host.is_empty() {
                return Some("it has no host".to_owned());
            }
            (host, port)
        }
    };
    let mut labels: Vec<&str> = host.split('.').collect();
    // The root's dot at the end of a name.
    if labels.last() == Some(&"") {
        labels.pop();
    }
    let is_name = !authority.starts_with('[');
    if is_name && labels.contains(&"") {
        return Some("a part of its host is empty".to_owned());
    }
    if let Some(c) = host.chars().find(|c| !c.is_ascii_alphanumeric() && !"-._~".contains(*c)) {
        return Some(format!("its host contains {c:?}"));
    }
    let is_number = |label: &&str| label.bytes().all(|byte| byte.is_ascii_digit());
    if is_name
        && labels.last().is_some_and(is_number)
        && labels.join(".").parse::<Ipv4Addr>().is_err()
    {
        return Some("its host is no IPv4 address".to_owned());
    }
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    if !is_port || (!port.is_empty() && port.parse::<u16>().is_err()) {
        return Some("its port is no number up to 65535".to_owned());
    }
    None
}

/// A year, a month, a date, or a time with an offset.
fn is_date(text: &str) -> bool {
    match text.split_once('T') {
        Some((date, time)) => date.len() == 10 && is_day(date) && is_time(time),
        None => is_day(text),
    }
}

/// A number of exactly so many digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())?
}

fn is_day(date: &str) -> bool {
    let parts: Vec<&str> = date.split('-').collect();
    let (year, month, day) = match parts.as_slice() {
        [year] => (*year, "01", "01"),
        [year, month] => (*year, *month, "01"),
        [year, month, day] => (*year, *month, *day),
        _ => return false,
    };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// Hours, minutes and seconds, with or without a fraction, and an offset.
fn is_time(time: &str) -> bool {
    let clock = |text: &str, seconds: bool| {
        let parts: Vec<Option<u32>> = text.split(':').map(|part| digits(part, 2)).collect();
        match parts.as_slice() {
            [Some(hour), Some(minute)] => !seconds && *hour < 24 && *minute < 60,
            // 60 is a leap second.
            [Some(hour), Some(minute), Some(second)] => {
                seconds && *hour < 24 && *minute < 60 && *second <= 60
            }
            _ => false,
        }
    };
    let Some((time, zone)) = time.split_at_checked(8) else { return false };
    let zone = match zone.strip_prefix('.') {
        Some(fraction) => {
            let rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.len() == fraction.len() {
                return false;
            }
            rest
        }
        None => zone,
    };
    let is_zone =
        zone == "Z" || zone.strip_prefix(['+', '-']).is_some_and(|offset| clock(offset, false));
    clock(time, true) && is_zone
}

/// An SPDX expression by its characters, or a URL.
fn is_license(text: &str) -> bool {
    link_problem(text).is_none()
        || (text.chars().any(|c| c.is_ascii_alphanumeric())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || " .-+():".contains(c)))
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
                match chars.next() {
                    None => return Some("it ends in a lone backslash".to_owned()),
                    // `\p{L}`, `\u{1F600}`
                    Some('p' | 'P' | 'u') if chars.peek() == Some(&'{') => {
                        if !chars.by_ref().any(|c| c == '}') {
                            return Some("a `{` is not closed".to_owned());
                        }
                    }
                    Some(_) => {}
                }
                repeatable = true;
            }
            '[' => {
                if let Some(problem) = class_problem(&mut chars) {
                    return Some(problem);
                }
                repeatable = true;
            }
            '(' => {
                open_groups += 1;
                repeatable = false;
                if chars.next_if_eq(&'?').is_some() {
                    match chars.next() {
                        Some(':' | '=' | '!') => {}
                        Some('<') if chars.next_if(|c| "=!".contains(*c)).is_some() => {}
                        Some('<') => {
                            let name: String = chars.by_ref().take_while(|c| *c != '>').collect();
                            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
                            if name.is_empty()
                                || !name.chars().all(is_word)
                                || name.starts_with(|c: char| c.is_ascii_digit())
                            {
                                return Some(format!("a group cannot have the name {name:?}"));
                            }
                        }
                        _ => return Some("after `(?` comes one of `:`, `=`, `!`, `<`".to_owned()),
                    }
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
            '|' | '^' | '$' => repeatable = false,
            _ => repeatable = true,
        }
    }
    (open_groups > 0).then(|| "a `(` is not closed".to_owned())
}

/// What is wrong with a class, up to its `]`.
fn class_problem(chars: &mut Peekable<Chars<'_>>) -> Option<String> {
    chars.next_if_eq(&'^');
    // The start of what may become a range; `None` behind an escape, which may be many characters.
    let mut start = None;
    while let Some(c) = chars.next() {
        match c {
            ']' => return None,
            '\\' => {
                chars.next();
                start = None;
            }
            '-' => {
                let end = chars.next_if(|c| !"]\\".contains(*c));
                if let (Some(start), Some(end)) = (start, end)
                    && start > end
                {
                    return Some(format!("the range `{start}-{end}` is the wrong way round"));
                }
                start = None;
            }
            other => start = Some(other),
        }
    }
    Some("a `[` is not closed".to_owned())
}
