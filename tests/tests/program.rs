//! The examples as programs: settings, subcommands, standard input and output, signals, a terminal.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    path::Path,
    process::{Command, Output, Stdio},
};

use mcp_data_tests::{HttpExample, command, ended, example, post, request};
use serde_json::{Value, json};

fn run(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } =
        command.stdin(Stdio::null()).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code().expect("an exit code"), text(stdout), text(stderr))
}

#[test]
fn call_shows_both_readers() {
    let (code, stdout, stderr) = run(command("cities").args(["call", "list_cities"]));
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(
        stdout,
        "── What the model reads ────────────────────────────────────────\n\
         The 3 most populated cities are Tokyo, Delhi and Shanghai.\n\n\
         | City | Population |\n| --- | --- |\n| Tokyo | 37400068 |\n| Delhi | 30290936 |\n| Shanghai | 27058479 |\n\n\
         Sources:\n- https://example.org/cities-data\n\n\
         ── What the person sees ────────────────────────────────────────\n\
         City      Population\nTokyo       37400068\nDelhi       30290936\nShanghai    27058479\n\n\
         Sources:\n- https://example.org/cities-data\n"
    );
}

#[test]
fn call_takes_the_short_name_and_gives_json_on_request() {
    let arguments = r#"{"from": 2017, "to": 2017}"#;
    let (code, stdout, _) = run(command("energy").args(["call", "electricity_mix", arguments]));
    assert_eq!(code, 0);
    for part in [
        "56,476 GWh",
        "(38.8 %)",
        "pie chart: Net generation in Iowa by source, 2017, GWh\nFossil fuels    29329\n",
    ] {
        assert!(stdout.contains(part), "{part} in {stdout}");
    }
    let (code, stdout, _) =
        run(command("energy").args(["call", "--json", "energy_electricity_mix", arguments]));
    assert_eq!(code, 0);
    let result: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(result["structuredContent"]["charts"][0]["type"], "pie");
    assert_eq!(result["isError"], false);
}

#[test]
fn call_says_what_is_wrong() {
    let (code, stdout, _) =
        run(command("energy").args(["call", "electricity_mix", r#"{"form": 2017}"#]));
    assert_eq!(code, 1);
    assert_eq!(
        stdout,
        "── What the model reads, as an error ───────────────────────────\n\
         energy_electricity_mix was not run: 1 problem with its arguments.\n\
         - form: no such argument; did you mean `from`? It takes `from` and `to`\n"
    );
    let (code, _, stderr) = run(command("energy").args(["call", "electricity_mxi"]));
    assert_eq!(
        (code, stderr.as_str()),
        (2, "error: there is no tool `electricity_mxi`; did you mean `energy_electricity_mix`?\n")
    );
    let (code, _, stderr) =
        run(command("energy").args(["call", "electricity_mix", "{from: 2017}"]));
    assert_eq!(
        (code, stderr.as_str()),
        (
            2,
            "error: the arguments are a JSON object, in quotes for the shell: '{\"year\": 2017}' (key must be a string at line 1 column 2)\n"
        )
    );
}

#[test]
fn list_and_describe_show_the_catalog() {
    let (code, stdout, _) = run(command("cities").arg("list"));
    assert_eq!(
        (code, stdout.as_str()),
        (0, "list_cities  Return the top 3 cities by population.\n")
    );
    let (code, stdout, _) = run(command("energy").args(["describe", "largest_source"]));
    assert_eq!(code, 0);
    let tool: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(tool["name"], "energy_largest_source");
    assert_eq!(tool["inputSchema"]["required"], json!(["year"]));
    let (code, stdout, _) = run(command("energy").arg("describe"));
    let tools: Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!((code, tools.as_array().map(Vec::len)), (0, Some(5)));
}

#[test]
fn check_calls_every_example_and_sample() {
    let (code, stdout, _) = run(command("energy").arg("check"));
    assert_eq!(code, 0, "{stdout}");
    assert_eq!(
        stdout,
        "ok energy_compare_years {\"from\":2001,\"to\":2017}\n\
         ok energy_define_term {\"term\":\"net_generation\"}\n\
         ok energy_electricity_mix {\"from\":2001,\"to\":2017}\n\
         ok energy_electricity_mix {\"from\":2017,\"to\":2017}\n\
         ok energy_electricity_mix {\"from\":2001}\n\
         ok energy_largest_source {\"year\":2001}\n\
         ok energy_largest_source {\"year\":2017}\n\
         ok energy_largest_source {\"year\":2010}\n\
         ok energy_out_of_scope {\"question\":\"Who will win the next election?\"}\n\
         9 passed, 0 failed, 0 skipped\n"
    );
}

#[test]
fn a_setting_that_does_not_parse_is_named_with_what_is_allowed() {
    for (variable, value, allowed) in [
        ("MCP_TRANSPORT", "carrier-pigeon", "[possible values: auto, stdio, http]"),
        (
            "MCP_HOST",
            "http://x",
            "MCP_HOST takes an address or a host name, without port: 127.0.0.1, 0.0.0.0, ::1",
        ),
        ("MCP_PORT", "80632", "MCP_PORT takes a port number from 0 to 65535"),
        (
            "MCP_ALLOWED_HOSTS",
            "tools.example.org,https://x/",
            "MCP_ALLOWED_HOSTS takes host names, with or without port, separated by commas: tools.example.org,10.0.0.7:8063",
        ),
        (
            "MCP_ALLOWED_ORIGINS",
            "app.example.org",
            "MCP_ALLOWED_ORIGINS takes origins, scheme and host, separated by commas: https://app.example.org, vscode-webview://0a1b2c or null",
        ),
        (
            "MCP_BEARER_TOKEN",
            "two words",
            "MCP_BEARER_TOKEN takes a token of ASCII letters, digits and signs, without blanks",
        ),
        (
            "MCP_CALL_TIMEOUT_SECS",
            "0",
            "MCP_CALL_TIMEOUT_SECS takes a number of seconds from 1 to 86400",
        ),
        (
            "MCP_MAX_CONCURRENT_CALLS",
            "-1",
            "MCP_MAX_CONCURRENT_CALLS takes a number of calls from 1 to 100000",
        ),
        (
            "MCP_MAX_BODY_BYTES",
            "4MiB",
            "MCP_MAX_BODY_BYTES takes a number of bytes from 1024 to 1073741824",
        ),
        ("MCP_MODEL_ROWS", "all", "MCP_MODEL_ROWS takes a number of rows from 0 to 1000000"),
        ("MCP_MAX_ROWS", "0", "MCP_MAX_ROWS takes a number of rows from 1 to 10000000"),
        ("MCP_CHART_FORMAT", "svg", "[possible values: chartjs, flat]"),
        ("MCP_MIRROR_TEXT", "maybe", "MCP_MIRROR_TEXT takes true or false"),
        ("MCP_CLIENT_RENDERS", "2", "MCP_CLIENT_RENDERS takes true or false"),
        ("MCP_PREVIEW", "perhaps", "MCP_PREVIEW takes true or false"),
        (
            "MCP_CHARTJS",
            "/no/such/file.js",
            "MCP_CHARTJS takes the path of `dist/chart.umd.min.js` of the npm package `chart.js` 4, or `cdn`, or `none`; \"/no/such/file.js\" cannot be read: ",
        ),
        ("MCP_LANG", "de", "[possible values: en, es, pt]"),
        (
            "RUST_LOG",
            "rmcp=loud",
            "RUST_LOG takes levels, for all or by target, such as `info,rmcp=off`, not \"rmcp=loud\": ",
        ),
    ] {
        let (code, stdout, stderr) = run(command("cities").arg("list").env(variable, value));
        assert_eq!((code, stdout.as_str()), (2, ""), "{variable}");
        assert!(stderr.contains(allowed), "{variable}: {stderr}");
        if variable != "MCP_BEARER_TOKEN" && variable != "RUST_LOG" {
            assert!(stderr.starts_with("error: invalid value"), "{variable}: {stderr}");
        }
    }
}

#[test]
fn settings_reach_the_answers() {
    let run = |variables: &[(&str, &str)]| {
        let mut command = command("energy");
        command
            .args(["call", "--json", "electricity_mix", r#"{"from": 2015}"#])
            .envs(variables.iter().copied());
        let (code, stdout, stderr) = run(&mut command);
        assert_eq!(code, 0, "{stderr}");
        serde_json::from_str::<Value>(&stdout).expect("JSON")
    };
    let all = run(&[
        ("MCP_MODEL_ROWS", "1"),
        ("MCP_MAX_ROWS", "2"),
        ("MCP_CHART_FORMAT", "flat"),
        ("MCP_MIRROR_TEXT", "on"),
        ("MCP_CLIENT_RENDERS", "1"),
        ("MCP_LANG", "es"),
    ]);
    let answer = &all["structuredContent"];
    assert_eq!(answer["truncated"], json!({ "total_rows": 3, "shown_rows": 2 }));
    // A chart shows the whole table.
    assert_eq!(answer["charts"][0]["labels"], json!(["2015", "2016", "2017"]));
    assert_eq!(answer["charts"][0]["stacked"], true);
    // B44
    assert_eq!(answer["text"], all["content"][0]["text"]);
    let text = answer["text"].as_str().expect("text");
    assert!(text.contains("(La primera de 2 filas; 1 fila se omite en este texto.)"), "{text}");
    assert!(
        text.contains(
            "La tabla y el gráfico ya están en la pantalla de la persona; no los repitas."
        ),
        "{text}"
    );
}

#[test]
fn a_port_in_use_is_said_with_the_way_out() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let (code, _, stderr) = run(command("cities").args(["--transport", "http", "--port", &port]));
    assert_eq!(code, 1);
    assert_eq!(
        stderr,
        format!(
            "error: port {port} on 127.0.0.1 is in use; choose another with --port or MCP_PORT, or 0 for any free one\n"
        )
    );
}

// B08
#[test]
fn standard_output_is_the_protocol_alone_and_its_end_ends_the_program() {
    let mut child = command("energy")
        .env("RUST_LOG", "debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut log = child.stderr.take().expect("its log");
    let log = std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).expect("UTF-8");
        text
    });
    let mut input = child.stdin.take().expect("its input");
    for message in [
        request(
            1,
            "initialize",
            json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } }),
        ),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        request(2, "tools/list", json!({})),
        request(
            3,
            "tools/call",
            json!({ "name": "energy_largest_source", "arguments": { "year": 2017 } }),
        ),
        // B26
        request(4, "tools/call", json!({ "name": "energy_electricity_mix", "arguments": null })),
        request(5, "tools/call", json!({ "name": "energy_electricity_mix" })),
    ] {
        writeln!(input, "{message}").expect("the program reads");
    }
    drop(input);
    let output = BufReader::new(child.stdout.take().expect("its output"));
    let mut ids: Vec<u64> = output
        .lines()
        .map(|line| {
            let line = line.expect("UTF-8");
            let message: Value =
                serde_json::from_str(&line).unwrap_or_else(|_| panic!("not the protocol: {line}"));
            assert_eq!(message["jsonrpc"], "2.0");
            assert!(message.get("error").is_none(), "{message}");
            message["id"].as_u64().expect("an id")
        })
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [1, 2, 3, 4, 5]);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let log = log.join().expect("the log");
    assert!(log.contains("DEBUG"), "{log}");
}

#[test]
fn an_input_that_is_closed_at_once_gets_a_hint() {
    let (code, stdout, stderr) = run(&mut command("cities"));
    assert_eq!((code, stdout.as_str()), (0, ""));
    assert!(
        stderr.contains("To serve over HTTP, set MCP_TRANSPORT=http or pass --transport http"),
        "{stderr}"
    );
}

fn terminate(process: u32) {
    let sent = Command::new("kill").args(["-TERM", &process.to_string()]).status().expect("kill");
    assert!(sent.success());
}

#[tokio::test]
async fn a_signal_ends_http_well() {
    let mut server = HttpExample::start("cities");
    let reply =
        post(&server.url, &request(1, "tools/list", json!({}))).send().await.expect("a reply");
    assert_eq!(reply.status(), 200);
    drop(reply);
    terminate(server.id());
    assert_eq!(server.wait(), Some(0));
}

#[test]
fn a_signal_ends_http_well_also_when_nobody_reads_the_log_any_more() {
    let mut child = command("cities")
        .args(["--transport", "http", "--port", "0"])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example starts");
    let mut log = BufReader::new(child.stderr.take().expect("its standard error"));
    let mut line = String::new();
    while !line.contains("Stop it with Ctrl-C") {
        line.clear();
        assert_ne!(log.read_line(&mut line).expect("UTF-8"), 0);
    }
    drop(log);
    terminate(child.id());
    assert_eq!(ended(&mut child), Some(0));
}

#[test]
fn a_signal_ends_stdio_well_even_while_it_waits_for_input() {
    let mut child = command("cities")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input");
    let initialize = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    writeln!(input, "{}", request(1, "initialize", initialize)).expect("the program reads");
    let mut reply = String::new();
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    output.read_line(&mut reply).expect("a reply");
    assert!(reply.contains("serverInfo"), "{reply}");
    terminate(child.id());
    assert_eq!(ended(&mut child), Some(0));
}

#[test]
fn in_a_terminal_it_serves_http_and_says_where() {
    // `script` (util-linux) runs a command in a terminal of its own.
    let command = format!("exec {} --port 0", example("energy").display());
    let mut child = Command::new("script")
        .args(["-qefc", &command, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("script runs");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let line = lines.next().expect("a line").expect("UTF-8");
    assert!(line.starts_with("energy 0.1.0 answers MCP at http://127.0.0.1:"), "{line}");
    let address = line.trim_end().split_once(" at ").expect("an address").1;
    let address = address.strip_suffix("/mcp").expect("MCP's path").to_owned();
    let line = lines.next().expect("a second line").expect("UTF-8");
    assert_eq!(line.trim_end(), format!("See its answers in a browser at {address}/preview"));
    let mut terminal = child.stdin.take().expect("its keyboard");
    terminal.write_all(b"\x03").expect("Ctrl-C is pressed");
    lines.for_each(drop);
    let status = child.wait().expect("it ends");
    assert!(status.success(), "{status}");
}

fn energy_with(csv: &str, name: &str) -> String {
    let path =
        std::env::temp_dir().join(format!("mcp-data-tests-{}-{name}.csv", std::process::id()));
    std::fs::write(&path, csv).expect("a file");
    let stderr = energy_from(&path);
    std::fs::remove_file(&path).expect("the file goes");
    stderr.replace(&path.display().to_string(), "FILE")
}

fn energy_from(path: &Path) -> String {
    let (code, stdout, stderr) = run(command("energy").arg("list").env("ENERGY_CSV", path));
    assert_eq!((code, stdout.as_str()), (1, ""));
    stderr
}

#[test]
fn wrong_data_are_named_by_file_line_and_column() {
    assert_eq!(
        energy_from(Path::new("/no/such.csv")),
        "error: cannot read /no/such.csv: No such file or directory (os error 2); set ENERGY_CSV to the file with the data\n"
    );
    let header = "year,source,net_generation\n";
    for (name, csv, problem) in [
        (
            "header",
            "a,b\n".to_owned(),
            "FILE, line 1: expected the columns year, source, net_generation, got a, b",
        ),
        (
            "year",
            format!("{header}1999-01-01,Renewables,1\n"),
            "FILE, line 2, column `year`: expected the first day of a year from 2001 to 2017, such as 2017-01-01, got \"1999-01-01\"",
        ),
        (
            "source",
            format!("{header}2001-01-01,Renewables,1\n2001-01-01,Magic,1\n"),
            "FILE, line 3, column `source`: expected one of Fossil Fuels, Nuclear Energy, Renewables, got \"Magic\"",
        ),
        (
            "figure",
            format!("{header}2001-01-01,Renewables,many\n"),
            "FILE, line 2, column `net_generation`: expected a whole number of GWh, got \"many\"",
        ),
        (
            "short",
            format!("{header}2001-01-01,Renewables\n"),
            "FILE, line 2: expected 3 columns, got 2",
        ),
        (
            "twice",
            format!("{header}2001-01-01,Renewables,1\n2001-01-01,Renewables,2\n"),
            "FILE, line 3: a second row for Renewables in 2001",
        ),
        (
            "missing",
            format!("{header}2001-01-01,Fossil Fuels,1\n"),
            "FILE: no row for Nuclear Energy in 2001",
        ),
        (
            "empty",
            String::new(),
            "FILE, line 1: expected the columns year, source, net_generation, got ",
        ),
    ] {
        assert_eq!(energy_with(&csv, name), format!("error: {problem}\n"));
    }
}
