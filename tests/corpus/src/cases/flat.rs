//! Flattened fields.

use super::{Cases, enums, leaves};
use crate::build::{Built, Container, FieldOf, Holds, Source, Tagging, VariantOf};

fn variants(tagging: Tagging) -> Vec<VariantOf> {
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    let mut variants = vec![
        VariantOf::new(
            "One",
            Holds::Struct(vec![FieldOf::new("first", &u8_), FieldOf::new("note", &text.option())]),
        ),
        VariantOf::new("Two", Holds::Struct(vec![FieldOf::new("second", &text)])),
    ];
    if tagging == Tagging::External || tagging == Tagging::Adjacent {
        variants.push(VariantOf::new("Three", Holds::New(u8_.clone())));
        variants.push(VariantOf::new("Pair", Holds::Tuple(vec![u8_, text])));
    }
    if tagging != Tagging::Untagged {
        variants.push(VariantOf::unit("Plain"));
    }
    variants
}

/// What can be flattened, each with a name.
fn parts(source: &mut Source) -> Vec<(String, Built)> {
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    let mut parts = vec![
        ("a struct".to_owned(), enums::inner(source)),
        ("a map of numbers".to_owned(), text.map("BTreeMap", &u8_)),
        ("a map of texts".to_owned(), text.map("HashMap", &text)),
        ("a map of anything".to_owned(), text.map("BTreeMap", &leaves::any())),
        ("a map of lists".to_owned(), text.map("BTreeMap", &u8_.vec())),
        ("a JSON object".to_owned(), text.map("BTreeMap", &leaves::any())),
    ];
    parts[5].1.rust = "serde_json::Map<String, Value>".to_owned();
    let fields = [
        FieldOf::new("p", &u8_).rename("the p"),
        FieldOf::new("q", &u8_).default("default"),
        FieldOf::new("hidden", &u8_).skip("skip"),
        FieldOf::new("r", &text.option()).attribute("/// A note."),
    ];
    let with_names = Container::default().rename_all("UPPERCASE");
    parts.push(("a struct with attributes".to_owned(), source.structure(&with_names, &fields)));
    for (name, tagging) in [
        ("external", Tagging::External),
        ("internal", Tagging::Internal),
        ("adjacent", Tagging::Adjacent),
        ("untagged", Tagging::Untagged),
    ] {
        let of = source.enumeration(&Container::default(), tagging, &variants(tagging));
        parts.push((format!("an {name} enum"), of));
        let documented: Vec<VariantOf> =
            variants(tagging).into_iter().map(|variant| variant.docs("One way.")).collect();
        let container = Container::default().attribute("/// Which way.").rename_all("kebab-case");
        let of = source.enumeration(&container, tagging, &documented);
        parts.push((format!("an {name} enum with docs"), of));
    }
    parts
}

/// Adds structs with flattened fields.
pub fn add(cases: &mut Cases) {
    let plain = Container::default();
    let text = leaves::text("String");
    for (about, part) in parts(&mut cases.source) {
        let fields = [
            FieldOf::new("year", &leaves::integer("u16")).attribute("/// The year."),
            FieldOf::new("rest", &part).flatten(),
        ];
        let of = cases.source.structure(&plain, &fields);
        cases.add(&format!("flattened {about}"), &of);
        if about.contains("docs") {
            continue;
        }
        let fields = [
            FieldOf::new("year", &leaves::integer("u16").option()),
            FieldOf::new("rest", &part.option()).flatten(),
        ];
        let optional = cases.source.structure(&plain, &fields);
        cases.add(&format!("flattened option of {about}"), &optional);
        let fields = [FieldOf::new("only", &part).flatten()];
        let only = cases.source.structure(&plain, &fields);
        cases.add(&format!("nothing but flattened {about}"), &only);
        let fields = [FieldOf::new("deep", &of).flatten(), FieldOf::new("top", &text.option())];
        let deep = cases.source.structure(&plain, &fields);
        cases.add(&format!("flattened twice: {about}"), &deep);
    }
    add_two(cases);
}

/// Adds structs with two flattened fields.
fn add_two(cases: &mut Cases) {
    let plain = Container::default();
    let u8_ = leaves::integer("u8");
    let text = leaves::text("String");
    let first = enums::inner(&mut cases.source);
    let second = {
        let fields = [FieldOf::new("x", &u8_), FieldOf::new("y", &text.option())];
        cases.source.structure(&plain, &fields)
    };
    let either = |names: [&str; 2]| {
        names.map(|name| {
            let field = FieldOf::new(&name.to_lowercase(), &u8_);
            VariantOf::new(name, Holds::Struct(vec![field]))
        })
    };
    let untagged = cases.source.enumeration(&plain, Tagging::Untagged, &either(["Aa", "Bb"]));
    let internal = cases.source.enumeration(&plain, Tagging::Internal, &either(["Cc", "Dd"]));
    let external = cases.source.enumeration(&plain, Tagging::External, &either(["Ee", "Ff"]));
    let map = text.map("BTreeMap", &u8_);
    let pairs = [
        ("two structs", &first, &second),
        ("a struct and an untagged enum", &first, &untagged),
        ("an untagged and an internal enum", &untagged, &internal),
        ("an external and an internal enum", &external, &internal),
        ("an external and an untagged enum", &external, &untagged),
        ("a struct and a map", &first, &map),
        ("an external enum and a map", &external, &map),
    ];
    for (about, first, second) in pairs {
        let fields = [FieldOf::new("a", first).flatten(), FieldOf::new("b", second).flatten()];
        let of = cases.source.structure(&plain, &fields);
        cases.add(&format!("flattened {about}"), &of);
        // A map takes the members of what follows it too, which no schema can say.
        if second.rust.starts_with("BTreeMap") {
            continue;
        }
        let fields = [
            FieldOf::new("n", &leaves::integer("u16")),
            FieldOf::new("b", second).flatten(),
            FieldOf::new("a", first).flatten(),
        ];
        let of = cases.source.structure(&plain, &fields);
        cases.add(&format!("flattened {about}, beside a field"), &of);
    }
}
