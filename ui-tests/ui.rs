//! Compiles every case. `TRYBUILD=overwrite cargo test -p mcp-data-ui-tests` writes the `.stderr` files
//! anew; read what changed before you commit it.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.compile_fail("fail/macros/*.rs");
    cases.compile_fail("fail/types/*.rs");
}

#[test]
fn every_case_is_in_the_table_of_rules() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(root.join("README.md")).expect("the table");
    for folder in ["fail/macros", "fail/types", "pass"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.file_stem().expect("a name").to_string_lossy();
                assert!(
                    table.contains(&format!("`{name}`")),
                    "{folder}/{name} is not in README.md"
                );
            }
        }
    }
}
