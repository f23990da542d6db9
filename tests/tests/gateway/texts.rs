//! What the gateway says to people, as a table of languages.

use std::collections::BTreeMap;

use serde_json::Value;

/// The table. That no text is missing, the gateway itself checks when it starts.
const TEXTS: &str = include_str!("../../../examples/gateway/texts.json");

/// The blanks of a text, in the order of their names.
fn blanks(text: &str) -> Vec<&str> {
    let mut blanks: Vec<&str> = text
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name)
        .collect();
    blanks.sort_unstable();
    blanks
}

#[test]
fn every_text_has_the_same_blanks_in_each_language() {
    let texts: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(TEXTS).expect("texts in languages");
    assert_eq!(texts.len(), 42);
    for (name, languages) in &texts {
        assert_eq!(languages.keys().collect::<Vec<_>>(), ["en", "es", "pt"], "{name}");
        for text in languages.values() {
            assert!(!text.trim().is_empty() && text == text.trim(), "{name}: {text}");
            assert_eq!(blanks(text), blanks(&languages["en"]), "{name}: {text}");
        }
    }
}

#[test]
fn a_blank_is_one_of_its_fault() {
    // `Fault` is where the gateway says with what each blank is filled.
    let source = include_str!("../../../examples/gateway/texts.rs");
    let texts: Value = serde_json::from_str(TEXTS).expect("texts");
    for (name, languages) in texts.as_object().expect("texts by name") {
        let declared = source.lines().find_map(|line| {
            let rest = line.trim().strip_prefix(name.as_str())?;
            (rest == "," || rest.starts_with(" {")).then_some(rest)
        });
        let declared = declared.unwrap_or_else(|| panic!("{name} is no fault"));
        let mut filled: Vec<&str> = declared
            .trim_start_matches(" {")
            .split(',')
            .filter_map(|field| field.split_once(':'))
            .map(|(field, _)| field.trim())
            .collect();
        filled.sort_unstable();
        let text = languages["en"].as_str().expect("a text");
        let mut used = blanks(text);
        used.dedup();
        assert_eq!(used, filled, "{name}: {text}");
    }
}
