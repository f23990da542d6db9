//! Writes a tool's code.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Path, spanned::Spanned};

use crate::{
    args, check,
    diag::Errors,
    fragments,
    item::{self, Function},
    messages,
    model::{Call, Effect, Param, Tool, ToolOptions, default_runtime},
    names::{locate_name, name_alias, name_variable, write_private_path},
    params, texts,
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
        is_free.then(|| write_tool(&tool, &function, &runtime))
    } else {
        errors.at(&function.signature.ident, messages::NO_BODY);
        None
    };
    let function = function.emit();
    let errors = errors.into_tokens();
    quote!(#function #generated #errors)
}

/// Imports the runtime's hidden module as `__mcp`.
fn write_import(runtime: &Path) -> TokenStream {
    let at = runtime.span();
    let (private, rt) = (write_private_path(runtime), locate_name(name_alias(), at));
    quote_spanned!(at=> use #private as #rt;)
}

/// Writes the type beside the function, and the tool that it is.
fn write_tool(tool: &Tool, function: &Function, runtime: &Path) -> TokenStream {
    // Where another item of the name stands, or none may, the compiler points at the name; and lints see
    // that the type is the expansion's, and do not ask for another name or for a use.
    let ident = item::own(tool.ident.to_token_stream());
    let visibility = item::own(function.visibility.to_token_stream());
    let here = Span::call_site().located_at(tool.ident.span());
    let attributes = function.type_attributes();
    let implementation = write_implementation(tool, function, runtime, &ident);
    let (derived, beside) = if function.is_deprecated() {
        // A derive's code may use what is deprecated: here, the function and this type.
        let private = write_private_path(runtime);
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
fn write_implementation(
    tool: &Tool,
    function: &Function,
    runtime: &Path,
    ident: &TokenStream,
) -> TokenStream {
    let Tool { name, params, returns, options, .. } = tool;
    let description = texts::write_description(tool.description.as_ref());
    let attributes = function.impl_attributes();
    let (rt, private, import) = (name_alias(), write_private_path(runtime), write_import(runtime));
    let params: Vec<TokenStream> = params.iter().map(params::write_param).collect();
    let params = (!params.is_empty()).then(|| quote!(.params(&[#(#params),*])));
    let options = write_options(options);
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
            Some(write_call(tool, call, &answer)),
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

/// Writes how the function is called.
fn write_call(tool: &Tool, call: &Call, answer: &TokenStream) -> TokenStream {
    let rt = name_alias();
    let ident = &tool.ident;
    let args = name_variable("args");
    // In the type's place, so that a type without a size is reported there, and once.
    let values = tool.params.iter().map(|Param { ty, .. }| {
        let args = locate_name(args.clone(), ty.span());
        quote_spanned!(ty.span()=> #args.take())
    });
    let taken = if tool.params.is_empty() { quote!(_) } else { quote!(mut #args) };
    let called = quote_spanned!(ident.span()=> #ident(#(#values),*));
    let mut mcp_call = name_variable("call");
    let (called, ready) = match call {
        Call::Async => {
            // A future that is not `Send` is reported at the function's name, and there at the line.
            let at = ident.span();
            mcp_call = locate_name(mcp_call, at);
            let rt = locate_name(rt, at);
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

/// Writes what `#[data_tool(…)]` adds to the descriptor.
fn write_options(options: &ToolOptions) -> TokenStream {
    let rt = name_alias();
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
