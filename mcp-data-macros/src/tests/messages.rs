//! What the macros say, and where, in process.

use std::{env, fs, path::PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;

use crate::{expand, source, table, table_row};

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
            let place = format!("/{file}:{line}:{column}");
            assert!(is_shown(&shown, &message, &place), "{place}\n{message}");
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

/// Whether the compiler shows a message whole, and right below it the place.
fn is_shown(shown: &str, message: &str, place: &str) -> bool {
    let message = format!("error: {}\n", message.replace('\n', "\n       "));
    shown.split(&message).skip(1).any(|rest| {
        let arrow = rest.lines().next().unwrap_or_default().trim_start();
        arrow.starts_with("--> ") && arrow.ends_with(place)
    })
}

#[test]
fn a_message_is_held_together_with_its_place() {
    let shown =
        "error: one\n       more\n --> fail/a.rs:1:2\n  |\n\nerror: two\n  --> fail/a.rs:30:4\n";
    for (message, place, is_right) in [
        ("one\nmore", "/a.rs:1:2", true),
        ("two", "/a.rs:30:4", true),
        ("two", "/a.rs:1:2", false),
        ("one\nmore", "/a.rs:30:4", false),
        ("one", "/a.rs:1:2", false),
        ("two", "/a.rs:30:40", false),
    ] {
        assert_eq!(is_shown(shown, message, place), is_right, "{message} {place}");
    }
}

pub(super) type Said = Vec<(usize, usize, String)>;

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
                        collect(table::expand(quote!(runtime #input)), said);
                    }
                    "source" if !input.is_empty() => {
                        collect(source::expand(quote!(runtime #input)), said);
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
        collect(expand::data_tool(options, all(&attributes)), said);
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
pub(super) fn collect(expansion: TokenStream, said: &mut Said) {
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
