//! What an argument can be: the one model from which a tool's published schema, the check of its calls
//! and the words for what is wrong with them are made.

use std::{cmp::Ordering, sync::Arc};

use jsonschema::Validator;
use serde_json::{Number, Value, json};

/// What a value can be at one place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) docs: Docs,
    pub(crate) kind: Kind,
    /// Whether the value can be null. Where it can be absent too, null counts as absent.
    pub(crate) nullable: bool,
    /// Values of the kind that are refused all the same, such as the 0 of `NonZeroI8`.
    pub(crate) except: Vec<Value>,
}

/// What a node says to readers; nothing of it is checked.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Docs {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    /// Null says that the type has a default, which stands for an absent value.
    pub(crate) default: Option<Value>,
    pub(crate) examples: Vec<Value>,
}

/// The kinds of values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    /// Any JSON value.
    Any,
    /// Nothing but null: a unit.
    Null,
    Boolean,
    Number(NumberRule),
    Text(TextRule),
    /// One of a closed list of values.
    Choice(Vec<Value>),
    List(ListRule),
    /// An array whose places have different kinds.
    Tuple(Vec<Node>),
    Object(ObjectRule),
    /// Any of several kinds, in the order in which the type tries them.
    OneOf(Vec<Node>),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct NumberRule {
    pub(crate) is_integer: bool,
    /// Whether the type holds 32 bits of a float, whose numbers are those of its shortest text.
    pub(crate) is_single: bool,
    pub(crate) least: Option<Bound>,
    pub(crate) most: Option<Bound>,
    pub(crate) multiple_of: Option<Leaf>,
}

/// An end of a range of numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bound {
    pub(crate) value: Number,
    pub(crate) is_exclusive: bool,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct TextRule {
    pub(crate) length: Size,
    pub(crate) pattern: Option<Leaf>,
    pub(crate) format: Option<Leaf>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ListRule {
    pub(crate) item: Box<Node>,
    pub(crate) length: Size,
    /// That no item occurs twice.
    pub(crate) unique: Option<Leaf>,
}

/// How many characters, items or fields there can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Size {
    pub(crate) least: Option<u64>,
    pub(crate) most: Option<u64>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct ObjectRule {
    /// In the order of their declaration.
    pub(crate) fields: Vec<Field>,
    pub(crate) rest: Rest,
    pub(crate) size: Size,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) node: Node,
    pub(crate) is_required: bool,
}

/// What an object can hold besides its fields.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Rest {
    /// Nothing was said of it. Such an object is published closed, so that a misspelled name is refused;
    /// what is flattened into it may still open it.
    #[default]
    Unsaid,
    Closed,
    Open {
        key: Key,
        node: Box<Node>,
    },
}

/// What the names of a map look like.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Key {
    Any,
    /// Digits, with a sign or without.
    Integer {
        is_signed: bool,
    },
    Pattern(Leaf),
}

impl Key {
    /// Returns whether a name has the form that the names of a map have.
    pub(super) fn fits(&self, name: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Integer { is_signed } => {
                let digits = name.strip_prefix('-').filter(|_| *is_signed).unwrap_or(name);
                // As JSON writes integers: `007` and `7` would be one entry.
                let is_plain = digits == "0" || !digits.starts_with('0');
                is_plain
                    && name != "-0"
                    && !digits.is_empty()
                    && digits.bytes().all(|byte| byte.is_ascii_digit())
            }
            Self::Pattern(pattern) => pattern.accepts(&name.into()),
        }
    }
}

/// A keyword whose check is the validator's, compiled once.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub(crate) value: Value,
    validator: Arc<Validator>,
}

impl PartialEq for Leaf {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Leaf {
    /// Compiles one keyword; the error is the validator's text.
    pub(crate) fn new(keyword: &str, value: &Value) -> Result<Self, String> {
        let validator = compile(&json!({ keyword: value }))?;
        Ok(Self { value: value.clone(), validator: Arc::new(validator) })
    }

    pub(crate) fn accepts(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }
}

/// Compiles a schema as the dialect that clients are told.
pub(crate) fn compile(schema: &Value) -> Result<Validator, String> {
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(schema)
        .map_err(|error| error.to_string())
}

impl Node {
    pub(crate) fn new(kind: Kind) -> Self {
        Self { docs: Docs::default(), kind, nullable: false, except: Vec::new() }
    }

    pub(crate) fn any() -> Self {
        Self { nullable: true, ..Self::new(Kind::Any) }
    }

    pub(crate) fn null() -> Self {
        Self { nullable: true, ..Self::new(Kind::Null) }
    }

    /// Makes one node of alternatives: those that say the same are one, null is no alternative but
    /// makes the node nullable, and closed lists of texts are one list. Returns `None` for no
    /// alternative at all.
    pub(crate) fn one_of(alternatives: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut nullable = false;
        let mut kept: Vec<Self> = Vec::new();
        for mut node in alternatives {
            nullable |= std::mem::take(&mut node.nullable);
            let parts = match node.kind {
                Kind::Null => continue,
                Kind::Any => return Some(Self { docs: node.docs, ..Self::any() }),
                Kind::OneOf(parts) if node.docs == Docs::default() => parts,
                kind => vec![Self { kind, ..node }],
            };
            for part in parts {
                if !kept.contains(&part) {
                    kept.push(part);
                }
            }
        }
        join_choices(&mut kept);
        let node = match kept.len() {
            0 if nullable => return Some(Self::null()),
            0 => return None,
            1 => kept.remove(0),
            _ => Self::new(Kind::OneOf(kept)),
        };
        Some(Self { nullable, ..node })
    }
}

/// Makes one closed list of alternatives that are nothing but lists of texts, as an enum of unit
/// variants has them where some have docs. The docs of a variant become a line of the list's.
fn join_choices(alternatives: &mut Vec<Node>) {
    let is_texts = |node: &Node| match &node.kind {
        Kind::Choice(values) => values.iter().all(Value::is_string),
        _ => false,
    };
    if alternatives.len() < 2 || !alternatives.iter().all(is_texts) {
        return;
    }
    let mut lines = Vec::new();
    let mut all: Vec<Value> = Vec::new();
    for node in alternatives.drain(..) {
        let Kind::Choice(values) = node.kind else { continue };
        if let Some(docs) = node.docs.description {
            let names: Vec<String> =
                values.iter().filter_map(Value::as_str).map(|name| format!("`{name}`")).collect();
            lines.push(format!("{}: {docs}", names.join(", ")));
        }
        all.extend(values);
    }
    let mut joined = Node::new(Kind::Choice(all));
    joined.docs.description = (!lines.is_empty()).then(|| lines.join("\n"));
    alternatives.push(joined);
}

impl Docs {
    /// Returns these docs with what only `other` says; both descriptions are kept.
    pub(crate) fn or(self, other: Self) -> Self {
        let description = match (self.description, other.description) {
            (Some(mine), Some(theirs)) if mine != theirs => Some(format!("{mine}\n\n{theirs}")),
            (mine, theirs) => mine.or(theirs),
        };
        Self {
            title: self.title.or(other.title),
            description,
            default: self.default.or(other.default),
            examples: if self.examples.is_empty() { other.examples } else { self.examples },
        }
    }
}

impl Size {
    pub(crate) fn contains(self, count: u64) -> bool {
        self.least.is_none_or(|least| count >= least) && self.most.is_none_or(|most| count <= most)
    }
}

impl ObjectRule {
    pub(crate) fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// Compares two numbers exactly, where floats would hold different integers for equal.
pub(crate) fn compare(left: &Number, right: &Number) -> Ordering {
    let (a, b) = (parts(left), parts(right));
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
}

/// A number's whole part and what it is above it. Beyond 128 bits a float has no fraction, and all such
/// numbers are compared by their floats.
fn parts(number: &Number) -> (i128, f64) {
    if let Some(whole) = number.as_i128() {
        return (whole, 0.0);
    }
    let float = number.as_f64().unwrap_or_default();
    // Saturates, as is meant: beyond it the second part decides.
    #[expect(clippy::cast_possible_truncation, reason = "the whole part is meant")]
    let whole = float.floor() as i128;
    let fraction = if float.abs() < 2_f64.powi(126) { float - float.floor() } else { float };
    (whole, fraction)
}

/// Returns a float that is a whole number as an integer: JSON Schema holds `5.0` for one. `None` for an
/// integer, which is one already, and for what has a fraction or more than 64 bits.
pub(crate) fn whole(number: &Number) -> Option<Number> {
    if number.as_i128().is_some() {
        return None;
    }
    let float = number.as_f64().filter(|float| float.fract() == 0.0)?;
    // Without a fraction, the text is the digits of the exact value.
    let digits = format!("{float:.0}");
    let integer = digits.parse::<i64>().map(Number::from);
    integer.or_else(|_| digits.parse::<u64>().map(Number::from)).ok()
}

/// Returns whether JSON Schema holds a number for an integer.
pub(crate) fn is_integer(number: &Number) -> bool {
    number.as_i128().is_some() || number.as_f64().is_some_and(|float| float.fract() == 0.0)
}

/// Returns the double nearest to the shortest decimal text of a float of 32 bits, so that `0.7_f32` is
/// 0.7 and not 0.699999988079071.
pub(crate) fn narrow(number: &Number) -> Number {
    #[expect(clippy::cast_possible_truncation, reason = "the type has 32 bits")]
    let single = number.as_f64().map(|float| float as f32);
    let shortest = single.filter(|single| single.is_finite() && single.fract() != 0.0);
    let double = shortest.and_then(|single| single.to_string().parse().ok());
    double.and_then(Number::from_f64).unwrap_or_else(|| number.clone())
}
