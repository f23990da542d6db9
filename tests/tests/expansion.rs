//! What the compiler expands the examples to is what the macro's snapshots hold.

use std::{fs, path::PathBuf, process::Command};

use syn::{Expr, ImplItem, ImplItemConst, Item, ItemImpl, Stmt};

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// An example as `cargo expand` asks the compiler for it, in a target folder of its own: the variable
/// that lets a stable compiler answer would make cargo build everything again.
fn expanded(example: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["rustc", "--quiet", "-p", "mcp-data-examples", "--example", example])
        .args(["--profile", "check", "--", "-Zunpretty=expanded"])
        .current_dir(root())
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", root().join("target/expand"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Each `impl` that the macro writes, formatted, but for the registration in it: that is a macro of
/// another crate, which the compiler has expanded and the snapshot has not.
fn tools(items: Vec<Item>, found: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Mod(module) => {
                tools(module.content.map(|(_, items)| items).unwrap_or_default(), found);
            }
            Item::Impl(mut implementation) if is_tool(&implementation) => {
                let registered: usize =
                    implementation.items.iter_mut().map(without_registration).sum();
                assert_eq!(registered, 1, "registrations");
                let items = vec![Item::Impl(implementation)];
                let file = syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items };
                found.push(prettyplease::unparse(&file));
            }
            _ => {}
        }
    }
}

fn is_tool(implementation: &ItemImpl) -> bool {
    let name = implementation.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    name.is_some_and(|last| last.ident == "DataTool")
}

/// Takes out what registers the tool, and says how often it stood there: a call of a macro in the
/// snapshots, what that macro writes here.
fn without_registration(item: &mut ImplItem) -> usize {
    let ImplItem::Const(ImplItemConst { expr: Expr::Block(block), .. }) = item else { return 0 };
    let statements = block.block.stmts.len();
    block.block.stmts.retain(|statement| match statement {
        Stmt::Item(Item::Const(constant)) => constant.ident != "_",
        Stmt::Item(Item::Macro(_)) | Stmt::Macro(_) => false,
        _ => true,
    });
    statements - block.block.stmts.len()
}

#[test]
fn of_the_examples() {
    for (example, count) in [("cities", 1), ("energy", 4)] {
        let kept = root().join(format!("mcp-data-macros/expansions/example_{example}.rs"));
        let kept = fs::read_to_string(kept).expect("the snapshot");
        let of = |code: &str| {
            let mut found = Vec::new();
            tools(syn::parse_file(code).expect("Rust").items, &mut found);
            found
        };
        let kept = of(&kept);
        assert_eq!(kept.len(), count);
        assert_eq!(of(&expanded(example)), kept);
    }
}
