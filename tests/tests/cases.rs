//! Every fault that others met has its test.

use std::{collections::BTreeSet, fs, path::Path};

/// The numbers of the cases in the areas that the table covers.
const CASES: [u8; 66] = [
    1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 14, 15, 16, 17, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30,
    31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 54, 55, 56,
    58, 59, 60, 61, 62, 63, 64, 65, 67, 68, 70, 73, 78, 79, 81, 82,
];

#[test]
fn each_case_names_tests_that_exist() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let table = fs::read_to_string(root.join("tests/CASES.md")).expect("the table");
    let mut found = BTreeSet::new();
    for line in table.lines() {
        let Some((number, rest)) = line.strip_prefix("| B").and_then(|line| line.split_once(" | "))
        else {
            continue;
        };
        assert!(found.insert(number.parse::<u8>().expect("a number")), "B{number} twice");
        let (_, tests) = rest.split_once(" | ").expect("three columns");
        let named: Vec<&str> =
            tests.split('`').skip(1).step_by(2).filter(|name| name.contains('/')).collect();
        assert!(!named.is_empty(), "B{number} names no test");
        for name in named {
            let (file, function) = name.split_once("::").unwrap_or((name, ""));
            let code = fs::read_to_string(root.join(file))
                .unwrap_or_else(|error| panic!("B{number}, {file}: {error}"));
            // The names of the browser's tests begin with the number.
            let wanted = match (function, file.starts_with("tests/browser/")) {
                ("", true) => format!("B{number}: "),
                ("", false) => continue,
                _ => format!("fn {function}("),
            };
            assert!(code.contains(&wanted), "B{number}: {file} has no {wanted:?}");
        }
    }
    assert_eq!(found, BTreeSet::from(CASES));
}
