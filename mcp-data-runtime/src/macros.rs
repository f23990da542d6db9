//! The macros, where their docs compile.

/// Makes a function a tool that any MCP client can call.
///
/// The function returns [`DataToolOutput`](crate::DataToolOutput), or a [`Result`] of it whose error
/// becomes a [`ToolError`](crate::ToolError). Its name is the tool's name, its doc comment the tool's
/// description, its parameters the arguments, with their doc comments.
///
/// ```
/// use mcp_data_runtime::prelude::*;
///
/// const REGISTER: Source = source!("https://example.org/register");
///
/// /// The number of inhabitants of a municipality on 1 January of a year.
/// #[data_tool(title = "Inhabitants")]
/// async fn inhabitants(
///     /// The municipality's name.
///     #[arg(length = 1..=80, examples = ["Springfield"])]
///     municipality: String,
///     /// The year; the latest when absent.
///     #[arg(range = 1990..=2025)]
///     year: Option<u16>,
/// ) -> Result<DataToolOutput, ToolError> {
///     if municipality != "Springfield" {
///         return Err(ToolError::new(format!("There is no municipality {municipality}.")));
///     }
///     let year = year.unwrap_or(2025);
///     Ok(DataToolOutput::new(format!("Springfield had 30,720 inhabitants in {year}."), REGISTER))
/// }
///
/// // The function is still a function.
/// # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
/// # runtime.block_on(async {
/// assert!(inhabitants("Shelbyville".into(), None).await.is_err());
/// # });
/// assert_eq!(<inhabitants as DataTool>::DESCRIPTOR.name(), "inhabitants");
/// # use mcp_data_runtime::DataTool;
/// ```
///
/// # Parameters
///
/// A parameter is an argument (any type that derives `Deserialize` and `JsonSchema`), a
/// [`State`](crate::State) that the server provides, or the [`ToolContext`](crate::ToolContext). An
/// `Option` is an argument that may be absent. `#[arg(…)]` says more of an argument:
///
/// | option | meaning |
/// |---|---|
/// | `name = "from"` | its published name, where the parameter's will not do |
/// | `default = 2001` | its value when absent |
/// | `range = 2001..=2017` | the numbers allowed; those of 64 bits end at ±(2^53 − 1) in any case, where clients begin to round |
/// | `length = 1..=20` | how many characters or items are allowed |
/// | `pattern = "^[A-Z]{2}$"` | a regular expression that a text must match; clients compile it as JavaScript does with the flag `u`, in which `\-` or `\:` is an error |
/// | `examples = [2005, 2017]` | values that show what is meant |
///
/// # Options
///
/// | option | meaning |
/// |---|---|
/// | `name = "…"` | the tool's name, where the function's will not do |
/// | `title = "…"` | the name that a person sees |
/// | `description = "…"` | wins over the doc comment |
/// | `sources(FIRST, SECOND)` | where the data come from, published before any call |
/// | `timeout = 60` | how many seconds a call may take |
/// | `writes` | calling it changes something: hosts ask before they call it, and nothing calls it again by itself |
/// | `destructive` | calling it may destroy something; it writes, then |
/// | `idempotent = true` | a second call changes nothing more; only beside `writes` or `destructive`, for reading changes nothing anyway |
/// | `open_world` | it reaches into a world that is not its own, such as the web |
/// | `meta = json!({…})` | more for the tool's `_meta` |
/// | `icons = ["https://…"]` | the tool's icons |
/// | `crate = ::path` | where the runtime is, if it was renamed |
///
/// # How it runs
///
/// An `async fn` runs in place, so its future must be `Send` and it must not block. A plain `fn` runs
/// on a thread where it may block: reading a file or a database there never stalls the server. A plain
/// `fn` cannot be stopped: when it outlives its timeout the caller gets its answer, and the function
/// keeps its place under the limit of concurrent calls until it returns. A panic is an error result of
/// that call alone, unless the program is built with `panic = "abort"`; leave that out of its profile.
///
/// On standard input and output the protocol owns the output: log with `tracing` or `eprintln!`, not
/// with `println!`.
///
/// # What it writes
///
/// The function, untouched, and beside it a hidden type of the same name that carries the tool, so
/// that `use module::inhabitants` imports both. A module or type of the function's name cannot stand
/// beside it. What it writes allows no lint, so that a crate may forbid any.
pub use mcp_data_macros::data_tool;

/// Makes a struct with named fields the row of a typed table; see the trait
/// [`TableRow`](trait@crate::TableRow).
pub use mcp_data_macros::TableRow;

/// A table written in the program: a header, then rows of its length.
///
/// A row of another length does not compile. Cells are expressions of any type that is
/// [`IntoCell`](crate::IntoCell).
///
/// ```
/// use mcp_data_runtime::table;
///
/// let delhi = 30_290_936;
/// let table = table![
///     ["City", "Population"],
///     ["Tokyo", 37_400_068],
///     ["Delhi", delhi],
/// ];
/// assert_eq!(table.len(), 2);
/// ```
///
/// ```compile_fail
/// # use mcp_data_runtime::table;
/// let table = table![["City", "Population"], ["Tokyo"]];
/// ```
#[macro_export]
macro_rules! table {
    () => {
        ::core::compile_error!(
            "a table needs a header: `table![[\"City\", \"Population\"], [\"Tokyo\", 37_400_068]]`"
        )
    };
    ($($row:tt)*) => {
        $crate::private::table_literal! { $crate $($row)* }
    };
}

/// A [`Source`](crate::Source) written in the program, checked at compile time.
///
/// The link is an absolute `http` or `https` URL; what is known of the data follows: `title`,
/// `publisher`, `license` (an SPDX identifier or a URL), `version`, `modified`, `retrieved` (ISO 8601
/// dates).
///
/// ```
/// use mcp_data_runtime::{Source, source};
///
/// const PLAIN: Source = source!("https://example.org/cities-data");
/// const FULL: Source = source!(
///     "https://www.eia.gov/electricity/data/browser/",
///     title = "Electricity data browser",
///     publisher = "U.S. Energy Information Administration",
///     modified = "2018-10",
/// );
/// ```
///
/// ```compile_fail
/// # use mcp_data_runtime::{Source, source};
/// const WRONG: Source = source!("javascript:alert(1)");
/// ```
#[macro_export]
macro_rules! source {
    () => {
        ::core::compile_error!(
            "`source!` takes a link as a string literal: `source!(\"https://example.org/data\")`"
        )
    };
    ($($part:tt)*) => {
        $crate::private::source_literal! { $crate $($part)* }
    };
}

/// A call of a tool as an example, for [`Plugin::sample_question`](crate::Plugin::sample_question): the tool by its
/// path, and its arguments by their published names.
///
/// A value is any expression whose type implements `Serialize`. A name that is no identifier is a text:
/// `"from-year": 2017`. A tool that takes no arguments, or none that is required, can stand alone:
/// `call!(list_cities)`.
///
/// That the path is a tool's, and that it has arguments of these names, is checked at compile time; that the values
/// are allowed and none is missing, when the server starts; that the tool answers, by the subcommand `check`.
///
/// ```
/// use mcp_data_runtime::prelude::*;
///
/// const EIA: Source = source!("https://www.eia.gov/electricity/data/browser/");
///
/// /// The mix of sources from which electricity was generated.
/// #[data_tool]
/// fn electricity_mix(#[arg(range = 2001..=2017)] from: u16, to: Option<u16>) -> DataToolOutput {
///     DataToolOutput::new(format!("{from} to {to:?}"), EIA)
/// }
///
/// let plugin = Plugin::new("energy").tools(tools![electricity_mix]).sample_question(
///     "How much of Iowa's electricity was renewable in 2017?",
///     call!(electricity_mix { from: 2017, to: 2017 }),
/// );
/// ```
///
/// ```compile_fail,E0080
/// # use mcp_data_runtime::prelude::*;
/// # const EIA: Source = source!("https://www.eia.gov/electricity/data/browser/");
/// # /// The mix of sources from which electricity was generated.
/// # #[data_tool]
/// # fn electricity_mix(from: u16, to: Option<u16>) -> DataToolOutput {
/// #     DataToolOutput::new(format!("{from} to {to:?}"), EIA)
/// # }
/// let call = call!(electricity_mix { year: 2017 });
/// ```
#[macro_export]
macro_rules! call {
    (@name $name:literal) => {
        ::core::concat!($name)
    };
    (@name $name:tt) => {
        $crate::private::argument_name(::core::stringify!($name))
    };
    ($tool:ident ($($values:tt)*)) => {
        $crate::call!()
    };
    ($tool:ty $(,)?) => {
        $crate::call!($tool {})
    };
    ($tool:ty { $($name:tt: $value:expr),* $(,)? } $(,)?) => {
        $crate::private::sample_call(
            {
                // Not a block of the kind `const {}`, which `cargo check` leaves alone.
                const CALL: $crate::private::CheckedCall = $crate::private::CheckedCall::new(
                    <$tool as $crate::DataTool>::DESCRIPTOR,
                    &[$($crate::call!(@name $name)),*],
                );
                CALL
            },
            [$($crate::private::sample_value($value)),*],
        )
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "`call!` takes a tool, and its arguments by their names: `call!(electricity_mix { from: 2017, to: 2017 })`, or `call!(list_cities)` without any"
        )
    };
}
