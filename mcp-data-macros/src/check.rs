//! What makes a function a tool: one small check after another. Writes no code.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprLit, FnArg, Lit, Pat, PatType, ReturnType, Signature, Type, ext::IdentExt};

use crate::{
    args::{self, ToolArgs},
    diag::Errors,
    docs,
    item::Function,
    literal, messages,
    model::{Keyed, Param, ParamOptions, Tool},
};

/// The tool that a function is; `None` if it is none, with the reasons in `errors`.
pub(crate) fn tool(function: &Function, args: ToolArgs, errors: &mut Errors) -> Option<Tool> {
    let signature = &function.signature;
    if !function.has_body() {
        errors.at(&signature.ident, messages::NO_BODY);
        return None;
    }
    qualifiers(signature, errors);
    let name = name(signature, &args, errors);
    let description = args.description.or_else(|| docs::description(&function.attributes));
    if description.is_none() {
        errors.at(&signature.ident, messages::NO_DESCRIPTION);
    }
    let params = params(signature, errors);
    let returns = returns(signature, errors);
    // The compiler itself says that there is no `Self` here, and that `_` is no type of a parameter.
    let mut types = params.iter().map(|param| &param.ty).chain(&returns);
    if !errors.is_empty() || types.any(|ty| mentions(ty, "Self") || mentions(ty, "_")) {
        return None;
    }
    Some(Tool {
        ident: signature.ident.clone(),
        is_async: signature.asyncness.is_some(),
        name,
        description: description?,
        params,
        returns: returns?,
        options: args.options,
    })
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
    for input in &signature.inputs {
        match input {
            FnArg::Receiver(receiver) => errors.at(receiver, messages::METHOD),
            FnArg::Typed(typed) => {
                if let Some(param) = param(typed, &params, errors) {
                    params.push(param);
                }
            }
        }
    }
    params
}

fn param(typed: &PatType, others: &[Param], errors: &mut Errors) -> Option<Param> {
    let mut options = None;
    for attribute in &typed.attrs {
        if attribute.path().is_ident("arg") {
            match &attribute.meta {
                syn::Meta::List(_) if options.is_some() => {
                    errors.at(attribute, messages::repeated_option("arg"));
                }
                syn::Meta::List(list) if !list.tokens.is_empty() => {
                    options = Some(args::param(list.tokens.clone(), errors));
                }
                _ => errors.at(attribute, messages::ARG_FORM),
            }
        } else if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            errors.at(attribute, messages::CFG_PARAM);
        }
    }
    let options = options.unwrap_or_default();
    owned(&typed.ty, errors);
    if let Some(Keyed { key, .. }) = &options.options.default
        && last_segment(&typed.ty).is_some_and(|name| name == "Option")
    {
        errors.at(key, messages::DEFAULT_OF_OPTION);
    }
    values(&options.options, errors);
    let ident = match &*typed.pat {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            &pattern.ident
        }
        other => {
            errors.at(other, messages::PATTERN_PARAM);
            return None;
        }
    };
    let name = options.name.as_ref().map_or_else(|| ident.unraw().to_string(), syn::LitStr::value);
    let span = options.name.as_ref().map_or_else(|| ident.span(), syn::LitStr::span);
    if let Some(wrong) = messages::illegal_param_name(&name) {
        errors.at_span(span, wrong);
    }
    // Two parameters of one name in the program are the compiler's to report.
    if others.iter().any(|other| other.name == name && other.ident != *ident) {
        errors.at_span(span, messages::same_param_name(&name));
    }
    Some(Param {
        ident: ident.clone(),
        name,
        ty: (*typed.ty).clone(),
        description: docs::description(&typed.attrs),
        options: options.options,
    })
}

/// That literal values keep their own bounds, and a pattern is one; what is no literal is checked when
/// the server starts.
fn values(options: &ParamOptions, errors: &mut Errors) {
    if let Some(Keyed { value: pattern, .. }) = &options.pattern
        && let Some(reason) = literal::pattern_problem(&pattern.value())
    {
        errors.at(pattern, messages::bad_pattern(&reason));
    }
    for (what, value) in literals(options) {
        if let Some(Keyed { value: range, .. }) = &options.range
            && let Some(number) = args::number(value)
            && args::contains(range, number) == Some(false)
        {
            errors.at(value, messages::outside_range(what, &spelled(value), &spelled(range)));
        }
        if let Some(Keyed { value: length, .. }) = &options.length
            && let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = value
        {
            let count = text.value().chars().count();
            let counted = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
            if args::contains(length, counted) == Some(false) {
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

/// A type that can own its value. Its spelling only chooses the hint; that the type fits is the
/// compiler's to say.
fn owned(ty: &Type, errors: &mut Errors) {
    if mentions(ty, "impl") {
        errors.at(ty, messages::IMPL_PARAM);
        return;
    }
    let borrowed = match ty {
        Type::Reference(reference) => Some(&*reference.elem),
        // A type without a size only lives behind a reference.
        Type::Slice(_) => Some(ty),
        Type::Path(_) if matches!(last_segment(ty).as_deref(), Some("str" | "Path")) => Some(ty),
        _ => None,
    };
    let owned = match borrowed {
        None if has_reference(ty) => None,
        None => return,
        Some(Type::Slice(slice)) => last_segment(&slice.elem).map(|item| format!("Vec<{item}>")),
        Some(Type::Reference(_)) => None,
        Some(named) => last_segment(named).map(|name| match name.as_str() {
            "str" => "String".to_owned(),
            "Path" => "PathBuf".to_owned(),
            _ => named.to_token_stream().to_string().replace(' ', ""),
        }),
    };
    errors.at(ty, messages::borrowed_param(owned.as_deref()));
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

fn last_segment(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

fn returns(signature: &Signature, errors: &mut Errors) -> Option<Type> {
    match &signature.output {
        ReturnType::Default => errors.at(&signature.ident, messages::RETURNS_NOTHING),
        ReturnType::Type(_, ty) => match &**ty {
            Type::Never(_) => errors.at(ty, messages::RETURNS_NEVER),
            ty if mentions(ty, "impl") => errors.at(ty, messages::RETURNS_IMPL),
            ty if mentions(ty, "_") => errors.at(ty, messages::RETURNS_PLACEHOLDER),
            ty if has_reference(ty) => errors.at(ty, messages::RETURNS_BORROWED),
            ty => return Some(ty.clone()),
        },
    }
    None
}
