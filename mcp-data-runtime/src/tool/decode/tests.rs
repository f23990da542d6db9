use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, from_value, json};

use super::{decode, names};

#[derive(Debug, Deserialize, PartialEq)]
struct Filter {
    year: u16,
    #[serde(alias = "since")]
    from: Option<u8>,
    kind: Option<Kind>,
    code: Option<Code>,
}

#[derive(Debug, Deserialize, PartialEq)]
enum Kind {
    Plain,
    #[serde(alias = "one")]
    New(u8),
    Pair(u8, String),
    Open {
        a: bool,
    },
    Empty(),
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(try_from = "String")]
struct Code(String);

impl TryFrom<String> for Code {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.len() == 2 {
            Ok(Self(text))
        } else {
            Err("a country code has two letters".to_owned())
        }
    }
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Id {
    Number(u32),
    Text(String),
}

fn wrong<T: serde::de::DeserializeOwned + std::fmt::Debug>(value: Value) -> (String, String) {
    let wrong = decode::<T>(value).expect_err("a value that the type does not take");
    (wrong.place, wrong.text)
}

#[test]
fn what_serde_json_reads_is_read() {
    for value in [
        json!({ "year": 2020, "from": 1, "kind": "Plain", "code": "DE" }),
        json!({ "year": 2020, "kind": { "Plain": null } }),
        json!({ "year": 2020, "kind": { "New": 1 } }),
        json!({ "year": 2020, "kind": { "Pair": [1, "a"] } }),
        json!({ "year": 2020, "kind": { "Open": { "a": true } } }),
        json!([2020, null, null, null]),
    ] {
        let theirs: Filter = from_value(value.clone()).expect("a filter");
        assert_eq!(decode::<Filter>(value), Ok(theirs));
    }
    // serde_json's own reader of values takes no empty tuple.
    let empty = json!({ "year": 2020, "kind": { "Empty": [] } });
    assert_eq!(decode::<Filter>(empty).map(|filter| filter.kind), Ok(Some(Kind::Empty())));
    let map = json!({ "1": 0.5, "-2": 7 });
    assert_eq!(decode::<BTreeMap<i8, f64>>(map), Ok(BTreeMap::from([(1, 0.5), (-2, 7.0)])));
    let letters = json!({ "a": true });
    assert_eq!(decode::<BTreeMap<char, bool>>(letters), Ok(BTreeMap::from([('a', true)])));
    assert_eq!(decode::<Id>(json!(7)), Ok(Id::Number(7)));
    let any = json!({ "b": [1, null, 1.5, { "a": "x" }], "a": -1 });
    assert_eq!(decode::<Value>(any.clone()), Ok(any));
}

#[test]
fn every_way_of_failing_has_its_place_and_our_words() {
    let cases = [
        (
            json!({ "year": 70_000 }),
            ".year",
            "expected an integer from 0 to 65535, got the number 70000",
        ),
        (
            json!({ "year": "x" }),
            ".year",
            "expected an integer from 0 to 65535, got the string \"x\"",
        ),
        (json!({}), ".year", "missing"),
        (json!({ "year": 1, "from": 1, "since": 2 }), ".from", "given twice, by two of its names"),
        (json!({ "year": 1, "code": "DEU" }), ".code", "a country code has two letters"),
        (
            json!({ "year": 1, "kind": "Plan" }),
            ".kind",
            "expected one of `Plain`, `New`, `one`, `Pair`, `Open` and `Empty`, got the string \"Plan\"; did you \
             mean \"Plain\"?",
        ),
        (json!({ "year": 1, "kind": "New" }), ".kind.New", "expected a value, got the name alone"),
        (
            json!({ "year": 1, "kind": { "Plain": 1 } }),
            ".kind.Plain",
            "expected null, got the number 1",
        ),
        (
            json!({ "year": 1, "kind": { "Pair": ["a", "b"] } }),
            ".kind.Pair[0]",
            "expected an integer from 0 to 255, got the string \"a\"",
        ),
        (json!({ "year": 1, "kind": { "Open": {} } }), ".kind.Open.a", "missing"),
        (json!({ "year": 1, "kind": 1 }), ".kind", "expected enum Kind, got the number 1"),
    ];
    for (value, place, text) in cases {
        assert_eq!(wrong::<Filter>(value.clone()), (place.to_owned(), text.to_owned()), "{value}");
    }
    assert_eq!(
        wrong::<BTreeMap<u8, u8>>(json!({ "300": 1 })),
        (
            ".300".to_owned(),
            "its name: expected an integer from 0 to 255, got the string \"300\"".to_owned()
        )
    );
    assert_eq!(
        wrong::<Id>(json!([])),
        (String::new(), "none of the values that its type takes".to_owned())
    );
    assert_eq!(
        wrong::<(u8, u8)>(json!([1, 2, 3])),
        (String::new(), "expected fewer items, got 3 items".to_owned())
    );
}

#[test]
fn names_are_those_of_fields_and_variants_with_their_aliases() {
    let sample = json!({ "year": 1, "from": 1, "kind": { "Open": { "a": true } }, "code": "a" });
    assert_eq!(
        names::<Filter>(sample),
        [
            (String::new(), &["year", "from", "since", "kind", "code"][..]),
            (".kind".to_owned(), &["Plain", "New", "one", "Pair", "Open", "Empty"]),
            (".kind.Open".to_owned(), &["a"]),
        ]
    );
}
