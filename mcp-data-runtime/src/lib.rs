//! Data tools for AI assistants, whose answers speak to two readers at once and always say where their
//! data came from.
//!
//! A function annotated [`#[data_tool]`](data_tool) becomes a tool that any client of the
//! [Model Context Protocol](https://modelcontextprotocol.io) can call. It returns [`DataToolOutput`]: a
//! text for the model, and sources, a table, charts and verbatim text for the person.
//!
//! ```no_run
//! use mcp_data_runtime::prelude::*;
//!
//! const CITIES: Source = source!("https://example.org/cities-data");
//!
//! /// The largest city of the world.
//! #[data_tool]
//! fn largest_city() -> DataToolOutput {
//!     DataToolOutput::new("Tokyo has 37,400,068 inhabitants.", CITIES)
//!         .table(table![["City", "Population"], ["Tokyo", 37_400_068]])
//! }
//!
//! # #[cfg(not(feature = "cli"))]
//! # fn main() {}
//! # #[cfg(feature = "cli")]
//! #[tokio::main]
//! async fn main() -> ExitCode {
//!     DataServer::new("cities", env!("CARGO_PKG_VERSION")).tools(tools!()).run().await
//! }
//! ```
//!
//! Where to look: [`data_tool`] for the macro's options and how a tool runs, [`TableRow`](trait@TableRow)
//! for typed tables, [`Chart`], [`Source`], [`ToolError`], [`Plugin`], [`DataServer`] and [`Settings`] for
//! serving, `testing` (a feature) for tests of tools.
//!
//! # Features
//!
//! `stdio`, `http`, `cli` and `viewer` are on by default. Without them the crate is the contract, the
//! catalog and dispatch, for those who bring a server of their own: [`DataServer::dispatcher`]. `viewer`
//! is the page that shows answers to a person. `testing` adds a client
//! in memory, `chrono` and `decimal` cells from dates and decimals.

// The runtime's own tools are written with the macros, which name it so.
extern crate self as mcp_data_runtime;

mod answer;
mod bounds;
mod catalog;
mod dispatch;
mod plugin;
mod resource;
mod schema;
mod serve;
mod tool;
#[cfg(feature = "viewer")]
pub mod viewer;
mod wording;

#[doc(hidden)]
pub mod private;
#[cfg(feature = "testing")]
pub mod testing;

pub use schemars;
pub use serde;
pub use serde_json;

pub use crate::{
    answer::{
        AnswerSettings, AnyRow, Cell, CellType, Chart, ChartFormat, Column, ColumnDescriptor,
        DataToolOutput, DetailError, IntoCell, IntoRow, IntoSources, Language, NoSource,
        NumberFormat, Rendered, Row, Source, SourceError, Sources, Table, TableError, TableRow,
        Warning,
    },
    catalog::{Catalog, CatalogError, Tool, UnknownTool},
    dispatch::{CallLimits, CallReply, CallRequest, Dispatcher},
    plugin::Plugin,
    resource::{Resource, ResourceBody, ResourceNotFound, Variables},
    serve::{DataServer, Secret, ServeError, Settings, TransportChoice},
    tool::{
        DataTool, ToolDescriptor,
        context::{Client, State, ToolContext},
        error::ToolError,
        param::{Measured, Published, Ranged, TextDefault, Textual, ToolParam},
        returns::{ToolFailure, ToolReturn},
        sample::{SampleCall, SampleValue},
    },
};

mod macros;
pub use macros::{TableRow, data_tool};

/// What a file with tools uses: `use mcp_data_runtime::prelude::*;`.
pub mod prelude {
    pub use std::process::ExitCode;

    pub use crate::{
        Cell, Chart, DataServer, DataToolOutput, Language, NumberFormat, Plugin, Resource, Source,
        SourceError, Sources, State, Table, TableRow, ToolContext, ToolError, call, data_tool,
        source, table, tools,
    };
}

/// The README, whose samples are tests: they are whole programs.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The page on the viewer, whose sample is a test.
#[cfg(all(doctest, feature = "viewer"))]
#[doc = include_str!("../../docs/viewer.md")]
struct ViewerPage;
