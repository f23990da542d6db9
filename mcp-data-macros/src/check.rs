//! What makes a function a tool: one small check after another. Writes no code.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Expr, ExprLit, FnArg, Ident, Lit, LitStr, Pat, PatType, ReturnType, Signature, Type,
    ext::IdentExt,
};

use crate::{
    args::{self, ParamArgs, ToolArgs},
    diag::Errors,
    docs, fragments,
    item::Function,
    messages,
    model::{Call, NamedValue, Param, ParamOptions, Text, Tool},
    number::{self, Decimal},
    pattern,
};

/// Returns the tool that a function is, or what is right of it, with the reasons in `errors`.
pub(crate) fn tool(function: &Function, args: ToolArgs, errors: &mut Errors) -> Tool {
    let signature = &function.signature;
    qualifiers(signature, errors);
    let name = name(signature, &args, errors);
    let description = args
        .description
        .map(|text| Text::Option(Box::new(text)))
        .or_else(|| docs::parse_docs(&function.attributes).map(Text::Docs));
    if description.is_none() {
        errors.at(&signature.ident, messages::NO_DESCRIPTION);
    }
    let mut params = params(signature, errors);
    let mut returns = returns(signature, errors);
    // Only a function without type parameters has types that can be named beside it. The compiler itself
    // says that there is no `Self` there, and that `_` is no type of a parameter.
    let is_nameable = |ty: &Type| {
        signature.generics.params.is_empty() && !mentions(ty, "Self") && !mentions(ty, "_")
    };
    params.retain(|param| is_nameable(&param.ty));
    returns = returns.filter(is_nameable);
    let is_whole = errors.is_empty() && params.len() == signature.inputs.len() && returns.is_some();
    let call = if signature.asyncness.is_some() { Call::Async } else { Call::Plain };
    Tool {
        ident: signature.ident.clone(),
        call: is_whole.then_some(call),
        name,
        description,
        params,
        returns,
        options: args.options,
    }
}

fn qualifiers(signature: &Signature, errors: &mut Errors) {
    if let Some(token) = &signature.constness {
        errors.at(token, messages::CONST);
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        errors.at(token, messages::UNSAFE);
    }
    if let Some(abi) = &signature.abi {
        errors.at(abi, messages::EXTERN);
    }
    if !signature.generics.params.is_empty() {
        errors.at(&signature.generics, messages::GENERIC);
    } else if let Some(clause) = &signature.generics.where_clause {
        errors.at(clause, messages::GENERIC);
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(variadic, messages::VARIADIC);
    }
}

fn name(signature: &Signature, args: &ToolArgs, errors: &mut Errors) -> String {
    match &args.name {
        Some(given) => {
            if let Some(wrong) = messages::illegal_name(&given.value()) {
                errors.at(given, wrong);
            }
            given.value()
        }
        None => {
            let name = signature.ident.unraw().to_string();
            if let Some(wrong) = messages::illegal_name(&name) {
                errors.at(&signature.ident, wrong);
            }
            name
        }
    }
}

fn params(signature: &Signature, errors: &mut Errors) -> Vec<Param> {
    let mut params: Vec<Param> = Vec::new();
    let mut names: Vec<(String, Ident)> = Vec::new();
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(receiver) => errors.at(receiver, messages::METHOD),
            FnArg::Typed(typed) => params.extend(param(typed, &mut names, errors)),
        }
    }
    params
}

/// Returns a parameter whose type can be looked at, whatever else is wrong with it.
fn param(typed: &PatType, names: &mut Vec<(String, Ident)>, errors: &mut Errors) -> Option<Param> {
    let options = options(typed, errors);
    values(&options.options, errors);
    let name = param_name(typed, options.name.as_ref(), names, errors);
    if let Some(hint) = borrowed(&typed.ty) {
        errors.at(&typed.ty, hint);
        return None;
    }
    Some(Param {
        name: name.unwrap_or_default(),
        ty: (*typed.ty).clone(),
        description: docs::parse_docs(&typed.attrs).map(Text::Docs),
        options: options.options,
    })
}

/// Reads `#[arg(…)]`.
fn options(typed: &PatType, errors: &mut Errors) -> ParamArgs {
    let mut options = None;
    for attribute in &typed.attrs {
        if attribute.path().is_ident("arg") {
            match &attribute.meta {
                syn::Meta::List(_) if options.is_some() => {
                    errors.at(attribute, messages::repeated_option("arg"));
                }
                syn::Meta::List(list) if !list.tokens.is_empty() => {
                    options = Some(args::parse_param(
                        fragments::parenthesize(list.tokens.clone()),
                        errors,
                    ));
                }
                _ => errors.at(attribute, messages::ARG_FORM),
            }
        } else if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            errors.at(attribute, messages::CFG_PARAM);
        }
    }
    options.unwrap_or_default()
}

/// Returns a parameter's published name; `None` if it has none, with an error kept.
fn param_name(
    typed: &PatType,
    given: Option<&LitStr>,
    names: &mut Vec<(String, Ident)>,
    errors: &mut Errors,
) -> Option<String> {
    let ident = match &*typed.pat {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            &pattern.ident
        }
        other => {
            errors.at(other, messages::PATTERN_PARAM);
            return None;
        }
    };
    let name = given.map_or_else(|| ident.unraw().to_string(), LitStr::value);
    let span = given.map_or_else(|| ident.span(), LitStr::span);
    if let Some(wrong) = messages::illegal_param_name(&name) {
        errors.at_span(span, wrong);
    }
    // Two parameters of one name in the program are the compiler's to report.
    if names.iter().any(|(other, of)| *other == name && of != ident) {
        errors.at_span(span, messages::same_param_name(&name));
    }
    names.push((name.clone(), ident.clone()));
    Some(name)
}

/// Checks literal defaults and examples against range and length, and that the pattern is one; what is
/// no literal is checked when the server starts.
fn values(options: &ParamOptions, errors: &mut Errors) {
    if let Some(NamedValue { value: pattern, .. }) = &options.pattern
        && let Some(reason) = pattern::problem(&pattern.value())
    {
        errors.at(pattern, messages::bad_pattern(&reason));
    }
    for (what, value) in literals(options) {
        if let Some(NamedValue { value: range, .. }) = &options.range
            && let Some(number) = Decimal::of(value)
            && number::contains(range, &number) == Some(false)
        {
            errors.at(value, messages::outside_range(what, &spelled(value), &spelled(range)));
        }
        if let Some(NamedValue { value: length, .. }) = &options.length
            && let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = fragments::expr(value)
        {
            let count = text.value().chars().count();
            if Decimal::from_count(count).and_then(|count| number::contains(length, &count))
                == Some(false)
            {
                errors.at(value, messages::outside_length(what, count, &spelled(length)));
            }
        }
    }
}

/// The default and the examples.
fn literals(options: &ParamOptions) -> impl Iterator<Item = (&'static str, &Expr)> {
    let default = options.default.iter().map(|default| ("default", &default.value));
    default.chain(options.examples.iter().map(|value| ("example", value)))
}

fn spelled(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}

/// Returns what is wrong with a type whose form alone shows that no value from a call fits it: it
/// borrows, or leaves its type open. A name only shapes the hint; what a name means is for its type.
fn borrowed(ty: &Type) -> Option<String> {
    let ty = fragments::ty(ty);
    if mentions(ty, "impl") {
        return Some(messages::IMPL_PARAM.to_owned());
    }
    let of = match ty {
        Type::Reference(reference) => fragments::ty(&reference.elem),
        Type::Slice(_) => ty,
        _ if has_reference(ty) => return Some(messages::borrowed_param(None)),
        _ => return None,
    };
    let owned = match of {
        Type::Slice(slice) => {
            fragments::last_segment(&slice.elem).map(|item| format!("Vec<{item}>"))
        }
        named => fragments::last_segment(named).map(|name| match name.as_str() {
            "str" => "String".to_owned(),
            "Path" => "PathBuf".to_owned(),
            _ => spelled(named),
        }),
    };
    Some(messages::borrowed_param(owned.as_deref()))
}

/// Whether a word stands anywhere in a type.
fn mentions(ty: &Type, word: &str) -> bool {
    any_token(
        ty.to_token_stream(),
        &|token| matches!(token, TokenTree::Ident(ident) if ident == word),
    )
}

/// Whether a reference stands anywhere in a type.
fn has_reference(ty: &Type) -> bool {
    any_token(
        ty.to_token_stream(),
        &|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '&'),
    )
}

/// Whether any token is such a one; the names of lifetimes are not looked at.
fn any_token(tokens: TokenStream, is: &dyn Fn(&TokenTree) -> bool) -> bool {
    let mut in_lifetime = false;
    tokens.into_iter().any(|token| {
        let names_lifetime = in_lifetime;
        in_lifetime = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        match &token {
            _ if names_lifetime => false,
            TokenTree::Group(group) => any_token(group.stream(), is),
            token => is(token),
        }
    })
}

fn returns(signature: &Signature, errors: &mut Errors) -> Option<Type> {
    match &signature.output {
        ReturnType::Default => errors.at(&signature.ident, messages::RETURNS_NOTHING),
        ReturnType::Type(_, ty) => match fragments::ty(ty) {
            Type::Never(_) => errors.at(ty, messages::RETURNS_NEVER),
            ty if mentions(ty, "impl") => errors.at(ty, messages::RETURNS_IMPL),
            ty if mentions(ty, "_") => errors.at(ty, messages::RETURNS_PLACEHOLDER),
            ty if has_reference(ty) => errors.at(ty, messages::RETURNS_BORROWED),
            ty => return Some(ty.clone()),
        },
    }
    None
}
