//! Brings values that are accepted into the form that is published, and into the form that the type reads.

use serde_json::{Map, Value};

use super::{
    check::{accepts, is_equal},
    model::{Kind, Node, ObjectRule, Rest, whole},
};

/// The forms of a value that is accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As the published schema has it: what can be absent is never null, and a whole number written `5.0`
    /// is the integer it is.
    Published,
    /// As the type reads it: what is absent and can be null is null, since `deserialize_with` reads an
    /// `Option` from nothing else.
    Read,
}

/// Brings a value that its node accepts into a form.
fn bring(node: &Node, value: Value, form: Form) -> Value {
    match (&node.kind, value) {
        (Kind::Number(rule), Value::Number(number)) if rule.is_integer => {
            Value::Number(whole(&number).unwrap_or(number))
        }
        (Kind::Choice(values), value) => {
            values.iter().find(|known| is_equal(known, &value)).cloned().unwrap_or(value)
        }
        (Kind::List(rule), Value::Array(items)) => {
            items.into_iter().map(|item| bring(&rule.item, item, form)).collect()
        }
        (Kind::Tuple(nodes), Value::Array(items)) => {
            nodes.iter().zip(items).map(|(node, item)| bring(node, item, form)).collect()
        }
        (Kind::Object(rule), Value::Object(fields)) => {
            Value::Object(bring_object(rule, fields, form))
        }
        (Kind::OneOf(alternatives), value) => {
            match alternatives.iter().find(|node| accepts(node, &value)) {
                Some(meant) => bring(meant, value, form),
                None => value,
            }
        }
        (_, value) => value,
    }
}

/// Brings the fields of an object into a form.
pub(super) fn bring_object(
    rule: &ObjectRule,
    fields: Map<String, Value>,
    form: Form,
) -> Map<String, Value> {
    let is_absent = |name: &str, value: &Value| {
        form == Form::Published
            && value.is_null()
            && rule.field(name).is_some_and(|field| !field.is_required)
    };
    let given = fields.into_iter().filter(|(name, value)| !is_absent(name, value));
    let mut brought: Map<String, Value> = given
        .map(|(name, value)| {
            let value = match (rule.field(&name), &rule.rest) {
                (Some(field), _) => bring(&field.node, value, form),
                (None, Rest::Open { node, .. }) => bring(node, value, form),
                (None, _) => value,
            };
            (name, value)
        })
        .collect();
    // The keys of a map can be the variants of an enum, published as fields of which none is required; what
    // is absent there is no entry.
    let is_map = rule.rest == Rest::Closed && !rule.fields.iter().any(|field| field.is_required);
    if form == Form::Read && !is_map {
        let absent = rule.fields.iter().filter(|field| {
            let node = &field.node;
            node.nullable && node.docs.default.is_none() && !brought.contains_key(&field.name)
        });
        let absent: Vec<_> = absent.map(|field| (field.name.clone(), Value::Null)).collect();
        brought.extend(absent);
    }
    brought
}
