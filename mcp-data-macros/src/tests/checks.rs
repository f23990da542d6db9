//! What is accepted and what is not, and by which rules.

use std::{fs, path::PathBuf};

use proc_macro2::{Delimiter, TokenStream};
use quote::quote;
use syn::parse::Parser;

use super::messages::collect;
use crate::{expand, messages, pattern, rules, source, table_row};

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
        let docs = crate::docs::parse_docs(&parsed);
        docs.map(|pieces| crate::texts::write_docs(&pieces).to_string())
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

/// The messages of an argument with these options.
fn said_of(argument: &TokenStream) -> Vec<String> {
    let item = quote!(#[doc = "Says."] fn tool(#argument) -> DataToolOutput { body });
    let mut said = Vec::new();
    collect(expand::data_tool(quote!(), item), &mut said);
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
        // 2^53 and its neighbors, which no float tells apart.
        quote!(#[arg(range = 0..=9_007_199_254_740_992, default = 9_007_199_254_740_992)] a: u64),
        quote!(#[arg(range = 9_007_199_254_740_993.., default = 0x20_0000_0000_0001)] a: u64),
        quote!(#[arg(range = ..=18_446_744_073_709_551_615, default = 18_446_744_073_709_551_615)] a: u64),
        quote!(#[arg(range = 0.1..=0.3, default = 0.3, examples = [1e-1, 0.30])] a: f64),
        quote!(#[arg(range = 1e3..=1.5e3, default = 1500)] a: f64),
        quote!(#[arg(range = -0.0..=0.0, default = 0)] a: f64),
        quote!(#[arg(range = -2.5..-2, default = -2.5, examples = [-2.000_1])] a: f64),
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
            quote!(#[arg(range = ..=9_007_199_254_740_992, default = 9_007_199_254_740_993)] a: u64),
            "the default 9_007_199_254_740_993 is outside the range ..=9_007_199_254_740_992",
        ),
        (
            quote!(#[arg(range = ..9_007_199_254_740_993.0, default = 9_007_199_254_740_993)] a: f64),
            "the default 9_007_199_254_740_993 is outside the range ..9_007_199_254_740_993.0",
        ),
        (
            quote!(#[arg(range = -2.5..=-2, default = -2.500_000_000_000_000_000_1)] a: f64),
            "the default -2.500_000_000_000_000_000_1 is outside the range -2.5..=-2",
        ),
        (
            quote!(#[arg(range = 1e-3..=1e3, default = 1.000_1e3)] a: f64),
            "the default 1.000_1e3 is outside the range 1e-3..=1e3",
        ),
        (
            quote!(#[arg(range = 9_007_199_254_740_993..=9_007_199_254_740_992)] a: u64),
            "this range allows nothing: no value is between its start and its end",
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
            "the default has 1 character, and its length is 2..=3",
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
    assert!(expand::data_tool(quote!(), slice).to_string().contains("take `Vec<u8>`"));
}

#[test]
fn a_runtime_is_named_or_not_mentioned() {
    let said_of = |attribute: TokenStream| {
        let mut said = Vec::new();
        collect(table_row::derive(quote!(#attribute struct Row { a: u8 })), &mut said);
        said.into_iter().map(|(_, _, message)| message).collect::<Vec<_>>()
    };
    let form = messages::TABLE_ROW_FORM;
    assert_eq!(said_of(quote!(#[table_row(crate = ::a)])), Vec::<String>::new());
    assert_eq!(said_of(quote!()), Vec::<String>::new());
    assert_eq!(said_of(quote!(#[table_row()])), [form]);
    assert_eq!(said_of(quote!(#[table_row])), [form]);
}

/// The lines of `tests/rules.tsv`: a kind, a text, who accepts it, and the reason of the macros.
fn corpus() -> Vec<[String; 4]> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/rules.tsv");
    let file = fs::read_to_string(path).expect("the corpus");
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut fields = line.split('\t').map(ToOwned::to_owned);
            let mut fields = [(); 4].map(|()| fields.next().expect("four fields"));
            fields[1] = without_escapes(&fields[1]);
            fields
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
fn links_dates_licenses_and_names_are_judged_as_the_corpus_says() {
    let corpus = corpus();
    assert!(corpus.len() >= 150, "{} lines", corpus.len());
    for [kind, text, accepted_by, reason] in corpus {
        let said = match kind.as_str() {
            "link" => rules::link_problem(&text),
            "date" => (!rules::is_date(&text)).then(String::new),
            "license" => (!rules::is_license(&text)).then(String::new),
            "name" => rules::name_problem(&text),
            other => panic!("no kind: {other}"),
        };
        let expected = match accepted_by.as_str() {
            "both" => None,
            "none" | "runtime" => Some(reason),
            other => panic!("nobody: {other}"),
        };
        assert_eq!(said, expected, "{kind} {text:?}");
    }
}

#[test]
fn a_source_says_what_is_wrong_with_its_parts() {
    let says = |input: TokenStream| {
        let mut said = Vec::new();
        collect(source::expand(quote!(runtime #input)), &mut said);
        said.into_iter().map(|(_, _, message)| message).collect::<Vec<_>>()
    };
    let link = "https://foo.0x1/";
    assert_eq!(
        says(
            quote!(#link, modified = "18", retrieved = "04.10.2018", license = "free for all!", title = " ")
        ),
        [
            messages::bad_link(link, "its host is no IPv4 address"),
            messages::EMPTY_TEXT.to_owned(),
            messages::BAD_LICENSE.to_owned(),
            messages::bad_date("modified"),
            messages::bad_date("retrieved"),
        ]
    );
    assert_eq!(says(quote!("https://a.example/", modified = "2018-10")), Vec::<String>::new());
}

#[test]
fn names_of_tools_and_of_arguments_keep_one_rule() {
    assert_eq!(messages::illegal_name("list_cities"), None);
    assert_eq!(messages::illegal_param_name("from"), None);
    let tail = "clients accept 1 to 64 ASCII letters, digits, `_` and `-`; give another with";
    assert_eq!(
        messages::illegal_name("a.b"),
        Some(format!(
            "the tool name \"a.b\" is not legal: it contains '.'\n{tail} `#[data_tool(name = \"…\")]`"
        ))
    );
    assert_eq!(
        messages::illegal_param_name(""),
        Some(format!(
            "the argument name \"\" is not legal: it is empty\n{tail} `#[arg(name = \"…\")]`"
        ))
    );
}

#[test]
fn patterns_are_looked_at_and_the_rest_is_left_to_the_start() {
    for good in [
        "",
        "^[a-z]{2}$",
        "(?:a+)?",
        r"(?<year>\d{4})-\d{1,2}",
        r"[\]()*]",
        r"[\w\-]",
        r"^https:\/\/",
        r"\(\)\[\]\{\}\^\$\.\*\+\?\|\\",
        r"\p{L}+\P{Lu}\u{1F600}\u0041\x41\cA\0\t\n\v\f\r\b\B\s\S\w\W\D",
        r"(?<a>.)\k<a>\1",
        // Left to the start.
        "*a",
        "a{3,2}",
        "[z-a]",
        r"\p{Nonsense}",
    ] {
        assert_eq!(pattern::problem(good), None, "{good}");
    }
    for (bad, reason) in [
        ("(", "a `(` is not closed"),
        ("(a", "a `(` is not closed"),
        ("a)", "a `)` closes nothing"),
        ("[a", "a `[` is not closed"),
        (r"[a\]", "a `[` is not closed"),
        (r"a\", "it ends in a lone backslash"),
        (r"[\", "it ends in a lone backslash"),
        (r"^\d{4}\-\d{2}$", r"`\-` is no escape; `-` needs no backslash: write `-`"),
        (r"^https\:\/\/", r"`\:` is no escape; `:` needs no backslash: write `:`"),
        (r"[\w\@]", r"`\@` is no escape; `@` needs no backslash: write `@`"),
        (r"a\ b", r"`\ ` is no escape; ` ` needs no backslash: write ` `"),
        (r"\ñ", r"`\ñ` is no escape; `ñ` needs no backslash: write `ñ`"),
        (r"\_", r"`\_` is no escape; `_` needs no backslash: write `_`"),
        (r"\Aa", r"JavaScript has no `\A`; the start of the text is `^`"),
        (r"a\z", r"JavaScript has no `\z`; the end of the text is `$`"),
        (r"\h", r"JavaScript has no `\h`; a letter itself needs no backslash: write `h`"),
    ] {
        assert_eq!(pattern::problem(bad).as_deref(), Some(reason), "{bad}");
    }
}

/// Groups without delimiters around every part that a fragment can be.
#[test]
fn invisible_groups_are_looked_through() {
    let group = |tokens: TokenStream| proc_macro2::Group::new(Delimiter::None, tokens);
    let twice = |tokens: TokenStream| {
        let once = group(tokens);
        group(quote!(#once))
    };
    let body = twice(quote!({ body }));
    let (ty, returns) = (group(quote!(&'static str)), group(quote!(!)));
    let (least, most, negative) = (twice(quote!(9)), group(quote!(1)), group(quote!(-1)));
    let (text, docs) = (group(quote!("")), group(quote!("Says.")));
    let said = |item: TokenStream| {
        let mut said = Vec::new();
        collect(expand::data_tool(quote!(title = #text), item), &mut said);
        said.into_iter().map(|(_, _, message)| message).collect::<Vec<_>>()
    };
    let item = quote!(
        #[doc = #docs]
        fn tool(#[arg(range = #least..=#most)] a: u8, #[arg(range = 0..5, default = #negative)] b: i8, c: #ty) -> #returns #body
    );
    // As `$f:item` hands it on, behind an attribute.
    let whole = group(item.clone());
    assert_eq!(said(quote!(#[inline] #whole)), said(item.clone()));
    assert_eq!(
        said(item),
        [
            messages::EMPTY_TEXT.to_owned(),
            messages::EMPTY_RANGE.to_owned(),
            messages::outside_range("default", "-1", "0..5"),
            messages::borrowed_param(Some("String")),
            messages::RETURNS_NEVER.to_owned(),
        ]
    );
}
