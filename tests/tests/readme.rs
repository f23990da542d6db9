//! What the README shows is what there is.

use std::{fs, path::PathBuf};

use mcp_data_runtime::{Settings, testing::text};
use mcp_data_tests::{call, command, example};
use rmcp::{ServiceExt, model::ClientConfig, transport::TokioChildProcess};
use serde_json::{Value, json};

fn file(path: &str) -> String {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The blocks in a language.
fn blocks(markdown: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let parts = markdown.split(&fence).skip(1);
    parts.map(|part| part.split("\n```").next().expect("an end").to_owned()).collect()
}

#[test]
fn its_console_sessions_are_real() {
    let sessions = blocks(&file("README.md"), "console");
    assert_eq!(sessions.len(), 2);
    for session in sessions {
        let (input, output) = session.split_once('\n').expect("a command and its output");
        let line =
            input.strip_prefix("$ cargo run -q --example energy -- ").expect("the energy example");
        let (words, arguments) = line.split_once(" '").expect("arguments in quotes");
        let run = command("energy")
            .args(words.split(' '))
            .arg(arguments.strip_suffix('\'').expect("a closing quote"))
            .output()
            .expect("the example runs");
        assert_eq!(String::from_utf8_lossy(&run.stdout).trim_end(), output.trim_end());
    }
}

#[test]
fn its_first_tool_is_the_example() {
    let tool = &blocks(&file("README.md"), "rust,no_run")[0];
    assert!(file("examples/cities.rs").ends_with(&format!("{tool}\n")));
}

#[test]
fn its_compile_error_is_the_compilers() {
    let shown = &blocks(&file("README.md"), "text")[0];
    let message = file("ui-tests/fail/types/returns_string.stderr");
    // What rustc says after that is about the runtime's own code.
    let (said, _) = message.split_once("\nhelp: ").expect("rustc lists the types that are allowed");
    assert_eq!(shown, said);
}

#[test]
fn its_expansion_is_the_macros() {
    let shown = &blocks(&file("README.md"), "text")[1];
    let kept = file("mcp-data-macros/expansions/example_cities.rs");
    assert!(kept.ends_with(&format!("}}\n{shown}\n")), "{shown}");
}

#[tokio::test]
async fn its_client_configurations_start_a_server() {
    let configurations = blocks(&file("README.md"), "json");
    assert_eq!(configurations.len(), 3);
    for configuration in configurations {
        let configuration: Value = serde_json::from_str(&configuration).expect("JSON");
        let servers =
            configuration.get("mcpServers").or(configuration.get("servers")).expect("servers");
        let program = servers["energy"]["command"].as_str().expect("a command");
        assert_eq!(program, "/absolute/path/to/target/release/examples/energy");
        let transport = TokioChildProcess::new(tokio::process::Command::new(example("energy")))
            .expect("it starts");
        let client = ClientConfig::default().serve(transport).await.expect("it speaks MCP");
        let answer = call(&client, "energy_largest_source", json!({ "year": 2017 })).await;
        assert!(text(&answer).starts_with("The largest source"));
        client.cancel().await.expect("an orderly end");
    }
}

/// A setting's variable, and its default where there is one.
type Setting = (String, Option<String>);

/// What the program itself takes for granted, in the order of its fields.
fn settings_of_the_code() -> Vec<Setting> {
    let settings = Settings::default();
    let word = |value: &dyn std::fmt::Debug| Some(format!("{value:?}").to_lowercase());
    let list = |values: &[String]| (!values.is_empty()).then(|| values.join(","));
    [
        ("MCP_TRANSPORT", word(&settings.transport)),
        ("MCP_HOST", Some(settings.host)),
        ("MCP_PORT", word(&settings.port)),
        ("MCP_ALLOWED_HOSTS", list(&settings.allowed_hosts)),
        ("MCP_ALLOWED_ORIGINS", list(&settings.allowed_origins)),
        ("MCP_BEARER_TOKEN", settings.bearer_token.as_ref().and_then(|token| word(token))),
        ("MCP_CALL_TIMEOUT_SECS", word(&settings.call_timeout_secs)),
        ("MCP_MAX_CONCURRENT_CALLS", word(&settings.max_concurrent_calls)),
        ("MCP_MAX_BODY_BYTES", word(&settings.max_body_bytes)),
        ("MCP_MODEL_ROWS", word(&settings.model_rows)),
        ("MCP_MAX_ROWS", word(&settings.max_rows)),
        ("MCP_CHART_FORMAT", word(&settings.chart_format)),
        ("MCP_MIRROR_TEXT", word(&settings.mirror_text)),
        ("MCP_CLIENT_RENDERS", word(&settings.client_renders)),
        ("MCP_PREVIEW", settings.preview.as_ref().and_then(|preview| word(preview))),
        ("MCP_CHARTJS", settings.chartjs.as_ref().and_then(|library| word(library))),
        ("MCP_LANG", word(&settings.lang)),
    ]
    .map(|(name, default)| (name.to_owned(), default))
    .into()
}

/// What `--help` says, in its order.
fn settings_of_the_help() -> Vec<Setting> {
    let output = command("cities").arg("--help").output().expect("the example runs");
    let help = String::from_utf8(output.stdout).expect("UTF-8");
    let setting = |part: &str| {
        let name = part.split(['=', ']']).next().expect("a name").to_owned();
        let option = part.split("--").next().expect("what follows");
        let default = option
            .split_once("[default: ")
            .map(|(_, value)| value.split(']').next().expect("a value").to_owned());
        (name, default)
    };
    help.split("[env: ").skip(1).map(setting).collect()
}

/// What the README's table says, in its order.
fn settings_of_the_readme() -> Vec<Setting> {
    let setting = |line: &str| {
        let mut cells = line.strip_prefix("| `MCP_")?.split(" | ");
        let name = format!("MCP_{}", cells.next()?.trim_end_matches('`'));
        let default = cells.next()?.trim();
        Some((name, default.starts_with('`').then(|| default.trim_matches('`').to_owned())))
    };
    file("README.md").lines().filter_map(setting).collect()
}

#[test]
fn its_settings_are_those_of_the_program_and_of_its_flags() {
    let expected = settings_of_the_code();
    assert_eq!(settings_of_the_help(), expected);
    assert_eq!(settings_of_the_readme(), expected);
}
