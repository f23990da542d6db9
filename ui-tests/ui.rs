//! Compiles every case. `TRYBUILD=overwrite cargo test -p mcp-data-ui-tests` writes the `.stderr` files
//! anew; read what changed before you commit it.

#[test]
fn ui() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    cases.compile_fail("fail/macros/*.rs");
    cases.compile_fail("fail/types/*.rs");
}
