//! Fragments of `macro_rules!` of every kind, at every place where an expansion reads them.

use mcp_data_runtime::{
    prelude::*,
    serde_json::json,
};

macro_rules! tool {
    (
        $(#[$attribute:meta])* $visibility:vis $name:ident($argument:ident: $argument_type:ty, $within:ident, $word:ident) -> $return_type:ty
        $body:block,
        $published:literal, $title:expr, $description:expr, $seconds:expr, $meta:expr, $icon:expr, $source:expr,
        $range:expr, $least:expr, $most:literal, $default:expr, $example:expr, $pattern:literal, $text:expr
    ) => {
        $(#[$attribute])*
        #[data_tool(
            name = $published, title = $title, description = $description, sources($source), timeout = $seconds,
            meta = $meta, icons = [$icon],
        )]
        $visibility fn $name(
            #[arg(range = $least..=$most, default = $default * 2, examples = [$example, $most])]
            $argument: $argument_type,
            #[arg(range = $range)] $within: Option<$argument_type>,
            #[arg(pattern = $pattern, default = $text, length = $least..=$most)] $word: String,
        ) -> $return_type $body
    };
}

tool!(
    /// Not this.
    #[must_use]
    pub(crate) sum(count: i64, within, word) -> DataToolOutput { DataToolOutput::new(format!("{count} {word} {within:?}"), SOURCE) },
    "add", "Adds", "Adds things.", 5, json!({ "a": 1 }), "https://example.org/i.svg", SOURCE,
    1..=9, 1, 7_900_000_000, 1 + 2, 7_900_000_000, "^[a-z]+$", "one"
);

// An owned visibility of no tokens, and a body that is a block of its own.
tool!(
    private(count: i64, within, word) -> Result<DataToolOutput, ToolError> { let _ = (within, word); Ok(DataToolOutput::new(count.to_string(), SOURCE)) },
    "private", "Private", "Is private.", 5, json!({}), "data:,", SOURCE,
    -9..9, 0, 9, 1, 2, "a", "a"
);

macro_rules! row {
    ($visibility:vis $name:ident { $header:literal, $unit:expr, $field:ident: $type:ty }) => {
        #[derive(TableRow)]
        $visibility struct $name {
            #[column($header, unit = $unit)]
            $field: $type,
        }
    };
}
row!(City { "Inhabitants", "people", inhabitants: Option<u64> });

macro_rules! linked {
    ($link:expr, $title:literal, $modified:expr) => {
        source!($link, title = $title, modified = $modified)
    };
}
const SOURCE: Source = linked!("https://example.org/data", "Data", "2018-10");

macro_rules! tables {
    ($header:expr, $row:expr, $value:expr, $negative:literal, $sum:expr, $name:literal) => {
        [
            table![["City"], $row],
            table![$header, [$value], $row],
            table![[$name], [$negative], [-$value], [$sum * 2], [$value + 1_i64]],
        ]
    };
}

fn main() {
    let tables = tables!(["City"], ["Tokyo"], 7_900_000_000, -7_900_000_000, 1 + 2, "City");
    assert_eq!(tables.map(|table| table.len()), [1, 2, 4]);
    assert_eq!(City::COLUMNS[0].name, "Inhabitants");
    assert_eq!(SOURCE, source!("https://example.org/data", title = "Data", modified = "2018-10"));

    let server = DataServer::new("fragments", "1").tools(tools!());
    let calls = server.dispatcher(&mcp_data_runtime::Settings::default()).expect("a server that can start");
    let tool = calls.catalog().tool("add").expect("the tool");
    assert_eq!(tool.meta()["a"], 1);
    let properties = &tool.input_schema()["properties"];
    let count = &properties["count"];
    // `1 + 2` is one value: twice it is 6, and not 1 + 2 * 2.
    assert_eq!(
        [&count["minimum"], &count["maximum"], &count["default"], &count["examples"]],
        [&json!(1), &json!(7_900_000_000_u64), &json!(6), &json!([7_900_000_000_u64, 7_900_000_000_u64])]
    );
    assert_eq!([&properties["within"]["minimum"], &properties["within"]["maximum"]], [&json!(1), &json!(9)]);
    assert_eq!(properties["word"]["pattern"], "^[a-z]+$");
    assert_eq!(properties["word"]["default"], "one");
    let _: DataToolOutput = sum(1, None, String::new());
}
