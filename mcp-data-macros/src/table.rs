//! `table!`: rows whose length is checked where they stand.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprArray, ExprLit, Lit, spanned::Spanned};

use crate::{diag::Errors, fragments, integers, messages};

/// Expands `table!`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let (runtime, input) =
        fragments::split_runtime(fragments::parenthesize(fragments::flatten(input)));
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
            let value = integers::widen(value);
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
