//! What is said to a caller of what a value should be and what it is.

use serde_json::Value;

use super::model::{Bound, Key, Kind, Node, NumberRule, Size};
use crate::wording::{self, shortened, show};

/// The most fields of a wrong object that are named.
const SHOWN_FIELDS: usize = 8;

/// What is said of a value that is something else than expected.
pub(crate) fn wrong_type(expected: &str, value: &Value) -> String {
    format!("expected {expected}, got {}", show(value))
}

pub(super) fn wrong_kind(node: &Node, value: &Value) -> String {
    wrong_type(&describe(node), value)
}

/// What is said of a value that is none of the alternatives that it could be.
pub(super) fn no_alternative(alternatives: &[&Node], value: &Value) -> String {
    let expected = join_alternatives(alternatives.iter().copied());
    let Value::Object(fields) = value else { return wrong_type(&expected, value) };
    let names: Vec<&str> = fields.keys().map(|name| shortened(name)).take(SHOWN_FIELDS).collect();
    format!("expected {expected}, got {}", with_fields(names.iter().copied()))
}

pub(super) fn missing(node: &Node) -> String {
    format!("missing; expected {}", describe(node))
}

pub(super) fn no_choice(node: &Node, values: &[Value], value: &Value) -> String {
    let names = values.iter().filter_map(Value::as_str);
    let meant = value.as_str().and_then(|given| wording::nearest(given, names));
    let meant = meant.map(|meant| format!("; did you mean {meant:?}?")).unwrap_or_default();
    format!("{}{meant}", wrong_kind(node, value))
}

pub(super) fn unknown(what: &str, meant: Option<&str>, known: &[&str]) -> String {
    if known.is_empty() {
        return format!("no such {what}; it takes none");
    }
    let list = wording::list(known.iter().copied());
    match meant {
        Some(meant) => format!("no such {what}; did you mean `{meant}`? It takes {list}"),
        None => format!("no such {what}; it takes {list}"),
    }
}

/// What is said of a name that is no name of a map.
pub(super) fn wrong_key(key: &Key, name: &str) -> Option<String> {
    Some(format!("its name {} is not {}", Value::from(shortened(name)), key_form(key)?))
}

/// Returns the form of a map's names, if they have one.
pub(super) fn key_form(key: &Key) -> Option<String> {
    match key {
        Key::Any => None,
        Key::Integer { is_signed: false } => Some("a whole number of at least 0".to_owned()),
        Key::Integer { is_signed: true } => Some("a whole number".to_owned()),
        Key::Pattern(pattern) => Some(format!("a text that matches `{}`", plain(&pattern.value))),
    }
}

/// What is said of a text, list or object of a size that is not allowed.
pub(super) fn wrong_size(shown: &str, size: Size, count: u64, one: &str) -> Option<String> {
    let counted = |count: u64| plural(count, one);
    let (kind, long, short) = match one {
        "character" => ("is", "longer than", "shorter than"),
        _ => ("of", "more than", "fewer than"),
    };
    match size {
        Size { least: Some(least), .. } if count < least => {
            Some(format!("{shown} {kind} {short} the minimum of {}", counted(least)))
        }
        Size { most: Some(most), .. } if count > most => {
            Some(format!("{shown} {kind} {long} the maximum of {}", counted(most)))
        }
        _ => None,
    }
}

/// Writes a count with its noun.
fn plural(count: u64, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// What a node accepts, in words.
pub(super) fn describe(node: &Node) -> String {
    let mut text = match &node.kind {
        Kind::Any => "a value".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Boolean => "true or false".to_owned(),
        Kind::Number(rule) => number(rule),
        Kind::Text(rule) => {
            let mut text = sized("a string", rule.length, "character");
            if let Some(format) = &rule.format {
                text.push_str(&format!(" in the format `{}`", plain(&format.value)));
            }
            if let Some(pattern) = &rule.pattern {
                text.push_str(&format!(" that matches `{}`", plain(&pattern.value)));
            }
            text
        }
        Kind::Choice(values) => choice(values),
        Kind::List(rule) => sized("an array", rule.length, "item"),
        Kind::Tuple(nodes) => format!("an array of {}", places(nodes)),
        Kind::Object(rule) => sized("an object", rule.size, "field"),
        Kind::OneOf(alternatives) => join_alternatives(alternatives),
    };
    if !node.except.is_empty() {
        let except: Vec<String> = node.except.iter().map(Value::to_string).collect();
        text.push_str(&format!(" other than {}", except.join(" and ")));
    }
    text
}

fn join_alternatives<'a>(alternatives: impl IntoIterator<Item = &'a Node>) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in alternatives.into_iter().map(describe_alternative) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(" or ")
}

/// What an alternative accepts: an object is told from others by the fields that it must have.
fn describe_alternative(node: &Node) -> String {
    let Kind::Object(rule) = &node.kind else { return describe(node) };
    let required = rule.fields.iter().filter(|field| field.is_required);
    with_fields(required.map(|field| field.name.as_str()))
}

fn with_fields<'a>(names: impl Iterator<Item = &'a str> + Clone) -> String {
    let fields = if names.clone().count() == 1 { "field" } else { "fields" };
    match wording::list(names) {
        list if list.is_empty() => "an object".to_owned(),
        list => format!("an object with the {fields} {list}"),
    }
}

/// The items of a tuple in words: "2 items: an integer, then a string".
pub(super) fn places(nodes: &[Node]) -> String {
    let each: Vec<String> = nodes.iter().map(describe).collect();
    format!("{}: {}", plural(nodes.len() as u64, "item"), each.join(", then "))
}

fn choice(values: &[Value]) -> String {
    let values: Vec<String> = values.iter().map(Value::to_string).collect();
    match values.as_slice() {
        [one] => one.clone(),
        [first @ .., last] => format!("one of {} and {last}", first.join(", ")),
        [] => "nothing".to_owned(),
    }
}

fn number(rule: &NumberRule) -> String {
    let what = if rule.is_integer { "an integer" } else { "a number" };
    let step = match &rule.multiple_of {
        Some(step) => format!(" that is a multiple of {}", step.value),
        None => String::new(),
    };
    let closed = |bound: &Bound| !bound.is_exclusive;
    let bounds = match (&rule.least, &rule.most) {
        (Some(least), Some(most)) if closed(least) && closed(most) => {
            format!(" from {} to {}", least.value, most.value)
        }
        (least, most) => {
            let least = least.as_ref().map(|bound| {
                let words = if bound.is_exclusive { "above" } else { "of at least" };
                format!(" {words} {}", bound.value)
            });
            let most = most.as_ref().map(|bound| {
                let words = if bound.is_exclusive { "below" } else { "of at most" };
                format!(" {words} {}", bound.value)
            });
            let all: Vec<String> = least.into_iter().chain(most).collect();
            all.join(" and")
        }
    };
    format!("{what}{bounds}{step}")
}

/// "a string of at most 5 characters"; `one` is what is counted.
fn sized(what: &str, size: Size, one: &str) -> String {
    match (size.least, size.most) {
        (None, None) => what.to_owned(),
        (Some(least), Some(most)) if least == most => format!("{what} of {}", plural(least, one)),
        (Some(least), Some(most)) => format!("{what} of {least} to {}", plural(most, one)),
        (Some(least), None) => format!("{what} of at least {}", plural(least, one)),
        (None, Some(most)) => format!("{what} of at most {}", plural(most, one)),
    }
}

/// A text as it is, any other value as JSON.
pub(super) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
