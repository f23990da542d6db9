//! What a valid tool is. A value of these types can be written out without another check.

use proc_macro2::TokenStream;
use syn::{Expr, ExprRange, Ident, LitStr, Path, Type};

/// A tool.
pub(crate) struct Tool {
    /// The function's name.
    pub(crate) ident: Ident,
    pub(crate) is_async: bool,
    /// The published name.
    pub(crate) name: String,
    /// An expression of type `&'static str`.
    pub(crate) description: TokenStream,
    pub(crate) params: Vec<Param>,
    pub(crate) returns: Type,
    pub(crate) options: ToolOptions,
}

/// What `#[data_tool(…)]` says beyond name and description.
#[derive(Default)]
pub(crate) struct ToolOptions {
    pub(crate) title: Option<TokenStream>,
    pub(crate) sources: Vec<Expr>,
    pub(crate) timeout: Option<TokenStream>,
    pub(crate) destructive: bool,
    pub(crate) open_world: bool,
    pub(crate) idempotent: Option<bool>,
    pub(crate) meta: Option<Expr>,
    pub(crate) icons: Option<Expr>,
}

/// A parameter.
pub(crate) struct Param {
    /// The parameter's own name.
    pub(crate) ident: Ident,
    /// The published name.
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) description: Option<TokenStream>,
    pub(crate) options: ParamOptions,
}

/// An option's value, and the option's name, where it is reported if it fits no such parameter.
pub(crate) struct Keyed<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

/// What `#[arg(…)]` says beyond the name.
#[derive(Default)]
pub(crate) struct ParamOptions {
    pub(crate) default: Option<Keyed<Expr>>,
    pub(crate) range: Option<Keyed<ExprRange>>,
    pub(crate) length: Option<Keyed<ExprRange>>,
    pub(crate) pattern: Option<Keyed<LitStr>>,
    pub(crate) examples: Vec<Expr>,
}

impl ParamOptions {
    pub(crate) fn is_empty(&self) -> bool {
        let Self { default, range, length, pattern, examples } = self;
        default.is_none()
            && range.is_none()
            && length.is_none()
            && pattern.is_none()
            && examples.is_empty()
    }
}

/// The path of the runtime in the user's crate.
pub(crate) fn default_runtime() -> Path {
    syn::parse_quote!(::mcp_data_runtime)
}
