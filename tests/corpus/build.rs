//! Writes the corpus' types and tools as Rust.
#![allow(dead_code, reason = "its modules are the library's, whose tests use the rest")]

use std::{env, fs, path::Path};

#[path = "src/build.rs"]
mod build;
#[path = "src/cases/mod.rs"]
mod cases;
#[path = "src/json.rs"]
mod json;
#[path = "src/rng.rs"]
mod rng;
#[path = "src/shape.rs"]
mod shape;

/// How many tools stand in a module.
const TOOLS_IN_MODULE: usize = 60;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src");
    let corpus = cases::all();
    let mut text =
        format!("pub mod types {{\nuse super::prelude::*;\n{}\n}}\n", corpus.source.items);
    let mut probes = String::new();
    for (index, cases) in corpus.cases.chunks(TOOLS_IN_MODULE).enumerate() {
        let tools: String = cases.iter().map(tool).collect();
        text.push_str(&format!(
            "mod tools_{index} {{\nuse super::{{prelude::*, types::*}};\n{tools}\n}}\n"
        ));
        for case in cases {
            probes.push_str(&probe(&format!("tools_{index}"), case));
        }
    }
    text.push_str(&format!(
        "pub fn probes() -> Vec<Probe> {{\nlet mut all = Vec::new();\n{probes}all\n}}\n"
    ));
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("types.rs"), text).expect("OUT_DIR can be written to");
}

/// A tool that answers with what it got.
fn tool(case: &cases::Case) -> String {
    let mut params = String::new();
    let mut shown = String::new();
    for param in &case.params {
        let arg =
            if param.arg.is_empty() { String::new() } else { format!("#[arg({})]", param.arg) };
        params.push_str(&format!("/// The argument.\n{arg} {}: {},\n", param.name, param.of.rust));
        shown.push_str(&format!("format!(\"{{:?}}\", {}), ", param.name));
    }
    format!(
        "/// {about}\n#[data_tool]\npub async fn {name}({params}) -> DataToolOutput {{ answer(&[{shown}]) }}\n",
        about = case.about.replace('\n', " "),
        name = case.name,
    )
}

fn probe(module: &str, case: &cases::Case) -> String {
    let reads: String =
        case.params.iter().map(|param| format!("read::<{}>, ", param.of.rust)).collect();
    format!(
        "all.push({{ use types::*; use prelude::*; Probe {{ tools: mcp_data_runtime::tools![{module}::{}], reads: vec![{reads}] }} }});\n",
        case.name
    )
}
