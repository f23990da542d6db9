//! Judges values by the model.

use serde_json::{Map, Value};

use super::{
    model::{
        Docs, Kind, Leaf, ListRule, Node, NumberRule, ObjectRule, Rest, Size, TextRule, compare,
        is_integer,
    },
    problems::{Problem, Problems},
    words,
};
use crate::{
    bounds::{PROBLEMS, repeated},
    wording,
};

/// Returns whether a node accepts a value.
pub(super) fn accepts(node: &Node, value: &Value) -> bool {
    let mut problems = Problems::counting();
    check(node, value, "", &mut problems);
    problems.is_empty()
}

/// Finds all that is wrong with a value.
pub(super) fn check(node: &Node, value: &Value, path: &str, problems: &mut Problems) {
    let mut refuse = |text: &dyn Fn() -> String| problems.push(|| Problem::new(path, text()));
    if value.is_null() {
        if !node.nullable {
            refuse(&|| words::wrong_kind(node, value));
        }
        return;
    }
    if node.except.iter().any(|except| is_equal(except, value)) {
        return refuse(&|| words::wrong_kind(node, value));
    }
    match (&node.kind, value) {
        (Kind::Any, _) | (Kind::Boolean, Value::Bool(_)) => {}
        (Kind::Number(rule), Value::Number(number)) if !rule.is_integer || is_integer(number) => {
            if let Some(text) = number_problem(rule, value) {
                refuse(&|| text.clone());
            }
        }
        (Kind::Text(rule), Value::String(text)) => {
            if let Some(text) = text_problem(node, rule, text, value) {
                refuse(&|| text.clone());
            }
        }
        (Kind::Choice(values), _) if values.iter().any(|known| is_equal(known, value)) => {}
        (Kind::Choice(values), _) => refuse(&|| words::no_choice(node, values, value)),
        (Kind::List(rule), Value::Array(items)) => check_list(rule, items, value, path, problems),
        (Kind::Tuple(nodes), Value::Array(items)) if nodes.len() == items.len() => {
            for (index, (node, item)) in nodes.iter().zip(items).enumerate() {
                check(node, item, &format!("{path}[{index}]"), problems);
            }
        }
        (Kind::Tuple(nodes), Value::Array(items)) => {
            let exact = Size { least: Some(nodes.len() as u64), most: Some(nodes.len() as u64) };
            let wrong = words::wrong_size("an array", exact, items.len() as u64, "item");
            if let Some(text) = wrong {
                refuse(&|| text.clone());
            }
        }
        (Kind::Object(rule), Value::Object(fields)) => {
            check_object(rule, fields, path, "field", problems);
        }
        (Kind::OneOf(alternatives), _) => {
            check_alternatives(node, alternatives, value, path, problems);
        }
        _ => refuse(&|| words::wrong_kind(node, value)),
    }
}

/// Returns whether JSON Schema holds two values for equal: 5 and 5.0 are.
pub(super) fn is_equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => compare(left, right).is_eq(),
        _ => left == right,
    }
}

fn number_problem(rule: &NumberRule, value: &Value) -> Option<String> {
    let number = value.as_number()?;
    if let Some(least) = &rule.least {
        let order = compare(number, &least.value);
        if order.is_lt() || (order.is_eq() && least.is_exclusive) {
            return Some(if least.is_exclusive {
                format!("{number} is not above {}", least.value)
            } else {
                format!("{number} is below the minimum, {}", least.value)
            });
        }
    }
    if let Some(most) = &rule.most {
        let order = compare(number, &most.value);
        if order.is_gt() || (order.is_eq() && most.is_exclusive) {
            return Some(if most.is_exclusive {
                format!("{number} is not below {}", most.value)
            } else {
                format!("{number} is above the maximum, {}", most.value)
            });
        }
    }
    let step = rule.multiple_of.as_ref().filter(|step| !step.accepts(value))?;
    Some(format!("{number} is not a multiple of {}", step.value))
}

fn text_problem(node: &Node, rule: &TextRule, text: &str, value: &Value) -> Option<String> {
    let shown = wording::show(value);
    let length = text.chars().count() as u64;
    if let Some(problem) = words::wrong_size(&shown, rule.length, length, "character") {
        return Some(problem);
    }
    if let Some(pattern) = rule.pattern.as_ref().filter(|pattern| !pattern.accepts(value)) {
        return Some(format!("{shown} does not match `{}`", words::plain(&pattern.value)));
    }
    let is_format = |format: &Leaf| format.accepts(value);
    (!rule.format.as_ref().is_none_or(is_format)).then(|| words::wrong_kind(node, value))
}

fn check_list(
    rule: &ListRule,
    items: &[Value],
    value: &Value,
    path: &str,
    problems: &mut Problems,
) {
    let count = items.len() as u64;
    if let Some(problem) = words::wrong_size("an array", rule.length, count, "item") {
        problems.push(|| Problem::new(path, problem));
    }
    for (index, item) in items.iter().enumerate() {
        check(&rule.item, item, &format!("{path}[{index}]"), problems);
    }
    if rule.unique.as_ref().is_some_and(|differ| !differ.accepts(value)) {
        problems.push(|| Problem::new(path, "an array in which an item occurs twice"));
    }
}

/// Finds all that is wrong with the fields of an object; `what` is what a field of it is called.
///
/// The problems stand in the order of the declaration, a misspelled name before the field that was meant,
/// others at the end.
pub(super) fn check_object(
    rule: &ObjectRule,
    fields: &Map<String, Value>,
    path: &str,
    what: &str,
    problems: &mut Problems,
) {
    let known: Vec<&str> = rule.fields.iter().map(|field| field.name.as_str()).collect();
    // Of each the field that may have been meant.
    let mut misspelled: Vec<(Option<usize>, &str)> = Vec::new();
    let mut more_misspelled = 0;
    let mut rest = problems.empty_like();
    for (name, value) in fields.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
        match &rule.rest {
            Rest::Open { key, node } => {
                let at = join(path, name);
                if !key.fits(name)
                    && let Some(problem) = words::wrong_key(key, name)
                {
                    rest.push(|| Problem::new(&at, problem));
                }
                check(node, value, &at, &mut rest);
            }
            Rest::Unsaid | Rest::Closed if problems.is_full() || misspelled.len() >= PROBLEMS => {
                more_misspelled += 1;
            }
            Rest::Unsaid | Rest::Closed => {
                let meant = wording::nearest(name, known.iter().copied());
                let index = meant.and_then(|meant| known.iter().position(|name| *name == meant));
                misspelled.push((index, name));
            }
        }
    }
    let unknown = |index: Option<usize>, name: &str| {
        let meant = index.map(|index| known[index]);
        Problem::new(join(path, name), words::unknown(what, meant, &known))
    };
    for (index, field) in rule.fields.iter().enumerate() {
        for (meant, name) in misspelled.iter().filter(|(meant, _)| *meant == Some(index)) {
            problems.push(|| unknown(*meant, name));
        }
        let at = join(path, &field.name);
        match fields.get(&field.name) {
            None if field.is_required => {
                problems.push(|| Problem::new(at, words::missing(&field.node)));
            }
            // Where a value can be absent, null counts as absent.
            None => {}
            Some(Value::Null) if !field.is_required => {}
            Some(value) => check(&field.node, value, &at, problems),
        }
    }
    for (meant, name) in misspelled.iter().filter(|(meant, _)| meant.is_none()) {
        problems.push(|| unknown(*meant, name));
    }
    problems.count_more(more_misspelled);
    problems.extend(&rest);
    check_size(rule, fields, path, problems);
}

/// Finds out whether an object has too few fields or too many; null counts as absent where a value can be.
fn check_size(rule: &ObjectRule, fields: &Map<String, Value>, path: &str, problems: &mut Problems) {
    let is_there = |(name, value): &(&String, &Value)| {
        !value.is_null() || rule.field(name).is_none_or(|field| field.is_required)
    };
    let count = fields.iter().filter(is_there).count() as u64;
    if let Some(problem) = words::wrong_size("an object", rule.size, count, "field") {
        problems.push(|| Problem::new(path, problem));
    }
}

fn join(path: &str, name: &str) -> String {
    let name = repeated(name);
    if path.is_empty() { name.into_owned() } else { format!("{path}.{name}") }
}

/// Finds what is wrong with a value that no alternative accepts: what is to mend in the one that was
/// meant, or what those are that it looks like.
fn check_alternatives(
    node: &Node,
    alternatives: &[Node],
    value: &Value,
    path: &str,
    problems: &mut Problems,
) {
    if problems.is_full() {
        if !alternatives.iter().any(|alternative| accepts(alternative, value)) {
            problems.count_more(1);
        }
        return;
    }
    let mut meant = Vec::new();
    for alternative in alternatives {
        let mut found = Problems::default();
        check(alternative, value, path, &mut found);
        if found.is_empty() {
            return;
        }
        if is_meant(alternative, value) {
            meant.push((alternative, found));
        }
    }
    let least = meant.iter().map(|(_, found)| found.count()).min();
    let mut nearest = meant.iter().filter(|(_, found)| Some(found.count()) == least);
    match (nearest.next(), nearest.next()) {
        // Of several that lack different fields, none is the one to ask for.
        (Some((alternative, found)), other)
            if other.is_none() || !lacks_field(alternative, value) =>
        {
            problems.extend(found);
        }
        (Some(_), _) => {
            let looked_like: Vec<&Node> =
                meant.iter().map(|(alternative, _)| *alternative).collect();
            problems.push(|| Problem::new(path, words::no_alternative(&looked_like, value)));
        }
        (None, _) => match tags(alternatives, value) {
            Some((tag, node)) => {
                let at = join(path, tag);
                match value.get(tag) {
                    Some(given) => check(&node, given, &at, problems),
                    None => problems.push(|| Problem::new(at, words::missing(&node))),
                }
            }
            None if value.is_object() => {
                let all: Vec<&Node> = alternatives.iter().collect();
                problems.push(|| Problem::new(path, words::no_alternative(&all, value)));
            }
            None => problems.push(|| Problem::new(path, words::wrong_kind(node, value))),
        },
    }
}

/// Returns whether an object lacks a field that an alternative must have.
fn lacks_field(alternative: &Node, value: &Value) -> bool {
    let Kind::Object(rule) = &alternative.kind else { return false };
    rule.fields.iter().any(|field| field.is_required && value.get(&field.name).is_none())
}

/// Returns whether a value looks like an alternative: it is an array where that is a list, or an object
/// with the tag of that one, or with the one field that tells it from others.
fn is_meant(alternative: &Node, value: &Value) -> bool {
    match (&alternative.kind, value) {
        (Kind::List(_) | Kind::Tuple(_), Value::Array(_)) => true,
        (Kind::Object(rule), Value::Object(fields)) => {
            let tags = rule.fields.iter().filter(|field| is_tag(&field.node));
            let mut tags = tags.peekable();
            if tags.peek().is_some() {
                return tags.all(|tag| {
                    fields.get(&tag.name).is_some_and(|given| accepts(&tag.node, given))
                });
            }
            rule.fields.is_empty()
                || rule.fields.iter().any(|field| fields.contains_key(&field.name))
        }
        _ => false,
    }
}

/// Returns whether a field has one value only, by which a variant is told from others.
fn is_tag(node: &Node) -> bool {
    matches!(&node.kind, Kind::Choice(values) if values.len() == 1)
}

/// Returns the tag that tells the alternatives of an object apart, and all that it can be.
fn tags<'a>(alternatives: &'a [Node], value: &Value) -> Option<(&'a str, Node)> {
    value.as_object()?;
    let objects = alternatives.iter().filter_map(|alternative| match &alternative.kind {
        Kind::Object(rule) => Some(rule),
        _ => None,
    });
    let tag = |rule: &'a ObjectRule| rule.fields.iter().find(|field| is_tag(&field.node));
    let tags: Vec<_> = objects.map(tag).collect::<Option<_>>()?;
    let name = tags.first()?.name.as_str();
    let is_shared = tags.iter().all(|tag| tag.name == name);
    // A tag that is right tells nothing of what is wrong.
    let is_right = |given: &Value| tags.iter().any(|tag| accepts(&tag.node, given));
    if value.get(name).is_some_and(is_right) {
        return None;
    }
    let values = tags.iter().map(|tag| Node { docs: Docs::default(), ..tag.node.clone() });
    is_shared.then(|| Node::one_of(values)).flatten().map(|node| (name, node))
}
