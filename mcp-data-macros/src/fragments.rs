//! Fragments of `macro_rules!`: what `$x:expr`, `$t:ty`, `$b:block` and the like hand on arrives in a
//! group without delimiters, which a reader of tokens does not see and a parser must look through.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::{Expr, Ident, Type};

/// Takes out the invisible groups around one token or none: literals, names, lists, blocks.
///
/// Those around several tokens stay, since they keep `$e * 3` meaning `(1 + 2) * 3`; [`expr`] and [`ty`]
/// look through them. Braces are left alone: what is in them is the user's code.
pub(crate) fn flatten(tokens: TokenStream) -> TokenStream {
    tokens.into_iter().map(flatten_token).collect()
}

/// Like [`flatten`], for an item, which may stand in a group of its own (`$f:item`) behind its attributes.
pub(crate) fn flatten_item(tokens: TokenStream) -> TokenStream {
    let token = |token: TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            flatten_item(group.stream())
        }
        token => flatten_token(token),
    };
    tokens.into_iter().map(token).collect()
}

fn flatten_token(token: TokenTree) -> TokenStream {
    let group = match token {
        TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => group,
        token => return token.into(),
    };
    let inner = flatten(group.stream());
    if group.delimiter() == Delimiter::None && inner.clone().into_iter().nth(1).is_none() {
        return inner;
    }
    if !has_invisible(&group.stream()) {
        // As it came, with the places of both its delimiters.
        return TokenTree::Group(group).into();
    }
    let mut flattened = Group::new(group.delimiter(), inner);
    flattened.set_span(group.span());
    TokenTree::Group(flattened).into()
}

fn has_invisible(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::None
                || (group.delimiter() != Delimiter::Brace && has_invisible(&group.stream()))
        }
        _ => false,
    })
}

/// Puts parentheses around the fragments of several tokens that are a part of an expression: the compiler
/// does not keep the groups that a macro hands on, and `$e * 2` would be `1 + 2 * 2`. A whole value stays,
/// since it can be a path.
pub(crate) fn parenthesize(tokens: TokenStream) -> TokenStream {
    let mut is_start = true;
    let mut tokens = tokens.into_iter().peekable();
    let mut written = TokenStream::new();
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    while let Some(token) = tokens.next() {
        let is_whole = is_start && tokens.peek().is_none_or(is_comma);
        is_start =
            matches!(&token, TokenTree::Punct(punct) if matches!(punct.as_char(), '=' | ','));
        let token = match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None && !is_whole => {
                let mut part = Group::new(Delimiter::Parenthesis, parenthesize(group.stream()));
                part.set_span(Span::mixed_site().located_at(group.span()));
                TokenTree::Group(part)
            }
            TokenTree::Group(group)
                if group.delimiter() != Delimiter::Brace && has_invisible(&group.stream()) =>
            {
                let mut whole = Group::new(group.delimiter(), parenthesize(group.stream()));
                whole.set_span(group.span());
                TokenTree::Group(whole)
            }
            token => token,
        };
        written.extend([token]);
    }
    written
}

/// Returns the expression within invisible groups.
pub(crate) fn expr(mut expression: &Expr) -> &Expr {
    while let Expr::Group(group) = expression {
        expression = &group.expr;
    }
    expression
}

/// Returns the type within invisible groups.
pub(crate) fn ty(mut ty: &Type) -> &Type {
    while let Type::Group(group) = ty {
        ty = &group.elem;
    }
    ty
}

/// Returns the last name of a type that is a path.
pub(crate) fn last_segment(ty: &Type) -> Option<String> {
    match self::ty(ty) {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// Splits off the runtime's path, which the macros of the runtime pass first.
pub(crate) fn split_runtime(input: TokenStream) -> (TokenTree, TokenStream) {
    let mut tokens = input.into_iter();
    let runtime = tokens
        .next()
        .unwrap_or_else(|| TokenTree::Ident(Ident::new("mcp_data_runtime", Span::call_site())));
    (runtime, tokens.collect())
}
