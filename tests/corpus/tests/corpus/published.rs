//! What is published, as it is written: portable, and in the order of the declaration.

use mcp_data_corpus::shape::{Rest, Shape};
use serde_json::{Map, Value};

/// The keywords that draft-07 and 2020-12 share and every client reads.
const KEYWORDS: [&str; 24] = [
    "type",
    "title",
    "description",
    "default",
    "examples",
    "enum",
    "anyOf",
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
    "multipleOf",
];

/// Returns all that is wrong with a tool's schema.
pub(crate) fn problems(shape: &Shape, schema: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    portable(schema, "", &mut problems);
    ordered(shape, schema, "", &mut problems);
    problems
}

/// Finds what some client refuses.
fn portable(schema: &Value, at: &str, problems: &mut Vec<String>) {
    let Value::Object(keywords) = schema else {
        problems.push(format!("{at}: a schema that is {schema}"));
        return;
    };
    if keywords.is_empty() {
        problems.push(format!("{at}: an empty schema"));
    }
    for keyword in keywords.keys() {
        let is_bound = matches!(&**keyword, "exclusiveMinimum" | "exclusiveMaximum");
        if !KEYWORDS.contains(&&**keyword) && !is_bound {
            problems.push(format!("{at}: the keyword {keyword}"));
        }
    }
    if keywords.get("type").is_some_and(|name| !name.is_string()) {
        problems.push(format!("{at}: several types at once"));
    }
    if keywords.get("type").is_some_and(|name| name == "array") && !keywords.contains_key("items") {
        problems.push(format!("{at}: an array without items"));
    }
    for (name, schema) in fields(keywords) {
        portable(schema, &format!("{at}.{name}"), problems);
    }
    for keyword in ["items", "additionalProperties", "not"] {
        match keywords.get(keyword) {
            Some(Value::Bool(false)) if keyword == "additionalProperties" => {}
            Some(Value::Object(not)) if keyword == "not" && not.contains_key("enum") => {}
            Some(schema) => portable(schema, &format!("{at}.{keyword}"), problems),
            None => {}
        }
    }
    for schema in keywords.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
        portable(schema, &format!("{at}.anyOf"), problems);
    }
}

fn fields(keywords: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    keywords.get("properties").and_then(Value::as_object).into_iter().flatten()
}

/// Finds objects that have other fields than their type, or in another order.
fn ordered(shape: &Shape, schema: &Value, at: &str, problems: &mut Vec<String>) {
    match shape {
        Shape::Nullable(inner) | Shape::Buffered(inner) | Shape::PartlyBuffered(inner) => {
            let parts = schema["anyOf"].as_array();
            let is_inner = |part: &&Value| part["type"] != "null";
            let of_inner = parts.filter(|parts| parts.len() == 2);
            let of_inner = of_inner.and_then(|parts| parts.iter().find(is_inner));
            ordered(inner, of_inner.unwrap_or(schema), at, problems);
        }
        Shape::List(list) => ordered(&list.item, &schema["items"], &format!("{at}[]"), problems),
        Shape::Map { value, .. } => {
            ordered(value, &schema["additionalProperties"], &format!("{at}.*"), problems);
        }
        Shape::Object(object) if schema["type"] == "object" => {
            let Value::Object(keywords) = schema else { return };
            let published: Vec<&str> = fields(keywords).map(|(name, _)| &**name).collect();
            let declared: Vec<&str> = object.fields.iter().map(|field| &*field.name).collect();
            if published != declared {
                problems.push(format!("{at}: the fields are {published:?}, declared {declared:?}"));
            }
            let is_closed = keywords.get("additionalProperties") == Some(&Value::Bool(false));
            if is_closed == matches!(object.rest, Rest::Map { .. }) {
                problems.push(format!("{at}: closed {is_closed}"));
            }
            for field in &object.fields {
                let schema = &schema["properties"][&field.name];
                ordered(&field.shape, schema, &format!("{at}.{}", field.name), problems);
            }
        }
        _ => {}
    }
}
