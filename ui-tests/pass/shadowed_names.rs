use ::mcp_data_runtime::{DataToolOutput, Source, TableRow, data_tool, source, table, tools};

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
#[allow(non_snake_case)]
pub fn Some() {}
#[allow(non_snake_case)]
pub fn Ok() {}
#[allow(non_snake_case)]
pub fn Err() {}
#[allow(non_upper_case_globals)]
pub const None: u8 = 1;
#[allow(non_camel_case_types)]
pub struct str;
#[allow(non_camel_case_types)]
pub struct bool;
#[allow(non_camel_case_types)]
pub struct u64;
#[allow(non_camel_case_types)]
pub struct usize;
pub mod std {}
pub mod core {}
pub mod alloc {}
pub mod mcp_data_runtime {}
pub mod private {}
pub mod inventory {}
#[allow(unused_macros)]
macro_rules! vec {
    ($($any:tt)*) => { compile_error!("the user's own") };
}
#[allow(unused_macros)]
macro_rules! concat {
    ($($any:tt)*) => { compile_error!("the user's own") };
}
#[allow(unused_macros)]
macro_rules! module_path {
    ($($any:tt)*) => { compile_error!("the user's own") };
}

const SOURCE: Source = source!("https://example.org/data", title = "Data");

#[allow(non_upper_case_globals)]
const __mcp: u8 = 1;

/// A city.
#[derive(TableRow)]
struct City {
    #[column("City", unit = "name")]
    name: ::std::string::String,
    population: ::std::option::Option<i32>,
}

/// The largest cities.
#[data_tool(title = "Cities", sources(SOURCE), timeout = 5, icons = ["https://example.org/icon.svg"])]
async fn top_cities(
    #[arg(range = 1..=9, default = 3, examples = [1])] count: u8,
    #[arg(length = 1..=9, pattern = "a", default = "a")] country: ::std::string::String,
) -> ::std::result::Result<DataToolOutput<City>, ::mcp_data_runtime::ToolError> {
    let _ = count;
    ::std::result::Result::Ok(DataToolOutput::new(country, SOURCE))
}

/// Line one.
#[doc = ::std::concat!("The largest ", "cities.")]
#[data_tool]
fn plain(
    /// Line one.
    #[doc = ::std::concat!("A ", "count.")]
    count: u8,
) -> DataToolOutput {
    DataToolOutput::new(::std::format!("{count}"), SOURCE)
        .table(table![["City", "Population"], ["Tokyo", 37_400_068]])
}

fn main() {
    assert_eq!(tools!().len(), 2);
    assert_eq!(tools![plain, top_cities].len(), 2);
    assert_eq!(<plain as ::mcp_data_runtime::DataTool>::DESCRIPTOR.name(), "plain");
    let _ = (__mcp, None);
    let _ = City { name: ::std::string::String::new(), population: ::std::option::Option::None };
}
