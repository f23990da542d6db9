//! Writes a tool's code.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, ExprLit, Ident, Lit, Path, RangeLimits, spanned::Spanned};

use crate::{
    args, check,
    diag::Errors,
    fragments, integers,
    item::{self, Function},
    messages,
    model::{Call, Effect, NamedValue, Param, ParamOptions, Tool, ToolOptions, default_runtime},
    texts,
};

/// Expands `#[data_tool(…)]`: the function, untouched and first, whatever is wrong with it; then its tool,
/// or the errors and what is right of its tool.
pub(crate) fn data_tool(options: TokenStream, item: TokenStream) -> TokenStream {
    let (options, item) =
        (fragments::parenthesize(fragments::flatten(options)), fragments::flatten_item(item));
    let mut errors = Errors::default();
    let Ok(mut function) = syn::parse2::<Function>(item.clone()) else {
        let span = item::keyword(item.clone()).map_or_else(Span::call_site, |token| token.span());
        errors.at_span(span, messages::NOT_A_FUNCTION);
        let errors = errors.into_tokens();
        return quote!(#item #errors);
    };
    for again in function.take_repeated() {
        errors.at(&again, messages::repeated_option("data_tool"));
    }
    let mut args = args::parse_tool(options, &mut errors);
    let runtime = args.runtime.take().unwrap_or_else(default_runtime);
    let generated = if function.has_body() {
        let tool = check::tool(&function, args, &mut errors);
        // Beside a method there is no place for a type.
        let is_free = function.signature.receiver().is_none();
        is_free.then(|| self::tool(&tool, &function, &runtime))
    } else {
        errors.at(&function.signature.ident, messages::NO_BODY);
        None
    };
    let function = function.emit();
    let errors = errors.into_tokens();
    quote!(#function #generated #errors)
}

/// Names a variable of the expansion. Its hygiene keeps it from the user's variables, its name from the
/// user's constants, for which there is no hygiene.
fn variable(name: &str) -> Ident {
    format_ident!("mcp_{name}", span = Span::mixed_site())
}

/// Moves an identifier's location for diagnostics and keeps its hygiene, so that lints still see macro code.
fn at_span(mut name: Ident, at: Span) -> Ident {
    name.set_span(name.span().located_at(at));
    name
}

/// Names the module that the runtime keeps for expansions. A path that is no runtime's is reported once.
fn private(runtime: &Path) -> TokenStream {
    let private = Ident::new("private", runtime.span());
    quote!(#runtime::#private)
}

/// Imports the runtime's hidden module as `__mcp`.
fn import(runtime: &Path) -> TokenStream {
    let at = runtime.span();
    let (private, rt) = (private(runtime), at_span(alias(), at));
    quote_spanned!(at=> use #private as #rt;)
}

/// Writes the type beside the function, and the tool that it is.
fn tool(tool: &Tool, function: &Function, runtime: &Path) -> TokenStream {
    // Where another item of the name stands, or none may, the compiler points at the name; and lints see
    // that the type is the expansion's, and do not ask for another name or for a use.
    let ident = item::own(tool.ident.to_token_stream());
    let visibility = item::own(function.visibility.to_token_stream());
    let here = Span::call_site().located_at(tool.ident.span());
    let attributes = function.type_attributes();
    let implementation = implementation(tool, function, runtime, &ident);
    let (derived, beside) = if function.is_deprecated() {
        // A derive's code may use what is deprecated: here, the function and this type.
        let private = private(runtime);
        (
            Some(quote!(#[derive(#private::DeprecatedTool)] #[deprecated_tool(#implementation)])),
            None,
        )
    } else {
        (None, Some(implementation))
    };
    quote_spanned! {here=>
        #(#attributes)*
        #[doc(hidden)]
        #derived
        #visibility struct #ident {}

        #beside
    }
}

/// Writes the implementation of `DataTool`.
fn implementation(
    tool: &Tool,
    function: &Function,
    runtime: &Path,
    ident: &TokenStream,
) -> TokenStream {
    let Tool { name, params, returns, options, .. } = tool;
    let description = texts::write_description(tool.description.as_ref());
    let attributes = function.impl_attributes();
    let (rt, private, import) = (alias(), private(runtime), import(runtime));
    let params: Vec<TokenStream> = params.iter().map(param).collect();
    let params = (!params.is_empty()).then(|| quote!(.params(&[#(#params),*])));
    let options = tool_options(options);
    let answer = match returns {
        // A type that cannot answer is reported where it stands.
        Some(ty) => quote_spanned!(ty.span()=> <#ty as #rt::ToolReturn>),
        None => quote!(<#runtime::DataToolOutput as #rt::ToolReturn>),
    };
    let (registration, call) = match &tool.call {
        Some(call) => (
            Some(quote! {
                #rt::inventory::submit! { #rt::Registration::new::<#ident>(::core::module_path!()) }
            }),
            Some(self::call(tool, call, &answer)),
        ),
        None => (None, None),
    };
    let here = Span::call_site().located_at(tool.ident.span());
    let descriptor = quote! {
        const DESCRIPTOR: #private::ToolDescriptor = {
            #import

            #registration
            #answer::TOOL.named(#name, #description) #params #options #call
        };
    };
    quote_spanned! {here=>
        #(#attributes)*
        #[automatically_derived]
        impl #private::DataTool for #ident { #descriptor }
    }
}

/// Names the runtime's hidden module within an expansion.
fn alias() -> Ident {
    format_ident!("__mcp")
}

fn param(param: &Param) -> TokenStream {
    let rt = alias();
    let Param { name, ty, description, options } = param;
    let description = texts::write_description(description.as_ref());
    let options = param_options(options, ty);
    // A type that is no parameter is reported where it stands.
    let kind = quote_spanned!(ty.span()=> <#ty as #rt::ToolParam>::PARAM);
    quote!(#kind.named(#name, #description) #options)
}

/// Re-spans a type, so that a trait error points at the option.
fn located(ty: &syn::Type, at: Span) -> TokenStream {
    // What its names mean is left as it was.
    item::respan(ty.to_token_stream(), &|own| own.located_at(at))
}

fn param_options(options: &ParamOptions, ty: &syn::Type) -> TokenStream {
    if options.is_empty() {
        return TokenStream::new();
    }
    let ParamOptions { default, range, length, pattern, examples } = options;
    let (rt, set, value) = (alias(), variable("options"), variable("value"));
    let mut statements = Vec::new();
    // Each value is bound with its type first: one that does not fit is reported where it stands, and
    // an option that the type does not have at the option's name.
    if let Some(NamedValue { key, value: range }) = range {
        let number = located(ty, key.span());
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
        let measured = located(ty, key.span());
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
        let textual = located(ty, key.span());
        quote_spanned!(key.span()=> #set.set("pattern", <#textual as #rt::Textual>::json(#pattern));)
    }));
    if let Some(NamedValue { key, value: default }) = default {
        statements.push(self::default(key, default, ty));
    }
    if let Some(first) = examples.first() {
        let at = first.span();
        let (rt, value) = (at_span(rt, at), at_span(value, at));
        let examples = examples.iter().map(integers::widen_beyond_32_bits);
        statements.push(quote_spanned! {at=>
            #set.examples([#(#examples),*].map(|#value| #rt::Published::json(&#value)));
        });
    }
    quote!(.with(|#set| { #(#statements)* }))
}

/// Writes the default, after asking its type whether it has a use for one.
fn default(key: &Ident, default: &Expr, ty: &syn::Type) -> TokenStream {
    let (set, value) = (variable("options"), variable("value"));
    let (asked, published) = (located(ty, key.span()), located(ty, default.span()));
    let rt = at_span(alias(), key.span());
    let question = quote_spanned! {key.span()=>
        #rt::HasDefault::check(#rt::TypeOf::<#asked>::NEW.whose_default())
    };
    let rt = alias();
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

/// Writes how the function is called.
fn call(tool: &Tool, call: &Call, answer: &TokenStream) -> TokenStream {
    let rt = alias();
    let ident = &tool.ident;
    let args = variable("args");
    // In the type's place, so that a type without a size is reported there, and once.
    let values = tool.params.iter().map(|Param { ty, .. }| {
        let args = at_span(args.clone(), ty.span());
        quote_spanned!(ty.span()=> #args.take())
    });
    let taken = if tool.params.is_empty() { quote!(_) } else { quote!(mut #args) };
    let called = quote_spanned!(ident.span()=> #ident(#(#values),*));
    let mut mcp_call = variable("call");
    let (called, ready) = match call {
        Call::Async => {
            // A future that is not `Send` is reported at the function's name, and there at the line.
            let at = ident.span();
            mcp_call = at_span(mcp_call, at);
            let rt = at_span(rt, at);
            let boxed = quote_spanned!(at=> #rt::Box::pin(#mcp_call));
            (called, quote!(future(#boxed)))
        }
        Call::Plain => (quote!(move || #called), quote!(function(#rt::Box::new(#mcp_call)))),
    };
    quote! {
        .call(|#taken| {
            let #mcp_call = #called;
            #answer::#ready
        })
    }
}

fn tool_options(options: &ToolOptions) -> TokenStream {
    let rt = alias();
    let ToolOptions { title, sources, timeout, effect, open_world, meta, icons } = options;
    let title = title.iter().map(texts::write_text).map(|title| quote!(.title(#title)));
    let sources = (!sources.is_empty()).then(|| quote!(.sources(|| #rt::sources([#(#sources),*]))));
    let timeout =
        timeout.iter().map(texts::write_seconds).map(|seconds| quote!(.timeout(#seconds)));
    let effect = effect.iter().map(|Effect { destroys, idempotent }| {
        let method = if *destroys { quote!(destroys) } else { quote!(writes) };
        quote!(.#method(#idempotent))
    });
    let open_world = open_world.then(|| quote!(.open_world()));
    let meta = meta.iter().map(|meta| quote!(.meta(|| #meta)));
    let icons = icons.iter().map(|icons| quote!(.icons(&#icons)));
    quote! {
        #(#title)* #sources #(#timeout)* #(#effect)* #open_world #(#meta)* #(#icons)*
    }
}
