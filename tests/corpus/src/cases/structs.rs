//! Structs: what can be said of a field, crossed with what can be said of the whole.

use super::{Cases, leaves};
use crate::{
    build::{Built, Container, FieldOf, Source, with_length},
    shape::{Form, Int, Precision, Shape, Text},
};

const RULES: [&str; 8] = [
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

/// What can be said of a field, each with a name.
pub fn fields() -> Vec<(&'static str, FieldOf)> {
    let u8_ = leaves::integer("u8");
    let u16_ = leaves::integer("u16");
    let text = leaves::text("String");
    let option = u8_.option();
    let bounded = |least, most| {
        let says = (Some(least), Some(most));
        Shape::Int(Int { least: 0, most: 255, nonzero: false, wide: false, says, step: 1 })
    };
    let affixed = |start, end| {
        Shape::Text(Text { form: Form::Free, says: (0, usize::MAX), affixes: (start, end) })
    };
    let new = FieldOf::new;
    vec![
        ("plain", new("value", &u16_)),
        ("a keyword as its name", new("type", &text)),
        ("docs", new("value", &u8_).attribute("/// What it means.\n///\n/// In two paragraphs.")),
        ("rename", new("value", &u8_).rename("the value")),
        ("rename with a dollar", new("value", &u8_).rename("$ref")),
        ("rename to a keyword", new("value", &u8_).rename("properties")),
        ("rename with a slash", new("value", &u8_).rename("a/b~c")),
        ("rename with letters", new("value", &u8_).rename("año")),
        ("alias", new("value", &u8_).alias("since")),
        ("two aliases of an option", new("value", &option).alias("since").alias("from")),
        ("default", new("value", &u8_).default("default")),
        ("default by a path", new("value", &u16_).default("default = \"seven\"")),
        ("default of a text", new("value", &text).default("default")),
        ("default of a list", new("value", &text.vec()).default("default")),
        ("default of an f32", new("value", &leaves::float("f32")).default("default = \"a_tenth\"")),
        ("option", new("value", &option)),
        ("option with a default", new("value", &option).default("default")),
        ("option with another default", new("value", &option).default("default = \"some\"")),
        ("option of an option", new("value", &option.option())),
        ("option of a text", new("value", &text.option())),
        ("option of a list", new("value", &u8_.vec().option())),
        ("skip", new("value", &u8_).skip("skip")),
        ("skip_deserializing", new("value", &u8_).skip("skip_deserializing")),
        ("skip_serializing", new("value", &u8_).attribute("#[serde(skip_serializing)]")),
        (
            "range",
            new("value", &u8_).attribute("#[schemars(range(min = 2, max = 7))]").reads(bounded(2, 7)),
        ),
        (
            "range of an option",
            new("value", &option)
                .attribute("#[schemars(range(min = 2, max = 7))]")
                .reads(bounded(2, 7).nullable()),
        ),
        (
            "range of an f32",
            new("value", &leaves::float("f32"))
                .attribute("#[schemars(range(min = 0.1, max = 0.7))]")
                .reads(Shape::Float { precision: Precision::Single, says: (Some(0.1), Some(0.7)) }),
        ),
        (
            "range of items",
            new("value", &u8_.vec())
                .attribute("#[schemars(inner(range(min = 2, max = 7)))]")
                .reads(Shape::list(bounded(2, 7))),
        ),
        (
            "length of a text",
            new("value", &text)
                .attribute("#[schemars(length(min = 2, max = 4))]")
                .reads(with_length(text.shape.clone(), 2, 4)),
        ),
        (
            "length of a list",
            new("value", &u8_.vec())
                .attribute("#[schemars(length(min = 1, max = 3))]")
                .reads(with_length(u8_.vec().shape, 1, 3)),
        ),
        (
            "length of an option",
            new("value", &text.option())
                .attribute("#[schemars(length(min = 1))]")
                .reads(with_length(text.option().shape, 1, usize::MAX)),
        ),
        (
            "regex",
            new("value", &text)
                .attribute("#[schemars(regex(pattern = \"^a\"))]")
                .reads(affixed("a", "")),
        ),
        (
            "extend with a pattern",
            new("value", &text)
                .attribute("#[schemars(extend(\"pattern\" = \"z$\"))]")
                .reads(affixed("", "z")),
        ),
        (
            "two patterns",
            new("value", &text)
                .attribute("#[schemars(regex(pattern = \"^a\"), extend(\"allOf\" = [{\"pattern\": \"z$\"}]))]")
                .reads(affixed("a", "z")),
        ),
        (
            "extend with a word of one's own",
            new("value", &u8_).attribute("#[schemars(extend(\"x-unit\" = \"GWh\"))]"),
        ),
        (
            "title, description, example",
            new("value", &u8_)
                .attribute("/// Docs.\n#[schemars(title = \"The value\", description = \"Said so\", example = 4)]"),
        ),
        (
            "deserialize_with",
            new("value", &u16_)
                .attribute("#[serde(deserialize_with = \"from_digits\")]\n#[schemars(with = \"String\")]")
                .reads(Shape::text(Form::Digits)),
        ),
        (
            "with a type",
            new("value", &leaves::any())
                .attribute("#[schemars(with = \"Option<Value>\")]")
                .wanted(),
        ),
        (
            "an option read by a function",
            new("value", &option)
                .attribute("#[serde(deserialize_with = \"option_of_u8\")]")
                .wanted(),
        ),
        (
            "an option with a default, read by a function",
            new("value", &option)
                .attribute("#[serde(deserialize_with = \"option_of_u8\")]")
                .default("default"),
        ),
        ("email", {
            new("value", &text).attribute("#[schemars(email)]").reads(Shape::text(Form::Email))
        }),
    ]
}

/// Adds structs.
pub fn add(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    for (index, (about, field)) in fields().into_iter().enumerate() {
        for (whole, container) in [
            ("", Container::default().attribute("/// A thing.")),
            (" in a struct that denies others", Container::default().denies()),
        ]
        .into_iter()
        .take(if index % 3 == 0 { 2 } else { 1 })
        {
            let fields = [FieldOf::new("other_one", &text), field.clone()];
            let of = cases.source.structure(&container, &fields);
            let case = cases.add(&format!("a field with {about}{whole}"), &of);
            if about == "two patterns" {
                case.refuse("`pattern` is given twice");
            }
        }
    }
    for rule in RULES {
        let fields = [
            FieldOf::new("first_name", &text),
            FieldOf::new("year", &u8_.option()),
            FieldOf::new("b2b_share", &u8_).rename("asIs"),
        ];
        let of = cases.source.structure(&Container::default().rename_all(rule), &fields);
        cases.add(&format!("rename_all {rule}"), &of);
    }
    add_wholes(cases, &u8_, &text);
    add_tuples(cases, &u8_, &text);
    add_converted(cases);
}

fn add_wholes(cases: &mut Cases, u8_: &Built, text: &Built) {
    let container = Container { default: true, ..Container::default() };
    let fields = [
        FieldOf::new("number", u8_),
        FieldOf::new("option", &u8_.option()),
        FieldOf::new("list", &text.vec()),
        FieldOf::new("flag", &leaves::boolean()),
    ];
    let of = cases.source.structure(&container, &fields);
    cases.add("a struct with a default for all", &of);
    cases.add("an option of such a struct", &of.option());
    let of = cases.source.structure(&container.clone().denies(), &fields);
    cases.add("a struct with a default for all that denies others", &of);
    for denies in [false, true] {
        let container = Container { denies, ..Container::default() };
        let of = cases.source.structure(&container, &[]);
        cases.add("an empty struct", &of).try_values(&["{}", r#"{"x":1}"#, "[]", "null"]);
        cases.add("an option of an empty struct", &of.option());
    }
    let container = Container::default()
        .attribute("#[schemars(title = \"A title\", description = \"A description\")]");
    let of = cases.source.structure(&container, &[FieldOf::new("a", u8_)]);
    cases.add("a struct with a title", &of);
    let container = Container::default().attribute("#[serde(tag = \"is\")]");
    let of = cases.source.structure(&container, &[FieldOf::new("a", u8_)]);
    cases.add("a struct with a tag", &of).try_values(&[r#"{"a":1,"is":"T0001"}"#]);
    let container = Container::default().attribute("#[serde(transparent)]");
    for inner in [u8_.clone(), text.option(), u8_.vec(), leaves::any()] {
        let name = cases.source.next_name();
        let head = "#[derive(Debug, Deserialize, JsonSchema)]\n#[serde(transparent)]";
        cases.source.item(&format!("{head}\npub struct {name} {{ pub inner: {} }}", inner.rust));
        let of = Built { is_option: inner.is_option, ..Built::new(name, inner.shape.clone()) };
        cases.add("a transparent struct", &of);
        let of = cases.source.structure(&Container::default(), &[FieldOf::new("it", &of)]);
        cases.add("a struct with a transparent one", &of);
        let of = cases.source.tuple_struct(&container, &[("", inner)], 0);
        cases.add("a transparent newtype", &of);
    }
}

fn add_tuples(cases: &mut Cases, u8_: &Built, text: &Built) {
    let container = Container::default();
    let of = cases.source.tuple_struct(&container, &[("", u8_.clone()), ("", text.clone())], 0);
    cases.add("a tuple struct", &of);
    let places = [("", u8_.clone()), ("#[serde(default)]", text.clone())];
    let of = cases.source.tuple_struct(&container, &places, 1);
    cases.add("a tuple struct whose last place has a default", &of);
    let of = cases.source.tuple_struct(&container, &[("", u8_.clone()), ("", u8_.clone())], 0);
    cases.add("a tuple struct of one type", &of);
    for inner in [u8_.clone(), text.clone(), u8_.option(), u8_.vec(), leaves::float("f64")] {
        let of = cases.source.tuple_struct(&container, &[("", inner)], 0);
        cases.add("a newtype", &of);
        cases.add("a list of newtypes", &of.vec());
        let of = cases.source.structure(&container, &[FieldOf::new("it", &of)]);
        cases.add("a struct with a newtype", &of);
    }
}

/// Adds types that are read by way of others.
fn add_converted(cases: &mut Cases) {
    let source: &mut Source = &mut cases.source;
    source.item(
        "/// A country by its two letters.\n#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, \
         Deserialize, Serialize, JsonSchema)]\n#[serde(try_from = \"String\", into = \"String\")]\npub struct Code(pub String);",
    );
    source.item("#[derive(Debug, Deserialize, JsonSchema)]\n#[serde(from = \"u8\")]\npub struct Percent(pub u8);");
    source.item(
        "#[derive(Debug, Deserialize, JsonSchema)]\n#[serde(try_from = \"(u8, u8)\")]\npub struct Span(pub u8, pub u8);",
    );
    let code = Built::new("Code", Shape::text(Form::Code));
    cases.add("try_from a text", &code).try_values(&[r#""DE""#, r#""de""#, r#""DEU""#, "5"]);
    cases.add("an option of try_from", &code.option());
    cases.add("a list of try_from", &code.vec());
    cases.add("a set of try_from", &code.set("BTreeSet"));
    let percent = Built::new("Percent", leaves::integer("u8").shape);
    cases.add("from a number", &percent);
    let of = cases.source.structure(
        &Container::default(),
        &[FieldOf::new("code", &code), FieldOf::new("percent", &percent.option())],
    );
    cases.add("a struct with types that are converted", &of);
}
