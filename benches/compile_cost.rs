//! What N tools of three arguments cost to compile: ours, and the SDK's own macros'.
//!
//! `cargo bench -p mcp-data-benches --bench compile_cost [-- N…]` writes a crate for each, in the
//! target folder, builds its dependencies, and measures the crate alone: `cargo build` and
//! `cargo check` from nothing and after touching one file (the median of seven, ours and theirs in
//! turn), the size of the library and the lines that the compiler sees. N is 50, 200 and 800 unless
//! given.

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant, SystemTime},
};

/// Tools in one file.
const PER_FILE: usize = 25;
const RUNS: usize = 7;

struct Peer {
    name: &'static str,
    dependencies: fn() -> String,
    module: fn(usize, usize) -> String,
}

const PEERS: [Peer; 2] = [
    Peer { name: "ours", dependencies: our_dependencies, module: our_module },
    Peer { name: "sdk", dependencies: sdk_dependencies, module: sdk_module },
];

fn our_dependencies() -> String {
    let runtime = concat!(env!("CARGO_MANIFEST_DIR"), "/../mcp-data-runtime");
    format!("mcp-data-runtime = {{ path = {runtime:?} }}\n")
}

fn our_module(_: usize, tools: usize) -> String {
    let mut code = "use mcp_data_runtime::prelude::*;\n\
         const SOURCE: Source = source!(\"https://example.org/data\");\n"
        .to_owned();
    for tool in 0..tools {
        writeln!(
            code,
            "/// The figures of a city in some years.\n\
             #[data_tool]\n\
             pub async fn tool_{tool}(\n\
             /// The city.\ncity: String,\n\
             /// The first year.\nfrom: u16,\n\
             /// The last year.\nto: Option<u16>,\n\
             ) -> DataToolOutput {{\n\
             DataToolOutput::new(format!(\"{{city}} {{from}} {{to:?}}\"), SOURCE)\n\
             }}"
        )
        .expect("a string takes all");
    }
    code
}

fn sdk_dependencies() -> String {
    "rmcp = { version = \"=3.11.0\", features = [\"server\", \"macros\"] }\n\
     serde = { version = \"1\", features = [\"derive\"] }\n\
     schemars = \"1\"\n"
        .to_owned()
}

fn sdk_module(module: usize, tools: usize) -> String {
    let mut code = "use rmcp::{handler::server::wrapper::Parameters, model::CallToolResult, \
         model::ContentBlock, tool, tool_router, ErrorData};\n\
         use schemars::JsonSchema;\nuse serde::Deserialize;\n"
        .to_owned();
    for tool in 0..tools {
        writeln!(
            code,
            "#[derive(Deserialize, JsonSchema)]\n\
             pub struct Args{tool} {{\n\
             /// The city.\ncity: String,\n\
             /// The first year.\nfrom: u16,\n\
             /// The last year.\nto: Option<u16>,\n\
             }}"
        )
        .expect("a string takes all");
    }
    writeln!(
        code,
        "#[tool_router(router = router_{module}, vis = \"pub\")]\nimpl crate::Server {{"
    )
    .expect("a string takes all");
    for tool in 0..tools {
        writeln!(
            code,
            "/// The figures of a city in some years.\n\
             #[tool]\n\
             pub async fn tool_{module}_{tool}(&self, Parameters(args): Parameters<Args{tool}>) \
             -> Result<CallToolResult, ErrorData> {{\n\
             let Args{tool} {{ city, from, to }} = args;\n\
             Ok(CallToolResult::success(vec![ContentBlock::text(format!(\"{{city}} {{from}} {{to:?}}\"))]))\n\
             }}"
        )
        .expect("a string takes all");
    }
    code.push_str("}\n");
    code
}

/// Writes a library of `tools` tools.
fn write_crate(peer: &Peer, tools: usize, base: &Path) -> Cargo {
    let package = format!("cost-{}-{tools}", peer.name);
    let folder = base.join(format!("{}-{tools}", peer.name));
    let source = folder.join("src");
    fs::create_dir_all(&source).expect("a folder");
    let manifest = format!(
        "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [workspace]\n[dependencies]\n{}",
        (peer.dependencies)()
    );
    fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
    let files = tools.div_ceil(PER_FILE);
    let mut root = "#[derive(Clone)]\npub struct Server;\n".to_owned();
    for file in 0..files {
        writeln!(root, "pub mod file_{file};").expect("a string takes all");
        let here = PER_FILE.min(tools - file * PER_FILE);
        fs::write(source.join(format!("file_{file}.rs")), (peer.module)(file, here))
            .expect("a file");
    }
    fs::write(source.join("lib.rs"), root).expect("a file");
    Cargo { package, folder, target: base.join("target") }
}

/// A crate to be measured.
struct Cargo {
    package: String,
    folder: PathBuf,
    target: PathBuf,
}

impl Cargo {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new("cargo");
        command.args(words).current_dir(&self.folder).env("CARGO_TARGET_DIR", &self.target);
        command
    }

    fn run(&self, words: &[&str]) {
        let output = self.command(words).output().expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn timed(&self, words: &[&str]) -> Duration {
        let started = Instant::now();
        self.run(words);
        started.elapsed()
    }

    fn touch(&self) {
        let file = fs::File::options().append(true).open(self.folder.join("src/file_0.rs"));
        file.and_then(|file| file.set_modified(SystemTime::now())).expect("the file is touched");
    }

    fn clean(&self) {
        self.run(&["clean", "-q", "-p", &self.package]);
    }
}

/// The median times of a command in each crate, after something was done to it. The crates take turns,
/// so that what else the machine does meets all of them.
fn medians<const PEERS: usize>(
    crates: &[Cargo; PEERS],
    (command, before): Timed,
) -> [Duration; PEERS] {
    let words = [command, "-q"];
    for cargo in crates {
        cargo.run(&words);
    }
    let mut times = [const { Vec::new() }; PEERS];
    for _ in 0..RUNS {
        for (cargo, times) in crates.iter().zip(&mut times) {
            before(cargo);
            times.push(cargo.timed(&words));
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times[RUNS / 2]
    })
}

/// A command, and what is done to a crate before it.
type Timed = (&'static str, fn(&Cargo));

/// What is measured in time, in the order of the table.
const TIMED: [Timed; 4] = [
    ("build", Cargo::clean),
    ("build", Cargo::touch),
    ("check", Cargo::clean),
    ("check", Cargo::touch),
];

/// The size of the library and the lines that the compiler sees.
fn size(cargo: &Cargo, base: &Path) -> (u64, usize) {
    cargo.run(&["build", "-q"]);
    let library = format!("lib{}.rlib", cargo.package.replace('-', "_"));
    let library = fs::metadata(cargo.target.join("debug").join(library)).expect("the library");
    // The pinned compiler prints its expansion as a nightly would; with a target folder of its own,
    // since the variable makes cargo build all dependencies again.
    let expanded = cargo
        .command(&["rustc", "-q", "--profile", "check", "--", "-Zunpretty=expanded"])
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", base.join("expand"))
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(expanded.status.success());
    (library.len(), String::from_utf8_lossy(&expanded.stdout).lines().count())
}

#[allow(clippy::cast_precision_loss, reason = "sizes are rounded for people")]
fn main() {
    let counts: Vec<usize> = env::args().filter_map(|word| word.parse().ok()).collect();
    let counts = if counts.is_empty() { vec![50, 200, 800] } else { counts };
    let base = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../target/compile-cost"));
    println!(
        "| tools | whose | build | build, touched | check | check, touched | library | expanded lines |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for tools in counts {
        let crates = PEERS.map(|peer| write_crate(&peer, tools, &base));
        let times = TIMED.map(|timed| medians(&crates, timed));
        let sizes = crates.each_ref().map(|cargo| size(cargo, &base));
        for (at, peer) in PEERS.iter().enumerate() {
            let seconds = times.map(|peers| format!("{:.2} s", peers[at].as_secs_f64()));
            let (library, lines) = sizes[at];
            println!(
                "| {tools} | {} | {} | {:.1} MB | {lines} |",
                peer.name,
                seconds.join(" | "),
                library as f64 / 1e6,
            );
        }
        let ratios =
            times.map(|[ours, sdk]| format!("{:.2}", ours.as_secs_f64() / sdk.as_secs_f64()));
        let [ours, sdk] = sizes;
        println!(
            "| {tools} | ours/sdk | {} | {:.2} | {:.2} |",
            ratios.join(" | "),
            ours.0 as f64 / sdk.0 as f64,
            ours.1 as f64 / sdk.1 as f64,
        );
    }
}
