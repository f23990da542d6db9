//! Reads lists, tuples, objects and maps.

use serde_json::Value;

use super::{Read, Reader, Schema, list};
use crate::schema::model::{Field, Key, Kind, ListRule, Node, ObjectRule, Rest, Size};

impl Reader {
    pub(super) fn array(&self, schema: &Schema) -> Read<Option<Node>> {
        let mut length = self.size(schema, "minItems", "maxItems")?;
        let unique = match schema.get("uniqueItems") {
            Some(Value::Bool(false)) => None,
            _ => self.leaf(schema, "uniqueItems")?,
        };
        let places = list(schema, "prefixItems");
        if places.is_empty() {
            let item = match schema.get("items") {
                None => Some(Node::any()),
                Some(items) => self.enter("[]").schema(items)?,
            };
            // A list of nothing is empty.
            let item = item.unwrap_or_else(|| {
                length.most = Some(0);
                Node::any()
            });
            let rule = ListRule { item: Box::new(item), length, unique };
            return Ok(Some(Node::new(Kind::List(rule))));
        }
        let count = places.len() as u64;
        let is_exact = length == Size { least: Some(count), most: Some(count) };
        if !is_exact && schema.get("items") != Some(&Value::Bool(false)) {
            return Err(self.refusal(
                "its schema gives the first items of an array a type each (`prefixItems`) and allows \
                 more; take a struct with named fields",
            ));
        }
        let read = |(index, place)| self.enter(&format!("[{index}]")).schema(place);
        let nodes = places.iter().enumerate().map(read);
        let Some(mut nodes) = nodes.collect::<Read<Option<Vec<Node>>>>()? else { return Ok(None) };
        let exact = Size { least: Some(count), most: Some(count) };
        if nodes.iter().all(|node| *node == nodes[0]) {
            let rule = ListRule { item: Box::new(nodes.remove(0)), length: exact, unique };
            return Ok(Some(Node::new(Kind::List(rule))));
        }
        Ok(Some(Node::new(Kind::Tuple(nodes))))
    }

    pub(super) fn object(&self, schema: &Schema) -> Read<ObjectRule> {
        let required = list(schema, "required");
        let mut fields = Vec::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            let node = self.enter(name).schema(property)?;
            let is_required = required.iter().any(|known| known == name);
            match node {
                Some(node) => fields.push(Field { name: name.clone(), node, is_required }),
                None if is_required => {
                    return Err(self.enter(name).refusal("its schema accepts nothing"));
                }
                // A field that accepts nothing is one that there is not.
                None => {}
            }
        }
        for name in required.iter().filter_map(Value::as_str) {
            if !fields.iter().any(|field| field.name == name) {
                let (name, node) = (name.to_owned(), Node::any());
                fields.push(Field { name, node, is_required: true });
            }
        }
        let size = self.size(schema, "minProperties", "maxProperties")?;
        Ok(ObjectRule { fields, rest: self.rest(schema)?, size })
    }

    fn rest(&self, schema: &Schema) -> Read<Rest> {
        let inner = self.enter("*");
        let additional = schema.get("additionalProperties");
        let open = |key: Key, node: Option<Node>| {
            node.map_or(Rest::Closed, |node| Rest::Open { key, node: Box::new(node) })
        };
        let Some(patterns) = schema.get("patternProperties").and_then(Value::as_object) else {
            return Ok(match additional {
                None => Rest::Unsaid,
                Some(rest) => open(Key::Any, inner.schema(rest)?),
            });
        };
        let mut patterns = patterns.iter();
        match (patterns.next(), patterns.next(), additional) {
            (Some((pattern, node)), None, Some(Value::Bool(false))) => {
                Ok(open(self.key(pattern)?, inner.schema(node)?))
            }
            // Of a map alone schemars says that it is closed.
            (Some((pattern, _)), None, None) if matches!(self.key(pattern)?, Key::Integer { .. }) => {
                Err(self.refusal(
                    "its schema flattens a map whose names are numbers into a struct, and serde reads no \
                     number there; take the map as a field of its own, or names that are text",
                ))
            }
            (Some((pattern, node)), None, None) => Ok(open(self.key(pattern)?, inner.schema(node)?)),
            _ => Err(self.refusal(
                "its schema gives names of several forms types of their own (`patternProperties`), which \
                 not every client checks; take a map of one type of key",
            )),
        }
    }

    fn key(&self, pattern: &str) -> Read<Key> {
        Ok(match pattern {
            r"^\d+$" => Key::Integer { is_signed: false },
            r"^-?\d+$" => Key::Integer { is_signed: true },
            other => Key::Pattern(self.compiled("pattern", &other.into())?),
        })
    }
}
