//! What a tool is.

pub(crate) mod about;
pub(crate) mod context;
mod decode;
pub(crate) mod defaults;
pub(crate) mod error;
pub(crate) mod param;
pub(crate) mod returns;
pub(crate) mod sample;

use std::{future::Future, panic::Location, pin::Pin, time::Duration};

use serde_json::Value;

use self::{
    param::{Arguments, ParamDescriptor},
    returns::Outcome,
};
use crate::answer::{ColumnDescriptor, Source};

/// A value for a schema or a call, or why it is none.
pub(crate) type Json = Result<serde_json::Value, serde_json::Error>;

/// A function that `#[data_tool]` has made a tool.
///
/// The attribute implements it for a hidden type of the function's name, so that
/// `use tools::list_cities` imports the function and its tool together.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a data tool",
    label = "no function annotated with `#[data_tool]`",
    note = "annotate the function of this name: `#[data_tool] fn …() -> DataToolOutput`"
)]
pub trait DataTool {
    /// All that is known of the tool before it is called, and how it is called.
    const DESCRIPTOR: ToolDescriptor;
}

/// A call that is ready to run.
#[doc(hidden)]
pub enum PreparedCall {
    /// An `async fn`: it runs in place.
    Async(BoxFuture<Outcome>),
    /// A plain `fn`: it runs on a thread where it may block.
    Blocking(BoxFunction<Outcome>),
}

pub(crate) type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
pub(crate) type BoxFunction<T> = Box<dyn FnOnce() -> T + Send>;

/// What calling a tool does to the world outside of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing: the tool reads.
    Reads,
    /// Something is added or changed. `idempotent`: a second call changes nothing more.
    Writes { idempotent: bool },
    /// Something may be lost. `idempotent`: a second call loses nothing more.
    Destroys { idempotent: bool },
}

/// All that is known of a tool before it is called; `#[data_tool]` writes it.
#[derive(Clone, Copy)]
pub struct ToolDescriptor {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) title: Option<&'static str>,
    pub(crate) params: &'static [ParamDescriptor],
    pub(crate) sources: Option<fn() -> Vec<Source>>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) effect: Effect,
    pub(crate) open_world: bool,
    pub(crate) meta: Option<fn() -> Value>,
    pub(crate) icons: &'static [&'static str],
    pub(crate) columns: Option<&'static [ColumnDescriptor]>,
    location: &'static Location<'static>,
    /// `None` for a tool that was expanded with errors.
    prepare: Option<fn(Arguments) -> PreparedCall>,
}

impl std::fmt::Debug for ToolDescriptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ToolDescriptor({:?}, {})", self.name, self.location)
    }
}

impl ToolDescriptor {
    /// Returns a tool that answers with rows of these columns; [`ToolReturn::TOOL`] is one for each type.
    pub(crate) const fn answering(columns: Option<&'static [ColumnDescriptor]>) -> Self {
        Self {
            name: "",
            description: "",
            title: None,
            params: &[],
            sources: None,
            timeout: None,
            effect: Effect::Reads,
            open_world: false,
            meta: None,
            icons: &[],
            columns,
            location: Location::caller(),
            prepare: None,
        }
    }

    /// Names the tool, where it stands, and says what it does.
    #[doc(hidden)]
    #[track_caller]
    pub const fn named(mut self, name: &'static str, description: &'static str) -> Self {
        self.name = name;
        self.description = description;
        self.location = Location::caller();
        self
    }

    /// Lists the parameters, in their order.
    #[doc(hidden)]
    pub const fn params(mut self, params: &'static [ParamDescriptor]) -> Self {
        self.params = params;
        self
    }

    /// Sets what readies a call of the function.
    #[doc(hidden)]
    pub const fn call(mut self, prepare: fn(Arguments) -> PreparedCall) -> Self {
        self.prepare = Some(prepare);
        self
    }

    /// The name a person sees.
    #[doc(hidden)]
    pub const fn title(mut self, title: &'static str) -> Self {
        self.title = Some(title);
        self
    }

    /// Where the tool's data come from, known before it is called.
    #[doc(hidden)]
    pub const fn sources(mut self, sources: fn() -> Vec<Source>) -> Self {
        self.sources = Some(sources);
        self
    }

    /// How long a call may take.
    #[doc(hidden)]
    pub const fn timeout(mut self, seconds: u64) -> Self {
        self.timeout = Some(Duration::from_secs(seconds));
        self
    }

    /// Says that calling the tool changes something.
    #[doc(hidden)]
    pub const fn writes(mut self, idempotent: bool) -> Self {
        self.effect = Effect::Writes { idempotent };
        self
    }

    /// Says that calling the tool may destroy something.
    #[doc(hidden)]
    pub const fn destroys(mut self, idempotent: bool) -> Self {
        self.effect = Effect::Destroys { idempotent };
        self
    }

    /// That the tool reaches into a world that is not its own: it searches the web.
    #[doc(hidden)]
    pub const fn open_world(mut self) -> Self {
        self.open_world = true;
        self
    }

    /// More for the tool's `_meta`: a JSON object.
    #[doc(hidden)]
    pub const fn meta(mut self, meta: fn() -> Value) -> Self {
        self.meta = Some(meta);
        self
    }

    /// The tool's icons, by their URLs.
    #[doc(hidden)]
    pub const fn icons(mut self, icons: &'static [&'static str]) -> Self {
        self.icons = icons;
        self
    }

    /// The tool's name, before its plugin's is put in front of it.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Where the function is, as `file:line:column`.
    pub fn location(&self) -> String {
        self.location.to_string()
    }

    /// Whether the function was expanded without errors, so that all of its parameters are known.
    pub(crate) const fn is_whole(&self) -> bool {
        self.prepare.is_some()
    }

    /// Whether both describe the same function.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.location == other.location
    }

    /// Prepares a call of the function.
    pub(crate) fn prepare(&self, arguments: Arguments) -> PreparedCall {
        let prepare = self.prepare.expect("a tool that was expanded with errors is never built");
        prepare(arguments)
    }
}

/// A tool found by [`tools!`](crate::tools!): where it is, and what.
#[doc(hidden)]
pub struct Registration {
    module: &'static str,
    descriptor: &'static ToolDescriptor,
}

impl Registration {
    pub const fn new<T: DataTool>(module: &'static str) -> Self {
        Self { module, descriptor: const { &T::DESCRIPTOR } }
    }
}

inventory::collect!(Registration);

/// The annotated functions in `module` and below, by name.
#[doc(hidden)]
pub fn registered(module: &str) -> Vec<ToolDescriptor> {
    let mut tools: Vec<ToolDescriptor> = inventory::iter::<Registration>()
        .filter(|found| {
            found
                .module
                .strip_prefix(module)
                .is_some_and(|below| below.is_empty() || below.starts_with("::"))
        })
        .map(|found| *found.descriptor)
        .collect();
    // The order of registration is the linker's.
    tools.sort_by_key(|tool| (tool.name, tool.location.file(), tool.location.line()));
    tools
}

/// A list of tools for [`DataServer::tools`](crate::DataServer::tools) and
/// [`Plugin::tools`](crate::Plugin::tools).
///
/// `tools![list_cities, energy::electricity_mix]` lists tools; `tools!()` takes every annotated
/// function in the module where it stands and below, so that it takes those of the whole crate where
/// it stands in `main.rs` or `lib.rs`.
#[macro_export]
macro_rules! tools {
    () => {
        $crate::private::registered(::core::module_path!())
    };
    ($($tool:ty),+ $(,)?) => {
        ::std::vec![$(<$tool as $crate::DataTool>::DESCRIPTOR),+]
    };
}
