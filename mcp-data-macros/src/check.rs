//! What makes a function a tool: one small check after another. Writes no code.

use syn::{Expr, FnArg, Pat, PatType, ReturnType, Signature, Type, ext::IdentExt};

use crate::{
    args::{self, ToolArgs},
    diag::Errors,
    docs,
    item::Function,
    literal, messages,
    model::{Param, ParamOptions, Tool},
};

/// The tool that a function is; `None` if it is none, with the reasons in `errors`.
pub(crate) fn tool(function: &Function, args: ToolArgs, errors: &mut Errors) -> Option<Tool> {
    let signature = &function.signature;
    qualifiers(signature, errors);
    let name = name(signature, &args, errors);
    let description = args
        .description
        .map(|given| quote::quote!(#given))
        .or_else(|| docs::description(&function.attributes));
    if description.is_none() {
        errors.at(&signature.ident, messages::NO_DESCRIPTION);
    }
    let params = params(signature, errors);
    let returns = returns(signature, errors);
    if !errors.is_empty() {
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
                syn::Meta::List(list) if options.is_none() => {
                    options = Some(args::param(list.tokens.clone(), errors));
                }
                syn::Meta::List(_) => errors.at(attribute, messages::repeated_option("arg")),
                _ => errors.at(attribute, messages::ARG_WITHOUT_TOOL),
            }
        } else if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            errors.at(attribute, messages::CFG_PARAM);
        }
    }
    let options = options.unwrap_or_default();
    owned(&typed.ty, errors);
    if let Some(key) = &options.default_key
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
    if name.is_empty() {
        errors.at_span(span, messages::empty_param_name());
    } else if others.iter().any(|other| other.name == name) {
        errors.at_span(span, messages::same_param_name(&name));
    }
    Some(Param {
        name,
        ty: (*typed.ty).clone(),
        description: docs::description(&typed.attrs),
        options: options.options,
    })
}

/// That literal values keep their own bounds, and a pattern is one; what is no literal is checked when
/// the server starts.
fn values(options: &ParamOptions, errors: &mut Errors) {
    if let Some(pattern) = &options.pattern
        && let Some(reason) = literal::pattern_problem(&pattern.value())
    {
        errors.at(pattern, messages::bad_pattern(&reason));
    }
    let Some(Expr::Range(range)) = &options.range else { return };
    let bound = |bound: &Option<Box<Expr>>| bound.as_deref().map(args::number);
    // A bound that is no literal could be anything.
    let (Some(start), Some(end)) = (
        bound(&range.start).unwrap_or(Some(f64::NEG_INFINITY)),
        bound(&range.end).unwrap_or(Some(f64::INFINITY)),
    ) else {
        return;
    };
    let is_open = matches!(range.limits, syn::RangeLimits::HalfOpen(_)) && end.is_finite();
    let default = options.default.iter().map(|value| ("default", value));
    for (what, value) in default.chain(options.examples.iter().map(|value| ("example", value))) {
        if let Some(number) = args::number(value)
            && (number < start || number > end || (is_open && number >= end))
        {
            let text = |tokens: &dyn quote::ToTokens| tokens.to_token_stream().to_string();
            let range = text(range).replace(' ', "");
            errors.at(value, messages::outside_range(what, &text(value).replace(' ', ""), &range));
        }
    }
}

/// A type that can own its value. Its spelling only chooses the hint; that the type fits is the
/// compiler's to say.
fn owned(ty: &Type, errors: &mut Errors) {
    match ty {
        Type::Reference(reference) => {
            let owned = match &*reference.elem {
                Type::Slice(slice) => last_segment(&slice.elem).map(|item| format!("Vec<{item}>")),
                elem => match last_segment(elem).as_deref() {
                    Some("str") => Some("String".to_owned()),
                    Some("Path") => Some("PathBuf".to_owned()),
                    _ => None,
                },
            };
            errors.at(ty, messages::borrowed_param(owned.as_deref()));
        }
        Type::ImplTrait(_) => errors.at(ty, messages::IMPL_PARAM),
        _ => {}
    }
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
            Type::ImplTrait(_) => errors.at(ty, messages::RETURNS_IMPL),
            Type::Never(_) => errors.at(ty, messages::RETURNS_NEVER),
            ty => return Some(ty.clone()),
        },
    }
    None
}
