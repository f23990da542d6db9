//! Reads the JSON Schema that schemars generates into the model.

use serde_json::{Map, Number, Value, json};

use super::{
    meet::{choose, meet},
    model::{
        Bound, Docs, Field, Key, Kind, Leaf, ListRule, Node, NumberRule, ObjectRule, Rest, Size,
        TextRule,
    },
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

/// The formats of schemars's own for text, and the patterns that say the same: ISO 8601 without an
/// offset.
const PATTERNS: [(&str, &str); 2] = [
    ("partial-date-time", r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?$"),
    ("partial-time", r"^\d{2}:\d{2}:\d{2}(\.\d+)?$"),
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
        if let Some(not) = schema.get("not") {
            node.except.extend(self.excluded(not)?);
        }
        node.docs = docs(schema).or(node.docs);
        if let Some(format) = self.unknown_format(schema) {
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

    fn number(&self, schema: &Schema, is_integer: bool) -> Read<Node> {
        let format = schema.get("format").and_then(Value::as_str);
        let (least, most) = match format.map(width) {
            Some(Width::Integer { least, most }) => (json!(least), json!(most)),
            Some(Width::Single) => (json!(-3.402_823_5e38), json!(3.402_823_5e38)),
            Some(Width::Double) | None => (Value::Null, Value::Null),
        };
        let of_type = NumberRule {
            is_integer,
            is_single: format == Some("float"),
            multiple_of: self.leaf(schema, "multipleOf")?,
            ..range(least.as_number(), most.as_number(), false)
        };
        let number = |keyword| self.value(schema, keyword, "a number", Value::as_number);
        let closed = range(number("minimum")?, number("maximum")?, false);
        let open = range(number("exclusiveMinimum")?, number("exclusiveMaximum")?, true);
        let mut node = Some(Node::new(Kind::Number(of_type)));
        for rule in [closed, open] {
            let Some(of_type) = node else { break };
            let met = meet(of_type, Node::new(Kind::Number(rule)));
            node = met.map_err(|reason| self.refusal(reason))?;
        }
        node.ok_or_else(|| self.refusal("its range allows no number"))
    }

    /// Returns the value of a keyword, which must be of the keyword's type.
    fn value<'a, T>(
        &self,
        schema: &'a Schema,
        keyword: &str,
        form: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Read<Option<T>> {
        let Some(value) = schema.get(keyword) else { return Ok(None) };
        let wrong = || self.refusal(format!("its `{keyword}` is {value}, and should be {form}"));
        read(value).map(Some).ok_or_else(wrong)
    }

    /// Returns how many there can be of something.
    fn size(&self, schema: &Schema, least: &str, most: &str) -> Read<Size> {
        let count = |keyword| self.value(schema, keyword, "a count", Value::as_u64);
        Ok(Size { least: count(least)?, most: count(most)? })
    }

    fn text(&self, schema: &Schema) -> Read<Node> {
        let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
        let length = self.size(schema, "minLength", "maxLength")?;
        let pattern = self.leaf(schema, "pattern")?;
        let text = |format: Option<Leaf>| {
            Node::new(Kind::Text(TextRule { length, pattern: pattern.clone(), format }))
        };
        if format == "ip" {
            let each = ["ipv4", "ipv6"].map(|name| self.compiled("format", &name.into()).map(Some));
            let [v4, v6] = each;
            let either = Node::one_of([text(v4?), text(v6?)]);
            return Ok(either.unwrap_or_else(|| text(None)));
        }
        if let Some((_, same)) = PATTERNS.iter().find(|(name, _)| *name == format) {
            let same = self.compiled("pattern", &(*same).into())?;
            let same = TextRule { pattern: Some(same), ..TextRule::default() };
            let met = meet(text(None), Node::new(Kind::Text(same)));
            return Ok(met.map_err(|reason| self.refusal(reason))?.unwrap_or_else(|| text(None)));
        }
        if FORMATS.contains(&format) {
            return Ok(text(Some(self.compiled("format", &format.into())?)));
        }
        Ok(text(None))
    }

    /// Returns a format that no other part of the reader has a meaning for.
    fn unknown_format<'a>(&self, schema: &'a Schema) -> Option<&'a str> {
        let format = schema.get("format")?.as_str()?;
        let is_number = matches!(width(format), Width::Single | Width::Integer { .. });
        let is_known = is_number
            || ["double", "ip"].contains(&format)
            || FORMATS.contains(&format)
            || PATTERNS.iter().any(|(name, _)| *name == format);
        (!is_known).then_some(format)
    }

    /// Compiles a keyword's value, if the schema has it.
    fn leaf(&self, schema: &Schema, keyword: &str) -> Read<Option<Leaf>> {
        schema.get(keyword).map(|value| self.compiled(keyword, value)).transpose()
    }

    fn compiled(&self, keyword: &str, value: &Value) -> Read<Leaf> {
        if let (true, Some(pattern)) = (keyword == "pattern", value.as_str())
            && let Err(error) = regress::Regex::with_flags(pattern, "u")
        {
            return Err(self.refusal(format!(
                "its pattern `{pattern}` is no regular expression: {error}; clients compile it as \
                 JavaScript does, with the flag `u`, which takes a backslash only before a character \
                 that needs one"
            )));
        }
        Leaf::new(keyword, value)
            .map_err(|error| self.refusal(format!("its `{keyword}` is not legal: {error}")))
    }

    fn array(&self, schema: &Schema) -> Read<Option<Node>> {
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

    fn object(&self, schema: &Schema) -> Read<ObjectRule> {
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
        // Closed after all parts are known, as every object is that nothing opens.
        if !matches!(schema.get("unevaluatedProperties"), None | Some(Value::Bool(false))) {
            return Err(self.refusal(
                "its schema has `unevaluatedProperties`, which not every client checks; flatten a map \
                 of one type of value instead",
            ));
        }
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

/// Returns the fields that the unit variants of a flattened enum add to an object: serde reads each as a
/// field of its name that is null, where schemars says a text.
fn units(values: &[Value]) -> Option<Node> {
    let unit = |name: &str| {
        let field = Field { name: name.to_owned(), node: Node::null(), is_required: true };
        Node::new(Kind::Object(ObjectRule { fields: vec![field], ..ObjectRule::default() }))
    };
    Node::one_of(values.iter().filter_map(Value::as_str).map(unit))
}

/// How wide a number's format says that it is.
enum Width {
    Integer { least: i64, most: i64 },
    Single,
    Double,
}

/// Returns the bounds of an integer that schemars leaves to a format which no client knows. A longer one
/// ends where JavaScript begins to round (ECMA-262, `Number.MAX_SAFE_INTEGER`): beyond, nobody knows
/// which number the caller meant.
fn width(format: &str) -> Width {
    const SAFE: i64 = (1 << 53) - 1;
    let (least, most) = match format {
        "uint8" => (0, u8::MAX.into()),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint64" | "uint" | "uint128" => (0, SAFE),
        "int64" | "int" | "int128" => (-SAFE, SAFE),
        "float" => return Width::Single,
        _ => return Width::Double,
    };
    Width::Integer { least, most }
}

fn list<'a>(schema: &'a Schema, keyword: &str) -> &'a [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn range(least: Option<&Number>, most: Option<&Number>, is_exclusive: bool) -> NumberRule {
    let bound = |value: &Number| Bound { value: value.clone(), is_exclusive };
    NumberRule { least: least.map(bound), most: most.map(bound), ..NumberRule::default() }
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
