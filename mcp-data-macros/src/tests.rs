//! The macros, in process: what they write, and what they say.

use std::{env, fs, path::PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::Parser;

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

/// The tools of the examples, as they are: what `cargo expand` shows of them.
#[test]
fn the_examples() {
    for (name, file) in [("cities", "examples/cities.rs"), ("energy", "examples/energy/tools.rs")] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
        let code = fs::read_to_string(path).expect("an example");
        let mut written = TokenStream::new();
        for item in syn::parse_file(&code).expect("Rust").items {
            let syn::Item::Fn(mut function) = item else { continue };
            let is_tool = |attribute: &syn::Attribute| attribute.path().is_ident("data_tool");
            let Some(index) = function.attrs.iter().position(is_tool) else { continue };
            let options = match function.attrs.remove(index).meta {
                syn::Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            };
            let expansion = expand::data_tool(options, &function.to_token_stream());
            let mut bare = function;
            bare.sig.inputs.clear();
            let without = expand::data_tool(quote!(description = "Says."), &bare.to_token_stream());
            assert!(added_lines(&formatted(without), bare.to_token_stream()) <= 40);
            written.extend(expansion);
        }
        snapshot(&format!("example_{name}"), written);
    }
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

/// What the macros say of each case of `ui-tests/fail`, with the places: the same as the
/// compiler shows, in a thousandth of the time. `BLESS=1` writes `messages.txt` anew.
#[test]
fn messages_are_those_of_the_cases() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = ["macros", "types"]
        .iter()
        .flat_map(|folder| {
            fs::read_dir(root.join("../ui-tests/fail").join(folder)).expect("the cases")
        })
        .map(|entry| entry.expect("a case").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    paths.sort();
    let mut written = String::new();
    for path in paths {
        let code = fs::read_to_string(&path).expect("a case");
        let Ok(tokens) = code.parse::<TokenStream>() else { continue };
        let shown = fs::read_to_string(path.with_extension("stderr")).unwrap_or_default();
        let mut said = Vec::new();
        expand_all(tokens, &mut said);
        let file = path.file_name().expect("a name").to_string_lossy();
        for (line, column, message) in said {
            let place = format!("/{file}:{line}:{column}\n");
            let shown_so =
                shown.contains(&message.replace('\n', "\n       ")) && shown.contains(&place);
            assert!(shown_so, "{place}{message}");
            let message = message.replace('\n', "\n  ");
            written.push_str(&format!("{file}:{line}:{column} {message}\n"));
        }
    }
    let kept = root.join("expansions/messages.txt");
    if env::var_os("BLESS").is_some() {
        fs::write(&kept, &written).expect("the messages are written");
    }
    assert_eq!(written, fs::read_to_string(kept).unwrap_or_default());
}

type Said = Vec<(usize, usize, String)>;

/// Expands every use of our macros in some code.
fn expand_all(code: TokenStream, said: &mut Said) {
    let mut tokens = code.into_iter().peekable();
    let mut attributes: Vec<[TokenTree; 2]> = Vec::new();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(hash), Some(TokenTree::Group(_))) if hash.as_char() == '#' => {
                let group = tokens.next().expect("it was there");
                attributes.push([token, group]);
                continue;
            }
            (TokenTree::Ident(name), Some(TokenTree::Punct(bang))) if bang.as_char() == '!' => {
                let name = name.to_string();
                tokens.next();
                let Some(TokenTree::Group(input)) = tokens.next() else { continue };
                let input = input.stream();
                match name.as_str() {
                    "table" if !input.is_empty() => {
                        collect(literal::table(quote!(runtime #input)), said);
                    }
                    "source" if !input.is_empty() => {
                        collect(literal::source(quote!(runtime #input)), said);
                    }
                    _ => expand_all(input, said),
                }
                attributes.clear();
                continue;
            }
            (TokenTree::Group(group), _) if attributes.is_empty() => {
                expand_all(group.stream(), said);
                continue;
            }
            _ if attributes.is_empty() => continue,
            _ => {}
        }
        // An item with attributes, up to its body or its semicolon.
        let mut item = vec![token];
        let is_end = |token: &TokenTree| match token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(punct) => punct.as_char() == ';',
            _ => false,
        };
        while !item.last().is_some_and(is_end) {
            let Some(more) = tokens.next() else { break };
            item.push(more);
        }
        expand_item(std::mem::take(&mut attributes), &item, said);
    }
}

fn expand_item(mut attributes: Vec<[TokenTree; 2]>, item: &[TokenTree], said: &mut Said) {
    let parsed = |attribute: &[TokenTree; 2]| {
        let tokens: TokenStream = attribute.iter().cloned().collect();
        let mut parsed = syn::Attribute::parse_outer.parse2(tokens).ok()?;
        parsed.pop()
    };
    let is = |name: &str, attribute: &[TokenTree; 2]| {
        parsed(attribute).is_some_and(|attribute| {
            attribute.path().segments.last().is_some_and(|last| last.ident == name)
        })
    };
    let all = |attributes: &[[TokenTree; 2]]| -> TokenStream {
        attributes.iter().flatten().chain(item).cloned().collect()
    };
    if let Some(index) = attributes.iter().position(|attribute| is("data_tool", attribute)) {
        let options = match parsed(&attributes.remove(index)).map(|attribute| attribute.meta) {
            Some(syn::Meta::List(list)) => list.tokens,
            _ => TokenStream::new(),
        };
        collect(expand::data_tool(options, &all(&attributes)), said);
    } else if attributes
        .iter()
        .any(|attribute| is("derive", attribute) && attribute[1].to_string().contains("TableRow"))
    {
        attributes.retain(|attribute| !is("derive", attribute));
        collect(table_row::derive(all(&attributes)), said);
    }
    if let Some(TokenTree::Group(body)) = item.last() {
        expand_all(body.stream(), said);
    }
}

/// The errors in an expansion, with where they stand.
fn collect(expansion: TokenStream, said: &mut Said) {
    let mut tokens = expansion.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if name == "compile_error" => {
                let Some(TokenTree::Group(group)) = tokens.nth(1) else { continue };
                let text: syn::LitStr = syn::parse2(group.stream()).expect("a message");
                let start = name.span().start();
                said.push((start.line, start.column + 1, text.value()));
            }
            TokenTree::Group(group) => collect(group.stream(), said),
            _ => {}
        }
    }
}

#[test]
fn a_slip_is_recognised_and_another_word_is_not() {
    let known = ["name", "title", "timeout", "open_world"];
    for (name, meant) in [
        ("titel", Some("title")),
        ("tilte", Some("title")),
        ("itle", Some("title")),
        ("timeouts", Some("timeout")),
        ("tmieuot", Some("timeout")),
        ("openworld", Some("open_world")),
        ("nam", Some("name")),
        ("nm", None),
        ("open", None),
        ("x", None),
        ("", None),
    ] {
        assert_eq!(crate::diag::nearest(name, &known), meant, "{name}");
    }
    // One edit in three letters, and no more.
    assert_eq!(crate::diag::nearest("abcdef", &["abcdxy"]), Some("abcdxy"));
    assert_eq!(crate::diag::nearest("abcde", &["abcxy"]), None);
    assert_eq!(crate::diag::nearest("ab", &["ba"]), Some("ba"));
    assert_eq!(crate::diag::nearest("abc", &["bca"]), None);
    assert_eq!(crate::diag::nearest("abcdef", &["badcfe"]), None);
}

#[test]
fn docs_lose_their_margin_and_nothing_else() {
    let text = |attributes: TokenStream| {
        let parsed = syn::Attribute::parse_outer.parse2(attributes).expect("attributes");
        crate::docs::description(&parsed).map(|text| text.to_string())
    };
    let of = |doc: &str| text(quote!(#[doc = #doc]));
    for (doc, kept) in [
        (" One line.", "One line."),
        ("No blank.", "No blank."),
        ("  Two blanks.", "Two blanks."),
        (
            "\n * Starred.\n *\n * - a list\n *   with a margin\n ",
            "Starred.\n\n- a list\n  with a margin",
        ),
        (" First.\n\n    Code.\n      More.\n", "First.\n\nCode.\n  More."),
        (" First.\n * Starred.\n not.", "First.\n* Starred.\nnot."),
        ("\n  * bold\n\n  * list\n", "bold\n\nlist"),
    ] {
        assert_eq!(of(doc), Some(format!("{kept:?}")), "{doc:?}");
    }
    assert_eq!(of("  "), None);
    assert_eq!(text(quote!(#[doc(hidden)] #[inline])), None);
    assert_eq!(
        text(quote!(#[doc = " One."] #[doc = "     indented"] #[doc = " Two."])),
        Some(format!("{:?}", "One.\n    indented\nTwo."))
    );
}

#[test]
fn an_item_begins_behind_its_attributes_and_visibility() {
    for (item, keyword) in [
        (
            quote!(
                #[doc = "x"]
                #[inline]
                pub(crate) struct A;
            ),
            "struct",
        ),
        (
            quote!(
                pub mod a {}
            ),
            "mod",
        ),
        (
            quote!(
                pub(in a) enum A {}
            ),
            "enum",
        ),
        (
            quote!(
                const A: u8 = 1;
            ),
            "const",
        ),
        (
            quote!(
                static A: u8 = 1;
            ),
            "static",
        ),
    ] {
        let found = crate::item::keyword(item).map(|token| token.to_string());
        assert_eq!(found.as_deref(), Some(keyword));
    }
    assert!(crate::item::keyword(quote!(#[inline] pub)).is_none());
    let call = crate::item::keyword(quote!(::a::b! {})).map(|token| token.to_string());
    assert_eq!(call.as_deref(), Some(":"));
}

#[test]
fn self_and_placeholders_are_left_to_the_compiler() {
    for item in [
        quote!(
            #[doc = "Says."]
            fn a(b: Vec<(_, u8)>) -> DataToolOutput {
                body
            }
        ),
        quote!(
            #[doc = "Says."]
            fn a() -> Self {
                body
            }
        ),
        quote!(
            #[doc = "Says."]
            fn a(b: Vec<Self>) -> DataToolOutput {
                body
            }
        ),
    ] {
        let written = expand::data_tool(quote!(), &item).to_string();
        assert!(written.contains("unreachable"), "{written}");
        assert!(!written.contains("compile_error"), "{written}");
    }
}

#[test]
fn a_lifetime_without_a_name_is_no_placeholder() {
    let item = quote!(
        #[doc = "Says."]
        fn a(b: Option<Cow<'_, str>>) -> DataToolOutput {
            body
        }
    );
    let written = expand::data_tool(quote!(), &item).to_string();
    assert!(!written.contains("unreachable"), "{written}");
}

#[test]
fn names_are_what_clients_accept() {
    for good in ["a", "list_cities", "A-9_z", &"x".repeat(64)] {
        assert_eq!(crate::messages::illegal_name(good), None, "{good}");
        assert_eq!(crate::messages::illegal_param_name(good), None, "{good}");
    }
    for (bad, wrong) in
        [("", "it is empty"), ("a.b", "it contains '.'"), (&"x".repeat(65), "it has 65 characters")]
    {
        let message = crate::messages::illegal_name(bad).expect("a message");
        assert!(message.contains(wrong), "{message}");
    }
}

/// The messages of an argument with these options.
fn said_of(argument: &TokenStream) -> Vec<String> {
    let item = quote!(#[doc = "Says."] fn tool(#argument) -> DataToolOutput { body });
    let mut said = Vec::new();
    collect(expand::data_tool(quote!(), &item), &mut said);
    said.into_iter()
        .map(|(_, _, message)| message.lines().next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn bounds_hold_for_literals_and_leave_the_rest_to_the_start() {
    for good in [
        quote!(#[arg(range = 1.., default = 1)] a: u8),
        quote!(#[arg(range = ..=9, default = 9)] a: u8),
        quote!(#[arg(range = -5..5, default = -5, examples = [4])] a: i8),
        quote!(#[arg(range = 1..=9, default = !0)] a: u8),
        quote!(#[arg(range = FIRST..=9, default = 0)] a: u8),
        quote!(#[arg(range = 0.5..=1.5, default = 1.5)] a: f64),
        quote!(#[arg(length = 2..=3, default = "ab", examples = ["abc"])] a: String),
        quote!(#[arg(length = ..LAST, default = "abcd")] a: String),
        quote!(#[arg(length = 0..=9)] a: String),
    ] {
        assert_eq!(said_of(&good), Vec::<String>::new(), "{good}");
    }
    for (bad, message) in [
        (
            quote!(#[arg(range = -5..5, default = 5)] a: i8),
            "the default 5 is outside the range -5..5",
        ),
        (
            quote!(#[arg(range = -5..5, default = -6)] a: i8),
            "the default -6 is outside the range -5..5",
        ),
        (
            quote!(#[arg(range = 1.., examples = [0])] a: u8),
            "the example 0 is outside the range 1..",
        ),
        (
            quote!(#[arg(range = 0.5..=1.5, default = 1.6)] a: f64),
            "the default 1.6 is outside the range 0.5..=1.5",
        ),
        (
            quote!(#[arg(range = 5..5)] a: u8),
            "this range allows nothing: no value is between its start and its end",
        ),
        (
            quote!(#[arg(range = ..)] a: u8),
            "this range has no bounds and allows everything; leave it out, or give it one",
        ),
        (
            quote!(#[arg(length = 2..=3, default = "a")] a: String),
            "the default has 1 characters, and its length is 2..=3",
        ),
        (
            quote!(#[arg(length = 2..3, default = "abc")] a: String),
            "the default has 3 characters, and its length is 2..3",
        ),
        (
            quote!(#[arg(length = 0.5..)] a: String),
            "a length counts characters or items: its bounds are whole numbers from 0",
        ),
        (
            quote!(a: (u8, impl Copy)),
            "a parameter of a data tool needs a type of its own: its schema is published before the first call",
        ),
        (
            quote!(a: [u8]),
            "a parameter of a data tool is owned: its value comes from the call's JSON and lives nowhere else",
        ),
    ] {
        assert_eq!(said_of(&bad), [message], "{bad}");
    }
    // As `macro_rules!` hands a literal on.
    let nine = proc_macro2::Group::new(Delimiter::None, quote!(9));
    assert_eq!(
        said_of(&quote!(#[arg(range = #nine..=1)] a: u8)),
        ["this range allows nothing: no value is between its start and its end"]
    );
    let slice = quote!(
        #[doc = "Says."]
        fn tool(a: [u8]) -> DataToolOutput {
            body
        }
    );
    assert!(expand::data_tool(quote!(), &slice).to_string().contains("take `Vec<u8>`"));
}

/// The messages of a source with these details.
fn source_says(source: &TokenStream) -> Vec<String> {
    let mut said = Vec::new();
    collect(literal::source(quote!(runtime #source)), &mut said);
    said.into_iter()
        .map(|(_, _, message)| message.lines().next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn dates_and_licences_are_checked_by_their_forms() {
    for date in [
        "2018",
        "2018-10",
        "2018-10-04",
        "2016-02-29",
        "2000-02-29",
        "2018-04-30",
        "2018-12-31",
        "2018-10-04T00:00:00Z",
        "2018-10-04T23:59:60Z",
        "2018-10-04T12:00:00.5+02:00",
        "2018-10-04T12:00:00-11:59",
    ] {
        assert_eq!(
            source_says(&quote!("https://a.example/", modified = #date)),
            Vec::<String>::new(),
            "{date}"
        );
    }
    for date in [
        "18",
        "2018-1",
        "2018-00",
        "2018-13",
        "2018-10-00",
        "2018-10-32",
        "2018-04-31",
        "2018-02-29",
        "1900-02-29",
        "2018-02-30",
        "2018-10-04T12:00Z",
        "2018-10T12:00:00Z",
        "2018-10-04T24:00:00Z",
        "2018-10-04T12:60:00Z",
        "2018-10-04T12:00:61Z",
        "2018-10-04T12:00:00",
        "2018-10-04T12:00:00.Z",
        "2018-10-04T12:00:00+24:00",
        "2018-10-04T12:00:00+02:60",
        "2018-10-04T12:00:00+02:00:00",
        "2018-10-04T12:00:00+2:00",
        "2018-10-04T1a:00:00Z",
        "2018-10-04-05",
        "yesterday",
        "+018",
    ] {
        let said = source_says(&quote!("https://a.example/", retrieved = #date));
        assert_eq!(said.len(), 1, "{date}");
        assert!(said[0].starts_with("`retrieved` is an ISO 8601 date"), "{said:?}");
    }
    for license in [
        "CC-BY-4.0",
        "MIT OR Apache-2.0",
        "(A AND B)",
        "LicenseRef-x:y",
        "GPL-2.0+",
        "https://a.example/terms",
    ] {
        assert_eq!(
            source_says(&quote!("https://a.example/", license = #license)),
            Vec::<String>::new(),
            "{license}"
        );
    }
    for license in ["...", "free for all!", "© somebody", "ftp://a.example/_"] {
        let said = source_says(&quote!("https://a.example/", license = #license));
        assert_eq!(
            said,
            ["`license` is an SPDX identifier such as \"CC-BY-4.0\", or a URL"],
            "{license}"
        );
    }
}

#[test]
fn links_are_absolute_http_urls() {
    for link in [
        "https://example.org",
        "HTTP://example.org/",
        "https://example.org.",
        "http://localhost:8063/x",
        "http://127.0.0.1:65535",
        "http://[::1]",
        "http://[::1]:80/a",
        "https://a-b.c_d.example/~e?f=g&h#i",
        "https://example.org:",
        "https://1a.example.org/",
    ] {
        assert_eq!(source_says(&quote!(#link)), Vec::<String>::new(), "{link}");
    }
    for (link, reason) in [
        ("https://", "it has no host"),
        ("https://:80", "it has no host"),
        ("https://.", "a part of its host is empty"),
        ("https://a..b/", "a part of its host is empty"),
        ("https://.a/", "a part of its host is empty"),
        ("https://1.2.3.256/", "its host is no IPv4 address"),
        ("https://1.2.3/", "its host is no IPv4 address"),
        ("https://[::1/", "its host is no IPv6 address"),
        ("https://[::g]/", "its host is no IPv6 address"),
        ("https://[::1]x/", "text follows its IPv6 address"),
        ("https://a:65536/", "its port is no number up to 65535"),
        ("https://a:+80/", "its port is no number up to 65535"),
        ("https://ann@a/", "it names a user, whom every reader of an answer would see"),
        ("https://a,b/", "its host contains ','"),
    ] {
        assert_eq!(source_says(&quote!(#link)), [format!("{link:?} is not a source: {reason}")]);
    }
}

#[test]
fn patterns_with_names_classes_and_escapes() {
    for good in [
        "\\p{L}+",
        "\\P{Lu}*",
        "\\u{1F600}?",
        "\\u0041+",
        "\\pL",
        "(?<=a)b",
        "(?<!a)b",
        "(?<name_1>a)",
        "(?<$a>b)",
        "[a-a]",
        "[a-z0-9]",
        "[z\\-a]",
        "[\\d-a]",
        "[-a]",
        "[a-]",
        "[^-z-]",
    ] {
        assert_eq!(literal::pattern_problem(good), None, "{good}");
    }
    for (bad, reason) in [
        ("\\p{L", "a `{` is not closed"),
        ("(?<>a)", "a group cannot have the name \"\""),
        ("(?<1a>a)", "a group cannot have the name \"1a\""),
        ("(?<a b>a)", "a group cannot have the name \"a b\""),
        ("(?<=*)", "a `*` repeats nothing"),
        ("[z-a]", "the range `z-a` is the wrong way round"),
        ("a$*", "a `*` repeats nothing"),
    ] {
        assert_eq!(literal::pattern_problem(bad).as_deref(), Some(reason), "{bad}");
    }
}

#[test]
fn literal_integers_are_as_wide_as_their_value() {
    let of = |cell: TokenStream| {
        let written = literal::table(quote!(runtime ["a"], [#cell])).to_string().replace(' ', "");
        let (_, after) = written.split_once("into_cell(").expect("a cell");
        after.split(')').next().unwrap_or_default().to_owned()
    };
    for (cell, written) in [
        (quote!(7), "7i64"),
        (quote!(7u8), "7u8"),
        (quote!(9_223_372_036_854_775_807), "9223372036854775807i64"),
        (quote!(9_223_372_036_854_775_808), "9223372036854775808u64"),
        (quote!(18_446_744_073_709_551_616), "18446744073709551616u128"),
        (quote!(-9_223_372_036_854_775_808), "-9223372036854775808i64"),
        (quote!(-9_223_372_036_854_775_809), "-9223372036854775809i128"),
        (quote!(!7), "!7"),
        (quote!(1.5), "1.5"),
    ] {
        assert_eq!(of(cell), written);
    }
}

#[test]
fn each_option_is_written_alone_too() {
    let least = quote!(
        let mcp_value: <T as __mcp::Ranged>::Number = 1;
        mcp_options.set("minimum", __mcp::Published::json(&mcp_value));
    );
    let most = |keyword: &str| {
        quote!(
            let mcp_value: <T as __mcp::Ranged>::Number = 9;
            mcp_options.set(#keyword, __mcp::Published::json(&mcp_value));
        )
    };
    let (included, excluded) = (most("maximum"), most("exclusiveMaximum"));
    let fewest = quote!(
        let mcp_value: ::core::primitive::usize = 1;
        mcp_options.set(<T as __mcp::Measured>::LEAST, __mcp::Published::json(&mcp_value));
    );
    let count = |before: &TokenStream| {
        quote!(
            let mcp_value: ::core::primitive::usize = 9;
            mcp_options.set(<T as __mcp::Measured>::MOST, __mcp::Published::json(&mcp_value #before));
        )
    };
    let (to, before) = (count(&quote!()), count(&quote!(.saturating_sub(1))));
    let json = quote!(|mcp_value| __mcp::Published::json(&mcp_value));
    for (option, statements) in [
        (quote!(range = 1..=9), quote!(#least #included)),
        (quote!(range = 1..9), quote!(#least #excluded)),
        (quote!(range = ..9), excluded),
        (quote!(range = 1..), least),
        (quote!(length = 1..=9), quote!(#fewest #to)),
        (quote!(length = 1..9), quote!(#fewest #before)),
        (quote!(length = ..9), before),
        (quote!(length = 1..), fewest),
        (
            quote!(pattern = "a"),
            quote!(mcp_options.set("pattern", <T as __mcp::Textual>::json("a"));),
        ),
        (
            quote!(default = X),
            quote!(
                let mcp_value: T = X;
                mcp_options.set("default", <T as __mcp::Published>::json(&mcp_value));
            ),
        ),
        (
            quote!(default = "a"),
            quote!(mcp_options.set("default", <T as __mcp::TextDefault>::json("a"));),
        ),
        (
            quote!(examples = [1, -1, 3_000_000_000, -3_000_000_000, 2.5]),
            quote!(mcp_options.examples([1, -1, 3000000000i64, -3000000000i64, 2.5].map(#json));),
        ),
        (
            quote!(examples = [X]),
            quote!(mcp_options.examples([X].map(|mcp_value| __mcp::Published::json(&mcp_value)));),
        ),
    ] {
        let item = quote!(
            #[doc = "Says."]
            fn tool(#[arg(#option)] a: T) -> DataToolOutput {
                body
            }
        );
        let expansion = expand::data_tool(quote!(), &item).to_string().replace(' ', "");
        let written = quote!(.with(|mcp_options| { #statements })).to_string().replace(' ', "");
        assert!(expansion.contains(&written), "{written} in {expansion}");
    }
    let item = quote!(
        #[doc = "Says."]
        fn tool(#[arg(name = "b")] a: T) -> DataToolOutput {
            body
        }
    );
    assert!(!expand::data_tool(quote!(), &item).to_string().contains("mcp_options"));
}

#[test]
fn a_row_with_errors_is_still_a_row() {
    let row = quote! {
        struct Broken { #[column("")] year: u16, Year: u16, columns: u8 }
    };
    snapshot("row_with_errors", table_row::derive(row));
}

#[test]
fn a_runtime_is_named_or_not_mentioned() {
    let said_of = |attribute: TokenStream| {
        let mut said = Vec::new();
        collect(table_row::derive(quote!(#attribute struct Row { a: u8 })), &mut said);
        said.into_iter().map(|(_, _, message)| message).collect::<Vec<_>>()
    };
    let form = crate::messages::TABLE_ROW_FORM;
    assert_eq!(said_of(quote!(#[table_row(crate = ::a)])), Vec::<String>::new());
    assert_eq!(said_of(quote!()), Vec::<String>::new());
    assert_eq!(said_of(quote!(#[table_row()])), [form]);
    assert_eq!(said_of(quote!(#[table_row])), [form]);
}

#[test]
fn constants_have_the_types_of_their_options() {
    let item = quote!(
        #[doc = "Says."]
        fn tool() -> DataToolOutput {
            body
        }
    );
    let constant = |ty: TokenStream, value: TokenStream| {
        quote!({
            let mcp_constant: #ty = #value;
            mcp_constant
        })
    };
    let title = constant(quote!(&'static ::core::primitive::str), quote!(TITLE));
    let timeout = constant(quote!(::core::primitive::u64), quote!(LIMIT));
    for (options, written) in [
        (quote!(title = TITLE), quote!(.title(#title))),
        (quote!(title = "T"), quote!(.title("T"))),
        (quote!(timeout = LIMIT), quote!(.timeout(#timeout))),
        (quote!(timeout = 60u64), quote!(.timeout(60u64))),
    ] {
        let expansion = expand::data_tool(options, &item).to_string();
        assert!(expansion.contains(&written.to_string()), "{written} in {expansion}");
    }
}

#[test]
fn what_is_the_users_stays_and_is_shared_where_it_holds() {
    let item = quote!(
        #[doc = "Says."]
        #[cfg_attr(feature = "x", allow(dead_code), inline)]
        #[deprecated]
        fn tool(
            #[allow(unused)]
            #[doc = "A number."]
            a: u8,
        ) -> DataToolOutput {
            body
        }
    );
    let expansion = expand::data_tool(quote!(), &item);
    let file: syn::File = syn::parse2(expansion).expect("Rust");
    let attributes = |item: &syn::Item| {
        let attributes = match item {
            syn::Item::Fn(function) => &function.attrs,
            syn::Item::Struct(carrier) => &carrier.attrs,
            syn::Item::Impl(implementation) => &implementation.attrs,
            other => panic!("{}", other.to_token_stream()),
        };
        quote!(#(#attributes)*).to_string()
    };
    let has = |item: usize, attribute: TokenStream| {
        attributes(&file.items[item]).contains(&attribute.to_string())
    };
    assert!(has(0, quote!(#[cfg_attr(feature = "x", allow(dead_code), inline)])));
    for beside in [1, 2] {
        assert!(has(beside, quote!(#[cfg_attr(feature = "x", allow(dead_code))])));
    }
    // An implementation cannot be deprecated.
    assert_eq!([0, 1, 2].map(|item| has(item, quote!(#[deprecated]))), [true, true, false]);
    let syn::Item::Fn(function) = &file.items[0] else { panic!("the function is first") };
    let inputs = function.sig.inputs.to_token_stream().to_string();
    assert_eq!(inputs, quote!(#[allow(unused)] a: u8,).to_string());
}
