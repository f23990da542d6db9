//! Doc comments as description text.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use crate::model::DocPiece;

/// Returns the text of the doc attributes; `None` if there is none.
///
/// The Markdown is kept: the model reads it. Doc attributes that are no literal
/// (`#[doc = include_str!("tool.md")]`) are left to the compiler.
pub(crate) fn parse_docs(attributes: &[Attribute]) -> Option<Vec<DocPiece>> {
    let mut pieces: Vec<DocPiece> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        let Meta::NameValue(meta) = &attribute.meta else { continue };
        match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                let lines = unindent(&text.value());
                match pieces.last_mut() {
                    Some(DocPiece::Text(before)) => {
                        before.push('\n');
                        before.push_str(&lines);
                    }
                    _ => pieces.push(DocPiece::Text(lines)),
                }
            }
            other => pieces.push(DocPiece::Expression(Box::new(other.clone()))),
        }
    }
    if let [DocPiece::Text(text)] = pieces.as_mut_slice() {
        *text = text.trim().to_owned();
        if text.is_empty() {
            return None;
        }
    }
    (!pieces.is_empty()).then_some(pieces)
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
