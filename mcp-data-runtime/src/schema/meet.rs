//! The conjunction of two nodes: what both accept.

use serde_json::Value;

use super::{
    check::accepts,
    model::{
        Bound, Docs, Field, Key, Kind, Leaf, ListRule, Node, NumberRule, ObjectRule, Rest, Size,
        TextRule, compare, narrow,
    },
};

/// The most alternatives that a type may come to, as two flattened enums of eight variants each do.
const MOST_ALTERNATIVES: usize = 64;

/// What two nodes come to; `None` if no value is accepted by both.
type Met<T> = Result<Option<T>, String>;

/// Returns what both nodes accept, with the docs of both.
///
/// # Errors
///
/// If the model cannot say it.
pub(crate) fn meet(left: Node, right: Node) -> Result<Option<Node>, String> {
    let nullable = left.nullable && right.nullable;
    let mut except = left.except;
    except.extend(
        right.except.into_iter().filter(|value| !except.contains(value)).collect::<Vec<_>>(),
    );
    let docs = left.docs.or(right.docs);
    let node = |kind: Kind| Node { docs: docs.clone(), kind, nullable, except: except.clone() };
    let kind = match (left.kind, right.kind) {
        (Kind::OneOf(alternatives), other) => {
            return distribute(alternatives, |part| meet(part, Node::new(other.clone())), &node);
        }
        (other, Kind::OneOf(alternatives)) => {
            return distribute(alternatives, |part| meet(Node::new(other.clone()), part), &node);
        }
        (Kind::Any, kind) | (kind, Kind::Any) => Some(kind),
        (Kind::Choice(values), other) | (other, Kind::Choice(values)) => {
            let other = Node::new(other);
            let kept = values.into_iter().filter(|value| accepts(&other, value));
            choose(kept).map(|chosen| chosen.kind)
        }
        (Kind::Boolean, Kind::Boolean) => Some(Kind::Boolean),
        (Kind::Number(left), Kind::Number(right)) => numbers(left, right)?.map(Kind::Number),
        (Kind::Text(left), Kind::Text(right)) => texts(left, right)?.map(Kind::Text),
        (Kind::List(left), Kind::List(right)) => lists(left, right)?.map(Kind::List),
        (Kind::Tuple(nodes), Kind::List(list)) | (Kind::List(list), Kind::Tuple(nodes)) => {
            tuple(nodes, &list)?.map(Kind::Tuple)
        }
        (Kind::Tuple(left), Kind::Tuple(right)) if left.len() == right.len() => {
            let pairs = left.into_iter().zip(right).map(|(left, right)| meet(left, right));
            pairs.collect::<Met<Vec<Node>>>()?.map(Kind::Tuple)
        }
        (Kind::Object(left), Kind::Object(right)) => objects(left, right)?.map(Kind::Object),
        _ => None,
    };
    Ok(match kind {
        Some(kind) => Some(node(kind)),
        None => nullable.then(|| node(Kind::Null)),
    })
}

/// Makes a node of a closed list of values; `None` if it is empty.
pub(crate) fn choose(values: impl IntoIterator<Item = Value>) -> Option<Node> {
    let mut nullable = false;
    let mut kept: Vec<Value> = Vec::new();
    for value in values {
        if value.is_null() {
            nullable = true;
        } else if !kept.contains(&value) {
            kept.push(value);
        }
    }
    match (kept.is_empty(), nullable) {
        (true, false) => None,
        (true, true) => Some(Node::null()),
        (false, nullable) => Some(Node { nullable, ..Node::new(Kind::Choice(kept)) }),
    }
}

/// Meets each alternative; those that nothing is left of are none.
fn distribute(
    alternatives: Vec<Node>,
    each: impl Fn(Node) -> Met<Node>,
    outer: &impl Fn(Kind) -> Node,
) -> Met<Node> {
    let mut met = Vec::new();
    for alternative in alternatives {
        met.extend(each(alternative)?);
    }
    let outer = outer(Kind::Null);
    let Some(mut node) = Node::one_of(met) else {
        return Ok(outer.nullable.then_some(outer));
    };
    if let Kind::OneOf(alternatives) = &node.kind
        && alternatives.len() > MOST_ALTERNATIVES
    {
        return Err(format!(
            "it comes to {} alternatives, and a schema of more than {MOST_ALTERNATIVES} is read by \
             no model; flatten fewer enums into one struct",
            alternatives.len()
        ));
    }
    node.nullable = outer.nullable;
    node.except.extend(outer.except);
    node.docs = outer.docs.or(std::mem::take(&mut node.docs));
    Ok(Some(node))
}

fn numbers(left: NumberRule, right: NumberRule) -> Met<NumberRule> {
    let is_single = left.is_single || right.is_single;
    let exact =
        |bound: Option<Bound>| {
            bound.map(|bound| {
                if is_single { Bound { value: narrow(&bound.value), ..bound } } else { bound }
            })
        };
    let tighter = |left: Option<Bound>, right: Option<Bound>, is_least: bool| match (left, right) {
        (Some(left), Some(right)) => {
            let order = compare(&left.value, &right.value);
            let order = if is_least { order } else { order.reverse() };
            let is_left = order.is_gt() || (order.is_eq() && left.is_exclusive);
            Some(if is_left { left } else { right })
        }
        (left, right) => left.or(right),
    };
    let rule = NumberRule {
        is_integer: left.is_integer || right.is_integer,
        is_single,
        least: tighter(exact(left.least), exact(right.least), true),
        most: tighter(exact(left.most), exact(right.most), false),
        multiple_of: same("multipleOf", left.multiple_of, right.multiple_of)?,
    };
    if let (Some(least), Some(most)) = (&rule.least, &rule.most) {
        let order = compare(&least.value, &most.value);
        if order.is_gt() || (order.is_eq() && (least.is_exclusive || most.is_exclusive)) {
            return Ok(None);
        }
    }
    Ok(Some(rule))
}

/// Meets keywords of which a schema holds one.
fn same(keyword: &str, left: Option<Leaf>, right: Option<Leaf>) -> Result<Option<Leaf>, String> {
    match (left, right) {
        (Some(left), Some(right)) if left != right => {
            let shown =
                |leaf: &Leaf| leaf.value.as_str().map_or(leaf.value.to_string(), str::to_owned);
            Err(format!(
                "`{keyword}` is given twice, as `{}` and as `{}`, and a schema that all clients read \
                 holds one; write one that says both",
                shown(&left),
                shown(&right)
            ))
        }
        (left, right) => Ok(left.or(right)),
    }
}

fn sizes(left: Size, right: Size) -> Option<Size> {
    let least = left.least.max(right.least);
    let most = match (left.most, right.most) {
        (Some(left), Some(right)) => Some(left.min(right)),
        (left, right) => left.or(right),
    };
    (least.is_none() || most.is_none() || least <= most).then_some(Size { least, most })
}

fn texts(left: TextRule, right: TextRule) -> Met<TextRule> {
    let Some(length) = sizes(left.length, right.length) else { return Ok(None) };
    Ok(Some(TextRule {
        length,
        pattern: same("pattern", left.pattern, right.pattern)?,
        format: same("format", left.format, right.format)?,
    }))
}

fn lists(left: ListRule, right: ListRule) -> Met<ListRule> {
    let Some(length) = sizes(left.length, right.length) else { return Ok(None) };
    let (item, length) = match meet(*left.item, *right.item)? {
        Some(item) => (item, length),
        // Only the empty list is left.
        None if length.least.unwrap_or(0) == 0 => (Node::any(), Size { most: Some(0), ..length }),
        None => return Ok(None),
    };
    let unique = left.unique.or(right.unique);
    Ok(Some(ListRule { item: Box::new(item), length, unique }))
}

fn tuple(nodes: Vec<Node>, list: &ListRule) -> Met<Vec<Node>> {
    if !list.length.contains(nodes.len() as u64) {
        return Ok(None);
    }
    if list.unique.is_some() {
        return Err(
            "it is a tuple whose items must differ; take a struct with named fields".to_owned()
        );
    }
    nodes.into_iter().map(|node| meet(node, (*list.item).clone())).collect()
}

fn objects(left: ObjectRule, right: ObjectRule) -> Met<ObjectRule> {
    let Some(size) = sizes(left.size, right.size) else { return Ok(None) };
    let mut fields = Vec::new();
    for field in &left.fields {
        let other = right.field(&field.name);
        let is_required = field.is_required || other.is_some_and(|other| other.is_required);
        let node = match other {
            Some(other) => meet(field.node.clone(), other.node.clone())?,
            None => beside(&right.rest, field.node.clone())?,
        };
        match node {
            Some(node) => fields.push(Field { name: field.name.clone(), node, is_required }),
            None if is_required => return Ok(None),
            None => {}
        }
    }
    for field in right.fields {
        if left.field(&field.name).is_some() {
            continue;
        }
        match beside(&left.rest, field.node)? {
            Some(node) => fields.push(Field { node, ..field }),
            None if field.is_required => return Ok(None),
            None => {}
        }
    }
    let rest = match (left.rest, right.rest) {
        (Rest::Unsaid, rest) | (rest, Rest::Unsaid) => rest,
        (Rest::Closed, _) | (_, Rest::Closed) => Rest::Closed,
        (Rest::Open { key, node }, Rest::Open { key: other, node: more }) => {
            let key = match (key, other) {
                (Key::Any, key) | (key, Key::Any) => key,
                (key, other) if key == other => key,
                _ => return Err("its names must have two forms at once".to_owned()),
            };
            match meet(*node, *more)? {
                Some(node) => Rest::Open { key, node: Box::new(node) },
                None => Rest::Closed,
            }
        }
    };
    Ok(Some(ObjectRule { fields, rest, size }))
}

/// What an object leaves of a field that only the other object has.
fn beside(rest: &Rest, field: Node) -> Met<Node> {
    match rest {
        Rest::Unsaid => Ok(Some(field)),
        Rest::Closed => Ok(None),
        Rest::Open { node, .. } => meet(field, Node { docs: Docs::default(), ..(**node).clone() }),
    }
}
