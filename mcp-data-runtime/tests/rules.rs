//! Links and names are judged as `tests/rules.tsv` says, which the macros' tests read too.

use mcp_data_runtime::{
    DataServer, DataToolOutput, Settings, Source,
    private::{ToolDescriptor, ToolReturn},
};

/// The lines of the corpus: a kind, a text, who accepts it.
fn corpus(kind: &str) -> Vec<(String, bool)> {
    let lines = include_str!("../../tests/rules.tsv").lines().filter(|line| !line.starts_with('#'));
    let fields = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    fields
        .filter(|fields| fields[0] == kind)
        .map(|fields| {
            let accepts = match fields[2] {
                "both" | "runtime" => true,
                "none" => false,
                other => panic!("nobody: {other}"),
            };
            (without_escapes(fields[1]), accepts)
        })
        .collect()
}

/// A text with its `\u{…}` as the characters that they stand for.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').expect("a closing brace");
        let code = u32::from_str_radix(code, 16).expect("a number");
        plain.push(char::from_u32(code).expect("a character"));
        plain.push_str(rest);
    }
    plain
}

#[test]
fn links_are_judged_as_the_corpus_says() {
    let links = corpus("link");
    assert!(links.len() >= 100, "{} links", links.len());
    let judged: Vec<(String, bool)> = links
        .iter()
        .map(|(link, _)| (link.clone(), Source::parse(link.as_str()).is_ok()))
        .collect();
    assert_eq!(judged, links);
}

#[test]
fn dates_and_licenses_are_judged_as_the_corpus_says() {
    let source = || Source::parse("https://example.org/").expect("a link");
    let (dates, licenses) = (corpus("date"), corpus("license"));
    assert!(dates.len() >= 60 && licenses.len() >= 20, "{} and {}", dates.len(), licenses.len());
    let judge =
        |texts: &[(String, bool)], accepts: &dyn Fn(String) -> bool| -> Vec<(String, bool)> {
            texts.iter().map(|(text, _)| (text.clone(), accepts(text.clone()))).collect()
        };
    assert_eq!(judge(&dates, &|text| source().try_modified(text).is_ok()), dates);
    assert_eq!(judge(&dates, &|text| source().try_retrieved(text).is_ok()), dates);
    assert_eq!(judge(&licenses, &|text| source().try_license(text).is_ok()), licenses);
}

#[test]
fn names_of_tools_are_judged_as_the_corpus_says() {
    let names = corpus("name");
    assert!(names.len() >= 10, "{} names", names.len());
    let starts_with = |name: &str| {
        let name: &'static str = name.to_owned().leak();
        let tool: ToolDescriptor = <DataToolOutput as ToolReturn>::TOOL.named(name, "Says.");
        DataServer::new("rules", "1").tools([tool]).dispatcher(&Settings::default()).is_ok()
    };
    let judged: Vec<(String, bool)> =
        names.iter().map(|(name, _)| (name.clone(), starts_with(name))).collect();
    assert_eq!(judged, names);
}
