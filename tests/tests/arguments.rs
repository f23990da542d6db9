//! Arguments: what is published, what is accepted, and what is said of the rest.
#![allow(dead_code, reason = "arguments are read by their `Debug` form")]

use std::collections::BTreeMap;

use mcp_data_runtime::{
    prelude::*,
    schemars::{self, JsonSchema},
    serde::{self, Deserialize},
    testing::{TestClient, assert_portable, text},
};
use serde_json::{Value, json};

const SOURCE: Source = source!("https://example.org/data");

fn echo(value: impl std::fmt::Debug) -> DataToolOutput {
    DataToolOutput::new(format!("{value:?}"), SOURCE)
}

/// How to draw.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
enum Kind {
    /// bars
    Bar,
    Line,
}

/// What to look for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Filter {
    year: Option<u16>,
    kind: Kind,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde", tag = "by")]
#[schemars(crate = "self::schemars")]
enum Order {
    Name { descending: bool },
    Column { index: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde", untagged)]
#[schemars(crate = "self::schemars")]
enum Id {
    Number(u32),
    Code(String),
}

/// Takes every sort of argument.
#[data_tool]
#[allow(clippy::too_many_arguments, reason = "every sort of argument in one tool")]
fn everything(
    count: u32,
    #[arg(default = "en", pattern = "^[a-z]{2}$")] language: String,
    #[arg(length = 1..=3)] names: Option<Vec<String>>,
    #[arg(range = 0.0..1.0)] share: Option<f64>,
    flag: Option<bool>,
    kind: Option<Kind>,
    filter: Option<Filter>,
    order: Option<Order>,
    id: Option<Id>,
    free: Option<Value>,
    pair: Option<(f64, String)>,
    weights: Option<BTreeMap<String, u8>>,
) -> DataToolOutput {
    echo((count, language, names, share, flag, kind, filter, order, id, free, pair, weights))
}

/// Takes one free-form value.
#[data_tool]
fn free_form(value: Value) -> DataToolOutput {
    echo(value)
}

/// Takes nothing.
#[data_tool]
fn now() -> DataToolOutput {
    echo("now")
}

/// Has a raw name and a renamed argument.
#[data_tool]
fn r#type(
    r#match: String,
    #[arg(name = "from-year", range = 1..=u64::MAX, examples = [5_000_000_000])] from: u64,
) -> DataToolOutput {
    echo((r#match, from))
}

async fn client() -> TestClient {
    TestClient::connect(DataServer::new("arguments", "1").tools(tools!())).await
}

async fn said(client: &TestClient, tool: &str, arguments: Value) -> String {
    let result = client.call(tool, arguments).await;
    let read = text(&result).to_owned();
    match read.split_once("\n\nSources:") {
        Some((answer, _)) => answer.to_owned(),
        None => read,
    }
}

#[tokio::test]
async fn every_argument_is_published_in_portable_form() {
    let client = client().await;
    let tools = client.tools().await;
    tools.iter().for_each(assert_portable);
    let everything = tools.iter().find(|tool| tool.name == "everything").expect("the tool");
    let schema = json!(*everything.input_schema);
    assert_eq!(schema["required"], json!(["count"]));
    let properties = &schema["properties"];
    // B36, B37
    assert_eq!(
        properties["count"],
        json!({ "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32 })
    );
    assert_eq!(
        properties["language"],
        json!({ "type": "string", "pattern": "^[a-z]{2}$", "default": "en" })
    );
    assert_eq!(
        properties["names"],
        json!({ "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 3 })
    );
    assert_eq!(
        properties["share"],
        json!({ "type": "number", "minimum": 0.0, "exclusiveMaximum": 1.0 })
    );
    // B41
    assert_eq!(
        properties["kind"],
        json!({ "type": "string", "enum": ["Line", "Bar"], "description": "How to draw.\n\n`Bar`: bars" })
    );
    // B38, B43
    assert_eq!(
        properties["filter"],
        json!({
            "type": "object",
            "description": "What to look for.",
            "properties": {
                "year": { "type": "integer", "minimum": 0, "maximum": 65535 },
                "kind": properties["kind"],
                "tags": { "type": "array", "items": { "type": "string" }, "default": [] },
            },
            "required": ["kind"],
            "additionalProperties": false,
        })
    );
    assert_eq!(
        properties["id"]["anyOf"],
        json!([{ "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32 }, { "type": "string" }])
    );
    assert_eq!(
        properties["weights"]["additionalProperties"],
        json!({ "type": "integer", "minimum": 0, "maximum": 255 })
    );
}

// B26
#[tokio::test]
async fn a_tool_without_arguments_takes_an_empty_object() {
    let client = client().await;
    let tools = client.tools().await;
    let now = tools.iter().find(|tool| tool.name == "now").expect("the tool");
    assert_eq!(
        json!(*now.input_schema),
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
    assert_eq!(said(&client, "now", json!({})).await, "\"now\"");
    assert_eq!(
        said(&client, "now", json!({ "x": 1 })).await,
        "now was not run: 1 problem with its arguments.\n- x: no such argument; it takes none"
    );
}

// B15
#[tokio::test]
async fn raw_names_lose_their_mark() {
    let client = client().await;
    assert_eq!(said(&client, "type", json!({ "match": "m", "from-year": 3 })).await, "(\"m\", 3)");
}

// B27
#[tokio::test]
async fn a_free_form_value_is_taken_as_it_is() {
    let client = client().await;
    for value in [json!("x"), json!(1.5), json!(true), json!({ "a": [null] }), json!([1, "b"])] {
        assert_eq!(
            said(&client, "free_form", json!({ "value": value })).await,
            format!("{value:?}")
        );
    }
    assert_eq!(said(&client, "free_form", json!({})).await, "Null");
}

// B40
#[tokio::test]
async fn absent_null_and_a_value_mean_the_same_in_schema_and_tool() {
    let client = client().await;
    let nothing = "(1, \"en\", None, None, None, None, None, None, None, None, None, None)";
    assert_eq!(said(&client, "everything", json!({ "count": 1 })).await, nothing);
    let nulls = json!({
        "count": 1, "language": null, "names": null, "share": null, "flag": null, "kind": null,
        "filter": null, "order": null, "id": null, "free": null, "pair": null, "weights": null,
    });
    assert_eq!(said(&client, "everything", nulls).await, nothing);
    let values = json!({
        "count": 2.0, "language": "pt", "names": ["a"], "share": 0.25, "flag": true, "kind": "Bar",
        "filter": { "kind": "Line", "year": null }, "order": { "by": "Column", "index": 3 }, "id": "x7",
        "free": { "deep": [1] }, "pair": [1.5, "p"], "weights": { "w": 9 },
    });
    assert_eq!(
        said(&client, "everything", values).await,
        "(2, \"pt\", Some([\"a\"]), Some(0.25), Some(true), Some(Bar), \
         Some(Filter { year: None, kind: Line, tags: [] }), Some(Column { index: 3 }), Some(Code(\"x7\")), \
         Some(Object {\"deep\": Array [Number(1)]}), Some((1.5, \"p\")), Some({\"w\": 9}))"
    );
}

// B28, B29
#[tokio::test]
async fn every_kind_of_wrong_argument_has_its_words() {
    let client = client().await;
    for (arguments, problem) in [
        (json!({}), "count: missing; expected an integer from 0 to 4294967295"),
        (
            json!({ "count": "7" }),
            "count: expected an integer from 0 to 4294967295, got the string \"7\"",
        ),
        (json!({ "count": null }), "count: expected an integer from 0 to 4294967295, got null"),
        (json!({ "count": -1 }), "count: -1 is below the minimum, 0"),
        (
            json!({ "count": 1.5 }),
            "count: expected an integer from 0 to 4294967295, got the number 1.5",
        ),
        (
            json!({ "count": 1, "limt": 5 }),
            "limt: no such argument; it takes `count`, `language`, `names`, `share`, `flag`, `kind`, `filter`, `order`, `id`, `free`, `pair` and `weights`",
        ),
        (
            json!({ "count": 1, "nams": [] }),
            "nams: no such argument; did you mean `names`? It takes `count`, `language`, `names`, `share`, `flag`, `kind`, `filter`, `order`, `id`, `free`, `pair` and `weights`",
        ),
        (
            json!({ "count": 1, "language": "english" }),
            "language: the string \"english\" does not match `^[a-z]{2}$`",
        ),
        (json!({ "count": 1, "names": [] }), "names: an array of fewer than the minimum of 1 item"),
        (
            json!({ "count": 1, "names": ["a", "b", "c", "d"] }),
            "names: an array of more than the maximum of 3 items",
        ),
        (json!({ "count": 1, "names": ["a", 2] }), "names[1]: expected a string, got the number 2"),
        (json!({ "count": 1, "share": 1 }), "share: 1 is not below 1.0"),
        (
            json!({ "count": 1, "flag": "yes" }),
            "flag: expected true or false, got the string \"yes\"",
        ),
        (
            json!({ "count": 1, "kind": "bar" }),
            "kind: expected one of \"Line\" and \"Bar\", got the string \"bar\"; did you mean \"Bar\"?",
        ),
        (json!({ "count": 1, "filter": [] }), "filter: expected an object, got an array"),
        (
            json!({ "count": 1, "filter": { "kind": "Bar", "yaer": 1 } }),
            "filter.yaer: no such field; did you mean `year`? It takes `year`, `kind` and `tags`",
        ),
        (
            json!({ "count": 1, "filter": { "year": 70000 } }),
            "filter.year: 70000 is above the maximum, 65535\n- filter.kind: missing; expected one of \"Line\" and \"Bar\"",
        ),
        (
            json!({ "count": 1, "order": { "by": "Column", "index": 300 } }),
            "order.index: 300 is above the maximum, 255",
        ),
        (
            json!({ "count": 1, "id": true }),
            "id: expected an integer from 0 to 4294967295 or a string, got true",
        ),
        (json!({ "count": 1, "pair": [1] }), "pair: an array of fewer than the minimum of 2 items"),
        (
            json!({ "count": 1, "weights": { "w": 999 } }),
            "weights.w: 999 is above the maximum, 255",
        ),
    ] {
        let text = said(&client, "everything", arguments.clone()).await;
        let (_, problems) =
            text.split_once("\n- ").unwrap_or_else(|| panic!("{arguments}: {text}"));
        assert_eq!(problems, problem, "{arguments}");
    }
}

#[tokio::test]
async fn a_value_that_the_schema_cannot_exclude_is_an_error_result_too() {
    let client = client().await;
    // A tuple is published as an array of its types, with their places in its description.
    assert_eq!(
        said(&client, "everything", json!({ "count": 1, "pair": ["p", 1.5] })).await,
        "everything was not run: 2 problems with its arguments.\n\
         - pair[0]: expected a number, got the string \"p\"\n\
         - pair[1]: expected a string, got the number 1.5"
    );
    // B51, whatever `range` says: an integer that JavaScript would round is none that the caller can have meant.
    assert_eq!(
        said(&client, "type", json!({ "match": "m", "from-year": 1e30 })).await,
        "type was not run: 1 problem with its arguments.\n\
         - from-year: 1e+30 is above the maximum, 9007199254740991"
    );
}
