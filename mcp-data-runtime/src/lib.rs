//! Data tools for AI assistants, whose answers speak to two readers at once and always say where
//! their data came from.
#![doc = include_str!("../../README.md")]

// The runtime's own tools are written with the macros, which name it so.
extern crate self as mcp_data_runtime;

mod answer;
mod catalog;
mod dispatch;
mod plugin;
mod schema;
mod serve;
mod suggest;
mod tool;

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
        DataToolOutput, IntoCell, IntoRow, IntoSources, Language, NoSource, NumberFormat, Rendered,
        Row, Source, SourceError, Sources, Table, TableError, TableRow,
    },
    catalog::{Catalog, CatalogError, Tool},
    dispatch::{CallLimits, CallReply, CallRequest, Dispatcher, UnknownTool},
    plugin::{Plugin, Resource, ResourceBody},
    serve::{DataServer, Secret, ServeError, Settings, TransportChoice},
    tool::{
        DataTool, ToolDescriptor,
        context::{Client, State, ToolContext},
        error::ToolError,
        param::ToolParam,
        returns::{ToolFailure, ToolReturn},
    },
};

mod macros;
pub use macros::{TableRow, data_tool};

/// What a file with tools uses: `use mcp_data_runtime::prelude::*;`.
pub mod prelude {
    pub use std::process::ExitCode;

    pub use crate::{
        Cell, Chart, DataServer, DataToolOutput, Language, NumberFormat, Plugin, Resource, Source,
        SourceError, Sources, State, Table, TableRow, ToolContext, ToolError, data_tool, source,
        table, tools,
    };
}
