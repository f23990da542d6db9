//! The annotated function: attributes, signature, and a body that is never looked into.

use proc_macro2::{TokenStream, TokenTree};
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

impl Function {
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
        quote!(#(#attributes)* #owned #in_place #visibility #signature #body)
    }

    /// The attributes that hold for what is generated beside the function: whether it exists, whether
    /// it is deprecated, what is allowed there.
    pub(crate) fn shared_attributes(&self) -> Vec<TokenStream> {
        self.attributes.iter().filter_map(shared).collect()
    }
}

/// Whether an attribute of a parameter is for this macro.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    attribute.path().is_ident("arg") || attribute.path().is_ident("doc")
}

fn shared(attribute: &Attribute) -> Option<TokenStream> {
    let is = |name: &str| attribute.path().is_ident(name);
    if ["cfg", "deprecated", "allow", "warn", "deny", "forbid"].iter().any(|name| is(name)) {
        return Some(attribute.to_token_stream());
    }
    if !is("cfg_attr") {
        return None;
    }
    // Of `cfg_attr(condition, one, two)` only the parts that are shared themselves.
    let mut parts = split(attribute.meta.require_list().ok()?.tokens.clone()).into_iter();
    let condition = parts.next()?;
    let kept: Vec<TokenStream> = parts
        .filter(|part| {
            let name = part.clone().into_iter().next().map(|token| token.to_string());
            matches!(
                name.as_deref(),
                Some("cfg" | "deprecated" | "allow" | "warn" | "deny" | "forbid")
            )
        })
        .collect();
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
