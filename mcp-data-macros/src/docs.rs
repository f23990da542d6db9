//! Doc comments as description text.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of the doc attributes, as an expression of type `&'static str`; `None` if there is none.
///
/// The Markdown is kept: the model reads it. Doc attributes that are no literal
/// (`#[doc = include_str!("tool.md")]`) are left to the compiler.
pub(crate) fn description(attributes: &[Attribute]) -> Option<TokenStream> {
    let mut pieces: Vec<Piece> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        let Meta::NameValue(meta) = &attribute.meta else { continue };
        match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                let lines = unindent(&text.value());
                match pieces.last_mut() {
                    Some(Piece::Text(before)) => {
                        before.push('\n');
                        before.push_str(&lines);
                    }
                    _ => pieces.push(Piece::Text(lines)),
                }
            }
            other => pieces.push(Piece::Expression(quote!(#other))),
        }
    }
    if let [Piece::Text(text)] = pieces.as_slice() {
        let text = text.trim();
        return (!text.is_empty()).then(|| quote!(#text));
    }
    let mut parts = Vec::new();
    for piece in &pieces {
        if !parts.is_empty() {
            parts.push(quote!("\n"));
        }
        parts.push(match piece {
            Piece::Text(text) => quote!(#text),
            Piece::Expression(expression) => expression.clone(),
        });
    }
    (!parts.is_empty()).then(|| quote!(::core::concat!(#(#parts),*)))
}

enum Piece {
    Text(String),
    Expression(TokenStream),
}

/// Removes the blank after `///`, and the margin of a block comment.
fn unindent(text: &str) -> String {
    let margin = |line: &&str| line.len() - line.trim_start().len();
    if !text.contains('\n') {
        return text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned();
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    // The star that many people put before each line of a block comment.
    let starred = lines
        .iter()
        .skip(1)
        .filter(|line| !line.is_empty())
        .all(|line| line.trim_start().starts_with('*'));
    let lines: Vec<&str> = lines
        .iter()
        .map(
            |line| if starred { line.trim_start().strip_prefix('*').unwrap_or(line) } else { line },
        )
        .collect();
    let first = lines.first().map_or("", |line| line.trim_start());
    let rest = &lines[1..];
    let indent = rest.iter().filter(|line| !line.trim().is_empty()).map(margin).min().unwrap_or(0);
    std::iter::once(first)
        .chain(rest.iter().map(|line| line.get(indent..).unwrap_or("")))
        .collect::<Vec<_>>()
        .join("\n")
        .trim()
        .to_owned()
}
