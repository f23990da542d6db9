//! What JSON a Rust type stands for, known from the type and its attributes alone.

/// The largest integer that every client holds exactly (ECMA-262, `Number.MAX_SAFE_INTEGER`).
pub const SAFE: i128 = (1 << 53) - 1;

/// The JSON that a type reads.
#[derive(Debug, Clone)]
pub enum Shape {
    /// Nothing but null: `()`, a unit struct.
    Null,
    /// True or false.
    Bool,
    /// An integer.
    Int(Int),
    /// A number.
    Float {
        /// Which numbers the type holds.
        precision: Precision,
        /// The bounds that `schemars(range(…))` says; serde does not read them.
        says: (Option<f64>, Option<f64>),
    },
    /// A string.
    Text(Text),
    /// One of several strings: an enum of unit variants.
    Names(Vec<Name>),
    /// Any JSON.
    Any,
    /// An `Option`.
    Nullable(Box<Shape>),
    /// A `Vec`, an array, a set.
    List(List),
    /// A tuple; the last `optional` places have a default.
    Tuple {
        /// What stands at each place.
        places: Vec<Shape>,
        /// How many of the last places serde fills in itself.
        optional: usize,
    },
    /// A map.
    Map {
        /// What its keys are.
        key: Key,
        /// What its values are.
        value: Box<Shape>,
    },
    /// A struct.
    Object(Object),
    /// Several forms, of which a value has at least one.
    Either(Vec<Shape>),
    /// What serde reads out of a buffer (flattened, untagged, internally tagged): it then cannot read
    /// keys that are not strings, nor integers of 128 bits.
    Buffered(Box<Shape>),
    /// What serde reads out of a buffer in one order of the members and directly in another: the
    /// content of an adjacently tagged enum.
    PartlyBuffered(Box<Shape>),
    /// What serde publishes but cannot read, whatever is given.
    Unreadable(Box<Shape>),
}

/// Which numbers a type with fractions holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// `f32`.
    Single,
    /// `f64`.
    Double,
    /// `rust_decimal::Decimal`.
    Decimal,
}

/// An integer type.
#[derive(Debug, Clone)]
pub struct Int {
    /// The least value of the type.
    pub least: i128,
    /// The greatest value of the type.
    pub most: i128,
    /// Whether zero is left out.
    pub nonzero: bool,
    /// Whether the type has 128 bits.
    pub wide: bool,
    /// The bounds that `schemars(range(…))` says; serde does not read them.
    pub says: (Option<i128>, Option<i128>),
    /// What it must be a multiple of, as `schemars(extend(…))` says; serde does not read it.
    pub step: i128,
}

/// A text.
#[derive(Debug, Clone)]
pub struct Text {
    /// What the type takes for one.
    pub form: Form,
    /// The length that `schemars(length(…))` says; serde does not read it.
    pub says: (usize, usize),
    /// What it begins and ends with, by `schemars(regex(…))`; serde does not read it.
    pub affixes: (&'static str, &'static str),
}

/// The forms of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Any text.
    Free,
    /// One character.
    Char,
    /// `chrono::NaiveDate`.
    Date,
    /// `chrono::NaiveTime`.
    Time,
    /// `chrono::NaiveDateTime`.
    DateTime,
    /// `chrono::DateTime<Utc>`.
    Instant,
    /// `uuid::Uuid`.
    Uuid,
    /// `url::Url`.
    Url,
    /// `std::net::IpAddr`.
    Ip,
    /// `std::net::Ipv4Addr`.
    Ipv4,
    /// `std::net::Ipv6Addr`.
    Ipv6,
    /// `std::net::SocketAddr`.
    Socket,
    /// The text of a `rust_decimal::Decimal`.
    Decimal,
    /// A `try_from` type of the corpus: two capital letters.
    Code,
    /// A `deserialize_with` of the corpus: the digits of an `u16`.
    Digits,
    /// A text that `format: email` judges; the type takes any.
    Email,
}

/// One name of a closed list.
#[derive(Debug, Clone)]
pub struct Name {
    /// The name that is published.
    pub name: String,
    /// Other names that serde takes for it.
    pub aliases: Vec<String>,
    /// Whether serde takes every other text for it.
    pub other: bool,
}

/// A list.
#[derive(Debug, Clone)]
pub struct List {
    /// What it holds.
    pub item: Box<Shape>,
    /// The length of an array type.
    pub length: Option<usize>,
    /// The length that `schemars(length(…))` says; serde does not read it.
    pub says: (usize, usize),
    /// Whether it is a set.
    pub unique: bool,
}

/// What the keys of a map are.
#[derive(Debug, Clone)]
pub enum Key {
    /// Any text.
    Text,
    /// The digits of an integer.
    Int(Int),
    /// One character.
    Char,
    /// `true` or `false`.
    Bool,
    /// One of several names, where the schema does not list them.
    Names(Vec<Name>),
    /// A text of a form.
    Form(Form),
}

/// An object with known fields.
#[derive(Debug, Clone, Default)]
pub struct Object {
    /// Its fields.
    pub fields: Vec<Field>,
    /// Names that serde reads over although it denies unknown ones: the content of a unit variant.
    pub ignored: Vec<String>,
    /// What other members it may have.
    pub rest: Rest,
    /// How many members it must have, as `schemars(extend(…))` says; serde does not read it.
    pub says: usize,
}

/// A field.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name on the wire.
    pub name: String,
    /// Other names that serde takes for it.
    pub aliases: Vec<String>,
    /// What it holds.
    pub shape: Shape,
    /// Whether it must be there.
    pub required: bool,
    /// Whether serde wants it, though the schema says that it can be absent: an `Option` that is read by a
    /// function.
    pub wanted: bool,
    /// Whether serde gives up its whole part in silence if it is wrong: a flattened `Option`.
    pub soft: bool,
}

/// What an object may have beside its fields.
#[derive(Debug, Clone, Default)]
pub enum Rest {
    /// Nothing, though serde reads over it.
    #[default]
    Ignored,
    /// Nothing, for serde too.
    Denied,
    /// The members of a flattened map.
    Map {
        /// What its keys are.
        key: Key,
        /// What its values are.
        value: Box<Shape>,
        /// Whether serde gives up the map in silence if one is wrong.
        soft: bool,
    },
}

impl Shape {
    /// Returns an integer of the given bounds.
    pub fn int(least: i128, most: i128) -> Self {
        let wide = most > i128::from(u64::MAX);
        Self::Int(Int { least, most, nonzero: false, wide, says: (None, None), step: 1 })
    }

    /// Returns a text of a form.
    pub fn text(form: Form) -> Self {
        Self::Text(Text { form, says: (0, usize::MAX), affixes: ("", "") })
    }

    /// Returns a list of any length.
    pub fn list(item: Self) -> Self {
        Self::List(List { item: item.into(), length: None, says: (0, usize::MAX), unique: false })
    }

    /// Returns a list without duplicates.
    pub fn set(item: Self) -> Self {
        Self::List(List { item: item.into(), length: None, says: (0, usize::MAX), unique: true })
    }

    /// Returns a list of a fixed length.
    pub fn array(item: Self, length: usize) -> Self {
        let says = (0, usize::MAX);
        Self::List(List { item: item.into(), length: Some(length), says, unique: false })
    }

    /// Returns an `Option`.
    pub fn nullable(self) -> Self {
        Self::Nullable(self.into())
    }

    /// Returns what serde reads out of a buffer.
    pub fn buffered(self) -> Self {
        match self {
            Self::Object(object) => Self::Object(object.buffered()),
            Self::Either(forms) => Self::Either(forms.into_iter().map(Self::buffered).collect()),
            Self::Buffered(inner) => Self::Buffered(inner),
            other => Self::Buffered(other.into()),
        }
    }

    /// Returns whether null is a value of it, so that nothing need be given.
    pub fn takes_null(&self) -> bool {
        match self {
            Self::Null | Self::Any | Self::Nullable(_) => true,
            Self::Either(forms) => forms.iter().any(Self::takes_null),
            Self::Buffered(inner) | Self::PartlyBuffered(inner) => inner.takes_null(),
            _ => false,
        }
    }
}

impl Object {
    /// Returns an object whose fields serde reads out of a buffer.
    pub fn buffered(mut self) -> Self {
        for field in &mut self.fields {
            field.shape = field.shape.clone().buffered();
        }
        if let Rest::Map { value, .. } = &mut self.rest {
            **value = value.as_ref().clone().buffered();
        }
        self
    }
}

impl Field {
    /// Returns a field that must be there, unless it is an `Option`.
    pub fn new(name: impl Into<String>, shape: Shape) -> Self {
        let required = !matches!(shape, Shape::Nullable(_));
        Self { name: name.into(), aliases: Vec::new(), shape, required, wanted: false, soft: false }
    }
}

impl Name {
    /// Returns a name without others.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), aliases: Vec::new(), other: false }
    }
}
