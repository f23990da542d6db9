//! A tool's code.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, ExprLit, Ident, Lit, Path, RangeLimits, spanned::Spanned};

use crate::{
    args, check,
    diag::Errors,
    item::{self, Function},
    literal, messages,
    model::{Keyed, Param, ParamOptions, Tool, ToolOptions, default_runtime},
};

/// The expansion of `#[data_tool(…)]`: the function, untouched and first, whatever is wrong with it;
/// then its tool, or the errors and a tool that stands in for it.
pub(crate) fn data_tool(options: TokenStream, item: &TokenStream) -> TokenStream {
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
    let mut args = args::tool(options, &mut errors);
    let runtime = args.runtime.take().unwrap_or_else(default_runtime);
    // Beside a method there is no place for a type.
    let is_free = function.signature.receiver().is_none() && function.has_body();
    let generated = match check::tool(&function, args, &mut errors) {
        Some(tool) => self::tool(&tool, &function, &runtime),
        None if is_free => stub(&function, &runtime),
        None => TokenStream::new(),
    };
    let function = function.emit();
    let errors = errors.into_tokens();
    quote!(#function #generated #errors)
}

/// A variable of the expansion. Its hygiene keeps it from the user's variables, its name from the
/// user's constants, for which there is no hygiene.
fn variable(name: &str) -> Ident {
    format_ident!("mcp_{name}", span = Span::mixed_site())
}

/// The same name as another place's: what is wrong with it is reported there. It stays the
/// expansion's own, so that the lints of the user's crate pass it over.
fn at_span(mut name: Ident, at: Span) -> Ident {
    name.set_span(name.span().located_at(at));
    name
}

/// What the runtime keeps for expansions. A path that is no runtime's is reported once.
fn private(runtime: &Path) -> TokenStream {
    let private = Ident::new("private", runtime.span());
    quote!(#runtime::#private)
}

/// The same, by a short name.
fn import(runtime: &Path) -> TokenStream {
    let at = runtime.span();
    let (private, rt) = (private(runtime), at_span(alias(), at));
    quote_spanned!(at=> use #private as #rt;)
}

/// The type that carries the tool.
fn carrier(function: &Function) -> TokenStream {
    let Function { visibility, signature, .. } = function;
    let attributes = function.type_attributes();
    let ident = &signature.ident;
    // Where another item of the name stands, or none may, the compiler points here.
    let here = Span::call_site().located_at(ident.span());
    quote_spanned! {here=>
        #(#attributes)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #visibility struct #ident {}
    }
}

fn tool(tool: &Tool, function: &Function, runtime: &Path) -> TokenStream {
    let Tool { ident, name, description, params, returns, options, .. } = tool;
    let carrier = carrier(function);
    let attributes = function.impl_attributes();
    let (rt, private) = (alias(), private(runtime));
    let params = params.iter().map(param);
    let import = import(runtime);
    let run = run(tool, runtime);
    let options = tool_options(options);
    let items = quote! {
        type Return = #returns;

        const DESCRIPTOR: #private::ToolDescriptor = {
            #import

            #rt::inventory::submit! {
                #rt::Registration::new::<#ident>(::core::module_path!())
            }
            #rt::ToolDescriptor::new::<Self>(#name, #description, &[#(#params),*])
            #options
        };

        #run
    };
    let here = Span::call_site().located_at(ident.span());
    let implementation = quote_spanned! {here=>
        #(#attributes)*
        #[automatically_derived]
        #[allow(deprecated)]
        impl #private::DataTool for #ident { #items }
    };
    quote!(#carrier #implementation)
}

/// A tool that lets the rest of the file resolve while the function has errors.
fn stub(function: &Function, runtime: &Path) -> TokenStream {
    let carrier = carrier(function);
    let attributes = function.impl_attributes();
    let ident = &function.signature.ident;
    let private = private(runtime);
    quote! {
        #carrier

        #(#attributes)*
        #[automatically_derived]
        impl #private::DataTool for #ident {
            type Return = #runtime::DataToolOutput;

            const DESCRIPTOR: #private::ToolDescriptor =
                #private::ToolDescriptor::new::<Self>("", "", &[]);

            fn run(_: #private::Arguments) -> #private::Running {
                ::core::unreachable!()
            }
        }
    }
}

/// The name of the runtime's private module within an expansion.
fn alias() -> Ident {
    format_ident!("__mcp")
}

fn param(param: &Param) -> TokenStream {
    let rt = alias();
    let Param { name, ty, description, options, .. } = param;
    let description = description.clone().unwrap_or_else(|| quote!(""));
    let options = param_options(options, ty);
    // A type that is no parameter is reported where it stands.
    let kind = quote_spanned!(ty.span()=> <#ty as #rt::ToolParam>::PARAM);
    quote!(#kind.named(#name, #description) #options)
}

/// A type as another place's: what is wrong with it is reported there.
fn located(ty: &syn::Type, at: Span) -> TokenStream {
    fn locate(tokens: TokenStream, at: Span) -> TokenStream {
        let token = |token: TokenTree| match token {
            TokenTree::Group(group) => {
                let mut moved = Group::new(group.delimiter(), locate(group.stream(), at));
                moved.set_span(group.span().located_at(at));
                TokenTree::Group(moved)
            }
            mut token => {
                // What its names mean is left as it was.
                token.set_span(token.span().located_at(at));
                token
            }
        };
        tokens.into_iter().map(token).collect()
    }
    locate(ty.to_token_stream(), at)
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
    if let Some(Keyed { key, value: range }) = range {
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
    if let Some(Keyed { key, value: length }) = length {
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
    statements.extend(pattern.iter().map(|Keyed { key, value: pattern }| {
        let textual = located(ty, key.span());
        quote_spanned!(key.span()=> #set.set("pattern", <#textual as #rt::Textual>::json(#pattern));)
    }));
    statements.extend(default.iter().map(|Keyed { value: default, .. }| {
        let published = located(ty, default.span());
        match default {
            // A string literal is a `&str`, where the parameter owns its text.
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => quote_spanned! {text.span()=>
                #set.set("default", <#published as #rt::TextDefault>::json(#text));
            },
            default => quote_spanned! {default.span()=>
                let #value: #ty = #default;
                #set.set("default", <#published as #rt::Published>::json(&#value));
            },
        }
    }));
    if let Some(first) = examples.first() {
        let at = first.span();
        let (rt, value) = (at_span(rt, at), at_span(value, at));
        let examples = examples.iter().map(literal::wide);
        statements.push(quote_spanned! {at=>
            #set.examples([#(#examples),*].map(|#value| #rt::Published::json(&#value)));
        });
    }
    quote!(.with(|#set| { #(#statements)* }))
}

/// What calls the function.
fn run(tool: &Tool, runtime: &Path) -> TokenStream {
    let (rt, private, import) = (alias(), private(runtime), import(runtime));
    let ident = &tool.ident;
    let args = variable("args");
    let values = tool.params.iter().map(|_| quote!(#args.take()));
    let call = quote_spanned!(ident.span()=> #ident(#(#values),*));
    let taken = if tool.params.is_empty() { quote!(_) } else { quote!(mut #args) };
    let mut mcp_call = variable("call");
    let (call, running) = if tool.is_async {
        // A future that is not `Send` is reported at the function's name, and there at the line.
        let at = ident.span();
        mcp_call = at_span(mcp_call, at);
        let rt = at_span(rt.clone(), at);
        let boxed = quote_spanned!(at=> #rt::Box::pin(#mcp_call));
        (call, quote!(future::<Self>(#boxed)))
    } else {
        (quote!(move || #call), quote!(blocking::<Self>(#rt::Box::new(#mcp_call))))
    };
    quote! {
        fn run(#taken: #private::Arguments) -> #private::Running {
            #import

            let #mcp_call = #call;
            #rt::Running::#running
        }
    }
}

fn tool_options(options: &ToolOptions) -> TokenStream {
    let rt = alias();
    let ToolOptions { title, sources, timeout, destructive, open_world, idempotent, meta, icons } =
        options;
    let title = title.iter().map(|title| quote!(.title(#title)));
    let sources = (!sources.is_empty()).then(|| quote!(.sources(|| #rt::sources([#(#sources),*]))));
    let timeout = timeout.iter().map(|seconds| quote!(.timeout(#seconds)));
    let destructive = destructive.then(|| quote!(.destructive()));
    let open_world = open_world.then(|| quote!(.open_world()));
    let idempotent = idempotent.iter().map(|value| quote!(.idempotent(#value)));
    let meta = meta.iter().map(|meta| quote!(.meta(|| #meta)));
    let icons = icons.iter().map(|icons| quote!(.icons(&#icons)));
    quote! {
        #(#title)* #sources #(#timeout)* #destructive #open_world #(#idempotent)* #(#meta)* #(#icons)*
    }
}
