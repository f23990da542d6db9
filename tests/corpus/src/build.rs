//! Rust types as source text, each with the JSON that it stands for.

use std::fmt::Write as _;

use crate::shape::{Field, Form, Key, List, Name, Object, Rest, Shape};

/// A type: how it is written, and what it reads.
#[derive(Debug, Clone)]
pub struct Built {
    /// The type's expression in Rust.
    pub rust: String,
    /// What JSON it reads.
    pub shape: Shape,
    /// What its values are as keys of a map, if they can be.
    pub key: Option<Key>,
    /// Whether serde takes its absence for `None`.
    pub is_option: bool,
}

impl Built {
    /// Returns a type that is written so and reads that.
    pub fn new(rust: impl Into<String>, shape: Shape) -> Self {
        Self { rust: rust.into(), shape, key: None, is_option: false }
    }

    /// Returns the type with what its values are as keys of a map.
    pub fn with_key(mut self, key: Key) -> Self {
        self.key = Some(key);
        self
    }

    /// Returns an `Option` of it.
    pub fn option(&self) -> Self {
        let rust = format!("Option<{}>", self.rust);
        Self { is_option: true, ..Self::new(rust, self.shape.clone().nullable()) }
    }

    /// Returns a `Vec` of it.
    pub fn vec(&self) -> Self {
        Self::new(format!("Vec<{}>", self.rust), Shape::list(self.shape.clone()))
    }

    /// Returns a set of it.
    pub fn set(&self, collection: &str) -> Self {
        Self::new(format!("{collection}<{}>", self.rust), Shape::set(self.shape.clone()))
    }

    /// Returns an array of it.
    pub fn array(&self, length: usize) -> Self {
        Self::new(format!("[{}; {length}]", self.rust), Shape::array(self.shape.clone(), length))
    }

    /// Returns a map from it to another type.
    ///
    /// # Panics
    ///
    /// If it cannot be a key.
    pub fn map(&self, collection: &str, value: &Self) -> Self {
        let key = self.key.clone().expect("a type of keys");
        Self::new(
            format!("{collection}<{}, {}>", self.rust, value.rust),
            Shape::Map { key, value: value.shape.clone().into() },
        )
    }

    /// Returns a tuple.
    pub fn tuple(places: &[Self]) -> Self {
        let types: String = places.iter().map(|place| format!("{}, ", place.rust)).collect();
        let places = places.iter().map(|place| place.shape.clone()).collect();
        Self::new(format!("({})", types.trim_end()), Shape::Tuple { places, optional: 0 })
    }
}

/// How a field is published.
#[derive(Debug, Clone)]
pub struct FieldOf {
    name: String,
    rust: String,
    shape: Shape,
    attributes: String,
    wire: Option<String>,
    aliases: Vec<String>,
    required: bool,
    wanted: bool,
    is_flat: bool,
    is_hidden: bool,
}

impl FieldOf {
    /// Returns a field without attributes.
    pub fn new(name: &str, of: &Built) -> Self {
        Self {
            name: name.to_owned(),
            rust: of.rust.clone(),
            shape: of.shape.clone(),
            attributes: String::new(),
            wire: None,
            aliases: Vec::new(),
            required: !of.is_option,
            wanted: false,
            is_flat: false,
            is_hidden: false,
        }
    }

    /// Adds an attribute, or docs, that change nothing of what is read.
    pub fn attribute(mut self, attribute: &str) -> Self {
        self.attributes.push_str(attribute);
        self.attributes.push('\n');
        self
    }

    /// Gives it another name on the wire.
    pub fn rename(mut self, name: &str) -> Self {
        self.wire = Some(name.to_owned());
        self.attribute(&format!("#[serde(rename = {name:?})]"))
    }

    /// Gives it one more name.
    pub fn alias(mut self, name: &str) -> Self {
        self.aliases.push(name.to_owned());
        self.attribute(&format!("#[serde(alias = {name:?})]"))
    }

    /// Says what stands in for it: `default`, `default = "path"`.
    pub fn default(mut self, default: &str) -> Self {
        self.required = false;
        self.attribute(&format!("#[serde({default})]"))
    }

    /// Leaves it out: `skip`, `skip_deserializing`.
    pub fn skip(mut self, how: &str) -> Self {
        self.is_hidden = true;
        self.attribute(&format!("#[serde({how})]"))
    }

    /// Puts its fields into those of the struct.
    pub fn flatten(mut self) -> Self {
        self.is_flat = true;
        self.attribute("#[serde(flatten)]")
    }

    /// Changes what it reads, as its attributes say.
    pub fn reads(mut self, shape: Shape) -> Self {
        self.shape = shape;
        self
    }

    /// Says that serde wants it, though the schema says that it can be absent.
    pub fn wanted(mut self) -> Self {
        self.required = false;
        self.wanted = true;
        self
    }

    fn write(&self, public: &str) -> String {
        let attributes = &self.attributes;
        format!("{attributes}{public}{}: {},\n", raw(&self.name), self.rust)
    }

    fn field(&self, rule: Option<&str>) -> Field {
        let name = self.wire.clone().unwrap_or_else(|| case_of_field(rule, &self.name));
        Field {
            name,
            aliases: self.aliases.clone(),
            shape: self.shape.clone(),
            required: self.required,
            wanted: self.wanted,
            soft: false,
        }
    }
}

fn raw(name: &str) -> String {
    if matches!(name, "type" | "match" | "async") { format!("r#{name}") } else { name.to_owned() }
}

/// What a variant holds.
#[derive(Debug, Clone)]
pub enum Holds {
    /// Nothing.
    Unit,
    /// One value.
    New(Built),
    /// Several values.
    Tuple(Vec<Built>),
    /// Fields.
    Struct(Vec<FieldOf>),
}

/// A variant.
#[derive(Debug, Clone)]
pub struct VariantOf {
    name: String,
    holds: Holds,
    attributes: String,
    wire: Option<String>,
    aliases: Vec<String>,
    is_hidden: bool,
    is_other: bool,
    has_docs: bool,
    is_untagged: bool,
}

impl VariantOf {
    /// Returns a variant without attributes.
    pub fn new(name: &str, holds: Holds) -> Self {
        Self {
            name: name.to_owned(),
            holds,
            attributes: String::new(),
            wire: None,
            aliases: Vec::new(),
            is_hidden: false,
            is_other: false,
            has_docs: false,
            is_untagged: false,
        }
    }

    /// Returns a variant that holds nothing.
    pub fn unit(name: &str) -> Self {
        Self::new(name, Holds::Unit)
    }

    /// Adds an attribute that changes nothing of what is read.
    pub fn attribute(mut self, attribute: &str) -> Self {
        self.attributes.push_str(attribute);
        self.attributes.push('\n');
        self
    }

    /// Adds a line of docs.
    pub fn docs(mut self, text: &str) -> Self {
        self.has_docs = true;
        self.attribute(&format!("/// {text}"))
    }

    /// Gives it another name on the wire.
    pub fn rename(mut self, name: &str) -> Self {
        self.wire = Some(name.to_owned());
        self.attribute(&format!("#[serde(rename = {name:?})]"))
    }

    /// Gives it one more name.
    pub fn alias(mut self, name: &str) -> Self {
        self.aliases.push(name.to_owned());
        self.attribute(&format!("#[serde(alias = {name:?})]"))
    }

    /// Leaves it out: `skip`, `skip_deserializing`.
    pub fn skip(mut self, how: &str) -> Self {
        self.is_hidden = true;
        self.attribute(&format!("#[serde({how})]"))
    }

    /// Lets serde take it for every unknown name.
    pub fn other(mut self) -> Self {
        self.is_other = true;
        self.attribute("#[serde(other)]")
    }

    /// Reads it without a tag, in an enum that has them.
    pub fn untagged(mut self) -> Self {
        self.is_untagged = true;
        self.attribute("#[serde(untagged)]")
    }

    fn wire(&self, rule: Option<&str>) -> String {
        self.wire.clone().unwrap_or_else(|| case_of_variant(rule, &self.name))
    }

    fn name(&self, rule: Option<&str>) -> Name {
        Name { name: self.wire(rule), aliases: self.aliases.clone(), other: self.is_other }
    }

    fn write(&self) -> String {
        let mut text = self.attributes.clone();
        text.push_str(&self.name);
        match &self.holds {
            Holds::Unit => {}
            Holds::New(of) => write!(text, "({})", of.rust).expect("a text"),
            Holds::Tuple(of) => {
                let types: Vec<&str> = of.iter().map(|of| of.rust.as_str()).collect();
                write!(text, "({})", types.join(", ")).expect("a text");
            }
            Holds::Struct(fields) => {
                let fields: String = fields.iter().map(|field| field.write("")).collect();
                write!(text, " {{ {fields} }}").expect("a text");
            }
        }
        text.push_str(",\n");
        text
    }
}

/// How an enum says which variant a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tagging {
    /// `{"Variant": …}`.
    External,
    /// `{"tag": "Variant", …}`.
    Internal,
    /// `{"tag": "Variant", "content": …}`.
    Adjacent,
    /// Not at all.
    Untagged,
}

/// What is said of a whole struct or enum.
#[derive(Debug, Clone, Default)]
pub struct Container {
    /// Attributes and docs that change nothing of what is read.
    pub attributes: String,
    /// `rename_all`.
    pub rename_all: Option<&'static str>,
    /// `rename_all_fields`.
    pub rename_all_fields: Option<&'static str>,
    /// `deny_unknown_fields`.
    pub denies: bool,
    /// `default` of a struct, whose types all have one.
    pub default: bool,
}

impl Container {
    /// Says what changes nothing of what is read.
    pub fn attribute(mut self, attribute: &str) -> Self {
        self.attributes.push_str(attribute);
        self.attributes.push('\n');
        self
    }

    /// Renames the fields or variants.
    pub fn rename_all(mut self, rule: &'static str) -> Self {
        self.rename_all = Some(rule);
        self
    }

    /// Denies unknown fields.
    pub fn denies(mut self) -> Self {
        self.denies = true;
        self
    }

    fn write(&self, derives: &str) -> String {
        let mut text = format!("#[derive({derives})]\n{}", self.attributes);
        for (name, rule) in
            [("rename_all", self.rename_all), ("rename_all_fields", self.rename_all_fields)]
        {
            if let Some(rule) = rule {
                writeln!(text, "#[serde({name} = {rule:?})]").expect("a text");
            }
        }
        for (name, is_said) in [("deny_unknown_fields", self.denies), ("default", self.default)] {
            if is_said {
                writeln!(text, "#[serde({name})]").expect("a text");
            }
        }
        text
    }

    fn rest(&self) -> Rest {
        if self.denies { Rest::Denied } else { Rest::Ignored }
    }
}

/// What every type of the corpus derives; the paths are those of the generated file.
const DERIVES: &str = "Debug, Deserialize, JsonSchema";
const KEY_DERIVES: &str =
    "Debug, Deserialize, Serialize, JsonSchema, Clone, PartialEq, Eq, Hash, PartialOrd, Ord";

/// The declarations of the types that were built.
#[derive(Debug, Default)]
pub struct Source {
    /// The items.
    pub items: String,
    count: usize,
}

impl Source {
    /// Returns the name of the next type.
    pub fn next_name(&mut self) -> String {
        self.count += 1;
        format!("T{:04}", self.count)
    }

    /// Adds an item as it is written.
    pub fn item(&mut self, text: &str) {
        self.items.push_str(text);
        self.items.push('\n');
    }

    /// Declares a struct with named fields.
    pub fn structure(&mut self, container: &Container, fields: &[FieldOf]) -> Built {
        let name = self.next_name();
        let derives =
            if container.default { format!("{DERIVES}, Default") } else { DERIVES.to_owned() };
        let body: String = fields.iter().map(|field| field.write("pub ")).collect();
        let head = container.write(&derives);
        self.item(&format!("{head}pub struct {name} {{ {body} }}"));
        Built::new(name, struct_shape(container, fields))
    }

    /// Declares a newtype or a tuple struct; `attributes` stand before each field.
    pub fn tuple_struct(
        &mut self,
        container: &Container,
        places: &[(&str, Built)],
        optional: usize,
    ) -> Built {
        let name = self.next_name();
        let body: String = places
            .iter()
            .map(|(attributes, of)| format!("{attributes} pub {}, ", of.rust))
            .collect();
        let key = match places {
            [(_, of)] => of.key.clone(),
            _ => None,
        };
        let derives = if key.is_some() { KEY_DERIVES } else { DERIVES };
        let head = container.write(derives);
        self.item(&format!("{head}pub struct {name}({body});"));
        let shape = match places {
            [(_, of)] => of.shape.clone(),
            _ => Shape::Tuple {
                places: places.iter().map(|(_, of)| of.shape.clone()).collect(),
                optional,
            },
        };
        Built { key, ..Built::new(name, shape) }
    }

    /// Declares an enum.
    pub fn enumeration(
        &mut self,
        container: &Container,
        tagging: Tagging,
        variants: &[VariantOf],
    ) -> Built {
        let name = self.next_name();
        let is_plain = tagging == Tagging::External
            && variants.iter().all(|variant| matches!(variant.holds, Holds::Unit));
        let mut head = container.write(if is_plain { KEY_DERIVES } else { DERIVES });
        head.push_str(match tagging {
            Tagging::External => "",
            Tagging::Internal => "#[serde(tag = \"kind\")]\n",
            Tagging::Adjacent => "#[serde(tag = \"kind\", content = \"content\")]\n",
            Tagging::Untagged => "#[serde(untagged)]\n",
        });
        let body: String = variants.iter().map(VariantOf::write).collect();
        self.item(&format!("{head}pub enum {name} {{ {body} }}"));
        let shape = enum_shape(container, tagging, variants);
        let key = is_plain.then(|| key_of_names(container, variants));
        Built { key, ..Built::new(name, shape) }
    }
}

/// What the keys of a map are that are names of an enum.
fn key_of_names(container: &Container, variants: &[VariantOf]) -> Key {
    let visible = variants.iter().filter(|variant| !variant.is_hidden);
    Key::Names(visible.map(|variant| variant.name(container.rename_all)).collect())
}

/// Makes an object of the fields in their order, those that are flattened among them.
fn struct_shape(container: &Container, fields: &[FieldOf]) -> Shape {
    let mut shape = Shape::Object(Object { rest: container.rest(), ..Object::default() });
    for field in fields.iter().filter(|field| !field.is_hidden) {
        if field.is_flat {
            shape = flatten(shape, field.shape.clone());
        } else {
            let mut field = field.field(container.rename_all);
            field.required &= !container.default;
            add_field(&mut shape, &field);
        }
    }
    shape
}

fn add_field(shape: &mut Shape, field: &Field) {
    match shape {
        Shape::Object(object) => object.fields.push(field.clone()),
        Shape::Either(forms) => forms.iter_mut().for_each(|form| add_field(form, field)),
        _ => {}
    }
}

/// Returns an object with what is flattened into it.
pub fn flatten(into: Shape, part: Shape) -> Shape {
    let object = match into {
        Shape::Object(object) => object,
        Shape::Either(forms) => {
            return either(forms.into_iter().map(|form| flatten(form, part.clone())));
        }
        other => return other,
    };
    match part.buffered() {
        Shape::Object(part) => Shape::Object(join(object, part)),
        Shape::Either(parts) => {
            either(parts.into_iter().map(|part| flatten(Shape::Object(object.clone()), part)))
        }
        Shape::Buffered(inner) => match *inner {
            Shape::Map { key, value } => {
                let value = value.buffered().into();
                Shape::Object(Object { rest: Rest::Map { key, value, soft: false }, ..object })
            }
            Shape::Any => {
                let rest = Rest::Map { key: Key::Text, value: Shape::Any.into(), soft: false };
                Shape::Object(Object { rest, ..object })
            }
            Shape::Nullable(inner) => flatten_option(object, *inner),
            Shape::Names(names) => either(names.into_iter().map(|name| {
                let mut field = Field::new(name.name, Shape::Null.buffered());
                field.required = true;
                field.aliases = name.aliases;
                flatten(
                    Shape::Object(object.clone()),
                    Shape::Object(Object { fields: vec![field], ..Object::default() }),
                )
            })),
            Shape::Null => Shape::Object(object),
            other => panic!("{other:?} cannot be flattened"),
        },
        other => panic!("{other:?} cannot be flattened"),
    }
}

/// What serde gives up in silence if it cannot be read.
fn flatten_option(object: Object, inner: Shape) -> Shape {
    match inner {
        Shape::Object(part) => {
            let mut part = part.buffered();
            for field in &mut part.fields {
                field.required = false;
                field.soft = true;
            }
            Shape::Object(join(object, part))
        }
        Shape::Map { key, value } => {
            let rest = Rest::Map { key, value: value.buffered().into(), soft: true };
            Shape::Object(Object { rest, ..object })
        }
        forms => {
            let alone = Shape::Object(object.clone());
            let with = flatten(Shape::Object(object), forms);
            either([with, alone].into_iter())
        }
    }
}

fn either(forms: impl Iterator<Item = Shape>) -> Shape {
    let mut all = Vec::new();
    for form in forms {
        match form {
            Shape::Either(forms) => all.extend(forms),
            other => all.push(other),
        }
    }
    if all.len() == 1 { all.remove(0) } else { Shape::Either(all) }
}

fn join(mut object: Object, part: Object) -> Object {
    object.fields.extend(part.fields);
    object.ignored.extend(part.ignored);
    if let Rest::Map { .. } = part.rest {
        object.rest = part.rest;
    }
    object
}

fn enum_shape(container: &Container, tagging: Tagging, variants: &[VariantOf]) -> Shape {
    let rule = container.rename_all;
    let mut units = Vec::new();
    let mut forms = Vec::new();
    for variant in variants.iter().filter(|variant| !variant.is_hidden) {
        let tagging = if variant.is_untagged { Tagging::Untagged } else { tagging };
        match (tagging, &variant.holds) {
            (Tagging::External, Holds::Unit) => units.push(variant.name(rule)),
            (Tagging::External, _) => {
                let shape = match content(container, variant) {
                    Shape::Tuple { places, .. } if places.is_empty() => {
                        Shape::Unreadable(Shape::Tuple { places, optional: 0 }.into())
                    }
                    shape => shape,
                };
                let field = tagged(variant, rule, shape);
                forms.push(Shape::Object(Object {
                    fields: vec![field],
                    rest: Rest::Denied,
                    ..Object::default()
                }));
            }
            (Tagging::Internal, _) => forms.push(internal(container, variant)),
            (Tagging::Adjacent, _) => forms.push(adjacent(container, variant)),
            (Tagging::Untagged, _) => forms.push(content(container, variant).buffered()),
        }
    }
    if !units.is_empty() {
        forms.insert(0, Shape::Names(units));
    }
    let is_buffered = tagging != Tagging::Untagged && variants.iter().any(|one| one.is_untagged);
    let shape = either(forms.into_iter());
    if is_buffered { shape.buffered() } else { shape }
}

/// What a variant holds, without a tag.
fn content(container: &Container, variant: &VariantOf) -> Shape {
    match &variant.holds {
        Holds::Unit => Shape::Null,
        Holds::New(of) => of.shape.clone(),
        Holds::Tuple(of) => {
            let places = of.iter().map(|of| of.shape.clone()).collect();
            Shape::Tuple { places, optional: 0 }
        }
        Holds::Struct(fields) => {
            let container = Container {
                rename_all: container.rename_all_fields,
                denies: container.denies,
                ..Container::default()
            };
            struct_shape(&container, fields)
        }
    }
}

fn tagged(variant: &VariantOf, rule: Option<&str>, shape: Shape) -> Field {
    let mut field = Field::new(variant.wire(rule), shape);
    field.required = true;
    field.aliases.clone_from(&variant.aliases);
    field
}

fn tag(container: &Container, variant: &VariantOf) -> Field {
    Field::new("kind", Shape::Names(vec![variant.name(container.rename_all)]))
}

fn internal(container: &Container, variant: &VariantOf) -> Shape {
    // serde reads over the other members of a unit variant, whatever is denied.
    let rest = match variant.holds {
        Holds::Struct(_) => container.rest(),
        _ => Rest::Ignored,
    };
    let own = Object { fields: vec![tag(container, variant)], rest, ..Object::default() };
    match content(container, variant) {
        Shape::Null => Shape::Object(own),
        // An inner type's own rule about unknown fields holds.
        Shape::Object(part) => {
            let part = part.buffered();
            let rest = part.rest.clone();
            let mut joined = join(own, part);
            joined.rest = rest;
            Shape::Object(joined)
        }
        inner => flatten(Shape::Object(own), inner),
    }
}

fn adjacent(container: &Container, variant: &VariantOf) -> Shape {
    let mut object = Object {
        fields: vec![tag(container, variant)],
        rest: container.rest(),
        ..Object::default()
    };
    match content(container, variant) {
        Shape::Null => object.ignored.push("content".to_owned()),
        shape => {
            let mut field = Field::new("content", Shape::PartlyBuffered(shape.into()));
            field.required = true;
            object.fields.push(field);
        }
    }
    Shape::Object(object)
}

/// The words of a name in snake case or camel case.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in name.split('_') {
        let mut word = String::new();
        for character in part.chars() {
            if character.is_uppercase() && !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            word.extend(character.to_lowercase());
        }
        words.push(word);
    }
    words
}

fn capitalized(word: &str) -> String {
    let mut characters = word.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + characters.as_str()
}

fn cased(rule: &str, name: &str) -> String {
    let words = words(name);
    let pascal: String = words.iter().map(|word| capitalized(word)).collect();
    match rule {
        "lowercase" => name.to_lowercase(),
        "UPPERCASE" => name.to_uppercase(),
        "PascalCase" => pascal,
        "camelCase" => words[0].clone() + &pascal[words[0].len()..],
        "snake_case" => words.join("_"),
        "SCREAMING_SNAKE_CASE" => words.join("_").to_uppercase(),
        "kebab-case" => words.join("-"),
        "SCREAMING-KEBAB-CASE" => words.join("-").to_uppercase(),
        other => panic!("serde has no rule {other}"),
    }
}

fn case_of_field(rule: Option<&str>, name: &str) -> String {
    rule.map_or_else(|| name.to_owned(), |rule| cased(rule, name))
}

fn case_of_variant(rule: Option<&str>, name: &str) -> String {
    rule.map_or_else(|| name.to_owned(), |rule| cased(rule, name))
}

/// The lists whose lengths `schemars(length(…))` bounds.
pub fn with_length(shape: Shape, least: usize, most: usize) -> Shape {
    match shape {
        Shape::List(list) => Shape::List(List { says: (least, most), ..list }),
        Shape::Text(mut text) => {
            text.says = (least, most);
            Shape::Text(text)
        }
        Shape::Nullable(inner) => with_length(*inner, least, most).nullable(),
        other => other,
    }
}

/// A form of a text as the key of a map.
pub fn key_of_form(form: Form) -> Key {
    Key::Form(form)
}
