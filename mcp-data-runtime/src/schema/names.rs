//! Compares the names that a type's schema has with those by which serde reads it: an alias is a name
//! that no caller can use, and a field that is published and not read would be ignored in silence.

use std::{collections::BTreeMap, panic::AssertUnwindSafe};

use serde_json::{Number, Value, json};

use crate::{bounds::repeated, tool::param::ReadNames};

use super::model::{Bound, Kind, Node, NumberRule, Rest, TextRule};

/// The most samples of one type.
const MOST_SAMPLES: usize = 64;

/// The name of the entry that the sample of a map has: a text, and a number where one is asked for.
const SAMPLE_NAME: &str = "1";

/// Names by their place in a value, as `.from` or `[]`.
type Names<'a> = BTreeMap<String, Vec<&'a str>>;

/// Says which names differ, each with its place below `argument`.
pub(super) fn differences(
    argument: &str,
    node: &Node,
    read: fn(Value) -> ReadNames,
) -> Vec<String> {
    let mut published = Names::new();
    collect(node, "", &mut published);
    let mut asked = Names::new();
    let mut differences = Vec::new();
    let mut names_of = |sample: Value| {
        let shown = repeated(&sample.to_string()).into_owned();
        // The type's own code, which a caller's value would reach too.
        let read = std::panic::catch_unwind(AssertUnwindSafe(|| read(sample)));
        read.unwrap_or_else(|_| {
            differences.push(format!(
                "the type of `{argument}` panics on {shown}, which its schema allows; return an error instead, which the caller can read"
            ));
            Vec::new()
        })
    };
    for (place, names) in samples(node).into_iter().flat_map(&mut names_of) {
        let known = asked.entry(place).or_default();
        known.extend(names.iter().filter(|name| !known.contains(name)).collect::<Vec<_>>());
    }
    for (place, asked) in &asked {
        let Some(published) = published.get(place) else { continue };
        let at = |name: &str| format!("`{argument}{place}.{name}`");
        for name in asked.iter().filter(|name| !published.contains(name)) {
            differences.push(format!(
                "{} is a name that its type reads and its schema does not have, as an alias of serde's is: \
                 it is without effect, since calls that use it are refused",
                at(name)
            ));
        }
        for name in published.iter().filter(|name| !asked.contains(name)) {
            differences.push(format!(
                "{} is published, and its type does not read it: what a caller says there is ignored",
                at(name)
            ));
        }
    }
    differences
}

/// Collects the names that a node publishes.
fn collect<'a>(node: &'a Node, place: &str, names: &mut Names<'a>) {
    let mut add = |new: &mut dyn Iterator<Item = &'a str>| {
        let known = names.entry(place.to_owned()).or_default();
        for name in new {
            if !known.contains(&name) {
                known.push(name);
            }
        }
    };
    match &node.kind {
        Kind::Choice(values) => add(&mut values.iter().filter_map(Value::as_str)),
        Kind::List(rule) => collect(&rule.item, &format!("{place}[]"), names),
        Kind::Tuple(nodes) => {
            for node in nodes {
                collect(node, &format!("{place}[]"), names);
            }
        }
        Kind::Object(rule) => {
            add(&mut rule.fields.iter().map(|field| field.name.as_str()));
            for field in &rule.fields {
                collect(&field.node, &format!("{place}.{}", field.name), names);
            }
            if let Rest::Open { node, .. } = &rule.rest {
                collect(node, &format!("{place}.{SAMPLE_NAME}"), names);
            }
        }
        Kind::OneOf(nodes) => {
            for node in nodes {
                collect(node, place, names);
            }
        }
        Kind::Any | Kind::Null | Kind::Boolean | Kind::Number(_) | Kind::Text(_) => {}
    }
}

/// Makes values of a node: one for each alternative anywhere in it.
fn samples(node: &Node) -> Vec<Value> {
    let mut samples = match &node.kind {
        Kind::Any | Kind::Null => vec![Value::Null],
        Kind::Boolean => vec![true.into()],
        Kind::Number(rule) => vec![number(rule)],
        Kind::Text(rule) => vec![node.docs.examples.first().cloned().unwrap_or_else(|| text(rule))],
        Kind::Choice(values) => values.clone(),
        Kind::List(rule) => {
            let count = rule.length.least.unwrap_or(1).clamp(1, 16);
            let repeat = |item: Value| (0..count).map(|_| item.clone()).collect();
            samples(&rule.item).into_iter().map(repeat).collect()
        }
        Kind::Tuple(nodes) => each_part(nodes.iter(), |values| Value::Array(values.to_vec())),
        Kind::Object(rule) => {
            let fields = rule.fields.iter().map(|field| (field.name.as_str(), &field.node));
            let entry = match &rule.rest {
                Rest::Open { node, .. } => Some((SAMPLE_NAME, &**node)),
                Rest::Unsaid | Rest::Closed => None,
            };
            let mut fields: Vec<_> = fields.chain(entry).collect();
            // A text of a form of its own ends the reading: what has names comes first.
            fields.sort_by_key(|(_, node)| !has_names(node));
            let object = |values: &[Value]| {
                let names = fields.iter().map(|(name, _)| (*name).to_owned());
                Value::Object(names.zip(values.iter().cloned()).collect())
            };
            each_part(fields.iter().map(|(_, node)| *node), object)
        }
        Kind::OneOf(nodes) => nodes.iter().flat_map(samples).collect(),
    };
    samples.truncate(MOST_SAMPLES);
    samples
}

/// Makes values of several parts: one with the first sample of each, and one more for each other sample
/// of a part.
fn each_part<'a>(
    nodes: impl Iterator<Item = &'a Node>,
    make: impl Fn(&[Value]) -> Value,
) -> Vec<Value> {
    let parts: Vec<Vec<Value>> = nodes.map(samples).collect();
    let first: Vec<Value> =
        parts.iter().map(|samples| samples.first().cloned().unwrap_or_default()).collect();
    let mut all = vec![make(&first)];
    for (index, samples) in parts.iter().enumerate() {
        for sample in samples.iter().skip(1) {
            let mut values = first.clone();
            values[index].clone_from(sample);
            all.push(make(&values));
        }
    }
    all
}

fn has_names(node: &Node) -> bool {
    match &node.kind {
        Kind::Object(_) | Kind::Choice(_) => true,
        Kind::OneOf(nodes) | Kind::Tuple(nodes) => nodes.iter().any(has_names),
        Kind::List(rule) => has_names(&rule.item),
        Kind::Any | Kind::Null | Kind::Boolean | Kind::Number(_) | Kind::Text(_) => false,
    }
}

fn number(rule: &NumberRule) -> Value {
    let bound = |bound: &Option<Bound>| bound.as_ref().map(|bound| bound.value.clone());
    let one = Number::from(1);
    let is_within = |value: &Value| {
        let node = Node::new(Kind::Number(rule.clone()));
        super::check::accepts(&node, value)
    };
    let ends = bound(&rule.least).into_iter().chain(bound(&rule.most));
    let mut candidates = std::iter::once(one).chain(ends).map(Value::Number);
    candidates.find(is_within).unwrap_or_else(|| json!(0))
}

fn text(rule: &TextRule) -> Value {
    let known = match rule.format.as_ref().and_then(|format| format.value.as_str()) {
        Some("date") => "2024-02-29",
        Some("date-time") => "2024-02-29T12:00:00Z",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        Some("uri" | "uri-reference" | "iri" | "iri-reference") => "https://example.org/",
        Some("ipv4") => "127.0.0.1",
        Some("ipv6") => "::1",
        Some("email") => "a@example.org",
        _ => return "a".repeat(rule.length.least.unwrap_or(1).clamp(1, 256) as usize).into(),
    };
    known.into()
}
