//! Writes the descriptors of a tool's parameters.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprLit, Ident, Lit, RangeLimits, spanned::Spanned};

use crate::{
    fragments, integers, item,
    model::{NamedValue, Param, ParamOptions},
    names::{locate_name, name_alias, name_variable},
    texts,
};

/// Writes a parameter's descriptor.
pub(crate) fn write_param(param: &Param) -> TokenStream {
    let rt = name_alias();
    let Param { name, ty, description, options } = param;
    let description = texts::write_description(description.as_ref());
    let options = write_options(options, ty);
    // A type that is no parameter is reported where it stands.
    let kind = quote_spanned!(ty.span()=> <#ty as #rt::ToolParam>::PARAM);
    quote!(#kind.named(#name, #description) #options)
}

/// Re-spans a type, so that a trait error points at the option.
fn respan_type(ty: &syn::Type, at: Span) -> TokenStream {
    // What its names mean is left as it was.
    item::respan(ty.to_token_stream(), &|own| own.located_at(at))
}

/// Writes what an argument's options add to its descriptor; nothing if there are none.
fn write_options(options: &ParamOptions, ty: &syn::Type) -> TokenStream {
    if options.is_empty() {
        return TokenStream::new();
    }
    let ParamOptions { default, range, length, pattern, examples } = options;
    let (rt, set, value) = (name_alias(), name_variable("options"), name_variable("value"));
    let mut statements = Vec::new();
    // Each value is bound with its type first: one that does not fit is reported where it stands, and
    // an option that the type does not have at the option's name.
    if let Some(NamedValue { key, value: range }) = range {
        let number = respan_type(ty, key.span());
        let most = match range.limits {
            RangeLimits::HalfOpen(_) => "exclusiveMaximum",
            RangeLimits::Closed(_) => "maximum",
        };
        for (keyword, bound) in [("minimum", &range.start), (most, &range.end)] {
            let Some(bound) = bound else { continue };
            statements.push(quote_spanned! {key.span()=>
                let #value: <#number as #rt::Ranged>::Number = #bound;
                #set.set(#keyword, #rt::Published::json(&#value));
            });
        }
    }
    if let Some(NamedValue { key, value: length }) = length {
        let measured = respan_type(ty, key.span());
        let before = match length.limits {
            RangeLimits::HalfOpen(_) => quote!(.saturating_sub(1)),
            RangeLimits::Closed(_) => TokenStream::new(),
        };
        for (keyword, bound, before) in
            [("LEAST", &length.start, TokenStream::new()), ("MOST", &length.end, before)]
        {
            let Some(bound) = bound else { continue };
            let keyword = Ident::new(keyword, key.span());
            statements.push(quote_spanned! {key.span()=>
                let #value: ::core::primitive::usize = #bound;
                #set.set(<#measured as #rt::Measured>::#keyword, #rt::Published::json(&#value #before));
            });
        }
    }
    statements.extend(pattern.iter().map(|NamedValue { key, value: pattern }| {
        let textual = respan_type(ty, key.span());
        quote_spanned!(key.span()=> #set.set("pattern", <#textual as #rt::Textual>::json(#pattern));)
    }));
    if let Some(NamedValue { key, value: default }) = default {
        statements.push(write_default(key, default, ty));
    }
    if let Some(first) = examples.first() {
        let at = first.span();
        let (rt, value) = (locate_name(rt, at), locate_name(value, at));
        let examples = integers::widen_list(examples);
        statements.push(quote_spanned! {at=>
            #set.examples([#(#examples),*].map(|#value| #rt::Published::json(&#value)));
        });
    }
    quote!(.with(|#set| { #(#statements)* }))
}

/// Writes the default, after asking its type whether it has a use for one.
fn write_default(key: &Ident, default: &Expr, ty: &syn::Type) -> TokenStream {
    let (set, value) = (name_variable("options"), name_variable("value"));
    let (asked, published) = (respan_type(ty, key.span()), respan_type(ty, default.span()));
    let rt = locate_name(name_alias(), key.span());
    let question = quote_spanned! {key.span()=>
        #rt::HasDefault::check(#rt::TypeOf::<#asked>::NEW.whose_default())
    };
    let rt = name_alias();
    // A string literal is a `&str`, where the parameter owns its text.
    let is_text = matches!(default, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }));
    // What is spelled like an `Option` very likely is one: then nothing is said of the value, which the
    // answer to the question says already.
    let statements = match (fragments::last_segment(ty), is_text) {
        (Some(name), true) if name == "Option" => {
            quote!(#set.set("default", #question.text(#default));)
        }
        (Some(name), false) if name == "Option" => {
            quote!(#set.set("default", #rt::Published::json(&#question.value(#default)));)
        }
        (_, true) => quote_spanned! {default.span()=>
            #question;
            #set.set("default", <#published as #rt::TextDefault>::json(#default));
        },
        (_, false) => quote_spanned! {default.span()=>
            #question;
            let #value: #ty = #default;
            #set.set("default", <#published as #rt::Published>::json(&#value));
        },
    };
    quote! {
        use #rt::AnyType as _;
        #statements
    }
}
