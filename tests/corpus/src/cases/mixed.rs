//! Leaves, lists, maps and tuples of them, tools with several parameters, and types made by chance.

use super::{Cases, Param, enums, leaves};
use crate::{
    build::{Built, Container, FieldOf, Holds, Source, Tagging, VariantOf, with_length},
    rng::Rng,
    shape::{Form, Int, Shape, Text},
};

/// Adds leaves, lists, maps and tuples.
pub fn add_lists_and_maps(cases: &mut Cases) {
    let leaves = leaves::all();
    for leaf in &leaves {
        cases.add("a value", leaf);
        let about = "a list, an option or an array";
        match cases.cases.len() % 6 {
            0 => cases.add(about, &leaf.option()),
            2 => cases.add(about, &leaf.vec()),
            4 => cases.add(about, &leaf.array(2)),
            _ => continue,
        };
    }
    add_lists(cases);
    add_maps(cases);
    add_tuples(cases);
    add_std(cases);
}

fn add_lists(cases: &mut Cases) {
    for name in ["u8", "i64", "NonZeroU16"] {
        let of = leaves::integer(name);
        cases.add("a set", &of.set("BTreeSet"));
        cases.add("a set", &of.set("HashSet"));
    }
    for name in ["String", "char", "uuid::Uuid", "chrono::NaiveDate"] {
        cases.add("a set", &leaves::text(name).set("BTreeSet"));
    }
    cases.add("a set", &leaves::boolean().set("HashSet"));
    let u8_ = leaves::integer("u8");
    for collection in ["VecDeque", "LinkedList"] {
        let of = Built::new(format!("{collection}<u8>"), Shape::list(u8_.shape.clone()));
        cases.add("a list", &of);
    }
    cases.add("a list of lists", &u8_.vec().vec());
    cases.add("a list of lists of lists", &leaves::text("String").vec().vec().vec());
    cases.add("a list of sets", &u8_.set("BTreeSet").vec());
    cases.add("an empty array", &u8_.array(0)).try_values(&["[]", "[1]"]);
    cases.add("an array", &u8_.array(3));
    cases.add("an array of arrays", &leaves::float("f64").array(2).array(2));
    cases.add("a list of tuples", &Built::tuple(&[u8_.clone(), leaves::text("String")]).vec());
    cases.add("an option of an option", &u8_.option().option());
}

fn add_maps(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    let f64_ = leaves::float("f64");
    let newtype = |cases: &mut Cases, of: Built| {
        cases.source.tuple_struct(&Container::default(), &[("", of)], 0)
    };
    let mut keys: Vec<Built> =
        ["String", "char", "uuid::Uuid", "chrono::NaiveDate", "IpAddr"].map(leaves::text).into();
    keys.extend(
        ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i32", "i64", "NonZeroU8", "NonZeroI16"]
            .map(leaves::integer),
    );
    keys.push(leaves::boolean());
    keys.push(newtype(cases, leaves::text("String")));
    keys.push(newtype(cases, leaves::integer("u16")));
    keys.push(leaves::documented_enum(&mut cases.source));
    for (index, key) in keys.iter().enumerate() {
        cases.add("a map", &key.map("BTreeMap", &f64_));
        if index % 3 == 1 {
            continue;
        }
        let collection = if index % 2 == 0 { "HashMap" } else { "BTreeMap" };
        let of = key.map(collection, &u8_);
        let fields = [FieldOf::new("weights", &of), FieldOf::new("other", &u8_.option())];
        let of = cases.source.structure(&Container::default(), &fields);
        cases.add("a struct with a map", &of);
    }
    let text = leaves::text("String");
    let year = leaves::integer("u16");
    cases.add("a map of lists", &text.map("BTreeMap", &u8_.vec()));
    cases.add("a map of maps", &text.map("BTreeMap", &year.map("BTreeMap", &f64_)));
    cases.add("a map of anything", &text.map("HashMap", &leaves::any()));
    cases.add("an option of a map", &year.map("BTreeMap", &f64_).option());
    cases.add("a list of maps", &year.map("BTreeMap", &f64_).vec());
    let inner = enums::inner(&mut cases.source);
    cases.add("a map of structs", &text.map("BTreeMap", &inner));
    cases.add("a map of structs", &year.map("BTreeMap", &inner));
    let plain = leaves::plain_enum(&mut cases.source);
    let map = Built::new(
        format!("BTreeMap<{}, u8>", plain.rust),
        listed(&["Alpha", "BetaTwo", "Gamma"], &u8_.shape),
    );
    cases.add("a map whose keys are listed", &map);
    cases.add("a list of maps whose keys are listed", &map.vec());
    let gaps = Built::new(
        format!("BTreeMap<{}, Option<u8>>", plain.rust),
        listed(&["Alpha", "BetaTwo", "Gamma"], &Shape::Nullable(u8_.shape.clone().into())),
    );
    cases.add("a map with gaps whose keys are listed", &gaps);
}

/// A map whose keys are names without docs, which are published as fields.
fn listed(names: &[&str], value: &Shape) -> Shape {
    use crate::shape::{Field, Object, Rest};
    let fields =
        names.iter().map(|name| Field { required: false, ..Field::new(*name, value.clone()) });
    Shape::Object(Object { fields: fields.collect(), rest: Rest::Denied, ..Object::default() })
}

fn add_tuples(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    let tuples: [&[Built]; 8] = [
        std::slice::from_ref(&u8_),
        &[leaves::integer("u16"), text.clone()],
        &[u8_.clone(), u8_.clone()],
        &[u8_.clone(), leaves::integer("u16")],
        &[text.clone(), leaves::float("f64"), leaves::boolean()],
        &[u8_.vec(), text.clone()],
        &[leaves::text("chrono::NaiveDate"), leaves::integer("i64")],
        &[leaves::any(), u8_.clone()],
    ];
    for places in tuples {
        let of = Built::tuple(places);
        cases.add("a tuple", &of).try_values(&[r#"["a",1]"#, r#"[5.0,"a"]"#, "[]"]);
    }
    let inner = enums::inner(&mut cases.source);
    cases.add("a tuple with a struct", &Built::tuple(&[inner, u8_.clone()]));
    let plain = leaves::plain_enum(&mut cases.source);
    cases.add("a tuple with a name", &Built::tuple(&[plain, u8_.clone()]));
    cases.add(
        "a tuple of tuples",
        &Built::tuple(&[Built::tuple(&[u8_.clone(), text.clone()]), u8_]),
    );
}

/// Adds types of the standard library that are structs or enums on the wire.
fn add_std(cases: &mut Cases) {
    use crate::shape::{Field, Name, Object, Rest};
    let object = |fields: Vec<Field>| {
        Shape::Object(Object { fields, rest: Rest::Denied, ..Object::default() })
    };
    let u8_ = leaves::integer("u8").shape;
    let range = object(vec![Field::new("start", u8_.clone()), Field::new("end", u8_.clone())]);
    cases.add("a range", &Built::new("std::ops::Range<u8>", range.clone()));
    cases.add("a range", &Built::new("std::ops::RangeInclusive<u8>", range));
    let variant = |name: &str, shape: &Shape| object(vec![Field::new(name, shape.clone())]);
    let result =
        Shape::Either(vec![variant("Ok", &u8_), variant("Err", &leaves::text("String").shape)]);
    cases.add("a result", &Built::new("Result<u8, String>", result));
    let bound = Shape::Either(vec![
        Shape::Names(vec![Name::new("Unbounded")]),
        variant("Included", &u8_),
        variant("Excluded", &u8_),
    ]);
    cases.add("a bound", &Built::new("std::ops::Bound<u8>", bound));
}

fn bounded(name: &str, least: i128, most: i128) -> Shape {
    let Shape::Int(int) = leaves::integer(name).shape else { unreachable!("an integer") };
    Shape::Int(Int { says: (Some(least), Some(most)), ..int })
}

/// Adds tools of several parameters, with options.
pub fn add_tools(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    let year = leaves::integer("u16");
    let text = leaves::text("String");
    let inner = enums::inner(&mut cases.source);
    let plain = leaves::plain_enum(&mut cases.source);
    let affixed = |start, end| {
        Shape::Text(Text { form: Form::Free, says: (0, usize::MAX), affixes: (start, end) })
    };
    let float = |name, least, most| {
        let says = (Some(least), Some(most));
        Param::new("least", &leaves::float(name)).arg(
            &format!("range = {least:?}..={most:?}, default = {least:?}"),
            match leaves::float(name).shape {
                Shape::Float { precision, .. } => Shape::Float { precision, says },
                other => other,
            },
        )
    };
    let years = "range = 1960..=2100, default = 2001, examples = [2010]";
    cases.add_tool(
        "a year and others",
        vec![
            Param::new("from", &year).arg(years, bounded("u16", 1960, 2100)),
            Param::new("to", &year.option())
                .arg("range = 1960..=2100", bounded("u16", 1960, 2100).nullable()),
            Param::new("place", &text).arg("length = 2..=4", with_length(text.shape.clone(), 2, 4)),
        ],
    );
    for (name, least, most) in [("f32", 0.0, 0.7), ("f64", 0.0, 0.7), ("f32", 0.1, 0.3)] {
        cases.add_tool("a float with a range", vec![float(name, least, most)]);
    }
    cases.add_tool(
        "a text with a pattern",
        vec![
            Param::new("code", &text).arg("pattern = \"^a\"", affixed("a", "")),
            Param::new("unit", &text.option()).arg("pattern = \"z$\"", affixed("", "z").nullable()),
        ],
    );
    cases.add_tool(
        "a text with a default",
        vec![
            Param::new("unit", &text)
                .arg("default = \"GWh\", examples = [\"TWh\", \"MWh\"]", text.shape.clone()),
        ],
    );
    cases.add_tool(
        "lists with lengths",
        vec![
            Param::new("ids", &u8_.vec()).arg("length = 1..=3", with_length(u8_.vec().shape, 1, 3)),
            Param::new("names", &text.vec().option())
                .arg("length = 0..=2", with_length(text.vec().option().shape, 0, 2)),
        ],
    );
    cases.add_tool(
        "a struct, an enum and a number",
        vec![
            Param::new("filter", &inner),
            Param::new("by", &plain.option()),
            Param::new("limit", &u8_).arg("default = 10", u8_.shape.clone()),
        ],
    );
    for (first, second) in
        [("i64", "u64"), ("NonZeroU8", "i8"), ("u32", "i128"), ("usize", "isize")]
    {
        cases.add_tool(
            "two numbers",
            vec![
                Param::new("first", &leaves::integer(first)),
                Param::new("second", &leaves::integer(second).option()),
            ],
        );
        cases.add_tool(
            "a number in a range",
            vec![
                Param::new("n", &leaves::integer("i64"))
                    .arg("range = -5..=5", bounded("i64", -5, 5)),
            ],
        );
    }
    cases.add_tool("no arguments", Vec::new());
    cases.add_tool(
        "names that are keywords",
        vec![Param::new("r#type", &text), Param::new("r#match", &u8_.option())],
    );
}

/// Types made by chance, the same in every build.
struct Chance<'a> {
    rng: Rng,
    source: &'a mut Source,
}

const NAMES: [&str; 8] = ["year", "geo", "unit_of", "top", "note", "is_ok", "from", "to"];
const RULES: [&str; 4] = ["camelCase", "kebab-case", "PascalCase", "SCREAMING_SNAKE_CASE"];

impl Chance<'_> {
    fn leaf(&mut self) -> Built {
        let names = ["u8", "u16", "u32", "i32", "i64", "u64", "NonZeroU8", "NonZeroI32", "usize"];
        match self.rng.below(12) {
            0..4 => leaves::integer(self.rng.pick::<&str>(&names)),
            4 | 5 => leaves::text("String"),
            6 => leaves::boolean(),
            7 => leaves::float("f64"),
            8 => {
                let names = ["char", "chrono::NaiveDate", "uuid::Uuid", "url::Url", "Ipv4Addr"];
                leaves::text(self.rng.pick::<&str>(&names))
            }
            9 => leaves::plain_enum(self.source),
            10 => leaves::documented_enum(self.source),
            _ => leaves::any(),
        }
    }

    fn of(&mut self, depth: usize) -> Built {
        if depth == 0 {
            return self.leaf();
        }
        match self.rng.below(12) {
            0 => self.leaf(),
            1 => self.of(depth - 1).vec(),
            2 => {
                let key = match self.rng.below(4) {
                    0 => leaves::integer("u16"),
                    1 => leaves::documented_enum(self.source),
                    _ => leaves::text("String"),
                };
                let value = self.of(depth - 1);
                key.map("BTreeMap", &value)
            }
            3 => {
                let places = [self.of(depth - 1), self.leaf()];
                Built::tuple(&places)
            }
            4 => {
                let of = self.of(depth - 1);
                self.source.tuple_struct(&Container::default(), &[("", of)], 0)
            }
            5..9 => self.structure(depth),
            _ => self.enumeration(depth),
        }
    }

    fn container(&mut self) -> Container {
        let mut container = Container::default();
        if self.rng.one_in(3) {
            container = container.rename_all(self.rng.pick::<&'static str>(&RULES));
        }
        if self.rng.one_in(3) {
            container = container.attribute("/// A thing that was made by chance.");
        }
        container
    }

    fn field(&mut self, name: &str, depth: usize) -> FieldOf {
        let mut of = self.of(depth);
        if self.rng.one_in(3) {
            of = of.option();
        }
        let mut field = FieldOf::new(name, &of);
        if self.rng.one_in(4) {
            field = field.attribute("/// What it means.");
        }
        if self.rng.one_in(6) {
            field = field.rename(&format!("{name}!"));
        }
        if self.rng.one_in(8) {
            field = field.alias(&format!("{name}_too"));
        }
        if of.is_option && self.rng.one_in(4) {
            field = field.default("default");
        }
        field
    }

    fn structure(&mut self, depth: usize) -> Built {
        let mut container = self.container();
        let first = self.rng.below(NAMES.len());
        let count = 1 + self.rng.below(4);
        let mut fields: Vec<FieldOf> = (0..count)
            .map(|index| {
                let below = self.rng.below(depth);
                self.field(NAMES[(first + index) % NAMES.len()], below)
            })
            .collect();
        if self.rng.one_in(4) {
            let part = enums::inner(self.source);
            let part = if self.rng.one_in(2) { part.option() } else { part };
            fields.push(FieldOf::new("flat", &part).flatten());
        } else if self.rng.one_in(4) {
            let part = leaves::text("String").map("BTreeMap", &leaves::integer("u8"));
            fields.push(FieldOf::new("flat", &part).flatten());
        } else if self.rng.one_in(3) {
            container = container.denies();
        }
        self.source.structure(&container, &fields)
    }

    fn enumeration(&mut self, depth: usize) -> Built {
        let tagging = *self.rng.pick(&[
            Tagging::External,
            Tagging::Internal,
            Tagging::Adjacent,
            Tagging::Untagged,
        ]);
        let container = self.container();
        let mut variants = Vec::new();
        for name in ["FirstWay", "SecondWay", "ThirdWay"].into_iter().take(2 + self.rng.below(2)) {
            let below = self.rng.below(depth);
            let holds = match self.rng.below(5) {
                0 if tagging != Tagging::Untagged => Holds::Unit,
                1 if tagging != Tagging::Internal => Holds::New(self.of(below)),
                2 if tagging != Tagging::Internal => Holds::Tuple(vec![self.leaf(), self.leaf()]),
                _ => {
                    let name = *self.rng.pick(&NAMES);
                    Holds::Struct(vec![self.field(name, below), self.field("way", 0)])
                }
            };
            let mut variant = VariantOf::new(name, holds);
            if self.rng.one_in(3) {
                variant = variant.docs("One way.");
            }
            variants.push(variant);
        }
        self.source.enumeration(&container, tagging, &variants)
    }
}

/// Adds types made by chance.
pub fn add_nested(cases: &mut Cases) {
    let mut rng = Rng::new(9);
    for index in 0..90 {
        let mut chance = Chance { rng: Rng::new(rng.any()), source: &mut cases.source };
        let of = if index % 2 == 0 { chance.structure(3) } else { chance.of(3) };
        if index % 11 == 0 {
            let other = chance.leaf();
            let params = vec![Param::new("first", &of), Param::new("second", &other.option())];
            cases.add_tool("made by chance", params);
        } else {
            cases.add("made by chance", &of);
        }
    }
}
