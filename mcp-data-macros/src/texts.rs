//! Writes the texts of a tool or a column, each an expression of type `&'static str`.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Expr;

use crate::model::{DocPiece, NamedValue, Text};

/// Writes a description; an empty text where there is none.
pub(crate) fn write_description(description: Option<&Text>) -> TokenStream {
    match description {
        Some(Text::Option(text)) => write_text(text),
        Some(Text::Docs(pieces)) => write_docs(pieces),
        None => quote!(""),
    }
}

/// Writes a text that an option gives.
pub(crate) fn write_text(text: &NamedValue<Expr>) -> TokenStream {
    let ty = quote_spanned!(text.key.span()=> &'static ::core::primitive::str);
    write_constant(&text.value, &ty)
}

/// Writes the seconds that an option gives.
pub(crate) fn write_seconds(seconds: &NamedValue<Expr>) -> TokenStream {
    let ty = quote_spanned!(seconds.key.span()=> ::core::primitive::u64);
    write_constant(&seconds.value, &ty)
}

/// Writes a literal as it is, and any other expression bound with its type, which stands at the option's name:
/// rustc then reports an expression of another type where it stands, and shows the option as the reason.
/// Without the binding it would show a method of the runtime instead.
fn write_constant(value: &Expr, ty: &TokenStream) -> TokenStream {
    if matches!(value, Expr::Lit(_)) {
        return quote!(#value);
    }
    let constant = format_ident!("mcp_constant", span = Span::mixed_site());
    quote!({
        let #constant: #ty = #value;
        #constant
    })
}

/// Writes the pieces of doc comments, joined by line breaks.
pub(crate) fn write_docs(pieces: &[DocPiece]) -> TokenStream {
    if let [DocPiece::Text(text)] = pieces {
        return quote!(#text);
    }
    let mut parts = Vec::new();
    for piece in pieces {
        if !parts.is_empty() {
            parts.push(quote!("\n"));
        }
        parts.push(match piece {
            DocPiece::Text(text) => quote!(#text),
            DocPiece::Expression(expression) => quote!(#expression),
        });
    }
    quote!(::core::concat!(#(#parts),*))
}
