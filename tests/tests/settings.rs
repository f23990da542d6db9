//! Settings from the environment: what is empty, what is secret, who may call.

use std::process::{Command, Output, Stdio};

use mcp_data_tests::{HttpExample, command, post, request};
use serde_json::{Value, json};

fn run(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } =
        command.stdin(Stdio::null()).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("an exit code"), text(stdout), text(stderr))
}

/// The variables that `--help` names.
fn variables() -> Vec<String> {
    let (code, help, _) = run(command("cities").arg("--help"));
    assert_eq!(code, 0);
    let named = help.split("[env: ").skip(1);
    named.map(|rest| rest.split(['=', ']']).next().expect("a name").to_owned()).collect()
}

// N21
#[test]
fn a_variable_that_is_set_to_nothing_counts_as_unset() {
    let mut variables = variables();
    assert!(variables.len() >= 17, "{variables:?}");
    variables.push("RUST_LOG".to_owned());
    let answer = |set: &[String]| {
        let mut command = command("energy");
        command.args(["call", "--json", "electricity_mix"]);
        run(command.envs(set.iter().map(|variable| (variable, ""))))
    };
    let unset = answer(&[]);
    assert_eq!(unset.0, 0, "{}", unset.2);
    for variable in &variables {
        assert_eq!(answer(std::slice::from_ref(variable)), unset, "{variable}");
    }
    assert_eq!(answer(&variables), unset);
}

// N21
#[tokio::test]
async fn a_server_with_nothing_in_all_variables_is_one_with_the_defaults() {
    let variables = variables();
    let set: Vec<(&str, &str)> = variables.iter().map(|name| (name.as_str(), "")).collect();
    let server = HttpExample::start_with("cities", &set);
    let reply = post(&server.url, &request(1, "tools/list", json!({}))).send().await;
    assert_eq!(reply.expect("a reply").status(), 200, "no token is needed");
    let preview = server.url.replace("/mcp", "/preview");
    assert_eq!(
        reqwest::get(preview).await.expect("a reply").status(),
        200,
        "it is on for loopback"
    );
}

// B14
#[test]
fn a_secret_is_never_printed_whatever_is_wrong_with_it() {
    let refused = "error: MCP_BEARER_TOKEN takes a token of ASCII letters, digits and signs, without blanks; the value given is not shown, for it is secret\n";
    for token in [
        "s3cret word",
        "s3cret\tword",
        "s3cret\nword",
        "s3crét",
        "s3cret\u{7}",
        "s3cret\u{200b}",
        " ",
        "\n",
    ] {
        for (code, stdout, stderr) in [
            run(command("cities").arg("list").env("MCP_BEARER_TOKEN", token)),
            run(command("cities").args(["--bearer-token", token, "list"])),
            run(command("cities").arg(format!("--bearer-token={token}")).arg("list")),
        ] {
            assert_eq!((code, stdout.as_str(), stderr.as_str()), (2, "", refused), "{token:?}");
        }
    }
    #[cfg(unix)]
    {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        let token = OsStr::from_bytes(b"s3cret\xff");
        let ended = run(command("cities").arg("list").env("MCP_BEARER_TOKEN", token));
        assert_eq!(ended, (2, String::new(), refused.to_owned()));
    }
    // A valid one beside another fault, in the help, and with a dash in front, as tokens can have it.
    for arguments in [
        &["--port", "x", "list"][..],
        &["--help"],
        &["nonsense"],
        &["--bearer-token", "-s3cret-2", "nonsense"],
    ] {
        let (_, stdout, stderr) =
            run(command("cities").args(arguments).env("MCP_BEARER_TOKEN", "s3cret"));
        assert!(!format!("{stdout}{stderr}").contains("s3cret"), "{stdout}{stderr}");
    }
}

// B14
#[tokio::test]
async fn white_space_around_a_token_is_not_part_of_it() {
    let server = HttpExample::start_with("cities", &[("MCP_BEARER_TOKEN", " s3cret\r\n")]);
    let list = request(1, "tools/list", json!({}));
    for (token, status) in [("s3cret", 200), ("other", 401)] {
        let call = post(&server.url, &list).header("authorization", format!("Bearer {token}"));
        assert_eq!(call.send().await.expect("a reply").status(), status, "{token}");
    }
}

// N12
#[test]
fn an_origin_that_can_never_match_stops_the_start() {
    let form = "MCP_ALLOWED_ORIGINS takes origins, scheme and host, separated by commas: https://app.example.org, vscode-webview://0a1b2c or null";
    let star = |text: &str| {
        format!(
            "MCP_ALLOWED_ORIGINS takes each origin by itself, not {text:?}: no pattern with `*` is read, and a server open to all pages would answer pages that its user never meant"
        )
    };
    for (origins, message) in [
        ("*", star("*")),
        ("https://*.example.org", star("https://*.example.org")),
        ("https://app.example.org, chrome-extension://*", star("chrome-extension://*")),
        ("app.example.org", form.to_owned()),
        ("https://app.example.org/path", form.to_owned()),
        ("https://user@app.example.org", form.to_owned()),
        ("https://app.example.org?x", form.to_owned()),
        ("chrome-extension://abc/page.html", form.to_owned()),
        ("tauri://", form.to_owned()),
        ("tauri://lo cal", form.to_owned()),
        ("Null", form.to_owned()),
    ] {
        let (code, _, stderr) =
            run(command("cities").arg("list").env("MCP_ALLOWED_ORIGINS", origins));
        let said = format!("for '--allowed-origin <ALLOWED_ORIGINS>': {message}\n");
        assert_eq!((code, stderr.contains(&said)), (2, true), "{origins}: {stderr}");
    }
}

// N12
#[tokio::test]
async fn origins_are_taken_as_people_paste_them() {
    let origins = "HTTPS://App.example.org:443/, tauri://localhost/ ,chrome-extension://abc,null";
    let server = HttpExample::start_with("cities", &[("MCP_ALLOWED_ORIGINS", origins)]);
    for origin in ["https://app.example.org", "tauri://localhost", "chrome-extension://abc", "null"]
    {
        let call = post(&server.url, &request(1, "tools/list", json!({}))).header("origin", origin);
        assert_eq!(call.send().await.expect("a reply").status(), 200, "{origin}");
    }
}

// S10
#[test]
fn what_a_terminal_would_obey_is_shown() {
    let question = "\u{1b}]0;title\u{7}a\u{202e}b\u{9b}31m";
    let arguments = json!({ "question": question }).to_string();
    let (code, stdout, _) = run(command("energy").args(["call", "out_of_scope", &arguments]));
    assert_eq!(code, 0);
    assert!(stdout.contains("“\\u001b]0;title\\u0007a\\u202eb\\u009b31m”"), "{stdout}");
    assert!(!stdout.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}']), "{stdout}");
    // As JSON it has the same meaning.
    let (_, stdout, _) =
        run(command("energy").args(["call", "--json", "out_of_scope", &arguments]));
    assert!(!stdout.contains(['\u{1b}', '\u{7}', '\u{202e}', '\u{9b}']), "{stdout}");
    let result: Value = serde_json::from_str(&stdout).expect("JSON");
    let text = result["content"][0]["text"].as_str().expect("text");
    assert!(text.starts_with(&format!("“{question}”")), "{text}");
    // So has an error, on either output.
    let unknown = "x\u{1b}[2J\u{202e}";
    let (code, _, stderr) = run(command("energy").args(["call", unknown]));
    assert_eq!(code, 2);
    assert!(stderr.starts_with("error: there is no tool `x\\u001b[2J\\u202e`; "), "{stderr}");
    let wrong = json!({ "question": "q", unknown: 1 }).to_string();
    let (code, stdout, _) = run(command("energy").args(["call", "out_of_scope", &wrong]));
    assert_eq!(code, 1);
    assert!(stdout.contains("\n- x\\u001b[2J\\u202e: no such argument"), "{stdout}");
}
