//! Schemas in the part of JSON Schema that every client, draft and model provider accepts.

use serde_json::{Map, Value, json};

/// The keywords that are kept. All of them mean the same in draft-07 and 2020-12.
const KEYWORDS: [&str; 27] = [
    "type",
    "title",
    "description",
    "default",
    "examples",
    "enum",
    "anyOf",
    "allOf",
    "not",
    "properties",
    "required",
    "additionalProperties",
    "minProperties",
    "maxProperties",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
];

/// The formats that JSON Schema defines (2020-12 validation, section 7.3); clients warn about others.
const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

type Schema = Map<String, Value>;

/// A schema in portable form.
pub(crate) struct Portable {
    /// The schema without null; `None` if null is all that it accepts.
    pub(crate) schema: Option<Schema>,
    /// Whether it also accepts null, which a portable schema does not say.
    pub(crate) nullable: bool,
}

/// Brings a schema of schemars into portable form: everything inlined, one type at each place, no
/// null, no boolean or empty subschema, closed objects, plain enums, and known keywords only.
///
/// # Errors
///
/// If the schema refers to itself, which has no inlined form.
pub(crate) fn portable(schema: Value) -> Result<Portable, String> {
    let mut schema = match schema {
        Value::Object(schema) if !schema.is_empty() => schema,
        Value::Bool(false) => return Err("its schema accepts nothing".to_owned()),
        _ => return Ok(Portable { schema: Some(any_value()), nullable: true }),
    };
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let name = reference.rsplit('/').next().unwrap_or(reference);
        return Err(format!(
            "its type contains itself (`{name}`), and a schema that does so is refused by many \
             clients; take a flat list of items that name their parent instead"
        ));
    }
    let mut nullable = constants(&mut schema);
    children(&mut schema)?;
    nullable |= types(&mut schema);
    let (has_alternatives, null_alternative) = alternatives(&mut schema)?;
    nullable |= null_alternative;
    let is_null = schema.get("type").and_then(Value::as_str) == Some("null")
        || schema.get("enum").and_then(Value::as_array).is_some_and(Vec::is_empty)
        || (has_alternatives
            && !schema.contains_key("anyOf")
            && !schema.contains_key("type")
            && !schema.contains_key("enum"));
    if is_null {
        return Ok(Portable { schema: None, nullable: true });
    }
    close(&mut schema);
    bounds(&mut schema);
    schema.retain(|keyword, value| {
        KEYWORDS.contains(&keyword.as_str())
            && (keyword != "format"
                || value.as_str().is_some_and(|format| FORMATS.contains(&format)))
            && (keyword != "default" || !value.is_null())
    });
    if !["type", "enum", "anyOf", "allOf", "not"]
        .iter()
        .any(|keyword| schema.contains_key(*keyword))
    {
        schema.extend(any_value());
        nullable = true;
    }
    Ok(Portable { schema: Some(schema), nullable })
}

/// Any JSON value but null, spelled without an empty schema.
fn any_value() -> Schema {
    let types = ["string", "number", "boolean", "object"];
    let mut alternatives: Vec<Value> = types.iter().map(|name| json!({ "type": name })).collect();
    // VS Code wants the items of every array said; what says nothing of them lets all through.
    alternatives.push(json!({ "type": "array", "items": { "description": "any value" } }));
    Map::from_iter([("anyOf".to_owned(), alternatives.into())])
}

/// `const` becomes an `enum` of one; null leaves an `enum`. Whether null was in it.
fn constants(schema: &mut Schema) -> bool {
    if let Some(value) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([value]));
    }
    let Some(Value::Array(values)) = schema.get_mut("enum") else {
        return false;
    };
    let before = values.len();
    values.retain(|value| !value.is_null());
    values.len() < before
}

/// Brings the schemas of properties and items into portable form.
fn children(schema: &mut Schema) -> Result<(), String> {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (_, property) in properties.iter_mut() {
            *property = or_any(portable(property.take())?);
        }
    }
    for keyword in ["items", "additionalProperties", "not"] {
        match schema.get_mut(keyword) {
            // Allowing everything is the default; forbidding everything is the one boolean schema
            // that all clients know.
            Some(Value::Bool(true)) => drop(schema.remove(keyword)),
            Some(Value::Bool(false)) | None => {}
            Some(child) => *child = or_any(portable(child.take())?),
        }
    }
    if let Some(Value::Array(places)) = schema.remove("prefixItems") {
        let mut kinds: Vec<Value> = Vec::new();
        for place in places {
            let place = or_any(portable(place)?);
            if !kinds.contains(&place) {
                kinds.push(place);
            }
        }
        let items = if kinds.len() == 1 { kinds.remove(0) } else { json!({ "anyOf": kinds }) };
        schema.insert("items".to_owned(), items);
    }
    if schema.get("items") == Some(&Value::Bool(false)) {
        schema.remove("items");
    }
    Ok(())
}

fn or_any(portable: Portable) -> Value {
    Value::Object(portable.schema.unwrap_or_else(any_value))
}

/// Leaves one type, or alternatives of one type each. Whether null was among them.
fn types(schema: &mut Schema) -> bool {
    let Some(Value::Array(names)) = schema.get("type") else {
        return false;
    };
    let all: Vec<String> = names.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect();
    let names: Vec<&String> = all.iter().filter(|name| *name != "null").collect();
    let nullable = names.len() < all.len();
    schema.remove("type");
    match names.as_slice() {
        [] => drop(schema.insert("type".to_owned(), "null".into())),
        [name] => drop(schema.insert("type".to_owned(), name.as_str().into())),
        names => {
            let alternatives: Vec<Value> = names
                .iter()
                .map(|name| {
                    let mut alternative: Schema = schema
                        .iter()
                        .filter(|(keyword, _)| applies(keyword, name))
                        .map(|(keyword, value)| (keyword.clone(), value.clone()))
                        .collect();
                    alternative.insert("type".to_owned(), name.as_str().into());
                    Value::Object(alternative)
                })
                .collect();
            schema.retain(|keyword, _| is_annotation(keyword));
            schema.insert("anyOf".to_owned(), Value::Array(alternatives));
        }
    }
    nullable
}

fn is_annotation(keyword: &str) -> bool {
    matches!(keyword, "title" | "description" | "default" | "examples")
}

/// Whether a keyword says something about values of a type.
fn applies(keyword: &str, type_name: &str) -> bool {
    let types: &[&str] = match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            &["number", "integer"]
        }
        "minLength" | "maxLength" | "pattern" | "format" => &["string"],
        "items" | "minItems" | "maxItems" | "uniqueItems" => &["array"],
        "properties" | "required" | "additionalProperties" | "minProperties" | "maxProperties" => {
            &["object"]
        }
        "enum" => return true,
        _ => return false,
    };
    types.contains(&type_name)
}

/// Brings `anyOf`, `oneOf` and `allOf` into portable form. Whether there were any, and whether null
/// was one of them.
fn alternatives(schema: &mut Schema) -> Result<(bool, bool), String> {
    if let Some(Value::Array(parts)) = schema.remove("allOf") {
        for part in parts {
            let Some(part) = portable(part)?.schema else { continue };
            merge(schema, part);
        }
    }
    let mut found = Vec::new();
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(alternatives)) = schema.remove(keyword) {
            found.extend(alternatives);
        }
    }
    if found.is_empty() {
        return Ok((false, false));
    }
    let mut nullable = false;
    let mut kept: Vec<Schema> = Vec::new();
    for alternative in found {
        let alternative = portable(alternative)?;
        nullable |= alternative.nullable;
        if let Some(alternative) = alternative.schema
            && !kept.contains(&alternative)
        {
            kept.push(alternative);
        }
    }
    if kept.len() == 1 {
        merge(schema, kept.remove(0));
    } else if let Some(values) = plain_enum(&kept) {
        if let Some(docs) = variant_docs(&kept) {
            let text = match schema.get("description").and_then(Value::as_str) {
                Some(text) => format!("{text}\n\n{docs}"),
                None => docs,
            };
            schema.insert("description".to_owned(), text.into());
        }
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), Value::Array(values));
    } else if schema.contains_key("properties")
        && kept.iter().all(|kept| kept.contains_key("properties"))
    {
        // The fields of a flattened enum beside those of its struct: each alternative gets them all,
        // so that each can be closed.
        let common: Schema = ["type", "properties", "required", "additionalProperties"]
            .into_iter()
            .filter_map(|keyword| schema.remove_entry(keyword))
            .collect();
        for alternative in &mut kept {
            merge(alternative, common.clone());
        }
        schema.insert("anyOf".to_owned(), kept.into_iter().map(Value::Object).collect());
    } else if !kept.is_empty() {
        schema.insert("anyOf".to_owned(), kept.into_iter().map(Value::Object).collect());
    }
    Ok((true, nullable))
}

/// The values of alternatives that are all enums of strings, in their order.
fn plain_enum(alternatives: &[Schema]) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    for alternative in alternatives {
        let listed = alternative.get("enum")?.as_array()?;
        if !listed.iter().all(Value::is_string) {
            return None;
        }
        values.extend(listed.iter().cloned());
    }
    (!values.is_empty()).then_some(values)
}

/// What the docs of the variants of an enum say, one line each.
fn variant_docs(alternatives: &[Schema]) -> Option<String> {
    let lines: Vec<String> = alternatives
        .iter()
        .filter_map(|alternative| {
            let docs = alternative.get("description")?.as_str()?;
            let [name] = alternative.get("enum")?.as_array()?.as_slice() else { return None };
            Some(format!("`{}`: {docs}", name.as_str()?))
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Adds what `other` says to `schema`, which wins where both say something.
fn merge(schema: &mut Schema, other: Schema) {
    for (keyword, value) in other {
        match (keyword.as_str(), schema.get_mut(&keyword), value) {
            ("properties", Some(Value::Object(mine)), Value::Object(theirs)) => {
                for (name, property) in theirs {
                    mine.entry(name).or_insert(property);
                }
            }
            ("required", Some(Value::Array(mine)), Value::Array(theirs)) => mine.extend(theirs),
            (_, Some(_), _) => {}
            (_, None, value) => drop(schema.insert(keyword, value)),
        }
    }
}

/// Says the bounds of an integer, which schemars leaves to a format that no client knows. A longer one
/// ends where JavaScript begins to round (ECMA-262, `Number.MAX_SAFE_INTEGER`): beyond, nobody knows
/// which number the caller meant.
fn bounds(schema: &mut Schema) {
    const SAFE: i64 = (1 << 53) - 1;
    let (least, most) = match schema.get("format").and_then(Value::as_str) {
        Some("uint32") => (0, i64::from(u32::MAX)),
        Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
        Some("uint64" | "uint" | "uint128") => (0, SAFE),
        Some("int64" | "int" | "int128") => (-SAFE, SAFE),
        _ => return,
    };
    schema.entry("minimum").or_insert(least.into());
    schema.entry("maximum").or_insert(most.into());
}

/// Forbids other fields than those an object has, and names each required one once.
fn close(schema: &mut Schema) {
    let open = schema.contains_key("properties")
        && !["additionalProperties", "anyOf", "patternProperties"]
            .iter()
            .any(|keyword| schema.contains_key(*keyword));
    if open {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        let mut seen: Vec<Value> = Vec::with_capacity(required.len());
        for name in required.drain(..) {
            if !seen.contains(&name) {
                seen.push(name);
            }
        }
        *required = seen;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(schema: Value) -> (Value, bool) {
        let portable = portable(schema).expect("a portable schema");
        (portable.schema.map_or(Value::Null, Value::Object), portable.nullable)
    }

    #[test]
    fn an_option_is_its_type_and_nullable() {
        assert_eq!(
            of(json!({ "type": ["integer", "null"], "format": "uint32", "minimum": 0 })),
            (json!({ "type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32 }), true)
        );
        assert_eq!(
            of(
                json!({ "anyOf": [{ "type": "string", "enum": ["a", "b"] }, { "type": "null" }], "description": "d" })
            ),
            (json!({ "type": "string", "enum": ["a", "b"], "description": "d" }), true)
        );
        assert_eq!(of(json!({ "type": "null" })), (Value::Null, true));
    }

    #[test]
    fn an_enum_whose_variants_have_docs_is_a_plain_enum() {
        assert_eq!(
            of(json!({
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

    #[test]
    fn free_form_values_have_no_boolean_or_empty_schema() {
        let any = json!({ "anyOf": [
            { "type": "string" }, { "type": "number" }, { "type": "boolean" },
            { "type": "object" }, { "type": "array", "items": { "description": "any value" } },
        ] });
        for free in [json!(true), json!({})] {
            assert_eq!(of(free), (any.clone(), true));
        }
        let mut described = any;
        described["description"] = "d".into();
        assert_eq!(of(json!({ "description": "d" })), (described, true));
    }

    #[test]
    fn several_types_are_alternatives_of_one_type() {
        assert_eq!(
            of(
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
    }

    #[test]
    fn objects_are_closed_at_every_depth() {
        assert_eq!(
            of(json!({
                "type": "object",
                "properties": {
                    "inner": { "type": "object", "properties": { "n": { "type": ["number", "null"], "format": "double" } } },
                    "map": { "type": "object", "additionalProperties": { "type": "integer", "format": "int8" } },
                    "open": { "type": "object", "additionalProperties": true },
                },
                "required": ["inner", "map", "inner"],
                "x-extension": 1,
            })),
            (
                json!({
                    "type": "object",
                    "properties": {
                        "inner": {
                            "type": "object",
                            "properties": { "n": { "type": "number" } },
                            "additionalProperties": false,
                        },
                        "map": { "type": "object", "additionalProperties": { "type": "integer" } },
                        "open": { "type": "object" },
                    },
                    "required": ["inner", "map"],
                    "additionalProperties": false,
                }),
                false
            )
        );
    }

    #[test]
    fn a_flattened_enum_becomes_closed_alternatives() {
        let side = |name: &str| json!({ "type": "object", "properties": { (name): { "type": "string" } }, "required": [name] });
        assert_eq!(
            of(json!({
                "type": "object",
                "properties": { "a": { "type": "integer" } },
                "required": ["a"],
                "oneOf": [side("x"), side("y")],
            })),
            (
                json!({ "anyOf": [
                    { "type": "object", "additionalProperties": false, "required": ["x", "a"],
                      "properties": { "a": { "type": "integer" }, "x": { "type": "string" } } },
                    { "type": "object", "additionalProperties": false, "required": ["y", "a"],
                      "properties": { "a": { "type": "integer" }, "y": { "type": "string" } } },
                ] }),
                false
            )
        );
    }

    #[test]
    fn a_tuple_is_an_array_of_its_types() {
        assert_eq!(
            of(json!({
                "type": "array", "minItems": 2, "maxItems": 2,
                "prefixItems": [{ "type": "number", "format": "double" }, { "type": "string" }],
                "items": false,
            })),
            (
                json!({
                    "type": "array", "minItems": 2, "maxItems": 2,
                    "items": { "anyOf": [{ "type": "number" }, { "type": "string" }] },
                }),
                false
            )
        );
    }

    #[test]
    fn a_type_that_contains_itself_is_refused() {
        let error = portable(
            json!({ "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } } }),
        );
        assert_eq!(
            error.err(),
            Some(
                "its type contains itself (`Node`), and a schema that does so is refused by many clients; \
                 take a flat list of items that name their parent instead"
                    .to_owned()
            )
        );
    }
}
