#![expect(clippy::needless_pass_by_value, reason = "schemas and values are written in place")]

use serde_json::{Value, json};

use super::{check, problems::Problems, read::read, write};

/// What is published of a schema, and whether null is accepted.
fn published(schema: Value) -> (Value, bool) {
    let node = read(&schema).expect("a schema that can be published");
    (write::optional(&node), node.nullable)
}

fn refused(schema: Value) -> String {
    let refusal = read(&schema).expect_err("a schema that cannot be published");
    match refusal.place.as_str() {
        "" => refusal.reason,
        place => format!("{place}: {}", refusal.reason),
    }
}

/// All that is wrong with a value.
fn problems(schema: &Value, value: Value) -> Vec<String> {
    let node = read(schema).expect("a schema that can be published");
    let mut found = Problems::default();
    check::check(&node, &value, "v", &mut found);
    found.said().iter().map(|problem| format!("{}: {}", problem.path, problem.text)).collect()
}

#[test]
fn an_option_is_its_type_and_nullable() {
    assert_eq!(
        published(json!({ "type": ["integer", "null"], "format": "uint32", "minimum": 0 })),
        (json!({ "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32 }), true)
    );
    assert_eq!(
        published(
            json!({ "anyOf": [{ "type": "string", "enum": ["a", "b"] }, { "type": "null" }], "description": "d" })
        ),
        (json!({ "type": "string", "enum": ["a", "b"], "description": "d" }), true)
    );
}

#[test]
fn an_enum_whose_variants_have_docs_is_a_plain_enum() {
    assert_eq!(
        published(json!({
            "description": "How to draw.",
            "oneOf": [
                { "type": "string", "enum": ["Line", "Dot"] },
                { "type": "string", "const": "Bar", "description": "bars" },
            ],
        })),
        (
            json!({
                "type": "string",
                "enum": ["Line", "Dot", "Bar"],
                "description": "How to draw.\n\n`Bar`: bars",
            }),
            false
        )
    );
}

// N05
#[test]
fn any_value_has_no_boolean_or_empty_schema_and_arrays_have_items() {
    let typed = json!([
        { "type": "string" }, { "type": "number" }, { "type": "boolean" }, { "type": "object" },
        { "type": "array", "items": { "description": "Any JSON value.",
            "anyOf": [{ "type": "string" }, { "not": { "type": "string" } }] } },
    ]);
    for any in [json!(true), json!({})] {
        assert_eq!(published(any), (json!({ "anyOf": typed }), true));
    }
    assert_eq!(
        published(json!({ "description": "d" })),
        (json!({ "anyOf": typed, "description": "d" }), true)
    );
    let mut with_null = typed;
    with_null.as_array_mut().expect("a list").push(json!({ "type": "null" }));
    assert_eq!(
        published(json!({ "type": "array", "items": true })).0,
        json!({ "type": "array", "items": { "anyOf": with_null } })
    );
    assert_eq!(
        published(json!({ "type": "array", "maxItems": 0 })).0,
        json!({ "type": "array", "items": { "anyOf": with_null }, "maxItems": 0 })
    );
}

#[test]
fn several_types_are_alternatives_of_one_type() {
    assert_eq!(
        published(
            json!({ "type": ["string", "integer", "null"], "minimum": 1, "maxLength": 3, "description": "d" })
        ),
        (
            json!({
                "anyOf": [{ "type": "string", "maxLength": 3 }, { "type": "integer", "minimum": 1 }],
                "description": "d",
            }),
            true
        )
    );
    assert_eq!(
        published(json!({ "enum": ["all", 1, 2.5, null] })),
        (
            json!({ "anyOf": [
                { "type": "string", "enum": ["all"] },
                { "type": "integer", "enum": [1] },
                { "type": "number", "enum": [2.5] },
            ] }),
            true
        )
    );
}

// S1, S4
#[test]
fn objects_are_closed_at_every_depth_in_the_order_of_their_fields() {
    let schema = json!({
        "type": "object",
        "properties": {
            "inner": { "type": "object", "properties": { "n": { "type": ["number", "null"], "format": "double" } } },
            "a": { "type": "object" },
        },
        "required": ["inner", "a"],
        "x-extension": 1,
        "deprecated": true,
    });
    let text = r#"{"type":"object","properties":{"#.to_owned()
        + r#""inner":{"type":"object","properties":{"n":{"type":"number"}},"additionalProperties":false},"#
        + r#""a":{"type":"object","properties":{},"additionalProperties":false}},"#
        + r#""additionalProperties":false,"required":["inner","a"]}"#;
    assert_eq!(published(schema.clone()).0.to_string(), text);
    assert_eq!(
        problems(&schema, json!({ "inner": {}, "a": { "x": 1 } })),
        ["v.a.x: no such field; it takes none"]
    );
}

// N01, N02
#[test]
fn maps_are_open_and_say_the_form_of_their_names() {
    let numbers = |pattern: &str| json!({ "type": "object", "additionalProperties": false, "patternProperties": { pattern: { "type": "number" } } });
    assert_eq!(
        published(numbers(r"^-?\d+$")).0,
        json!({
            "type": "object",
            "additionalProperties": { "type": "number" },
            "description": "Each name is a whole number.",
        })
    );
    assert!(problems(&numbers(r"^\d+$"), json!({ "2019": 0.5 })).is_empty());
    assert_eq!(
        problems(&numbers(r"^\d+$"), json!({ "2019": 0.5, "007": 1, "-1": 1, "x": "y" })),
        [
            "v.007: its name \"007\" is not a whole number of at least 0",
            "v.-1: its name \"-1\" is not a whole number of at least 0",
            "v.x: its name \"x\" is not a whole number of at least 0",
            "v.x: expected a number, got the string \"y\"",
        ]
    );
    assert_eq!(
        problems(&numbers(r"^-?\d+$"), json!({ "-7": 1, "0": 1, "-0": 1, "-": 1, "": 1 })),
        ["-0", "-", ""].map(|name| format!("v.{name}: its name {name:?} is not a whole number"))
    );
    assert_eq!(
        published(numbers("^[A-Z]{2}$")).0["description"],
        "Each name is a text that matches `^[A-Z]{2}$`."
    );
    let query = json!({
        "type": "object",
        "properties": { "year": { "type": "integer", "format": "uint16" } },
        "required": ["year"],
        "additionalProperties": true,
    });
    assert_eq!(
        published(query.clone()).0,
        json!({
            "type": "object",
            "properties": { "year": { "type": "integer", "minimum": 0, "maximum": 65535 } },
            "required": ["year"],
        })
    );
    assert!(problems(&query, json!({ "year": 2020, "geo": "DE", "none": null })).is_empty());
    assert_eq!(
        published(json!({ "type": "object", "additionalProperties": { "type": ["integer", "null"], "format": "int8" } })).0,
        json!({ "type": "object", "additionalProperties":
            { "anyOf": [{ "type": "integer", "minimum": -128, "maximum": 127 }, { "type": "null" }] } })
    );
}

// B5
#[test]
fn a_flattened_enum_becomes_closed_alternatives_also_of_units() {
    let with = |name: &str, value: Value| {
        json!({
            "type": "object",
            "properties": { "a": { "type": "integer" }, name: value },
            "additionalProperties": false,
            "required": ["a", name],
        })
    };
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "integer" } },
        "required": ["a"],
        "oneOf": [
            { "type": "string", "enum": ["Plain"] },
            { "type": "object", "properties": { "x": { "type": "string" } }, "required": ["x"] },
        ],
    });
    let (plain, x) =
        (with("Plain", json!({ "type": "null" })), with("x", json!({ "type": "string" })));
    assert_eq!(published(schema.clone()).0, json!({ "anyOf": [plain, x] }));
    assert!(problems(&schema, json!({ "a": 1, "Plain": null })).is_empty());
    assert_eq!(
        problems(&schema, json!({ "a": 1, "Plain": 2 })),
        ["v.Plain: expected null, got the number 2"]
    );
    // An `Option` of it adds the alternative without any variant, and no other name.
    let optional = json!({
        "type": "object",
        "properties": { "a": { "type": "integer" } },
        "required": ["a"],
        "anyOf": [{ "oneOf": schema["oneOf"] }, {}],
    });
    let alone = json!({
        "type": "object",
        "properties": { "a": { "type": "integer" } },
        "additionalProperties": false,
        "required": ["a"],
    });
    assert_eq!(published(optional.clone()), (json!({ "anyOf": [plain, x, alone] }), false));
    assert!(problems(&optional, json!({ "a": 1 })).is_empty());
    assert_eq!(
        problems(&optional, json!({ "a": 1, "year": 2 })),
        ["v.year: no such field; it takes `a`"]
    );
}

#[test]
fn a_map_flattened_beside_an_enum_takes_the_names_that_no_variant_has() {
    let schema = json!({
        "type": "object",
        "properties": { "a": { "type": "integer" } },
        "required": ["a"],
        "oneOf": [{ "type": "object", "properties": { "x": { "type": "string" } }, "required": ["x"] }],
        "unevaluatedProperties": { "type": "boolean" },
    });
    assert_eq!(
        published(schema.clone()).0,
        json!({
            "type": "object",
            "properties": { "a": { "type": "integer" }, "x": { "type": "string" } },
            "additionalProperties": { "type": "boolean" },
            "required": ["a", "x"],
        })
    );
    assert_eq!(
        problems(&schema, json!({ "a": 1, "x": "x", "more": true, "other": 1 })),
        ["v.other: expected true or false, got the number 1"]
    );
}

#[test]
fn two_flattened_enums_are_each_pair_of_their_variants() {
    let one = |name: &str| json!({ "type": "object", "properties": { name: { "type": "boolean" } }, "required": [name] });
    let schema = json!({
        "type": "object",
        "allOf": [{ "oneOf": [one("a"), one("b")] }, { "oneOf": [one("c"), one("d")] }],
    });
    let (schema, _) = published(schema);
    let pairs =
        schema["anyOf"].as_array().expect("alternatives").iter().map(|one| one["required"].clone());
    assert_eq!(
        pairs.collect::<Vec<_>>(),
        [json!(["a", "c"]), json!(["a", "d"]), json!(["b", "c"]), json!(["b", "d"])]
    );
}

// N16
#[test]
fn a_tuple_says_its_places_and_checks_them() {
    let schema = json!({
        "type": "array", "minItems": 2, "maxItems": 2,
        "prefixItems": [{ "type": "integer", "format": "uint16" }, { "type": "string" }],
    });
    assert_eq!(
        published(schema.clone()).0,
        json!({
            "type": "array", "minItems": 2, "maxItems": 2,
            "items": { "anyOf": [{ "type": "integer", "minimum": 0, "maximum": 65535 }, { "type": "string" }] },
            "description": "An array of 2 items: an integer from 0 to 65535, then a string.",
        })
    );
    assert!(problems(&schema, json!([5.0, "a"])).is_empty());
    assert_eq!(
        problems(&schema, json!(["a", 5])),
        [
            "v[0]: expected an integer from 0 to 65535, got the string \"a\"",
            "v[1]: expected a string, got the number 5",
        ]
    );
    assert_eq!(problems(&schema, json!([5])), ["v: an array of fewer than the minimum of 2 items"]);
    let same = json!({
        "type": "array", "minItems": 2, "maxItems": 2,
        "prefixItems": [{ "type": "boolean" }, { "type": "boolean" }],
    });
    assert_eq!(
        published(same).0,
        json!({ "type": "array", "items": { "type": "boolean" }, "minItems": 2, "maxItems": 2 })
    );
}

// N16
#[test]
fn null_is_published_where_it_cannot_mean_absence() {
    assert_eq!(
        published(json!({ "type": "array", "items": { "type": ["number", "null"] } })).0,
        json!({ "type": "array", "items": { "anyOf": [{ "type": "number" }, { "type": "null" }] } })
    );
    assert_eq!(
        published(json!({ "type": "object", "properties": { "u": { "type": "null" }, "o": { "type": ["boolean", "null"] } }, "required": ["u", "o"] })).0["properties"],
        json!({ "u": { "type": "null" }, "o": { "anyOf": [{ "type": "boolean" }, { "type": "null" }] } })
    );
}

// N04
#[test]
fn a_float_of_32_bits_has_the_numbers_of_its_shortest_text() {
    let schema = json!({
        "type": "number", "format": "float", "minimum": f64::from(0.1_f32), "maximum": f64::from(0.7_f32),
        "default": f64::from(0.1_f32), "examples": [f64::from(0.7_f32), 3.0],
    });
    assert_eq!(
        published(schema.clone()).0,
        json!({ "type": "number", "minimum": 0.1, "maximum": 0.7, "default": 0.1, "examples": [0.7, 3.0] })
    );
    assert!(problems(&schema, json!(0.7)).is_empty());
    let nested = json!({ "type": "object", "properties": { "c": { "type": "number", "format": "float" } }, "default": { "c": f64::from(0.1_f32) } });
    assert_eq!(published(nested).0["default"], json!({ "c": 0.1 }));
    // Beyond, the type would hold infinity.
    assert_eq!(
        problems(&json!({ "type": "number", "format": "float" }), json!(1e39)),
        ["v: 1e+39 is above the maximum, 3.4028235e+38"]
    );
}

// B6, B13
#[test]
fn what_several_parts_say_holds_together_or_is_refused() {
    let length = json!({ "type": "string", "minLength": 1, "allOf": [{ "maxLength": 3 }, { "pattern": "z$" }] });
    assert_eq!(
        published(length.clone()).0,
        json!({ "type": "string", "minLength": 1, "maxLength": 3, "pattern": "z$" })
    );
    assert_eq!(problems(&length, json!("ab")), ["v: the string \"ab\" does not match `z$`"]);
    assert_eq!(
        refused(json!({ "type": "string", "pattern": "^a", "allOf": [{ "pattern": "z$" }] })),
        "`pattern` is given twice, as `^a` and as `z$`, and a schema that all clients read holds one; \
         write one that says both"
    );
    let both = json!({
        "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string" }],
        "oneOf": [{ "type": "integer", "maximum": 9 }, { "type": "boolean" }],
    });
    assert_eq!(published(both).0, json!({ "type": "integer", "minimum": 0, "maximum": 9 }));
    assert_eq!(refused(json!({ "type": "string", "enum": [1] })), "its schema accepts nothing");
    assert_eq!(
        refused(json!({ "type": "integer", "minimum": 5, "maximum": 4 })),
        "its range allows no number"
    );
    // As floats these would be one number.
    let exact = json!({ "type": "integer", "maximum": 9_007_199_254_740_992_u64 });
    assert!(problems(&exact, json!(9_007_199_254_740_992_u64)).is_empty());
    assert_eq!(
        problems(&exact, json!(9_007_199_254_740_993_u64)),
        ["v: 9007199254740993 is above the maximum, 9007199254740992"]
    );
}

// S3
#[test]
fn excluded_values_are_said_in_our_words() {
    let schema = json!({ "type": "integer", "format": "int8", "minimum": -128, "maximum": 127, "not": { "const": 0 } });
    assert_eq!(
        published(schema.clone()).0,
        json!({ "type": "integer", "minimum": -128, "maximum": 127, "not": { "enum": [0] } })
    );
    for zero in [json!(0), json!(0.0)] {
        let shown = zero.to_string();
        assert_eq!(
            problems(&schema, zero),
            [format!(
                "v: expected an integer from -128 to 127 other than 0, got the number {shown}"
            )]
        );
    }
}

#[test]
fn formats_are_published_or_become_what_they_mean() {
    let of = |format: &str| published(json!({ "type": "string", "format": format })).0;
    assert_eq!(of("date"), json!({ "type": "string", "format": "date" }));
    assert_eq!(
        of("ip"),
        json!({ "anyOf": [{ "type": "string", "format": "ipv4" }, { "type": "string", "format": "ipv6" }] })
    );
    assert_eq!(
        of("partial-time"),
        json!({ "type": "string", "pattern": r"^\d{2}:\d{2}:\d{2}(\.\d+)?$" })
    );
    assert_eq!(of("phone"), json!({ "type": "string", "description": "Format: `phone`." }));
    assert_eq!(
        problems(&json!({ "type": "string", "format": "date" }), json!("2024-02-30")),
        ["v: expected a string in the format `date`, got the string \"2024-02-30\""]
    );
}

#[test]
fn what_cannot_be_carried_is_refused_by_its_place_and_keyword() {
    let recursive =
        json!({ "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } } });
    for (schema, text) in [
        (
            recursive,
            "next: its type contains itself (`Node`), and a schema that does so is refused by many clients; \
             take a flat list of items that name their parent instead",
        ),
        (
            json!({ "type": "object", "properties": { "a": { "type": "array", "items": { "if": {} } } } }),
            "a[]: its schema has the keyword `if`, which not every client checks; say the same by the type or in \
             the description, or take the value as text and check it in the tool",
        ),
        (
            json!({ "not": { "type": "string" } }),
            "its schema has a `not` that excludes more than single values; say the rule in the description and \
             check it in the tool",
        ),
        (
            json!({ "type": "array", "prefixItems": [{ "type": "string" }] }),
            "its schema gives the first items of an array a type each (`prefixItems`) and allows more; take a \
             struct with named fields",
        ),
        (
            json!({ "type": "object", "patternProperties": { "^a": true, "^b": { "type": "string" } } }),
            "its schema gives names of several forms types of their own (`patternProperties`), which not every \
             client checks; take a map of one type of key",
        ),
        (
            json!({ "type": "object", "properties": {}, "patternProperties": { r"^\d+$": { "type": "string" } } }),
            "its schema flattens a map whose names are numbers into a struct, and serde reads no number there; \
             take the map as a field of its own, or names that are text",
        ),
        (
            json!({ "type": "integer", "exclusiveMinimum": true }),
            "its `exclusiveMinimum` is true, and should be a number",
        ),
        (
            json!({ "type": "string", "maxLength": -1 }),
            "its `maxLength` is -1, and should be a count",
        ),
        (json!({ "type": "text" }), "its schema has the type \"text\""),
        (json!(false), "its schema accepts nothing"),
        (
            json!({ "type": "string", "pattern": r"^\d{4}\-\d{2}$" }),
            "its pattern `^\\d{4}\\-\\d{2}$` is no regular expression: Invalid character escape; clients compile it as \
             JavaScript does, with the flag `u`, which takes a backslash only before a character that needs one",
        ),
    ] {
        assert_eq!(refused(schema.clone()), text, "{schema}");
    }
    let many = |prefix: &str| {
        let one = |n: usize| json!({ "type": "object", "properties": { format!("{prefix}{n}"): { "type": "null" } }, "required": [format!("{prefix}{n}")] });
        json!({ "oneOf": (0..9).map(one).collect::<Vec<_>>() })
    };
    assert_eq!(
        refused(json!({ "type": "object", "allOf": [many("a"), many("b")] })),
        "it comes to 81 alternatives, and a schema of more than 64 is read by no model; flatten fewer enums into \
         one struct"
    );
}

#[test]
fn the_alternative_that_was_meant_is_the_one_that_is_explained() {
    let tagged = |tag: &str, name: &str, kind: &str| json!({ "type": "object", "properties": { "by": { "type": "string", "const": tag }, name: { "type": kind } }, "required": ["by", name] });
    let schema = json!({ "oneOf": [tagged("name", "name", "string"), tagged("column", "index", "integer")] });
    assert_eq!(
        problems(&schema, json!({ "by": "column", "index": "x", "nam": 1 })),
        [
            "v.index: expected an integer, got the string \"x\"",
            "v.nam: no such field; it takes `by` and `index`",
        ]
    );
    assert_eq!(
        problems(&schema, json!({ "by": "colum", "index": 1 })),
        [
            "v.by: expected one of \"name\" and \"column\", got the string \"colum\"; did you mean \"column\"?"
        ]
    );
    assert_eq!(
        problems(&schema, json!({ "index": 1 })),
        ["v.by: missing; expected one of \"name\" and \"column\""]
    );
    let external = json!({ "oneOf": [
        { "type": "string", "const": "All" },
        { "type": "object", "properties": { "Some": { "type": "integer" } }, "required": ["Some"], "additionalProperties": false },
    ] });
    assert_eq!(
        problems(&external, json!({ "All": null })),
        [
            "v: expected \"All\" or an object with the field `Some`, got an object with the field `All`"
        ]
    );
    assert_eq!(
        problems(&external, json!({ "Some": "x" })),
        ["v.Some: expected an integer, got the string \"x\""]
    );
}
