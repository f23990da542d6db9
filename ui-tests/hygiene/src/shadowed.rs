//! Beside items with the names of the standard library's.
#![allow(
    missing_docs,
    clippy::missing_const_for_fn,
    non_snake_case,
    non_camel_case_types,
    non_upper_case_globals,
    unused_macros,
    reason = "the names are all that these are for"
)]

use ::data::{data_tool, source, table, DataToolOutput, Source, TableRow};

pub struct Result;
pub struct Option;
pub struct Vec;
pub struct Box;
pub struct String;
pub struct Default;
pub struct Into;
pub struct Clone;
pub struct Send;
pub struct Fn;
pub struct DataTool;
pub struct Cell;
pub struct Column;
pub struct ToolDescriptor;
pub struct str;
pub struct bool;
pub struct u64;
pub struct usize;
pub fn Some() {}
pub fn Ok() {}
pub fn Err() {}
pub const None: u8 = 1;
pub const __mcp: u8 = 1;
pub mod std {}
pub mod core {}
pub mod alloc {}
pub mod data {}
pub mod mcp_data_runtime {}
pub mod private {}
pub mod inventory {}
macro_rules! vec {
    ($($any:tt)*) => {
        compile_error!("the user's own")
    };
}
macro_rules! concat {
    ($($any:tt)*) => {
        compile_error!("the user's own")
    };
}
macro_rules! module_path {
    ($($any:tt)*) => {
        compile_error!("the user's own")
    };
}

const HERE: Source = source!("https://example.org/data", title = "Data");

#[derive(TableRow)]
#[table_row(crate = ::data)]
pub struct City {
    #[column("City", unit = "name")]
    pub name: ::std::string::String,
    pub population: ::std::option::Option<i32>,
}

/// The largest cities.
///
/// # Errors
///
/// Never.
#[data_tool(crate = ::data, title = "Cities", sources(HERE), icons = ["https://example.org/icon.svg"])]
pub async fn async_beside_shadows(
    #[arg(range = 1..=9, default = 3, examples = [1])] count: u8,
    #[arg(length = 1..=9, pattern = "a", default = "a")] country: ::std::string::String,
) -> ::std::result::Result<DataToolOutput<City>, ::data::ToolError> {
    ::tokio::task::yield_now().await;
    let _ = count;
    ::std::result::Result::Ok(DataToolOutput::new(country, HERE))
}

/// Line one.
#[doc = ::std::concat!("The largest ", "cities.")]
#[data_tool(crate = ::data)]
pub fn beside_shadows(count: u8) -> DataToolOutput {
    DataToolOutput::new(::std::format!("{count}"), HERE)
        .table(table![["City", "Population"], ["Tokyo", 37_400_068]])
}
