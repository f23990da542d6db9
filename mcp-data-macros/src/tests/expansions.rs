//! What the macros write, in process.

use std::{env, fs, path::PathBuf};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::{deprecated, expand, source, table, table_row};

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
    let bare = formatted(expand::data_tool(quote!(), none.clone()));
    let written = snapshot("three_arguments", expand::data_tool(quote!(), three.clone()));
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
        destructive, open_world, idempotent = true, meta = json!({ "a": 1 }),
        icons = ["https://example.org/i.svg"], crate = ::data
    };
    let item = quote! {
        #[cfg(feature = "stats")]
        #[cfg_attr(test, allow(dead_code), inline)]
        pub(crate) fn r#type(
            #[arg(name = "from", range = 1..=9, default = 2, examples = [1, 2])] first: u8,
            #[arg(length = 1..=20, pattern = "^[a-z]+$", default = "en")] r#match: String,
        ) -> DataToolOutput<Row> {
            body
        }
    };
    snapshot("every_option", expand::data_tool(options, item));
}

#[test]
fn a_tool_with_errors_keeps_its_function_and_a_stand_in() {
    let item = quote! {
        pub fn broken(&self, text: &str) -> impl Display { text }
    };
    snapshot("errors", expand::data_tool(quote!(), item));
}

#[test]
fn a_tool_whose_description_is_a_file() {
    let item = quote! {
        #[doc = " Before."]
        #[doc = include_str!("tool.md")]
        fn described() -> DataToolOutput { body }
    };
    snapshot("description_from_file", expand::data_tool(quote!(), item));
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
            let expansion = expand::data_tool(options, function.to_token_stream());
            let mut bare = function;
            bare.sig.inputs.clear();
            let without = expand::data_tool(quote!(description = "Says."), bare.to_token_stream());
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
    let table = table::expand(
        quote!(runtime ["a", "b"], [1, -9_223_372_036_854_775_808], [x, 18_446_744_073_709_551_615]),
    );
    let source =
        source::expand(quote!(runtime "https://example.org/", title = "T", modified = "2018-10"));
    snapshot("literals", quote!(const TABLE: Table = #table; const SOURCE: Source = #source;));
}

#[test]
fn literal_integers_are_as_wide_as_their_value() {
    let of = |cell: TokenStream| {
        let written = table::expand(quote!(runtime ["a"], [#cell])).to_string().replace(' ', "");
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
    let asked = quote!(
        use __mcp::AnyType as _;
        __mcp::HasDefault::check(__mcp::TypeOf::<T>::NEW.whose_default());
    );
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
                #asked
                let mcp_value: T = X;
                mcp_options.set("default", <T as __mcp::Published>::json(&mcp_value));
            ),
        ),
        (
            quote!(default = "a"),
            quote!(#asked mcp_options.set("default", <T as __mcp::TextDefault>::json("a"));),
        ),
        (
            quote!(examples = [1, -1, 3_000_000_000, -3_000_000_000]),
            quote!(mcp_options.examples([1i64, -1i64, 3000000000i64, -3000000000i64].map(#json));),
        ),
        (
            quote!(examples = [3_000_000_000, 18_446_744_073_709_551_615]),
            quote!(mcp_options.examples([3000000000u64, 18446744073709551615u64].map(#json));),
        ),
        (
            quote!(examples = [-1, 18_446_744_073_709_551_615]),
            quote!(mcp_options.examples([-1i128, 18446744073709551615i128].map(#json));),
        ),
        (
            quote!(examples = [-2_147_483_648, 2_147_483_647]),
            quote!(mcp_options.examples([-2_147_483_648, 2_147_483_647].map(#json));),
        ),
        (
            quote!(examples = [3_000_000_000, X]),
            quote!(mcp_options.examples([3_000_000_000, X].map(#json));),
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
        let expansion = expand::data_tool(quote!(), item).to_string().replace(' ', "");
        let written = quote!(.with(|mcp_options| { #statements })).to_string().replace(' ', "");
        assert!(expansion.contains(&written), "{written} in {expansion}");
    }
    let item = quote!(
        #[doc = "Says."]
        fn tool(#[arg(name = "b")] a: T) -> DataToolOutput {
            body
        }
    );
    assert!(!expand::data_tool(quote!(), item).to_string().contains("mcp_options"));
}

#[test]
fn a_row_with_errors_is_still_a_row() {
    let row = quote! {
        struct Broken { #[column("")] year: u16, Year: u16, columns: u8 }
    };
    snapshot("row_with_errors", table_row::derive(row));
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
        let expansion = expand::data_tool(options, item.clone()).to_string();
        assert!(expansion.contains(&written.to_string()), "{written} in {expansion}");
    }
}

#[test]
fn what_is_the_users_stays_and_is_shared_where_it_holds() {
    let expansion = expand::data_tool(
        quote!(),
        quote!(
            #[doc = "Says."]
            #[cfg_attr(feature = "x", allow(dead_code), expect(unused), inline)]
            #[expect(clippy::pedantic, reason = "all")]
            #[forbid(unsafe_code)]
            fn tool(
                #[allow(unused)]
                #[doc = "A number."]
                a: u8,
            ) -> DataToolOutput {
                body
            }
        ),
    );
    let file: syn::File = syn::parse2(expansion).expect("Rust");
    let attributes = |item: &syn::Item| {
        let attributes = match item {
            syn::Item::Fn(function) => &function.attrs,
            syn::Item::Struct(beside) => &beside.attrs,
            syn::Item::Impl(implementation) => &implementation.attrs,
            other => panic!("{}", other.to_token_stream()),
        };
        quote!(#(#attributes)*).to_string()
    };
    let shared = quote!(
        #[cfg_attr(feature = "x", allow(dead_code), allow(unused))]
        #[allow(clippy::pedantic, reason = "all")]
    );
    let [function, beside, implementation] = [0, 1, 2].map(|item| attributes(&file.items[item]));
    let whole = quote!(
        #[doc = "Says."]
        #[cfg_attr(feature = "x", allow(dead_code), expect(unused), inline)]
        #[expect(clippy::pedantic, reason = "all")]
        #[forbid(unsafe_code)]
    );
    assert_eq!(function, whole.to_string());
    assert_eq!(beside, quote!(#shared #[doc(hidden)]).to_string());
    assert_eq!(implementation, quote!(#shared #[automatically_derived]).to_string());
    let syn::Item::Fn(function) = &file.items[0] else { panic!("the function is first") };
    let inputs = function.sig.inputs.to_token_stream().to_string();
    assert_eq!(inputs, quote!(#[allow(unused)] a: u8,).to_string());
}

/// A deprecated tool is written by a derive, whose code may use what is deprecated.
#[test]
fn a_deprecated_tool_is_the_same_by_way_of_a_derive() {
    let item = |attribute: TokenStream| quote!(#[doc = "Says."] #attribute fn tool(a: u8) -> DataToolOutput { body });
    for attribute in [quote!(#[deprecated]), quote!(#[cfg_attr(feature = "x", deprecated = "b")])] {
        let written = expand::data_tool(quote!(), item(attribute.clone()));
        let file: syn::File = syn::parse2(written).expect("Rust");
        let [syn::Item::Fn(_), syn::Item::Struct(carrier)] = &file.items[..] else {
            panic!("a function and a type")
        };
        let attributes = &carrier.attrs;
        let beside = quote!(#(#attributes)*).to_string();
        let derived = quote!(#attribute #[doc(hidden)] #[derive(::mcp_data_runtime::private::DeprecatedTool)]);
        assert!(beside.starts_with(&derived.to_string()), "{beside}");
        let derived: syn::Item =
            syn::parse2(deprecated::expand(carrier.to_token_stream())).expect("an implementation");
        let syn::Item::Impl(derived) = derived else { panic!("an implementation") };
        let plain: syn::File =
            syn::parse2(expand::data_tool(quote!(), item(quote!()))).expect("Rust");
        let syn::Item::Impl(plain) = &plain.items[2] else { panic!("an implementation") };
        let items = |of: &syn::ItemImpl| {
            of.items.iter().map(|item| item.to_token_stream().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(items(&derived), items(plain));
    }
}

/// A lint that an expansion allowed could not be forbidden where the tool stands.
#[test]
fn expansions_allow_nothing() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("expansions");
    for entry in fs::read_dir(folder).expect("the snapshots") {
        let path = entry.expect("a snapshot").path();
        let code = fs::read_to_string(&path).expect("a snapshot");
        if path.extension().is_some_and(|extension| extension == "rs") {
            // Those that the user wrote, on the function, its type and its implementation.
            let users = if path.ends_with("every_option.rs") { 3 } else { 0 };
            assert_eq!(code.matches("allow(").count(), users, "{}", path.display());
        }
    }
}

/// What is right of a tool is compared with its types, whatever is wrong beside it.
#[test]
fn what_is_right_of_a_broken_tool_is_still_checked() {
    let item = quote! {
        #[doc = "Says."]
        fn tool(
            #[arg(range = 9..=1, default = X)] a: A,
            (b, _): B,
            #[arg(lenght = 1..=2, pattern = "x")] c: C,
            d: &D,
            #[arg(default = Y)] e: E,
        ) -> F {
            body
        }
    };
    snapshot("partly_wrong", expand::data_tool(quote!(titel = "T", timeout = LIMIT), item));
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
        let written = expand::data_tool(quote!(), item).to_string();
        assert!(!written.contains(". call ("), "{written}");
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
    let written = expand::data_tool(quote!(), item).to_string();
    assert!(written.contains(". call ("), "{written}");
}
