//! Every message we write, in one place: what is wrong, why it matters to the reader of an answer,
//! what to write instead.

use crate::{diag::nearest, rules};

pub(crate) const NOT_A_FUNCTION: &str = "`#[data_tool]` makes a tool of a function\n\
     put it on a free `fn` that returns `DataToolOutput`";

pub(crate) const METHOD: &str = "a data tool is a free function: it has no `self`\n\
     what the server shares with its tools is a parameter `State<T>`, given to `DataServer::state`";

pub(crate) const RETURNS_NOTHING: &str = "a data tool must return `DataToolOutput`, and this function returns nothing\n\
     the model reads an answer's text, the person checks its sources; `DataToolOutput` carries both\n\
     return `DataToolOutput::new(text, source!(\"https://…\"))`, or a `Result` of it";

pub(crate) const RETURNS_IMPL: &str = "a data tool must return `DataToolOutput`, and `impl Trait` hides what this function returns\n\
     what the person will see is published before the first call, so the type must be named\n\
     return `DataToolOutput` or a `Result` of it; for an asynchronous tool write `async fn`";

pub(crate) const RETURNS_NEVER: &str = "a data tool must return `DataToolOutput`, and this function never returns\n\
     whoever calls it would wait for an answer; return `DataToolOutput`, or a `Result` of it";

pub(crate) const RETURNS_PLACEHOLDER: &str = "a data tool must return `DataToolOutput`, and `_` leaves open what this function returns\n\
     what the person will see is published before the first call, so the type must be named";

pub(crate) const RETURNS_BORROWED: &str = "a data tool must return `DataToolOutput`, and this function returns something borrowed\n\
     an answer outlives the call that made it; return `DataToolOutput`, or a `Result` of it";

pub(crate) const NO_DESCRIPTION: &str = "a data tool needs a description: the model chooses by it when to call the tool\n\
     write a doc comment (`/// Population of …, in …, from … to …`), or `#[data_tool(description = \"…\")]`";

pub(crate) const GENERIC: &str = "a data tool cannot be generic: it is called with JSON, which chooses no types or lifetimes\n\
     name the types; a value that the server shares is `State<T>`";

pub(crate) const CONST: &str = "a data tool cannot be `const`: it runs when the model calls it";
pub(crate) const UNSAFE: &str =
    "a data tool cannot be `unsafe`: the model calls it, and can promise nothing";
pub(crate) const EXTERN: &str =
    "a data tool cannot be `extern`: the model calls it by its name, not by its ABI";
pub(crate) const VARIADIC: &str = "a data tool cannot be variadic: its arguments are named";

pub(crate) const PATTERN_PARAM: &str = "a parameter of a data tool needs a name: the model passes arguments by name\n\
     write `name: Type` and take it apart in the body";

pub(crate) const IMPL_PARAM: &str = "a parameter of a data tool needs a type of its own: its schema is published before the first call\n\
     name a type that derives `Deserialize` and `JsonSchema`";

pub(crate) const CFG_PARAM: &str = "a parameter of a data tool cannot depend on `cfg`: the published arguments would not\n\
     put `#[cfg(…)]` on two functions instead";

pub(crate) fn outside_length(what: &str, count: usize, range: &str) -> String {
    let characters = if count == 1 { "character" } else { "characters" };
    format!(
        "the {what} has {count} {characters}, and its length is {range}\n\
         the model reads both in the tool's schema, which would contradict itself"
    )
}

pub(crate) fn outside_range(what: &str, value: &str, range: &str) -> String {
    format!(
        "the {what} {value} is outside the range {range}\n\
         the model reads both in the tool's schema, which would contradict itself"
    )
}

pub(crate) fn bad_pattern(reason: &str) -> String {
    format!(
        "this pattern is no regular expression: {reason}\n\
         it is published in the tool's schema, where clients compile it as JavaScript does with the flag `u`"
    )
}

pub(crate) fn borrowed_param(owned: Option<&str>) -> String {
    let way_out = match owned {
        Some(owned) => format!("take `{owned}`"),
        None => "take the owned type; a value that the server shares is `State<T>`".to_owned(),
    };
    format!(
        "a parameter of a data tool is owned: its value comes from the call's JSON and lives nowhere else\n{way_out}"
    )
}

pub(crate) fn illegal_name(name: &str) -> Option<String> {
    let wrong = rules::name_problem(name)?;
    Some(format!(
        "the tool name {name:?} is not legal: {wrong}\n\
         clients accept 1 to 64 ASCII letters, digits, `_` and `-`; give another with `#[data_tool(name = \"…\")]`"
    ))
}

pub(crate) fn illegal_param_name(name: &str) -> Option<String> {
    let wrong = rules::name_problem(name)?;
    Some(format!(
        "the argument name {name:?} is not legal: {wrong}\n\
         clients accept 1 to 64 ASCII letters, digits, `_` and `-`; give another with `#[arg(name = \"…\")]`"
    ))
}

pub(crate) fn same_param_name(name: &str) -> String {
    format!(
        "two parameters have the published name {name:?}; rename one with `#[arg(name = \"…\")]`"
    )
}

pub(crate) const NO_BODY: &str = "a data tool needs a body, and this function has none\n\
     put `#[data_tool]` on a free function outside of any trait, impl or `extern` block";

pub(crate) fn unknown_option(attribute: &str, name: &str, known: &[&str]) -> String {
    let all: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
    let meant =
        nearest(name, known).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
    format!("`{attribute}` has no option `{name}`{meant}\nit has {}", all.join(", "))
}

pub(crate) fn repeated_option(name: &str) -> String {
    format!("`{name}` is given twice; keep one")
}

pub(crate) fn option_value(name: &str, form: &str) -> String {
    format!("`{name}` is written `{form}`")
}

pub(crate) fn option_without_name(attribute: &str, known: &[&str]) -> String {
    let all: Vec<String> = known.iter().map(|known| format!("`{known}`")).collect();
    format!("the options of `{attribute}` are given by their names: {}", all.join(", "))
}

pub(crate) const COLUMN_FORM: &str = "a column is written `#[column(\"Header\", unit = \"GWh\")]`: the header first and without a name, \
     and either may be left out";

pub(crate) const TABLE_ROW_FORM: &str =
    "`#[table_row(crate = ::path)]` says where the runtime is, and nothing else";
pub(crate) const COLUMN_PLACE: &str =
    "`#[column(…)]` belongs to a field: each field of the struct is a column";
pub(crate) const TABLE_ROW_PLACE: &str =
    "`#[table_row(…)]` belongs to the struct, above its fields";

pub(crate) fn flag_with_value(name: &str) -> String {
    format!("`{name}` is a flag: write it alone")
}

pub(crate) const IDEMPOTENT_READER: &str = "`idempotent` says that a second call changes nothing more, and this tool changes nothing at all\n\
     leave it out; or say with `writes` or `destructive` that calling the tool changes something";

pub(crate) const TIMEOUT_ZERO: &str =
    "a timeout is a whole number of seconds, at least 1: a tool that may take less never answers";
pub(crate) const EMPTY_RANGE: &str =
    "this range allows nothing: no value is between its start and its end";
pub(crate) const LENGTH_COUNTS: &str =
    "a length counts characters or items: its bounds are whole numbers from 0";
pub(crate) const OPEN_RANGE: &str =
    "this range has no bounds and allows everything; leave it out, or give it one";
pub(crate) const EMPTY_TEXT: &str = "this text is empty; leave the option out or fill it";
pub(crate) const RELATIVE_CRATE: &str = "`crate` takes an absolute path, since the expansion stands in many modules\n\
     write `crate = ::name` or `crate = crate::path`";
pub(crate) const NO_SOURCES: &str =
    "`sources` lists where the data come from: `sources(FIRST, SECOND)`";

pub(crate) const ICONS: &str =
    "an icon is a link: `icons = [\"https://example.org/icon.svg\"]`, or a `data:` URL";

pub(crate) const ARG_FORM: &str =
    "`#[arg(…)]` is written with what it says: `#[arg(range = 1..=9, default = 1)]`";

// `#[derive(TableRow)]`

pub(crate) const ROW_NOT_STRUCT: &str =
    "a table row is a struct with named fields: each field is a column";
pub(crate) const ROW_GENERIC: &str =
    "a table row cannot be generic: its columns are published before the first call";
pub(crate) const ROW_EMPTY: &str = "a table row needs a column: add a field";
pub(crate) const EMPTY_HEADER: &str =
    "a column needs a header: the person and the model read the column by it";

pub(crate) fn same_header(header: &str) -> String {
    format!("two columns have the header {header:?}: a reader could not tell them apart")
}

pub(crate) fn same_constant(name: &str) -> String {
    format!("two columns have the constant `{name}`: rename a field")
}

pub(crate) const CONSTANT_COLUMNS: &str = "the constant of this column would be `COLUMNS`, which is the list of all columns: rename the field";

// `table!`

pub(crate) const TABLE_EMPTY: &str =
    "a table needs a header: `table![[\"City\", \"Population\"], [\"Tokyo\", 37_400_068]]`";
pub(crate) const TABLE_COMMA: &str = "a comma is missing after this row of `table!`";
pub(crate) const TABLE_ROW: &str =
    "a row of `table!` is a list in brackets: `[\"Tokyo\", 37_400_068]`";
pub(crate) const TABLE_HEADER: &str =
    "the first row of `table!` is the header: its cells are strings";
pub(crate) const TABLE_NO_COLUMNS: &str = "a table needs a column: the header is empty";

pub(crate) fn row_length(found: usize, header: &[String]) -> String {
    let cells =
        |count: usize| if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") };
    format!(
        "this row has {} where the header has {}: {}\n\
         a short or long row would put values under the wrong headers; `Cell::EMPTY` is an empty cell",
        cells(found),
        header.len(),
        header.join(", ")
    )
}

// `source!`

pub(crate) const SOURCE_FORM: &str = "`source!` takes a link as a string literal: `source!(\"https://example.org/data\")`\n\
     for a link that is only known at run time use `Source::parse(link)?`";

pub(crate) fn bad_link(link: &str, reason: &str) -> String {
    format!(
        "{link:?} is not a source: {reason}\n\
         a source is a link that a person opens to check the answer: an absolute http or https URL"
    )
}

pub(crate) fn bad_date(name: &str) -> String {
    format!(
        "`{name}` is an ISO 8601 date: \"2018-10-04\", \"2018-10\", \"2018\", or a time such as \"2018-10-04T12:00:00Z\""
    )
}

pub(crate) const BAD_LICENSE: &str =
    "`license` is an SPDX identifier such as \"CC-BY-4.0\", or a URL";
