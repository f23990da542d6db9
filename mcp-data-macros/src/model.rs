//! What a valid tool is. A value of these types can be written out without another check.

use syn::{Expr, ExprRange, Ident, LitStr, Path, Type};

/// A tool, or what is right of one.
pub(crate) struct Tool {
    /// The function's name.
    pub(crate) ident: Ident,
    /// How the function is called; `None` where something is wrong with it, so that it is only compared
    /// with its types.
    pub(crate) call: Option<Call>,
    /// The published name.
    pub(crate) name: String,
    /// `None` where it is missing or wrong.
    pub(crate) description: Option<Text>,
    pub(crate) params: Vec<Param>,
    pub(crate) returns: Option<Type>,
    pub(crate) options: ToolOptions,
}

/// A description.
pub(crate) enum Text {
    /// The value of the option `description`: a literal, or a constant.
    Option(Box<NamedValue<Expr>>),
    /// Doc comments: one text, or several pieces, each on lines of its own.
    Docs(Vec<DocPiece>),
}

/// A piece of the doc comments of an item.
pub(crate) enum DocPiece {
    /// What `///` says.
    Text(String),
    /// The value of `#[doc = …]` where it is no literal, such as `include_str!("tool.md")`.
    Expression(Box<Expr>),
}

/// How a function is called.
pub(crate) enum Call {
    /// An `async fn`.
    Async,
    /// A plain `fn`, which may block.
    Plain,
}

/// What `#[data_tool(…)]` says beyond name and description.
#[derive(Default)]
pub(crate) struct ToolOptions {
    pub(crate) title: Option<NamedValue<Expr>>,
    pub(crate) sources: Vec<Expr>,
    /// In seconds: a literal from 1, or a constant.
    pub(crate) timeout: Option<NamedValue<Expr>>,
    pub(crate) effect: Option<Effect>,
    pub(crate) open_world: bool,
    pub(crate) meta: Option<Expr>,
    pub(crate) icons: Option<Expr>,
}

/// What calling a tool does, beyond reading.
pub(crate) struct Effect {
    /// Whether something may be lost.
    pub(crate) destroys: bool,
    /// Whether a second call changes nothing more.
    pub(crate) idempotent: bool,
}

/// A parameter.
pub(crate) struct Param {
    /// The published name.
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) description: Option<Text>,
    pub(crate) options: ParamOptions,
}

/// An option's value beside its name: an option that its parameter's type does not have is reported there.
pub(crate) struct NamedValue<T> {
    pub(crate) key: Ident,
    pub(crate) value: T,
}

/// What `#[arg(…)]` says beyond the name.
#[derive(Default)]
pub(crate) struct ParamOptions {
    pub(crate) default: Option<NamedValue<Expr>>,
    pub(crate) range: Option<NamedValue<ExprRange>>,
    pub(crate) length: Option<NamedValue<ExprRange>>,
    pub(crate) pattern: Option<NamedValue<LitStr>>,
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
