//! The annotated function: attributes, signature, and a body that is never looked into.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
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

    /// The function as the user wrote it, without what only this macro understands. That its parameters
    /// are owned and that `async` says where it runs are our rules, so no lint shall ask otherwise.
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
        let owned = (!signature.inputs.is_empty())
            .then(|| quote!(#[allow(clippy::needless_pass_by_value)]));
        let in_place =
            signature.asyncness.is_some().then(|| quote!(#[allow(clippy::unused_async)]));
        quote!(#owned #in_place #(#attributes)* #visibility #signature #body)
    }

    /// The attributes that hold for the type beside the function too: whether it exists, whether it is
    /// deprecated, what is allowed there. What is forbidden is so in the function alone: the expansion
    /// allows some of it.
    pub(crate) fn type_attributes(&self) -> Vec<TokenStream> {
        self.shared(&["cfg", "deprecated", "allow", "warn", "deny"])
    }

    /// The attributes that hold for its implementation of a trait, which cannot be deprecated.
    pub(crate) fn impl_attributes(&self) -> Vec<TokenStream> {
        self.shared(&["cfg", "allow", "warn", "deny"])
    }

    fn shared(&self, names: &[&str]) -> Vec<TokenStream> {
        self.attributes.iter().filter_map(|attribute| shared(attribute, names)).collect()
    }
}

/// Whether an attribute of a parameter is for this macro, or refused by it.
fn is_ours(attribute: &Attribute) -> bool {
    ["arg", "doc", "cfg", "cfg_attr"].iter().any(|name| attribute.path().is_ident(name))
}

fn shared(attribute: &Attribute, names: &[&str]) -> Option<TokenStream> {
    if names.iter().any(|name| attribute.path().is_ident(name)) {
        return Some(attribute.to_token_stream());
    }
    if !attribute.path().is_ident("cfg_attr") {
        return None;
    }
    // Of `cfg_attr(condition, one, two)` only the parts that are shared themselves.
    let mut parts = split(attribute.meta.require_list().ok()?.tokens.clone()).into_iter();
    let condition = parts.next()?;
    let is_shared = |part: &TokenStream| {
        let name = part.clone().into_iter().next().map(|token| token.to_string());
        name.is_some_and(|name| names.contains(&name.as_str()))
    };
    let kept: Vec<TokenStream> = parts.filter(is_shared).collect();
    (!kept.is_empty()).then(|| quote!(#[cfg_attr(#condition, #(#kept),*)]))
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
