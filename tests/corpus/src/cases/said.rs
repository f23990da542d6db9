//! What authors say by `schemars(extend(…))`: what can be carried, and what is refused by its name.

use super::{Cases, leaves};
use crate::{
    build::{Built, Container, FieldOf},
    shape::{Int, Key, List, Name, Precision, Rest, Shape},
};

/// Adds what authors say.
pub fn add(cases: &mut Cases) {
    add_carried(cases);
    add_of_objects(cases);
    add_refused(cases);
}

fn u8_of(least: i128, most: i128, step: i128) -> Shape {
    let Shape::Int(int) = leaves::integer("u8").shape else { unreachable!("an integer") };
    Shape::Int(Int { says: (Some(least), Some(most)), step, ..int })
}

/// Floats between bounds that are none of them.
fn between(least: f64, most: f64) -> Shape {
    Shape::Float {
        precision: Precision::Double,
        says: (Some(least.next_up()), Some(most.next_down())),
    }
}

fn add_carried(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    let f64_ = leaves::float("f64");
    let text = leaves::text("String");
    let names = ["b", "a"].map(|name| Name { other: true, ..Name::new(name) });
    let unique = Shape::List(List {
        item: u8_.shape.clone().into(),
        length: None,
        says: (0, usize::MAX),
        unique: true,
    });
    let all: [(&str, &str, &Built, Shape); 12] = [
        ("multipleOf", "\"multipleOf\" = 5", &u8_, u8_of(0, 255, 5)),
        ("exclusiveMinimum", "\"exclusiveMinimum\" = 2", &u8_, u8_of(3, 255, 1)),
        ("exclusiveMaximum", "\"exclusiveMaximum\" = 7", &u8_, u8_of(0, 6, 1)),
        (
            "open bounds",
            "\"exclusiveMinimum\" = 0.5, \"exclusiveMaximum\" = 0.75",
            &f64_,
            between(0.5, 0.75),
        ),
        ("both minima", "\"minimum\" = 2, \"exclusiveMinimum\" = 2", &u8_, u8_of(3, 255, 1)),
        ("a wider range", "\"minimum\" = 0, \"maximum\" = 1000", &u8_, u8_of(0, 255, 1)),
        ("const", "\"const\" = 5", &u8_, u8_of(5, 5, 1)),
        ("an enum", "\"enum\" = [\"b\", \"a\"]", &text, Shape::Names(names.to_vec())),
        (
            "an enum of numbers",
            "\"enum\" = [2, 3, 999]",
            &u8_,
            Shape::Either(vec![u8_of(2, 2, 1), u8_of(3, 3, 1)]),
        ),
        ("uniqueItems", "\"uniqueItems\" = true", &u8_.vec(), unique),
        (
            "anyOf",
            "\"anyOf\" = [{\"minimum\": 250}, {\"maximum\": 2}]",
            &u8_,
            Shape::Either(vec![u8_of(250, 255, 1), u8_of(0, 2, 1)]),
        ),
        ("allOf", "\"allOf\" = [{\"minimum\": 2}, {\"maximum\": 7}]", &u8_, u8_of(2, 7, 1)),
    ];
    for (about, said, of, shape) in all {
        let field = FieldOf::new("value", of)
            .attribute(&format!("#[schemars(extend({said}))]"))
            .reads(shape.clone());
        let fields = [FieldOf::new("other", &u8_.option()), field];
        let of = cases.source.structure(&Container::default(), &fields);
        cases.add(&format!("a field with {about}"), &of);
    }
}

fn add_of_objects(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    let fields = [FieldOf::new("a", &u8_.option()), FieldOf::new("b", &u8_.option())];
    let mut with = |said: &str, change: &dyn Fn(&mut crate::shape::Object)| {
        let container = Container::default().attribute(&format!("#[schemars(extend({said}))]"));
        let mut of = cases.source.structure(&container, &fields);
        if let Shape::Object(object) = &mut of.shape {
            change(object);
        }
        cases.add(&format!("a struct with {said}"), &of);
    };
    with("\"minProperties\" = 1", &|object| object.says = 1);
    with(
        "\"additionalProperties\" = {\"type\": \"integer\", \"minimum\": 0, \"maximum\": 255}",
        &|object| {
            let value = leaves::integer("u8").shape.into();
            object.rest = Rest::Map { key: Key::Text, value, soft: true };
        },
    );
    with(
        "\"unevaluatedProperties\" = {\"type\": \"integer\", \"minimum\": 0, \"maximum\": 255}",
        &|object| {
            let value = leaves::integer("u8").shape.into();
            object.rest = Rest::Map { key: Key::Text, value, soft: true };
        },
    );
}

fn add_refused(cases: &mut Cases) {
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    let list = u8_.vec();
    let all: [(&str, &Built, &str); 12] = [
        ("\"if\" = {\"type\": \"string\"}", &text, "the keyword `if`"),
        ("\"dependentRequired\" = {}", &text, "the keyword `dependentRequired`"),
        ("\"contains\" = {\"type\": \"integer\"}", &list, "the keyword `contains`"),
        ("\"not\" = {\"type\": \"string\"}", &text, "`not` that excludes more than single values"),
        ("\"pattern\" = \"^[a-\"", &text, "is no regular expression"),
        ("\"pattern\" = \"^a\\\\-\"", &text, "is no regular expression"),
        ("\"minimum\" = 9, \"maximum\" = 2", &u8_, "allows no number"),
        ("\"type\" = \"strange\"", &u8_, "the type \"strange\""),
        ("\"minLength\" = \"x\"", &text, "should be a count"),
        ("\"prefixItems\" = [{\"type\": \"integer\"}]", &list, "(`prefixItems`) and allows more"),
        ("\"allOf\" = [{\"type\": \"string\"}]", &u8_, "accepts nothing"),
        (
            "\"allOf\" = [{\"format\": \"ipv4\"}, {\"format\": \"ipv6\"}]",
            &text,
            "`format` is given twice",
        ),
    ];
    for (said, of, why) in all {
        let field = FieldOf::new("value", of).attribute(&format!("#[schemars(extend({said}))]"));
        let of = cases.source.structure(&Container::default(), &[field]);
        cases.add(&format!("a field with {said}"), &of).refuse(why);
    }
    for (said, why) in [
        (
            "\"patternProperties\" = {\"^a\": {\"type\": \"integer\"}, \"^b\": {\"type\": \"string\"}}",
            "(`patternProperties`)",
        ),
        ("\"default\" = {\"a\": \"x\"}", "its default is not allowed at `a`"),
        ("\"examples\" = [{\"a\": 300}]", "its example is not allowed at `a`"),
    ] {
        let container = Container::default().attribute(&format!("#[schemars(extend({said}))]"));
        let of = cases.source.structure(&container, &[FieldOf::new("a", &u8_)]);
        cases.add(&format!("a struct with {said}"), &of).refuse(why);
    }
    let eight = |source: &mut crate::build::Source, letter: &str| {
        use crate::build::{Holds, Tagging, VariantOf};
        let variants: Vec<VariantOf> = (0..9)
            .map(|index| {
                let field =
                    FieldOf::new(&format!("{}{index}", letter.to_lowercase()), &leaves::boolean());
                VariantOf::new(&format!("{letter}{index}"), Holds::Struct(vec![field]))
            })
            .collect();
        source.enumeration(&Container::default(), Tagging::External, &variants)
    };
    let (first, second) = (eight(&mut cases.source, "A"), eight(&mut cases.source, "B"));
    let fields = [FieldOf::new("a", &first).flatten(), FieldOf::new("b", &second).flatten()];
    let of = cases.source.structure(&Container::default(), &fields);
    cases.add("two flattened enums of nine variants each", &of).refuse("81 alternatives");
}
