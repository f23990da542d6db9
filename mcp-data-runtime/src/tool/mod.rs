//! What a tool is.

pub(crate) mod context;
mod decode;
pub(crate) mod error;
pub(crate) mod param;
pub(crate) mod returns;

use std::{future::Future, panic::Location, pin::Pin, time::Duration};

use serde_json::Value;

use self::{
    param::{Arguments, ParamDescriptor},
    returns::{Outcome, ToolReturn},
};
use crate::answer::{ColumnDescriptor, Row, Source};

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
    /// What the function returns.
    type Return: ToolReturn + 'static;

    /// All that is known of the tool before it is called.
    const DESCRIPTOR: ToolDescriptor;

    /// Readies a call of the function.
    #[doc(hidden)]
    fn run(arguments: Arguments) -> Running;
}

/// A call that is ready to run.
#[doc(hidden)]
pub enum Running {
    /// An `async fn`: it runs in place.
    Async(BoxFuture<Outcome>),
    /// A plain `fn`: it runs on a thread where it may block.
    Blocking(BoxFunction<Outcome>),
}

type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;
type BoxFunction<T> = Box<dyn FnOnce() -> T + Send>;

impl Running {
    /// A call of an `async fn`.
    pub fn future<T: DataTool>(future: BoxFuture<T::Return>) -> Self {
        // Compiled once for all tools of one return type, for which the future comes in a box.
        fn of<R: ToolReturn + 'static>(future: BoxFuture<R>) -> Running {
            Running::Async(Box::pin(async { future.await.into_outcome() }))
        }
        of(future)
    }

    /// A call of a plain `fn`.
    pub fn blocking<T: DataTool>(function: BoxFunction<T::Return>) -> Self {
        fn of<R: ToolReturn + 'static>(function: BoxFunction<R>) -> Running {
            Running::Blocking(Box::new(|| function().into_outcome()))
        }
        of(function)
    }
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
    pub(crate) destructive: bool,
    pub(crate) open_world: bool,
    pub(crate) idempotent: bool,
    pub(crate) meta: Option<fn() -> Value>,
    pub(crate) icons: &'static [&'static str],
    pub(crate) columns: Option<&'static [ColumnDescriptor]>,
    location: &'static Location<'static>,
    run: fn(Arguments) -> Running,
}

impl std::fmt::Debug for ToolDescriptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ToolDescriptor({:?}, {})", self.name, self.location)
    }
}

impl ToolDescriptor {
    /// The tool `T` by its name, what it does, and its parameters.
    #[doc(hidden)]
    #[track_caller]
    pub const fn new<T: DataTool>(
        name: &'static str,
        description: &'static str,
        params: &'static [ParamDescriptor],
    ) -> Self {
        Self {
            name,
            description,
            title: None,
            params,
            sources: None,
            timeout: None,
            destructive: false,
            open_world: false,
            idempotent: true,
            meta: None,
            icons: &[],
            columns: <<T::Return as ToolReturn>::Row as Row>::ROW_COLUMNS,
            location: Location::caller(),
            run: T::run,
        }
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

    /// That calling the tool may destroy something.
    #[doc(hidden)]
    pub const fn destructive(mut self) -> Self {
        self.destructive = true;
        self
    }

    /// That the tool reaches into a world that is not its own: it searches the web.
    #[doc(hidden)]
    pub const fn open_world(mut self) -> Self {
        self.open_world = true;
        self
    }

    /// Whether calling the tool twice does no more than calling it once.
    #[doc(hidden)]
    pub const fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = idempotent;
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

    pub(crate) fn run(&self, arguments: Arguments) -> Running {
        (self.run)(arguments)
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
