//! What a type means is what is published of it and what is accepted: the shapes in which a meaning was lost.
#![allow(dead_code, reason = "arguments are read by their `Debug` form")]

use std::{
    collections::{BTreeMap, HashMap},
    num::NonZeroI8,
};

use mcp_data_runtime::{
    CatalogError, Dispatcher, Settings,
    prelude::*,
    schemars::{self, JsonSchema},
    serde::{self, Deserialize, Serialize},
    testing::{TestClient, assert_portable, text},
};
use serde_json::{Value, json};

const SOURCE: Source = source!("https://example.org/data");

fn echo(value: impl std::fmt::Debug) -> DataToolOutput {
    DataToolOutput::new(format!("{value:?}"), SOURCE)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Query {
    year: u16,
    #[serde(flatten)]
    dimensions: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars", extend("additionalProperties" = true))]
struct Open {
    year: u16,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Weighted {
    by_code: HashMap<i32, f64>,
}

/// Takes maps of every kind.
#[data_tool]
fn maps(
    weights: Option<BTreeMap<u16, f64>>,
    nested: Option<Weighted>,
    query: Option<Query>,
    open: Option<Open>,
    gaps: Option<BTreeMap<String, Option<f64>>>,
    counts: Option<BTreeMap<String, u32>>,
    free: Option<serde_json::Map<String, Value>>,
) -> DataToolOutput {
    let nested = nested.map(|nested| nested.by_code);
    let query = query.map(|query| (query.year, query.dimensions));
    echo((weights, nested, query, open, gaps, counts, free))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
enum Shape {
    Plain,
    Round { radius: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Flat {
    id: u8,
    #[serde(flatten)]
    shape: Shape,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct MaybeFlat {
    id: u8,
    #[serde(flatten)]
    shape: Option<Shape>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde", tag = "by", rename_all = "lowercase")]
#[schemars(crate = "self::schemars")]
enum Order {
    Name,
    Column { index: u32, note: Option<String> },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde", untagged)]
#[schemars(crate = "self::schemars")]
enum Id {
    Number(u32),
    Code(String),
    Span { from: u32, to: Option<u32> },
}

/// Takes alternatives of every kind.
#[data_tool]
fn alternatives(
    flat: Option<Flat>,
    maybe: Option<MaybeFlat>,
    order: Option<Order>,
    id: Option<Id>,
    pair: Option<(u16, String)>,
    list: Option<Vec<Option<f64>>>,
) -> DataToolOutput {
    echo((flat, maybe, order, id, pair, list))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Empty {}

fn tenth() -> f32 {
    0.1
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Singles {
    zeta: u8,
    #[serde(default = "tenth")]
    alpha: f32,
}

/// Takes numbers and nothing.
#[data_tool]
fn scalars(
    #[arg(range = 0.0..=0.7, default = 0.1, examples = [0.7])] least: f32,
    nonzero: Option<NonZeroI8>,
    singles: Option<Singles>,
    empty: Option<Empty>,
    any: Option<Value>,
    many: Option<Vec<Value>>,
) -> DataToolOutput {
    echo((least, nonzero, singles, empty, any, many))
}

async fn client() -> TestClient {
    let tools = tools![maps, alternatives, scalars];
    TestClient::connect(DataServer::new("shapes", "1").tools(tools)).await
}

/// The text of an answer, or of what is wrong.
async fn said(client: &TestClient, tool: &str, arguments: Value) -> String {
    let result = client.call(tool, arguments).await;
    let text = text(&result);
    let text = text.split("\n\nSources:").next().unwrap_or_default();
    text.split_once("arguments.\n- ").map_or(text, |(_, problems)| problems).to_owned()
}

async fn assert_said(tool: &str, cases: &[(Value, &str)]) {
    let client = client().await;
    for (arguments, expected) in cases {
        assert_eq!(said(&client, tool, arguments.clone()).await, *expected, "{arguments}");
    }
}

// N01, N02
#[tokio::test]
async fn a_map_takes_what_its_type_takes() {
    let all = |place: usize, value: &str| -> &'static str {
        let mut parts = ["None"; 7].map(str::to_owned);
        parts[place] = format!("Some({value})");
        format!("({})", parts.join(", ")).leak()
    };
    assert_said(
        "maps",
        &[
            (json!({ "weights": { "2019": 0.5 } }), all(0, "{2019: 0.5}")),
            (json!({ "nested": { "by_code": { "-3": 0.5 } } }), all(1, "{-3: 0.5}")),
            (
                json!({ "query": { "year": 2020.0, "geo": "DE", "unit": null } }),
                all(2, "(2020, {\"geo\": String(\"DE\"), \"unit\": Null})"),
            ),
            (json!({ "open": { "year": 2020, "more": 1 } }), all(3, "Open { year: 2020 }")),
            (
                json!({ "gaps": { "a": null, "b": 1 } }),
                all(4, "{\"a\": None, \"b\": Some(1.0)}"),
            ),
            (json!({ "counts": { "a": 5.0 } }), all(5, "{\"a\": 5}")),
            (
                json!({ "free": { "z": null, "a": [1.0] } }),
                all(6, "{\"z\": Null, \"a\": Array [Number(1.0)]}"),
            ),
            (
                json!({ "weights": { "x": 1 }, "nested": { "by_code": { "1.5": 1 } }, "counts": { "a": -1 } }),
                "weights.x: its name \"x\" is not a whole number of at least 0\n\
                 - nested.by_code.1.5: its name \"1.5\" is not a whole number\n\
                 - counts.a: -1 is below the minimum, 0",
            ),
            (
                json!({ "weights": { "70000": 1 } }),
                "weights.70000: its name: expected an integer from 0 to 65535, got the string \"70000\"",
            ),
        ],
    )
    .await;
}

// B5, N16
#[tokio::test]
async fn each_alternative_takes_what_its_variant_takes() {
    let all = |place: usize, value: &str| -> &'static str {
        let mut parts = ["None"; 6].map(str::to_owned);
        parts[place] = format!("Some({value})");
        format!("({})", parts.join(", ")).leak()
    };
    assert_said(
        "alternatives",
        &[
            (
                json!({ "flat": { "id": 1, "Plain": null } }),
                all(0, "Flat { id: 1, shape: Plain }"),
            ),
            (
                json!({ "flat": { "id": 1.0, "Round": { "radius": 5.0 } } }),
                all(0, "Flat { id: 1, shape: Round { radius: 5 } }"),
            ),
            (json!({ "maybe": { "id": 1 } }), all(1, "MaybeFlat { id: 1, shape: None }")),
            (
                json!({ "maybe": { "id": 1, "Plain": null } }),
                all(1, "MaybeFlat { id: 1, shape: Some(Plain) }"),
            ),
            (
                json!({ "order": { "by": "column", "index": 3, "note": null } }),
                all(2, "Column { index: 3, note: None }"),
            ),
            (json!({ "id": { "from": 1, "to": null } }), all(3, "Span { from: 1, to: None }")),
            (json!({ "id": 5.0 }), all(3, "Number(5)")),
            (json!({ "pair": [5.0, "a"] }), all(4, "(5, \"a\")")),
            (json!({ "list": [1.5, null, 3] }), all(5, "[Some(1.5), None, Some(3.0)]")),
            (
                json!({ "flat": { "id": 1 } }),
                "flat: expected an object with the fields `id` and `Round` or an object with the fields `id` and `Plain`, \
                 got an object with the field `id`",
            ),
            (
                json!({ "maybe": { "id": 1, "plane": null } }),
                "maybe.plane: no such field; it takes `id`",
            ),
            (
                json!({ "pair": ["a", 5], "id": [] }),
                "id: expected an integer from 0 to 4294967295 or a string or an object with the field `from`, got an array\n\
                 - pair[0]: expected an integer from 0 to 65535, got the string \"a\"\n\
                 - pair[1]: expected a string, got the number 5",
            ),
        ],
    )
    .await;
}

// N04, S3, S4
#[tokio::test]
async fn scalars_are_what_their_types_hold() {
    assert_said(
        "scalars",
        &[
            (json!({ "least": 0.7 }), "(0.7, None, None, None, None, None)"),
            (json!({}), "(0.1, None, None, None, None, None)"),
            (
                json!({ "nonzero": -3.0, "singles": { "zeta": 1 }, "empty": {} }),
                "(0.1, Some(-3), Some(Singles { zeta: 1, alpha: 0.1 }), Some(Empty), None, None)",
            ),
            (json!({ "least": 0.71 }), "least: 0.71 is above the maximum, 0.7"),
            (
                json!({ "nonzero": 0 }),
                "nonzero: expected an integer from -128 to 127 other than 0, got the number 0",
            ),
            (json!({ "empty": { "x": 1 } }), "empty.x: no such field; it takes none"),
            (
                json!({ "singles": { "zeta": 1, "alpha": 1e39 } }),
                "singles.alpha: 1e+39 is above the maximum, 3.4028235e+38",
            ),
        ],
    )
    .await;
}

// N04, N05, S1
#[tokio::test]
async fn what_is_published_is_in_the_order_of_the_declaration_and_portable() {
    let tools = client().await.tools().await;
    tools.iter().for_each(assert_portable);
    let scalars = tools.iter().find(|tool| tool.name == "scalars").expect("the tool");
    let properties = scalars.input_schema["properties"].as_object().expect("properties");
    let names: Vec<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(names, ["least", "nonzero", "singles", "empty", "any", "many"]);
    assert_eq!(
        properties["least"].to_string(),
        r#"{"type":"number","minimum":0.0,"maximum":0.7,"default":0.1,"examples":[0.7]}"#
    );
    assert_eq!(
        properties["singles"].to_string(),
        r#"{"type":"object","properties":{"zeta":{"type":"integer","minimum":0,"maximum":255},"#
            .to_owned()
            + r#""alpha":{"type":"number","minimum":-3.4028235e+38,"maximum":3.4028235e+38,"default":0.1}},"#
            + r#""additionalProperties":false,"required":["zeta"]}"#
    );
    assert_eq!(
        properties["empty"],
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Aliased {
    #[serde(alias = "since", alias = "start")]
    from: u16,
    kind: Option<Chosen>,
    #[schemars(rename = "upto")]
    to: u16,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde", rename_all = "lowercase")]
#[schemars(crate = "self::schemars")]
enum Chosen {
    #[serde(alias = "first")]
    One,
    Two,
}

/// Takes what has other names.
#[data_tool]
fn aliased(spans: Vec<Aliased>) -> DataToolOutput {
    echo(spans)
}

fn dispatcher(tool: mcp_data_runtime::ToolDescriptor) -> Result<Dispatcher, CatalogError> {
    DataServer::new("shapes", "1").tools([tool]).dispatcher(&Settings::default())
}

// S6
#[test]
fn names_without_effect_are_named_at_the_start() {
    let dispatcher =
        dispatcher(<aliased as mcp_data_runtime::DataTool>::DESCRIPTOR).expect("a server");
    let warnings: Vec<&str> = dispatcher
        .catalog()
        .warnings()
        .iter()
        .filter_map(|warning| Some(warning.split_once("): ")?.1))
        .collect();
    let alias = |name: &str| {
        format!(
            "`spans[]{name}` is a name that its type reads and its schema does not have, as an alias of serde's \
             is: it is without effect, since calls that use it are refused"
        )
    };
    assert_eq!(
        warnings,
        [
            alias(".since"),
            alias(".start"),
            alias(".to"),
            "`spans[].upto` is published, and its type does not read it: what a caller says there is ignored"
                .to_owned(),
            alias(".kind.first"),
        ]
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Twice {
    #[schemars(regex(pattern = "^a"), extend("allOf" = [{ "pattern": "z$" }]))]
    word: String,
}

/// Takes a word of two patterns.
#[data_tool]
fn twice(word: Twice) -> DataToolOutput {
    echo(word)
}

// B6
#[test]
fn what_no_schema_can_say_stops_the_start() {
    let error =
        dispatcher(<twice as mcp_data_runtime::DataTool>::DESCRIPTOR).expect_err("two patterns");
    let error = error.to_string();
    let (_, reason) = error.split_once("): ").expect("a place");
    assert_eq!(
        reason,
        "argument `word.word`: `pattern` is given twice, as `^a` and as `z$`, and a schema that all clients read \
         holds one; write one that says both"
    );
}
