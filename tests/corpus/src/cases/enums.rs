//! Enums of the four representations.

use super::{Cases, leaves};
use crate::{
    build::{Built, Container, FieldOf, Holds, Source, Tagging, VariantOf},
    shape::Shape,
};

const TAGGINGS: [Tagging; 4] =
    [Tagging::External, Tagging::Internal, Tagging::Adjacent, Tagging::Untagged];

/// Returns a struct that variants hold.
pub fn inner(source: &mut Source) -> Built {
    let fields = [
        FieldOf::new("p", &leaves::integer("u8")).attribute("/// A number."),
        FieldOf::new("q", &leaves::boolean().option()),
    ];
    source.structure(&Container::default(), &fields)
}

fn named(tagging: Tagging) -> &'static str {
    match tagging {
        Tagging::External => "external",
        Tagging::Internal => "internal",
        Tagging::Adjacent => "adjacent",
        Tagging::Untagged => "untagged",
    }
}

/// What a variant of a representation can hold.
fn held(source: &mut Source, tagging: Tagging) -> Vec<(&'static str, Holds)> {
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    let inner = inner(source);
    let mut held = vec![
        ("a struct", Holds::New(inner.clone())),
        ("a map", Holds::New(text.map("BTreeMap", &u8_))),
        ("fields", Holds::Struct(vec![FieldOf::new("a", &u8_), FieldOf::new("b_b", &text)])),
        (
            "optional fields",
            Holds::Struct(vec![
                FieldOf::new("a_a", &u8_),
                FieldOf::new("note", &text.option()).attribute("/// A note."),
                FieldOf::new("top", &u8_).default("default = \"three\""),
            ]),
        ),
        ("no fields", Holds::Struct(Vec::new())),
    ];
    if tagging != Tagging::Internal {
        held.extend([
            ("a number", Holds::New(u8_.clone())),
            ("a float", Holds::New(leaves::float("f64"))),
            ("a list", Holds::New(u8_.vec())),
            ("a tuple", Holds::Tuple(vec![leaves::integer("u16"), text.clone()])),
            ("a tuple of one type", Holds::Tuple(vec![u8_.clone(), u8_.clone()])),
            ("a date", Holds::New(leaves::text("chrono::NaiveDate"))),
        ]);
    }
    held
}

/// Adds enums.
pub fn add(cases: &mut Cases) {
    for tagging in TAGGINGS {
        add_held(cases, tagging);
        add_attributes(cases, tagging);
        add_mixed(cases, tagging);
    }
    add_plain(cases);
    add_odd(cases);
    add_nested(cases);
}

fn add_held(cases: &mut Cases, tagging: Tagging) {
    for (about, holds) in held(&mut cases.source, tagging) {
        let mut variants = vec![VariantOf::new("FirstOne", holds)];
        // Without a tag, a unit variant is null.
        if tagging == Tagging::Untagged {
            let text = leaves::text("String");
            variants.push(VariantOf::new("Text", Holds::New(text)));
        } else {
            variants.push(VariantOf::unit("Plain"));
        }
        let of = cases.source.enumeration(&Container::default(), tagging, &variants);
        cases.add(&format!("{} enum that holds {about}", named(tagging)), &of);
    }
}

fn two(tagging: Tagging) -> Vec<VariantOf> {
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    let mut variants = vec![
        VariantOf::new(
            "ByColumn",
            Holds::Struct(vec![
                FieldOf::new("index_no", &u8_),
                FieldOf::new("note", &text.option()),
            ]),
        ),
        VariantOf::new("ByName", Holds::Struct(vec![FieldOf::new("the_name", &text)])),
    ];
    if tagging != Tagging::Untagged {
        variants.push(VariantOf::unit("NotAtAll"));
    }
    variants
}

fn add_attributes(cases: &mut Cases, tagging: Tagging) {
    let kind = named(tagging);
    let mut add = |about: &str, container: Container, variants: &[VariantOf]| {
        let of = cases.source.enumeration(&container, tagging, variants);
        cases.add(&format!("{kind} enum with {about}"), &of);
    };
    let plain = Container::default;
    add("two kinds of fields", plain(), &two(tagging));
    add("deny_unknown_fields", plain().denies(), &two(tagging));
    add("docs", plain().attribute("/// How to find it."), &{
        let mut variants = two(tagging);
        for variant in &mut variants {
            *variant = variant.clone().docs("One way.\n///\n/// With a second paragraph.");
        }
        variants
    });
    for rule in ["snake_case", "SCREAMING-KEBAB-CASE", "lowercase"] {
        let container = Container {
            rename_all: Some(rule),
            rename_all_fields: Some("camelCase"),
            ..Container::default()
        };
        add(&format!("rename_all {rule} and of fields"), container, &two(tagging));
    }
    if tagging != Tagging::Untagged {
        let mut variants = two(tagging);
        variants[0] = variants[0].clone().rename("the column");
        variants[1] = variants[1].clone().alias("name");
        variants.push(VariantOf::unit("Hidden").skip("skip"));
        variants.push(VariantOf::unit("HiddenToo").skip("skip_deserializing"));
        add("rename, alias and skip", plain(), &variants);
    }
    let holds = Holds::Struct(vec![
        FieldOf::new("a", &leaves::integer("u8"))
            .attribute("#[schemars(range(min = 2, max = 7))]")
            .reads({
                let Shape::Int(mut int) = leaves::integer("u8").shape else { unreachable!() };
                int.says = (Some(2), Some(7));
                Shape::Int(int)
            }),
        FieldOf::new("hidden", &leaves::integer("u8")).skip("skip"),
        FieldOf::new("b", &leaves::integer("u8")).alias("bee").default("default"),
    ]);
    let mut variants = two(tagging);
    variants.insert(0, VariantOf::new("Bounded", holds));
    add("fields that have attributes", plain(), &variants);
}

fn add_mixed(cases: &mut Cases, tagging: Tagging) {
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    let inner = inner(&mut cases.source);
    let mut variants = two(tagging);
    variants.push(VariantOf::new("Inner", Holds::New(inner)));
    if tagging != Tagging::Internal {
        variants.push(VariantOf::new("Number", Holds::New(leaves::integer("u32"))));
        variants.push(VariantOf::new("Code", Holds::New(text.clone())));
        variants.push(VariantOf::new("Pair", Holds::Tuple(vec![u8_.clone(), leaves::boolean()])));
    }
    let of = cases.source.enumeration(&Container::default(), tagging, &variants);
    let kind = named(tagging);
    cases.add(&format!("{kind} enum of all kinds"), &of);
    cases.add(&format!("an option of an {kind} enum"), &of.option());
    cases.add(&format!("a list of {kind} enums"), &of.vec());
    cases.add(&format!("a map of {kind} enums"), &text.map("BTreeMap", &of));
    let fields = [FieldOf::new("it", &of), FieldOf::new("n", &u8_)];
    let held = cases.source.structure(&Container::default(), &fields);
    cases.add(&format!("a struct with an {kind} enum"), &held);
    let fields = [FieldOf::new("it", &of.option()).attribute("/// Which one.")];
    let held = cases.source.structure(&Container::default(), &fields);
    cases.add(&format!("a struct with an option of an {kind} enum"), &held);
}

fn add_plain(cases: &mut Cases) {
    let plain = leaves::plain_enum(&mut cases.source);
    let documented = leaves::documented_enum(&mut cases.source);
    for of in [&plain, &documented] {
        cases.add("an enum of names", of).try_values(&[
            r#"{"Alpha":null}"#,
            r#""alpha""#,
            r#""two""#,
        ]);
        cases.add("an option of an enum of names", &of.option());
        cases.add("a list of names", &of.vec());
        cases.add("a set of names", &of.set("BTreeSet"));
        cases.add("a set of names", &of.set("HashSet"));
    }
    let one = [VariantOf::unit("Only")];
    let of = cases.source.enumeration(&Container::default(), Tagging::External, &one);
    cases.add("an enum of one name", &of);
    let variants = [VariantOf::unit("A"), VariantOf::unit("Rest").other()];
    for tagging in [Tagging::External, Tagging::Internal, Tagging::Adjacent] {
        let of = cases.source.enumeration(&Container::default(), tagging, &variants);
        cases.add("an enum with a variant for all others", &of);
    }
    let variants = [
        VariantOf::unit("A"),
        VariantOf::unit("Hidden").skip("skip"),
        VariantOf::unit("B").rename("b b"),
    ];
    for rule in ["lowercase", "UPPERCASE", "camelCase", "snake_case", "SCREAMING_SNAKE_CASE"] {
        let container = Container::default().rename_all(rule);
        let mut variants = variants.to_vec();
        variants.push(VariantOf::unit("LongerName"));
        let of = cases.source.enumeration(&container, Tagging::External, &variants);
        cases.add(&format!("an enum of names, rename_all {rule}"), &of);
    }
    for tagging in [Tagging::Internal, Tagging::Adjacent] {
        let names = [VariantOf::unit("A"), VariantOf::unit("B").docs("The second.")];
        let of = cases.source.enumeration(&Container::default(), tagging, &names);
        cases.add(&format!("{} enum of names", named(tagging)), &of);
    }
}

fn add_odd(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    let plain = Container::default();
    // A part without a tag in an enum with tags.
    let variants = [
        VariantOf::new("Tagged", Holds::Struct(vec![FieldOf::new("x", &u8_)])),
        VariantOf::new("Text", Holds::New(text.clone())).untagged(),
        VariantOf::new("Number", Holds::New(u8_.clone())).untagged(),
    ];
    let of = cases.source.enumeration(&plain, Tagging::External, &variants);
    cases.add("an enum that is untagged in part", &of);
    let variants = [
        VariantOf::new("None", Holds::Tuple(Vec::new())),
        VariantOf::new("Some", Holds::New(u8_.clone())),
    ];
    let of = cases.source.enumeration(&plain, Tagging::External, &variants);
    cases.add("a variant that is an empty tuple", &of).try_values(&[r#"{"None":[]}"#]);
    // Numbers of two kinds, of which one takes what the other leaves.
    for (first, second) in [("u32", "String"), ("f64", "String"), ("i16", "bool"), ("bool", "f64")]
    {
        let leaf = |name: &str| match name {
            "String" => text.clone(),
            "bool" => leaves::boolean(),
            "f64" => leaves::float("f64"),
            other => leaves::integer(other),
        };
        let variants = [
            VariantOf::new("First", Holds::New(leaf(first))),
            VariantOf::new("Second", Holds::New(leaf(second))),
        ];
        let of = cases.source.enumeration(&plain, Tagging::Untagged, &variants);
        cases.add("one value or another", &of).try_values(&["5", "5.0", "5.5", r#""5""#, "null"]);
        cases.add("a list of one value or another", &of.vec());
        cases.add("a map of one value or another", &text.map("BTreeMap", &of));
        cases.add("a tuple with one value or another", &Built::tuple(&[of.clone(), u8_.clone()]));
    }
    let variants = [
        VariantOf::new("One", Holds::New(u8_.clone())),
        VariantOf::new("Many", Holds::New(u8_.vec())),
    ];
    let of = cases.source.enumeration(&plain, Tagging::Untagged, &variants);
    cases.add("one or many", &of).try_values(&["5", "5.0", "[5.0]", "[[5]]"]);
    let variants = [
        VariantOf::new("Date", Holds::New(leaves::text("chrono::NaiveDate"))),
        VariantOf::new("Year", Holds::New(leaves::integer("u16"))),
    ];
    let of = cases.source.enumeration(&plain, Tagging::Untagged, &variants);
    cases.add("a date or a year", &of);
}

/// Enums within enums.
fn add_nested(cases: &mut Cases) {
    let plain = Container::default();
    for inside in TAGGINGS {
        let variants = two(inside);
        let inner = cases.source.enumeration(&plain, inside, &variants);
        for outside in TAGGINGS {
            if outside == Tagging::Internal
                && inside != Tagging::Internal
                && inside != Tagging::Untagged
            {
                continue;
            }
            // Two tags of one name in one object cannot be told apart.
            if outside == Tagging::Internal && inside == Tagging::Internal {
                continue;
            }
            let variants = [
                VariantOf::new("Deep", Holds::New(inner.clone())),
                VariantOf::new("Flat", Holds::Struct(vec![FieldOf::new("z", &leaves::boolean())])),
            ];
            let of = cases.source.enumeration(&plain, outside, &variants);
            cases.add(&format!("{} enum in an {} one", named(inside), named(outside)), &of);
        }
    }
}
