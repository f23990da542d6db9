//! The assertions that the runtime gives to authors: what they report, and that nothing makes them panic.

use mcp_data_runtime::testing::{contract_breaches, schema_faults};
use proptest::{
    collection::{btree_map, vec},
    prelude::*,
    sample::select,
};
use serde_json::{Value, json};

// B19
#[test]
fn a_table_without_a_header_is_a_breach() {
    let answer = |structured: Value| {
        contract_breaches(&json!({
            "content": [{ "type": "text", "text": "x" }],
            "structuredContent": structured,
            "isError": false,
        }))
    };
    let cut = json!({ "total_rows": 3, "shown_rows": 0 });
    let sources = json!(["https://example.org/"]);
    let table = "table is rows of the header's length, of scalars";
    let truncated = "truncated counts the table's rows";
    assert_eq!(
        answer(json!({ "sources": sources, "table": [], "truncated": cut })),
        [table, truncated]
    );
    assert_eq!(answer(json!({ "sources": sources, "truncated": cut })), [truncated]);
    assert_eq!(
        answer(json!({ "sources": sources, "table": [["n"]], "truncated": cut })),
        Vec::<String>::new()
    );
    assert_eq!(
        answer(json!({ "source_details": [{ "url": "https://example.org/", "title": "x" }] })),
        [
            "sources are different http(s) links, at least one",
            "source_details say more of some sources"
        ]
    );
}

// N05
#[test]
fn what_clients_refuse_in_a_schema_is_a_fault_with_its_place() {
    for (schema, faults) in [
        (
            json!({ "type": "object", "properties": { "v": { "type": "array" } } }),
            vec!["/properties/v: an array without `items`"],
        ),
        (
            json!({ "type": "object", "properties": { "v": { "type": "array", "items": { "type": "array" } } } }),
            vec!["/properties/v/items: an array without `items`"],
        ),
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a", "b", 1] }),
            vec![
                "/required: \"b\" is not among the properties",
                "/required: 1 is not among the properties",
            ],
        ),
        (
            json!({ "type": "object", "required": ["a"] }),
            vec!["/required: \"a\" is not among the properties"],
        ),
        (
            json!({ "type": "object", "properties": { "a": { "anyOf": [] }, "b": { "type": "string", "enum": [] } } }),
            vec!["/properties/a/anyOf: an empty list", "/properties/b/enum: an empty list"],
        ),
        (
            json!({ "type": "object", "properties": {
                "a": { "anyOf": [{ "type": "string" }, { "type": "null" }, { "type": "string" }] },
                "b": { "type": "string", "enum": ["x", "y", "x", "x"] },
            } }),
            vec![
                "/properties/a/anyOf/2: twice in the list",
                "/properties/b/enum/2: twice in the list",
                "/properties/b/enum/3: twice in the list",
            ],
        ),
        (
            json!({ "type": "object", "properties": { "a": { "type": "array", "items": { "type": "string" } } } }),
            vec![],
        ),
    ] {
        assert_eq!(schema_faults(&schema), faults, "{schema}");
    }
}

/// JSON whose fields have the names that the assertions look at.
fn lookalike() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        select(vec!["text", "object", "array", "https://example.org/", "bar", ""])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        let name = select(vec![
            "content",
            "structuredContent",
            "isError",
            "type",
            "text",
            "sources",
            "table",
            "charts",
            "force",
            "source_details",
            "truncated",
            "total_rows",
            "shown_rows",
            "url",
            "data",
            "datasets",
            "items",
            "properties",
            "required",
            "anyOf",
            "allOf",
            "enum",
            "not",
            "additionalProperties",
        ]);
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            btree_map(name.prop_map(str::to_owned), inner, 0..8)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

    // B19
    #[test]
    fn no_json_makes_the_assertions_panic(value in lookalike(), structured in lookalike()) {
        let result = json!({
            "content": [{ "type": "text", "text": "x" }],
            "structuredContent": structured,
            "isError": false,
        });
        for value in [&value, &structured, &result] {
            let breaches = contract_breaches(value);
            // What has no sources breaks the contract, unless it is an error.
            let is_sound = value["isError"] == true || value["structuredContent"]["sources"].is_array();
            prop_assert!(is_sound || !breaches.is_empty(), "{}", value);
            let faults = schema_faults(value);
            prop_assert!(value["type"] == "object" || !faults.is_empty(), "{}", value);
        }
    }
}
