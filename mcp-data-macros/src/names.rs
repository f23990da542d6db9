//! Names that an expansion gives: its variables, and the runtime's hidden module.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Ident, Path, spanned::Spanned};

/// Names a variable of the expansion. Its hygiene keeps it from the user's variables, its name from the
/// user's constants, for which there is no hygiene.
pub(crate) fn name_variable(name: &str) -> Ident {
    format_ident!("mcp_{name}", span = Span::mixed_site())
}

/// Moves an identifier's location for diagnostics and keeps its hygiene, so that lints still see macro code.
pub(crate) fn locate_name(mut name: Ident, at: Span) -> Ident {
    name.set_span(name.span().located_at(at));
    name
}

/// Names the module that the runtime keeps for expansions. A path that is no runtime's is reported once.
pub(crate) fn write_private_path(runtime: &Path) -> TokenStream {
    let private = Ident::new("private", runtime.span());
    quote!(#runtime::#private)
}

/// Names the runtime's hidden module within an expansion.
pub(crate) fn name_alias() -> Ident {
    format_ident!("__mcp")
}
