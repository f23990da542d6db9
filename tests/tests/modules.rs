//! The directions of modules: which may use which, as `ARCHITECTURE.md` has them, and no two that use each other.
//!
//! Read from the sources themselves: each path that begins with `crate`, `super` or `self`, in a `use` or elsewhere.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The modules of the runtime's root, each layer using only those below it.
const RUNTIME: [&[&str]; 10] = [
    &["testing"],
    &["serve"],
    &["dispatch", "viewer"],
    &["catalog"],
    &["plugin", "schema"],
    &["resource"],
    &["tool"],
    &["answer"],
    &["wording"],
    &["bounds"],
];
/// What stands beside the layers: what macros write out, which no module uses.
const BESIDE: [&str; 2] = ["macros", "private"];

/// A module by the names that lead to it; the crate's root has none.
type Module = Vec<String>;

/// Which module uses which.
type Uses = BTreeSet<(Module, Module)>;

/// The modules of a crate, each with its source.
fn modules(src: &Path) -> BTreeMap<Module, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(src.to_owned(), Module::new())];
    while let Some((folder, above)) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let mut module = above.clone();
            if !matches!(name.as_str(), "lib" | "mod") {
                module.push(name.clone());
            }
            if path.is_dir() {
                folders.push((path, module));
            } else if path.extension().is_some_and(|extension| extension == "rs") && name != "tests"
            {
                found.insert(module, fs::read_to_string(path).expect("text"));
            }
        }
    }
    found
}

/// Which modules a source uses.
struct Reader<'a> {
    known: &'a BTreeSet<Module>,
    uses: &'a mut Uses,
}

impl Reader<'_> {
    fn read(&mut self, source: TokenStream, module: &Module) {
        let mut tokens = source.into_iter().peekable();
        let mut is_test = false;
        // `$crate` of a macro is what its user has.
        let mut is_after_dollar = false;
        while let Some(token) = tokens.next() {
            let was_dollar = std::mem::replace(
                &mut is_after_dollar,
                matches!(&token, TokenTree::Punct(dollar) if dollar.as_char() == '$'),
            );
            match token {
                TokenTree::Punct(hash) if hash.as_char() == '#' => {
                    if let Some(TokenTree::Group(attribute)) = tokens.peek() {
                        is_test |= attribute.stream().to_string().replace(' ', "") == "cfg(test)";
                    }
                }
                TokenTree::Punct(end) if end.as_char() == ';' => is_test = false,
                TokenTree::Group(group) => {
                    if !is_test {
                        self.read(group.stream(), module);
                    }
                    is_test &= group.delimiter() != Delimiter::Brace;
                }
                TokenTree::Ident(start)
                    if !is_test
                        && !was_dollar
                        && ["crate", "super", "self"].iter().any(|name| start == name) =>
                {
                    let from = match start.to_string().as_str() {
                        "crate" => Module::new(),
                        "super" => module[..module.len().saturating_sub(1)].to_vec(),
                        _ => module.clone(),
                    };
                    let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(colon)) if colon.as_char() == ':');
                    if is_path {
                        let path: Vec<TokenTree> = path(&mut tokens);
                        self.follow(&path, from, module);
                    }
                }
                _ => {}
            }
        }
    }

    /// Follows a path from a module, into each of its branches.
    fn follow(&mut self, path: &[TokenTree], mut to: Module, module: &Module) {
        for part in path {
            match part {
                TokenTree::Ident(name) if name == "super" => drop(to.pop()),
                TokenTree::Ident(name) if name == "self" => {}
                TokenTree::Ident(name) => {
                    to.push(name.to_string());
                    if !self.known.contains(&to) {
                        to.pop();
                        break;
                    }
                }
                TokenTree::Group(branches) => {
                    let branches: Vec<TokenTree> = branches.stream().into_iter().collect();
                    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ',');
                    for branch in branches.split(is_comma) {
                        self.follow(branch, to.clone(), module);
                    }
                    return;
                }
                _ => {}
            }
        }
        self.uses.insert((module.clone(), to));
    }
}

/// Takes the rest of a path: names, `::`, and at its end what a `use` takes of it.
fn path(tokens: &mut std::iter::Peekable<proc_macro2::token_stream::IntoIter>) -> Vec<TokenTree> {
    let mut path = Vec::new();
    let mut is_after_colons = false;
    while let Some(next) = tokens.next_if(|next| match next {
        TokenTree::Punct(colon) => colon.as_char() == ':',
        TokenTree::Ident(_) => is_after_colons,
        TokenTree::Group(group) => is_after_colons && group.delimiter() == Delimiter::Brace,
        TokenTree::Literal(_) => false,
    }) {
        is_after_colons = matches!(next, TokenTree::Punct(_));
        path.push(next);
    }
    path
}

fn uses(sources: &BTreeMap<Module, String>) -> Uses {
    let known: BTreeSet<Module> = sources.keys().cloned().collect();
    let mut uses = Uses::new();
    for (module, source) in sources {
        let tokens: TokenStream = source.parse().expect("Rust");
        Reader { known: &known, uses: &mut uses }.read(tokens, module);
    }
    uses
}

/// The uses among the modules of one folder: whatever is below one counts as it.
fn among(uses: &Uses, folder: &[String]) -> BTreeSet<(String, String)> {
    let child = |module: &Module| {
        let rest = module.strip_prefix(folder)?;
        rest.first().cloned()
    };
    let siblings = uses.iter().filter_map(|(from, to)| Some((child(from)?, child(to)?)));
    siblings.filter(|(from, to)| from != to && !BESIDE.contains(&from.as_str())).collect()
}

/// Modules of one folder that use each other, round about.
fn cycle(uses: &BTreeSet<(String, String)>) -> Option<Vec<String>> {
    let mut left: BTreeSet<(String, String)> = uses.clone();
    // What uses nothing that is left, or is used by nothing that is left, is in no cycle.
    loop {
        let sources: BTreeSet<String> = left.iter().map(|(from, _)| from.clone()).collect();
        let targets: BTreeSet<String> = left.iter().map(|(_, to)| to.clone()).collect();
        let is_kept =
            |(from, to): &&(String, String)| sources.contains(to) && targets.contains(from);
        let kept: BTreeSet<_> = left.iter().filter(is_kept).cloned().collect();
        if kept.len() == left.len() {
            return (!sources.is_empty()).then(|| sources.into_iter().collect());
        }
        left = kept;
    }
}

/// What is wrong with the directions of a crate's modules.
fn problems(sources: &BTreeMap<Module, String>, layers: &[&[&str]]) -> Vec<String> {
    let uses = uses(sources);
    let mut problems = Vec::new();
    let layer = |name: &str| layers.iter().position(|layer| layer.contains(&name));
    for (from, to) in among(&uses, &[]) {
        match (layer(&from), layer(&to)) {
            (Some(above), Some(below)) if above < below => {}
            (Some(_), Some(_)) => {
                problems.push(format!("`{from}` uses `{to}`, which is not below it"));
            }
            _ if layers.is_empty() => {}
            _ => problems.push(format!("`{from}` uses `{to}`, and one of them has no layer")),
        }
    }
    let folders: BTreeSet<&[String]> =
        sources.keys().filter_map(|module| module.split_last().map(|(_, above)| above)).collect();
    for folder in folders {
        if let Some(cycle) = cycle(&among(&uses, folder)) {
            let folder = match folder {
                [] => "the root".to_owned(),
                folder => format!("`{}`", folder.join("::")),
            };
            problems.push(format!("in {folder}, these use each other: {}", cycle.join(", ")));
        }
    }
    problems
}

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join(name).join("src")
}

#[test]
fn each_module_uses_only_those_below_it() {
    assert_eq!(problems(&modules(&root("mcp-data-runtime")), &RUNTIME), Vec::<String>::new());
    assert_eq!(problems(&modules(&root("mcp-data-macros")), &[]), Vec::<String>::new());
}

#[test]
fn a_wrong_use_is_found() {
    let sources = modules(&root("mcp-data-runtime"));
    for (file, line, problem) in [
        (
            "answer::text",
            "use crate::{bounds, tool::{error::ToolError}};",
            "`answer` uses `tool`, which is not below it",
        ),
        (
            "wording",
            "fn late() { let _ = crate::answer::Source::parse; }",
            "`wording` uses `answer`, which is not below it",
        ),
        (
            "answer::cell",
            "use super::table::Table;",
            "in `answer`, these use each other: cell, row, table",
        ),
        (
            "bounds",
            "use super::wording::{list, show};",
            "in the root, these use each other: bounds, wording",
        ),
    ] {
        let module: Module = file.split("::").map(ToOwned::to_owned).collect();
        let mut planted = sources.clone();
        planted.get_mut(&module).expect("the module").push_str(line);
        let found = problems(&planted, &RUNTIME);
        assert!(found.iter().any(|found| found == problem), "{found:?}");
    }
    let mut tests_only = sources;
    let line = "#[cfg(test)] mod more { use crate::serve::Settings; }";
    tests_only.get_mut(&vec!["bounds".to_owned()]).expect("the module").push_str(line);
    assert_eq!(problems(&tests_only, &RUNTIME), Vec::<String>::new());
}
