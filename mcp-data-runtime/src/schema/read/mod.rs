//! Reads the JSON Schema that schemars generates into the model.

mod containers;
mod scalars;

use serde_json::{Map, Value};

use self::scalars::unknown_format;
use super::{
    meet::{choose, meet},
    model::{Docs, Field, Key, Kind, Node, ObjectRule, Rest},
};

/// The keywords that constrain values of each type.
const TYPES: [(&str, &[&str]); 7] = [
    ("null", &[]),
    ("boolean", &[]),
    ("integer", &NUMBER),
    ("number", &NUMBER),
    ("string", &["minLength", "maxLength", "pattern", "format"]),
    ("array", &["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]),
    (
        "object",
        &[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "unevaluatedProperties",
            "minProperties",
            "maxProperties",
        ],
    ),
];
const NUMBER: [&str; 6] =
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"];

/// The keywords that are read whatever the type is.
const GENERAL: [&str; 12] = [
    "type",
    "const",
    "enum",
    "not",
    "allOf",
    "anyOf",
    "oneOf",
    "$ref",
    "title",
    "description",
    "default",
    "examples",
];

/// Keywords that say nothing of which values are valid (JSON Schema 2020-12, core section 8 and
/// validation sections 8 and 9), and nothing that a model needs. Names that begin with `x-` are
/// extensions of the same kind.
const WITHOUT_MEANING: [&str; 9] = [
    "$schema",
    "$id",
    "$anchor",
    "$comment",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentEncoding",
    "contentMediaType",
];

/// Why a type has no published form: what its schema holds, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The field within the type, as `query.from`; empty for the type itself.
    pub(crate) place: String,
    pub(crate) reason: String,
}

type Schema = Map<String, Value>;
type Read<T> = Result<T, Refusal>;

/// Reads a schema.
///
/// # Errors
///
/// If it says something that the model cannot carry, or accepts nothing.
pub(crate) fn read(schema: &Value) -> Result<Node, Refusal> {
    let reader = Reader { place: String::new(), is_flattened: false };
    reader.schema(schema)?.ok_or_else(|| reader.refusal("its schema accepts nothing"))
}

/// Where in a type the reader is.
struct Reader {
    place: String,
    /// Whether what is read adds fields to an object, as a flattened enum does.
    is_flattened: bool,
}

impl Reader {
    fn refusal(&self, reason: impl Into<String>) -> Refusal {
        Refusal { place: self.place.clone(), reason: reason.into() }
    }

    /// Goes to a part of the value: a field, or `[]` for the items of a list.
    fn enter(&self, part: &str) -> Self {
        let dot = if self.place.is_empty() || part.starts_with('[') { "" } else { "." };
        Self { place: format!("{}{dot}{part}", self.place), is_flattened: false }
    }

    /// Reads a schema; `None` if it accepts nothing.
    fn schema(&self, schema: &Value) -> Read<Option<Node>> {
        match schema {
            Value::Bool(false) => Ok(None),
            Value::Object(schema) => self.keywords(schema),
            Value::Bool(true) => Ok(Some(self.anything())),
            other => Err(self.refusal(format!("its schema is no schema: {other}"))),
        }
    }

    /// Returns what a schema without keywords accepts. Beside the fields of an object it stands for a
    /// flattened `None`, which adds no field.
    fn anything(&self) -> Node {
        if self.is_flattened { Node::new(Kind::Object(ObjectRule::default())) } else { Node::any() }
    }

    fn keywords(&self, schema: &Schema) -> Read<Option<Node>> {
        self.check_keywords(schema)?;
        let values = match (schema.get("const"), schema.get("enum")) {
            (Some(value), _) => Some(std::slice::from_ref(value)),
            (None, Some(Value::Array(values))) => Some(values.as_slice()),
            _ => None,
        };
        let mut parts = match values {
            Some(values) if self.is_flattened => vec![units(values)],
            Some(values) => vec![self.types(schema)?, choose(values.iter().cloned())],
            None => vec![self.types(schema)?],
        };
        let inner = Self {
            place: self.place.clone(),
            is_flattened: self.is_flattened || schema.get("type") == Some(&"object".into()),
        };
        for part in list(schema, "allOf") {
            parts.push(inner.schema(part)?);
        }
        for keyword in ["anyOf", "oneOf"] {
            if schema.contains_key(keyword) {
                let alternatives = list(schema, keyword).iter().map(|part| inner.schema(part));
                let alternatives: Vec<Option<Node>> = alternatives.collect::<Read<_>>()?;
                parts.push(Node::one_of(alternatives.into_iter().flatten()));
            }
        }
        let mut node = Some(Node::any());
        for part in parts {
            node = match (node, part) {
                (Some(node), Some(part)) => {
                    meet(node, part).map_err(|reason| self.refusal(reason))?
                }
                _ => None,
            };
        }
        let Some(mut node) = node else { return Ok(None) };
        if let Some(rest) = schema.get("unevaluatedProperties")
            && let Some(rest) = self.enter("*").schema(rest)?
        {
            open(&mut node, &rest);
        }
        if let Some(not) = schema.get("not") {
            node.except.extend(self.excluded(not)?);
        }
        node.docs = docs(schema).or(node.docs);
        if let Some(format) = unknown_format(schema) {
            let said =
                Docs { description: Some(format!("Format: `{format}`.")), ..Docs::default() };
            node.docs = node.docs.or(said);
        }
        Ok(Some(node))
    }

    /// Refuses a keyword that would be lost.
    fn check_keywords(&self, schema: &Schema) -> Read<()> {
        if let Some(reference) = schema.get("$ref") {
            let reference = reference.as_str().unwrap_or_default();
            let name = reference.rsplit('/').next().unwrap_or(reference);
            return Err(self.refusal(format!(
                "its type contains itself (`{name}`), and a schema that does so is refused by many \
                 clients; take a flat list of items that name their parent instead"
            )));
        }
        let is_known = |keyword: &str| {
            GENERAL.contains(&keyword)
                || WITHOUT_MEANING.contains(&keyword)
                || keyword.starts_with("x-")
                || TYPES.iter().any(|(_, keywords)| keywords.contains(&keyword))
        };
        match schema.keys().find(|keyword| !is_known(keyword)) {
            None => Ok(()),
            Some(keyword) => Err(self.refusal(format!(
                "its schema has the keyword `{keyword}`, which not every client checks; say the same \
                 by the type or in the description, or take the value as text and check it in the tool"
            ))),
        }
    }

    /// Reads what a schema says by type: one node for each type that it lists, or for all.
    fn types(&self, schema: &Schema) -> Read<Option<Node>> {
        let listed: Vec<&str> = match schema.get("type") {
            Some(Value::String(name)) => vec![name],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => {
                let constrains = |(_, keywords): &(&str, &[&str])| {
                    keywords.iter().any(|keyword| schema.contains_key(*keyword))
                };
                if !TYPES.iter().any(constrains) {
                    return Ok(Some(self.anything()));
                }
                TYPES.iter().map(|(name, _)| *name).filter(|name| *name != "integer").collect()
            }
        };
        let mut nodes = Vec::new();
        for name in listed {
            nodes.extend(match name {
                "null" => Some(Node::null()),
                "boolean" => Some(Node::new(Kind::Boolean)),
                "integer" => Some(self.number(schema, true)?),
                "number" => Some(self.number(schema, false)?),
                "string" => Some(self.text(schema)?),
                "array" => self.array(schema)?,
                "object" => Some(Node::new(Kind::Object(self.object(schema)?))),
                other => return Err(self.refusal(format!("its schema has the type {other:?}"))),
            });
        }
        Ok(Node::one_of(nodes))
    }

    /// Reads the values that `not` excludes; it may say nothing else.
    fn excluded(&self, not: &Value) -> Read<Vec<Value>> {
        let values = match not.as_object().map(|not| (not.get("const"), not.get("enum"), not.len()))
        {
            Some((Some(value), None, 1)) => vec![value.clone()],
            Some((None, Some(Value::Array(values)), 1)) => values.clone(),
            _ => {
                return Err(self.refusal(
                    "its schema has a `not` that excludes more than single values; say the rule in the \
                     description and check it in the tool",
                ));
            }
        };
        Ok(values)
    }
}

/// Opens what nothing has closed: the names that no part of the schema knows are judged by `rest`, as a
/// map is that is flattened beside an enum.
fn open(node: &mut Node, rest: &Node) {
    match &mut node.kind {
        Kind::Object(rule) if rule.rest == Rest::Unsaid => {
            rule.rest = Rest::Open { key: Key::Any, node: Box::new(rest.clone()) };
        }
        Kind::OneOf(alternatives) => {
            for alternative in alternatives {
                open(alternative, rest);
            }
        }
        _ => {}
    }
}

/// Returns the fields that the unit variants of a flattened enum add to an object: serde reads each as a
/// field of its name that is null, where schemars says a text.
fn units(values: &[Value]) -> Option<Node> {
    let unit = |name: &str| {
        let field = Field { name: name.to_owned(), node: Node::null(), is_required: true };
        Node::new(Kind::Object(ObjectRule { fields: vec![field], ..ObjectRule::default() }))
    };
    Node::one_of(values.iter().filter_map(Value::as_str).map(unit))
}

fn list<'a>(schema: &'a Schema, keyword: &str) -> &'a [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn docs(schema: &Schema) -> Docs {
    let text = |keyword: &str| {
        let text = schema.get(keyword)?.as_str()?.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    Docs {
        title: text("title"),
        description: text("description"),
        default: schema.get("default").cloned(),
        examples: list(schema, "examples").to_vec(),
    }
}
