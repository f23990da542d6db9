//! Every fault that others met, or that was found on the product, has its test.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The numbers of the cases in the areas that the table covers.
const CASES: [u8; 66] = [
    1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 14, 15, 16, 17, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 54, 55, 56,
    58, 59, 60, 61, 62, 63, 64, 65, 67, 68, 70, 73, 78, 79, 81, 82,
];

/// The ids of the findings, which are spelled like the cases' numbers and are others.
const FINDINGS: [&str; 47] = [
    "N01", "N02", "B5", "B6", "N04", "N05", "N06", "N16", "S1", "S3", "S4", "S6", "N07", "N08",
    "B14", "B16", "B19", "B22", "N10", "B15", "N09", "N12", "N15", "N23", "N22", "N21", "S1w",
    "S8w", "B21", "S10", "N18", "N20", "B9", "B10", "N17", "B11", "B12", "B13", "N11", "P1", "P2",
    "P3", "B1", "B2", "B17", "B18", "N13",
];

/// The ids of what was found by attacking the programs, and of what held and is to hold.
const ATTACKS: [&str; 30] = [
    "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "A14", "A15",
    "A16", "A17", "A18", "A19", "A20", "A21", "H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8", "H9",
];

/// A file of the project.
fn file(path: &str) -> Result<String, std::io::Error> {
    fs::read_to_string(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path))
}

/// The rows of a part of the table: the tests that each id names.
fn rows(part: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut rows = BTreeMap::new();
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| case | ");
    for line in part.lines().filter(is_row) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [id, _, tests] = cells[..] else { panic!("three columns: {line}") };
        let named = tests.split('`').skip(1).step_by(2).filter(|name| name.contains('/'));
        assert!(rows.insert(id, named.collect()).is_none(), "{id} twice");
    }
    rows
}

/// What a row names must be there: a test of this name, a test of this number, or a file that is one.
fn assert_exists(id: &str, name: &str) {
    let (path, function) = name.split_once("::").unwrap_or((name, ""));
    let code = file(path).unwrap_or_else(|error| panic!("{id}, {path}: {error}"));
    let is_there = match (function, Path::new(path).extension().is_some_and(|of| of == "rs")) {
        (function, true) if !function.is_empty() => is_test(&code, function),
        ("", _) if path.starts_with("tests/browser/") => code.contains(&format!("{id}: ")),
        // A test of another language is named by its title.
        (title, _) => code.contains(title),
    };
    assert!(is_there, "{id}: there is no test {name}");
}

/// Whether there is a function of this name that is run as a test.
fn is_test(code: &str, function: &str) -> bool {
    let Some(at) = code.find(&format!("fn {function}(")) else { return false };
    let line = code[..at].rfind('\n').unwrap_or(0);
    let above = code[..line].lines().rev().map(str::trim);
    let mut of_it = above.take_while(|line| line.starts_with("#[") || line.starts_with("//"));
    of_it.any(|line| line == "#[test]" || line.starts_with("#[tokio::test"))
}

/// The parts of the table: what others met, what was found on the product, and what was found by attacking it.
fn parts() -> [String; 3] {
    let table = file("tests/CASES.md").expect("the table");
    let (cases, found) = table.split_once("\n## Findings\n").expect("a part `Findings`");
    let (findings, attacks) =
        found.split_once("\n## Under attack\n").expect("a part `Under attack`");
    [cases, findings, attacks].map(ToOwned::to_owned)
}

/// Asserts that the rows of a part are of these ids, and that each names tests which exist.
fn assert_tested(part: &str, ids: impl IntoIterator<Item = String>) {
    let rows = rows(part);
    for (id, tests) in &rows {
        assert!(!tests.is_empty(), "{id} names no test");
        for name in tests {
            assert_exists(id, name);
        }
    }
    let found: BTreeSet<String> = rows.into_keys().map(ToOwned::to_owned).collect();
    let wanted: BTreeSet<String> = ids.into_iter().collect();
    let difference = |of: &BTreeSet<String>, from: &BTreeSet<String>| -> Vec<String> {
        of.difference(from).cloned().collect()
    };
    assert_eq!(difference(&wanted, &found), [""; 0], "they have no row");
    assert_eq!(difference(&found, &wanted), [""; 0], "nobody knows these rows");
}

#[test]
fn each_case_names_tests_that_exist() {
    assert_tested(&parts()[0], CASES.map(|number| format!("B{number:02}")));
}

#[test]
fn each_finding_names_tests_that_exist() {
    assert_tested(&parts()[1], FINDINGS.map(ToOwned::to_owned));
}

#[test]
fn each_attack_names_tests_that_exist() {
    assert_tested(&parts()[2], ATTACKS.map(ToOwned::to_owned));
}
