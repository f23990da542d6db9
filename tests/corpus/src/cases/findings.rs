//! Inputs that went wrong once, to the letter, and types that no tool can take.

use super::{Cases, Param, leaves};
use crate::{
    build::{Built, Container, FieldOf, Holds, Tagging, VariantOf},
    shape::{Int, Shape},
};

/// Adds what went wrong once.
pub fn add(cases: &mut Cases) {
    add_maps(cases);
    add_nulls(cases);
    add_differences(cases);
    add_refused(cases);
}

/// Adds a value for each way in which the product differs from serde on purpose, so that every run has it.
fn add_differences(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    let plain = Container::default();
    cases.add("unsafe integers", &leaves::integer("u64")).try_values(&["9007199254740992"]);
    cases.add("duplicates", &u8_.set("BTreeSet")).try_values(&["[1,1]", "[1,1.0]"]);
    cases
        .add("a stricter format", &leaves::text("chrono::NaiveDate"))
        .try_values(&[r#""2020-1-1""#]);
    cases.add("no infinity", &leaves::float("f32")).try_values(&["1e39", "-1e39", "3.4028234e38"]);
    let part = cases.source.structure(&plain, &[FieldOf::new("p", &u8_)]).option();
    let fields = [FieldOf::new("x", &u8_.option()), FieldOf::new("part", &part).flatten()];
    let of = cases.source.structure(&plain, &fields);
    cases.add("nothing in silence", &of).try_values(&[r#"{"p":"x"}"#, r#"{"p":1}"#, "{}"]);
    let bounded =
        FieldOf::new("n", &u8_).attribute("#[schemars(range(max = 7))]").reads(match &u8_.shape {
            Shape::Int(int) => Shape::Int(Int { says: (None, Some(7)), ..int.clone() }),
            other => other.clone(),
        });
    let of = cases.source.structure(&plain, &[bounded]);
    cases.add("what the author says", &of).try_values(&[r#"{"n":8}"#, r#"{"n":7}"#]);
}

fn add_maps(cases: &mut Cases) {
    let f64_ = leaves::float("f64");
    let weights = leaves::integer("u16").map("BTreeMap", &f64_);
    cases.add_tool("N01", vec![Param::new("weights", &weights)]).try_values(&[
        r#"{"2019":0.5}"#,
        "{}",
        r#"{"x":0.5}"#,
    ]);
    let years = leaves::integer("i32").map("HashMap", &f64_);
    let of = cases.source.structure(&Container::default(), &[FieldOf::new("by_year", &years)]);
    cases.add("N01", &of).try_values(&[r#"{"by_year":{"-44":0.5}}"#]);
    let any = leaves::text("String").map("BTreeMap", &leaves::any());
    let fields =
        [FieldOf::new("year", &leaves::integer("u16")), FieldOf::new("dimensions", &any).flatten()];
    let of = cases.source.structure(&Container::default(), &fields);
    cases
        .add_tool("N02", vec![Param::new("query", &of)])
        .try_values(&[r#"{"year":2020,"geo":"DE"}"#, r#"{"year":2020}"#]);
    let of = cases.source.structure(
        &Container::default().attribute("#[schemars(extend(\"additionalProperties\" = true))]"),
        &[FieldOf::new("a", &leaves::integer("u8"))],
    );
    let open = open(&of);
    cases.add("N02", &open).try_values(&[r#"{"a":1,"b":2}"#, r#"{"b":2}"#]);
    for of in [leaves::any(), leaves::any().option(), leaves::any().vec()] {
        cases.add("N05", &of).try_values(&["[]", "[[1]]", r#"[{"a":[1]}]"#, "5"]);
    }
}

/// The same struct, opened by its author.
fn open(of: &Built) -> Built {
    use crate::shape::{Key, Rest};
    let Shape::Object(mut object) = of.shape.clone() else { unreachable!("a struct") };
    object.rest = Rest::Map { key: Key::Text, value: Shape::Any.into(), soft: false };
    Built::new(of.rust.clone(), Shape::Object(object))
}

fn add_nulls(cases: &mut Cases) {
    let plain = Container::default();
    let u8_ = leaves::integer("u8");
    let u16_ = leaves::integer("u16");
    let u32_ = leaves::integer("u32");
    let text = leaves::text("String");
    let way = {
        let variants = [
            VariantOf::unit("Plain"),
            VariantOf::new("Held", Holds::New(u8_.clone())),
            VariantOf::new("Maybe", Holds::New(u8_.option())),
        ];
        cases.source.enumeration(&plain, Tagging::External, &variants)
    };
    let fields = [FieldOf::new("x", &u8_), FieldOf::new("way", &way).flatten()];
    let of = cases.source.structure(&plain, &fields);
    cases.add("B5", &of).try_values(&[
        r#"{"x":1,"Plain":null}"#,
        r#"{"x":1,"Plain":1}"#,
        r#"{"x":1,"Plain":{}}"#,
        r#"{"x":1,"Maybe":null}"#,
        r#"{"x":1,"Held":1}"#,
    ]);
    cases.add("B5", &way).try_values(&[
        r#"{"Maybe":null}"#,
        r#"{"Maybe":1}"#,
        r#"{"Plain":null}"#,
        "{}",
    ]);
    let gaps = leaves::float("f64").option();
    cases.add("N16", &gaps.vec()).try_values(&["[1.5,null,3]"]);
    cases.add("N16", &text.map("BTreeMap", &gaps)).try_values(&[r#"{"a":null,"b":1}"#]);
    let variants = [
        VariantOf::new(
            "Column",
            Holds::Struct(vec![FieldOf::new("index", &u32_), FieldOf::new("note", &text.option())]),
        ),
        VariantOf::unit("Nothing"),
    ];
    let container = plain.clone().rename_all("lowercase");
    let of = cases.source.enumeration(&container, Tagging::Internal, &variants);
    cases.add("N16", &of).try_values(&[r#"{"kind":"column","index":3,"note":null}"#]);
    let variants = [
        VariantOf::new(
            "Span",
            Holds::Struct(vec![FieldOf::new("from", &u16_), FieldOf::new("to", &u16_.option())]),
        ),
        VariantOf::new("Text", Holds::New(text.clone())),
    ];
    let of = cases.source.enumeration(&plain, Tagging::Untagged, &variants);
    cases.add("N16", &of).try_values(&[r#"{"from":1,"to":null}"#, r#"{"from":1.0,"to":2}"#]);
    cases.add("N16", &text.map("BTreeMap", &u32_)).try_values(&[r#"{"a":5.0}"#]);
    let variants = [
        VariantOf::new("Number", Holds::New(u32_.clone())),
        VariantOf::new("Code", Holds::New(text.clone())),
    ];
    let of = cases.source.enumeration(&plain, Tagging::Untagged, &variants);
    cases.add("N16", &of).try_values(&["5.0", "5", r#""5""#]);
    let of = Built::tuple(&[u16_, text]);
    cases.add("N16", &of).try_values(&[r#"[5.0,"a"]"#, r#"[5,"a"]"#]);
    cases.add("S3", &leaves::integer("NonZeroI8")).try_values(&["0", "0.0", "-128", "-129", "128"]);
}

/// Adds types that cannot be published, each with the reason.
fn add_refused(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    cases.source.item(
        "#[derive(Debug, Deserialize, JsonSchema)]\npub struct Node { pub next: Option<Box<Node>>, pub v: u8 }",
    );
    let node = Built::new("Node", Shape::Any);
    cases.add("a type that contains itself", &node).refuse("contains itself");
    let null = Built::new("()", Shape::Null);
    cases.add("nothing but null", &null).refuse("null");
    cases.add("nothing but null", &null.option()).refuse("null");
    cases.source.item("#[derive(Debug, Deserialize, JsonSchema)]\npub struct Marker;");
    cases.add("nothing but null", &Built::new("Marker", Shape::Null)).refuse("null");
    cases.source.item("#[derive(Debug, Deserialize, JsonSchema)]\npub enum Never {}");
    cases.add("no value at all", &Built::new("Never", Shape::Any)).refuse("accepts nothing");
    let fields = [FieldOf::new("a", &u8_), FieldOf::new("nothing", &null)];
    let of = cases.source.structure(&Container::default(), &fields);
    cases.add("a field of nothing but null", &of).try_values(&[r#"{"a":1,"nothing":null}"#]);
    let by_year = leaves::integer("u16").map("BTreeMap", &u8_);
    let fields = [FieldOf::new("a", &u8_), FieldOf::new("rest", &by_year).flatten()];
    let of = cases.source.structure(&Container::default(), &fields);
    cases.add("a flattened map of numbers", &of).refuse("flattens a map whose names are numbers");
}
