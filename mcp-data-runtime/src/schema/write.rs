//! Writes the model as the schema that is published: in the part of JSON Schema that every client, draft
//! and model provider accepts.

use serde_json::{Map, Value, json};

use super::{
    model::{
        Docs, Field, Kind, ListRule, Node, NumberRule, ObjectRule, Rest, Size, TextRule, narrow,
        whole,
    },
    words,
};

type Schema = Map<String, Value>;

/// Writes the schema of a value that can be absent, so that null is not said: it counts as absent.
pub(crate) fn optional(node: &Node) -> Value {
    Value::Object(schema(node, false))
}

/// Writes the schema of a value that is there, so that null is one of the values it can have.
pub(crate) fn required(node: &Node) -> Value {
    Value::Object(schema(node, node.nullable))
}

/// Writes an object, closed unless something opened it.
pub(crate) fn object(rule: &ObjectRule) -> Value {
    Value::Object(object_keywords(rule))
}

fn schema(node: &Node, with_null: bool) -> Schema {
    let mut keywords = match &node.kind {
        Kind::OneOf(alternatives) => any_of(alternatives.iter().map(required), with_null),
        Kind::Any => any_of(any_value(), with_null),
        Kind::Choice(values) => {
            let mut choices = choices(values);
            match choices.len() {
                1 if !with_null => choices.remove(0),
                _ => any_of(choices.into_iter().map(Value::Object), with_null),
            }
        }
        kind => {
            let keywords = kind_keywords(kind);
            if with_null && *kind != Kind::Null {
                any_of([Value::Object(keywords)], true)
            } else {
                keywords
            }
        }
    };
    if !node.except.is_empty() {
        keywords.insert("not".to_owned(), json!({ "enum": node.except }));
    }
    describe(keywords, node)
}

/// Writes alternatives of one type each.
fn any_of(schemas: impl IntoIterator<Item = Value>, with_null: bool) -> Schema {
    let null = with_null.then(|| json!({ "type": "null" }));
    let all: Vec<Value> = schemas.into_iter().chain(null).collect();
    Map::from_iter([("anyOf".to_owned(), Value::Array(all))])
}

/// Writes any JSON value but null, without an empty schema. Every array has `items`, without which some
/// clients refuse a server's whole list of tools. Those of this one can be anything, arrays again too:
/// that each is a text or none says so without an end, and with keywords that no client misses.
fn any_value() -> Vec<Value> {
    let typed = ["string", "number", "boolean", "object"].map(|name| json!({ "type": name }));
    let text = json!({ "type": "string" });
    let items = json!({ "description": "Any JSON value.", "anyOf": [text, { "not": text }] });
    typed.into_iter().chain([json!({ "type": "array", "items": items })]).collect()
}

/// Writes a closed list as one `enum` for each type of value in it.
fn choices(values: &[Value]) -> Vec<Schema> {
    let mut by_type: Vec<(&str, Vec<&Value>)> = Vec::new();
    for value in values {
        let name = type_name(value);
        match by_type.iter_mut().find(|(known, _)| *known == name) {
            Some((_, values)) => values.push(value),
            None => by_type.push((name, vec![value])),
        }
    }
    let choice = |(name, values): (&str, Vec<&Value>)| {
        Map::from_iter([
            ("type".to_owned(), name.into()),
            ("enum".to_owned(), values.into_iter().cloned().collect()),
        ])
    };
    by_type.into_iter().map(choice).collect()
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if super::model::is_integer(number) => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn kind_keywords(kind: &Kind) -> Schema {
    match kind {
        Kind::Null => typed("null"),
        Kind::Boolean => typed("boolean"),
        Kind::Number(rule) => number(rule),
        Kind::Text(rule) => text(rule),
        Kind::List(rule) => list(rule),
        Kind::Tuple(nodes) => tuple(nodes),
        Kind::Object(rule) => object_keywords(rule),
        Kind::Any | Kind::Choice(_) | Kind::OneOf(_) => Schema::new(),
    }
}

fn typed(name: &str) -> Schema {
    Map::from_iter([("type".to_owned(), name.into())])
}

fn number(rule: &NumberRule) -> Schema {
    let mut schema = typed(if rule.is_integer { "integer" } else { "number" });
    for (bound, closed, open) in
        [(&rule.least, "minimum", "exclusiveMinimum"), (&rule.most, "maximum", "exclusiveMaximum")]
    {
        if let Some(bound) = bound {
            let keyword = if bound.is_exclusive { open } else { closed };
            let value = bound.value.clone();
            schema.insert(keyword.to_owned(), Value::Number(value));
        }
    }
    schema
        .extend(rule.multiple_of.iter().map(|step| ("multipleOf".to_owned(), step.value.clone())));
    schema
}

fn text(rule: &TextRule) -> Schema {
    let mut schema = typed("string");
    add_size(&mut schema, rule.length, "minLength", "maxLength");
    schema.extend(rule.pattern.iter().map(|leaf| ("pattern".to_owned(), leaf.value.clone())));
    schema.extend(rule.format.iter().map(|leaf| ("format".to_owned(), leaf.value.clone())));
    schema
}

fn list(rule: &ListRule) -> Schema {
    let mut schema = typed("array");
    schema.insert("items".to_owned(), required(&rule.item));
    add_size(&mut schema, rule.length, "minItems", "maxItems");
    schema.extend(rule.unique.iter().map(|leaf| ("uniqueItems".to_owned(), leaf.value.clone())));
    schema
}

/// Writes an array of the types that its places have. Which place has which is for readers: the keyword
/// that says it (`prefixItems`, or a list in `items`) differs between the drafts.
fn tuple(nodes: &[Node]) -> Schema {
    let mut kinds: Vec<Value> = Vec::new();
    for node in nodes.iter().map(required) {
        if !kinds.contains(&node) {
            kinds.push(node);
        }
    }
    let items = match kinds.len() {
        1 => kinds.remove(0),
        _ => json!({ "anyOf": kinds }),
    };
    let mut schema = typed("array");
    schema.insert("items".to_owned(), items);
    let count = nodes.len() as u64;
    let exact = Size { least: Some(count), most: Some(count) };
    add_size(&mut schema, exact, "minItems", "maxItems");
    schema
}

fn object_keywords(rule: &ObjectRule) -> Schema {
    let mut schema = typed("object");
    if !rule.fields.is_empty() || !matches!(rule.rest, Rest::Open { .. }) {
        let properties = rule.fields.iter().map(|Field { name, node, is_required }| {
            (name.clone(), if *is_required { required(node) } else { optional(node) })
        });
        schema.insert("properties".to_owned(), Value::Object(properties.collect()));
    }
    match &rule.rest {
        Rest::Unsaid | Rest::Closed => {
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        // Allowing everything is what its absence means.
        Rest::Open { node, .. } if node.kind == Kind::Any => {}
        Rest::Open { node, .. } => {
            schema.insert("additionalProperties".to_owned(), required(node));
        }
    }
    let required = rule.fields.iter().filter(|field| field.is_required);
    let required: Vec<Value> = required.map(|field| field.name.as_str().into()).collect();
    if !required.is_empty() {
        schema.insert("required".to_owned(), Value::Array(required));
    }
    add_size(&mut schema, rule.size, "minProperties", "maxProperties");
    schema
}

fn add_size(schema: &mut Schema, size: Size, least: &str, most: &str) {
    for (keyword, count) in [(least, size.least), (most, size.most)] {
        schema.extend(count.map(|count| (keyword.to_owned(), count.into())));
    }
}

/// Adds what is said to readers.
fn describe(mut schema: Schema, node: &Node) -> Schema {
    let Docs { title, description, default, examples } = &node.docs;
    let mut texts: Vec<String> = description.iter().cloned().collect();
    texts.extend(unsaid(&node.kind));
    schema.extend(title.iter().map(|title| ("title".to_owned(), title.as_str().into())));
    if !texts.is_empty() {
        schema.insert("description".to_owned(), texts.join("\n\n").into());
    }
    // A default of null says no more than that the value can be absent.
    let default = default.iter().filter(|value| !value.is_null());
    schema.extend(default.map(|value| ("default".to_owned(), exact(node, value))));
    if !examples.is_empty() {
        let examples = examples.iter().map(|value| exact(node, value)).collect();
        schema.insert("examples".to_owned(), examples);
    }
    schema
}

/// Says in words what the keywords that all clients share cannot say.
fn unsaid(kind: &Kind) -> Option<String> {
    match kind {
        Kind::Tuple(nodes) => Some(format!("An array of {}.", words::places(nodes))),
        Kind::Object(ObjectRule { rest: Rest::Open { key, .. }, .. }) => {
            words::key_form(key).map(|form| format!("Each name is {form}."))
        }
        _ => None,
    }
}

/// Returns a default or an example with its numbers as the type holds them: a float of 32 bits by its
/// shortest text, an integer without a fraction.
pub(super) fn exact(node: &Node, value: &Value) -> Value {
    match (&node.kind, value) {
        (Kind::Number(rule), Value::Number(number)) => Value::Number(match rule {
            NumberRule { is_integer: true, .. } => whole(number).unwrap_or_else(|| number.clone()),
            NumberRule { is_single: true, .. } => narrow(number),
            _ => number.clone(),
        }),
        (Kind::List(rule), Value::Array(items)) => {
            items.iter().map(|item| exact(&rule.item, item)).collect()
        }
        (Kind::Tuple(nodes), Value::Array(items)) if nodes.len() == items.len() => {
            nodes.iter().zip(items).map(|(node, item)| exact(node, item)).collect()
        }
        (Kind::Object(rule), Value::Object(fields)) => {
            let fields = fields.iter().map(|(name, value)| {
                let value = match (rule.field(name), &rule.rest) {
                    (Some(field), _) => exact(&field.node, value),
                    (None, Rest::Open { node, .. }) => exact(node, value),
                    (None, _) => value.clone(),
                };
                (name.clone(), value)
            });
            Value::Object(fields.collect())
        }
        (Kind::OneOf(alternatives), _) => {
            let meant = alternatives.iter().find(|node| super::check::accepts(node, value));
            meant.map_or_else(|| value.clone(), |node| exact(node, value))
        }
        _ => value.clone(),
    }
}
