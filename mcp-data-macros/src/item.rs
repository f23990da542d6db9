//! The annotated function: attributes, signature, and a body that is never looked into.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Attribute, FnArg, Signature, Visibility,
    parse::{Parse, ParseStream},
};

/// A function, with its body as raw tokens, so that one with a syntax error still gets the compiler's
/// own message.
pub(crate) struct Function {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) signature: Signature,
    pub(crate) body: TokenStream,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            attributes: input.call(Attribute::parse_outer)?,
            visibility: input.parse()?,
            signature: input.parse()?,
            body: input.parse()?,
        })
    }
}

/// Where an item that is no function begins: behind its docs, attributes and visibility.
pub(crate) fn keyword(item: TokenStream) -> Option<TokenTree> {
    let mut tokens = item.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(hash) if hash.as_char() == '#' => drop(tokens.next()),
            TokenTree::Ident(visibility) if visibility == "pub" => {
                tokens.next_if(|next| matches!(next, TokenTree::Group(_)));
            }
            _ => return Some(token),
        }
    }
    None
}

impl Function {
    /// Takes out every other `#[data_tool]`, which would write everything once more.
    pub(crate) fn take_repeated(&mut self) -> Vec<Attribute> {
        let is_tool = |attribute: &mut Attribute| {
            attribute.path().segments.last().is_some_and(|last| last.ident == "data_tool")
        };
        self.attributes.extract_if(.., is_tool).collect()
    }

    /// Whether the function has a body.
    pub(crate) fn has_body(&self) -> bool {
        self.body.clone().into_iter().any(|token| {
            matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
        })
    }

    /// Returns the function as the user wrote it, without what only this macro understands.
    ///
    /// Its first token counts as the expansion's own: lints that judge a function by its whole place, such as
    /// clippy's `needless_pass_by_value` and `unused_async`, then pass it over. That parameters are owned and
    /// that `async` says where a tool runs are our rules. Lints of its body go on.
    pub(crate) fn emit(&self) -> TokenStream {
        let Self { attributes, visibility, signature, body } = self;
        let mut signature = signature.clone();
        for input in &mut signature.inputs {
            let attributes = match input {
                FnArg::Receiver(receiver) => &mut receiver.attrs,
                FnArg::Typed(typed) => &mut typed.attrs,
            };
            // The compiler takes no docs on parameters.
            attributes.retain(|attribute| !is_ours(attribute));
        }
        let mut signature = quote!(#visibility #signature).into_iter();
        let first: TokenStream = signature.next().into_iter().collect();
        let first = if self.has_body() { own(first) } else { first };
        quote!(#(#attributes)* #first #(#signature)* #body)
    }

    /// Returns the attributes that hold for the type beside the function too: whether it exists, whether
    /// it is deprecated, what is allowed there. What is forbidden is so in the function alone.
    pub(crate) fn type_attributes(&self) -> Vec<TokenStream> {
        self.shared(&["cfg", "deprecated", "allow", "expect", "warn", "deny"])
    }

    /// Returns the attributes that hold for its implementation of a trait, which cannot be deprecated.
    pub(crate) fn impl_attributes(&self) -> Vec<TokenStream> {
        self.shared(&["cfg", "allow", "expect", "warn", "deny"])
    }

    /// Returns whether the function is deprecated, by a condition or without.
    pub(crate) fn is_deprecated(&self) -> bool {
        !self.shared(&["deprecated"]).is_empty()
    }

    fn shared(&self, names: &[&str]) -> Vec<TokenStream> {
        self.attributes.iter().filter_map(|attribute| shared(attribute, names)).collect()
    }
}

/// Whether an attribute of a parameter is for this macro, or refused by it.
fn is_ours(attribute: &Attribute) -> bool {
    ["arg", "doc", "cfg", "cfg_attr"].iter().any(|name| attribute.path().is_ident(name))
}

/// Makes tokens the expansion's own: they stay where they stand and mean what they meant, but lints take
/// them for what they are, a macro's, and pass them over.
pub(crate) fn own(tokens: TokenStream) -> TokenStream {
    respan(tokens, &|at| Span::call_site().located_at(at))
}

/// Gives every token another span, made from its own.
pub(crate) fn respan(tokens: TokenStream, span: &dyn Fn(Span) -> Span) -> TokenStream {
    let token = |token: TokenTree| match token {
        TokenTree::Group(group) => {
            let mut moved = Group::new(group.delimiter(), respan(group.stream(), span));
            moved.set_span(span(group.span()));
            TokenTree::Group(moved)
        }
        mut token => {
            token.set_span(span(token.span()));
            token
        }
    };
    tokens.into_iter().map(token).collect()
}

/// Returns what of an attribute is shared with the items beside the function.
fn shared(attribute: &Attribute, names: &[&str]) -> Option<TokenStream> {
    let path = attribute.path();
    if names.iter().any(|name| path.is_ident(name)) {
        let meta = allowed(attribute.meta.to_token_stream());
        return Some(quote!(#[#meta]));
    }
    if !path.is_ident("cfg_attr") {
        return None;
    }
    // Of `cfg_attr(condition, one, two)` only the parts that are shared themselves.
    let mut parts = split(attribute.meta.require_list().ok()?.tokens.clone()).into_iter();
    let condition = parts.next()?;
    let is_shared = |part: &TokenStream| {
        let name = part.clone().into_iter().next().map(|token| token.to_string());
        name.is_some_and(|name| names.contains(&name.as_str()))
    };
    let kept: Vec<TokenStream> = parts.filter(is_shared).map(allowed).collect();
    (!kept.is_empty()).then(|| quote!(#[cfg_attr(#condition, #(#kept),*)]))
}

/// Turns `expect(…)` into `allow(…)`: what is expected in the function may come up beside it or not.
fn allowed(meta: TokenStream) -> TokenStream {
    let mut tokens = meta.into_iter();
    match tokens.next() {
        Some(TokenTree::Ident(name)) if name == "expect" => {
            let name = Ident::new("allow", name.span());
            quote!(#name #(#tokens)*)
        }
        first => first.into_iter().chain(tokens).collect(),
    }
}

/// The parts of a token stream between its commas.
fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => parts.push(TokenStream::new()),
            _ => parts.last_mut().into_iter().for_each(|part| part.extend([token.clone()])),
        }
    }
    parts
}
