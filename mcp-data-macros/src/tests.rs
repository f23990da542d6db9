//! The macros, in process: what they write, and what they say.

use std::{env, fs, path::PathBuf};

use proc_macro2::TokenStream;
use quote::quote;

use crate::{expand, literal, table_row};

fn formatted(tokens: TokenStream) -> String {
    let file = syn::parse2(tokens).expect("the expansion is Rust");
    prettyplease::unparse(&file)
}

/// Compares an expansion with its file in `expansions/`; `BLESS=1` writes it anew.
fn snapshot(name: &str, tokens: TokenStream) -> String {
    let written = formatted(tokens);
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("expansions").join(format!("{name}.rs"));
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &written).expect("the snapshot is written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, kept, "{name}: run again with BLESS=1 and read what changed");
    written
}

/// How many lines an expansion adds to the function it came from.
fn added_lines(expansion: &str, function: TokenStream) -> usize {
    expansion.lines().count() - formatted(function).lines().count()
}

#[test]
fn a_tool_without_arguments() {
    let function = quote! {
        fn list_cities() -> DataToolOutput {
            DataToolOutput::new("The 3 most populated cities are Tokyo, Delhi and Shanghai.", CITIES)
        }
    };
    let item = quote!(#[doc = " Return the top 3 cities by population."] #function);
    let written = snapshot("list_cities", expand::data_tool(quote!(), &item));
    assert!(added_lines(&written, item) <= 40);
}

#[test]
fn a_tool_with_arguments() {
    let with = |params: TokenStream| {
        quote! {
            #[doc = " Adds."]
            async fn add(#params) -> Result<DataToolOutput, ToolError> {
                compute().await
            }
        }
    };
    let none = with(quote!());
    let three = with(quote! {
        #[doc = " First year to include."] from: u16,
        #[doc = " Last year to include; all years when absent."] to: Option<u16>,
        database: State<Database>
    });
    let bare = formatted(expand::data_tool(quote!(), &none));
    let written = snapshot("three_arguments", expand::data_tool(quote!(), &three));
    let function = |item: TokenStream| {
        let parsed: crate::item::Function = syn::parse2(item).expect("a function");
        parsed.emit()
    };
    let added = added_lines(&written, function(three)) - added_lines(&bare, function(none));
    assert!(added <= 3 * 4, "{added} lines for three arguments");
}

#[test]
fn a_tool_with_every_option() {
    let options = quote! {
        name = "stats", title = "Statistics", description = "Says.", sources(ONE, TWO), timeout = 60,
        destructive, open_world, idempotent = false, meta = json!({ "a": 1 }),
        icons = ["https://example.org/i.svg"], crate = ::data
    };
    let item = quote! {
        #[cfg(feature = "stats")]
        #[cfg_attr(test, allow(dead_code), inline)]
        #[deprecated]
        pub(crate) fn r#type(
            #[arg(name = "from", range = 1..=9, default = 2, examples = [1, 2])] first: u8,
            #[arg(length = 1..=20, pattern = "^[a-z]+$", default = "en")] r#match: String,
        ) -> DataToolOutput<Row> {
            body
        }
    };
    snapshot("every_option", expand::data_tool(options, &item));
}

#[test]
fn a_tool_with_errors_keeps_its_function_and_a_stand_in() {
    let item = quote! {
        pub fn broken(&self, text: &str) -> impl Display { text }
    };
    snapshot("errors", expand::data_tool(quote!(), &item));
}

#[test]
fn a_tool_whose_description_is_a_file() {
    let item = quote! {
        #[doc = " Before."]
        #[doc = include_str!("tool.md")]
        fn described() -> DataToolOutput { body }
    };
    snapshot("description_from_file", expand::data_tool(quote!(), &item));
}

#[test]
fn a_row() {
    let row = quote! {
        #[table_row(crate = ::data)]
        pub struct Generation {
            #[doc = " Calendar year."]
            year: u16,
            #[column("Fossil fuels", unit = "GWh")]
            fossil: f64,
            r#type: Option<String>,
        }
    };
    snapshot("table_row", table_row::derive(row));
}

#[test]
fn literals() {
    let table = literal::table(
        quote!(runtime ["a", "b"], [1, -9_223_372_036_854_775_808], [x, 18_446_744_073_709_551_615]),
    );
    let source =
        literal::source(quote!(runtime "https://example.org/", title = "T", modified = "2018-10"));
    snapshot("literals", quote!(const TABLE: Table = #table; const SOURCE: Source = #source;));
}

#[test]
fn patterns_are_checked_by_their_form() {
    for good in [
        "",
        "^[a-z]{2}$",
        "a|b",
        "(?:a+)?",
        "(?<year>\\d{4})-\\d{1,2}",
        "[\\]()*]",
        "a{2,}?",
        "\\(",
        "^(a(b)c)*$",
        "[^/]+",
        "x*?y",
        "(?!no)yes",
        "\\{",
    ] {
        assert_eq!(literal::pattern_problem(good), None, "{good}");
    }
    for (bad, reason) in [
        ("(", "a `(` is not closed"),
        ("(a", "a `(` is not closed"),
        ("a)", "a `)` closes nothing"),
        ("[a", "a `[` is not closed"),
        ("[a\\]", "a `[` is not closed"),
        ("*a", "a `*` repeats nothing"),
        ("a|+", "a `+` repeats nothing"),
        ("^?", "a `?` repeats nothing"),
        ("(?)", "after `(?` comes one of `:`, `=`, `!`, `<`"),
        ("(+)", "a `+` repeats nothing"),
        ("a**", "a `*` repeats nothing"),
        ("a{2}{3}", "a `{3}` repeats nothing"),
        ("{2}", "a `{2}` repeats nothing"),
        ("a{3,2}", "the count `{3,2}` allows nothing"),
        ("a{x}", "a `{` is no count such as `{2}` or `{1,3}`; a brace itself is `\\{`"),
        ("a{", "a `{` is no count such as `{2}` or `{1,3}`; a brace itself is `\\{`"),
        ("a\\", "it ends in a lone backslash"),
    ] {
        assert_eq!(literal::pattern_problem(bad).as_deref(), Some(reason), "{bad}");
    }
}
