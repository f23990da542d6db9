//! A tool's code.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Expr, ExprLit, Ident, Lit, Path, spanned::Spanned};

use crate::{
    args, check,
    diag::Errors,
    item::{self, Function},
    messages,
    model::{Param, ParamOptions, Tool, ToolOptions, default_runtime},
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
    if let Some(again) = function.take_repeated() {
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

/// The type that carries the tool.
fn carrier(function: &Function) -> TokenStream {
    let Function { visibility, signature, .. } = function;
    let attributes = function.shared_attributes();
    let ident = &signature.ident;
    // Where another item of the name stands, the compiler points here.
    let keyword = Ident::new("struct", ident.span());
    quote! {
        #(#attributes)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #visibility #keyword #ident {}
    }
}

fn tool(tool: &Tool, function: &Function, runtime: &Path) -> TokenStream {
    let Tool { ident, name, description, params, returns, options, .. } = tool;
    let carrier = carrier(function);
    let attributes = function.shared_attributes();
    let rt = alias();
    let params = params.iter().map(param);
    let handler = handler(tool);
    let options = tool_options(options);
    quote! {
        #carrier

        #(#attributes)*
        #[allow(deprecated)]
        const _: () = {
            use #runtime::private as #rt;

            #[automatically_derived]
            impl #rt::DataTool for #ident {
                type Return = #returns;

                const DESCRIPTOR: #rt::ToolDescriptor = #rt::ToolDescriptor::new(
                    #name,
                    #description,
                    &[#(#params),*],
                    #rt::Handler::new::<Self>(#handler),
                )
                #options;
            }

            #rt::inventory::submit! {
                #rt::Registration::new(
                    ::core::module_path!(),
                    &<#ident as #rt::DataTool>::DESCRIPTOR,
                )
            }
        };
    }
}

/// A tool that lets the rest of the file resolve while the function has errors.
fn stub(function: &Function, runtime: &Path) -> TokenStream {
    let carrier = carrier(function);
    let attributes = function.shared_attributes();
    let ident = &function.signature.ident;
    quote! {
        #carrier

        #(#attributes)*
        #[automatically_derived]
        impl #runtime::DataTool for #ident {
            type Return = #runtime::DataToolOutput;

            const DESCRIPTOR: #runtime::ToolDescriptor = #runtime::ToolDescriptor::new(
                "",
                "",
                &[],
                #runtime::private::Handler::new::<Self>(|_| ::core::unreachable!()),
            );
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

fn param_options(options: &ParamOptions, ty: &syn::Type) -> TokenStream {
    if options.is_empty() {
        return TokenStream::new();
    }
    let ParamOptions { default, range, length, pattern, examples } = options;
    let set = variable("options");
    // A statement for each, so that one that does not fit the type is reported where it stands.
    let option = |name: &str, value: &dyn ToTokens, argument: TokenStream| {
        let span = value.span();
        let method = Ident::new(name, span);
        quote_spanned!(span=> #set.of::<#ty>().#method(#argument);)
    };
    let mut statements = Vec::new();
    statements.extend(range.iter().map(|range| option("range", range, quote!(#range))));
    statements.extend(length.iter().map(|length| option("length", length, quote!(#length))));
    statements.extend(pattern.iter().map(|pattern| option("pattern", pattern, quote!(#pattern))));
    statements.extend(default.iter().map(|default| match default {
        // A string literal is a `&str`, where the parameter owns its text.
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            option("text_default", text, quote!(#text))
        }
        default => option("default", default, quote!(#default)),
    }));
    if let Some(first) = examples.first() {
        statements.push(option("examples", first, quote!([#(#examples),*])));
    }
    quote!(.with(|#set| { #(#statements)* }))
}

/// The closure that calls the function.
fn handler(tool: &Tool) -> TokenStream {
    let rt = alias();
    let ident = &tool.ident;
    let arguments = variable("arguments");
    let values = tool.params.iter().map(|_| quote!(#arguments.take()));
    let call = quote_spanned!(ident.span()=> #ident(#(#values),*));
    let taken = if tool.params.is_empty() { quote!(_) } else { quote!(#arguments) };
    if tool.is_async {
        let binding = if tool.params.is_empty() { taken } else { quote!(mut #taken) };
        // A future that is not `Send` is reported at the function's name, and there at the line.
        let future = quote_spanned!(ident.span()=> future);
        quote!(|#binding| #rt::Running::#future::<Self>(#call))
    } else {
        quote!(|#arguments| #rt::Running::blocking::<Self>(#arguments, |#taken| #call))
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
