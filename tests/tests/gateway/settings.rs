//! What can be set, and who may open the chat.

use std::path::Path;

use mcp_data_tests::model::{Scripted, says};
use serde_json::{Value, json};

use crate::support::{Gateway, KEY, ended, energy, errors, events, gateway, prose};

#[test]
fn a_wrong_setting_is_said_and_ends_the_program_with_2() {
    let cases: [(&[(&str, &str)], &str); 15] = [
        (
            &[("MCP_URL", "http://127.0.0.1:1/mcp"), ("MCP_COMMAND", "energy")],
            "set MCP_URL or MCP_COMMAND, not both: there is one MCP server",
        ),
        (
            &[("MCP_URL", "energy")],
            "MCP_URL takes an http or https address, such as http://127.0.0.1:8063/mcp",
        ),
        (&[("MCP_COMMAND", "'energy --x")], "MCP_COMMAND has a ' that is not closed"),
        (&[("MCP_COMMAND", "energy \"--x")], "MCP_COMMAND has a \" that is not closed"),
        (
            &[("MCP_COMMAND", "energy"), ("MCP_BEARER_TOKEN", "t")],
            "MCP_BEARER_TOKEN is for MCP_URL; a command is not asked for it",
        ),
        (
            &[("AI_MODEL", "llama")],
            "AI_MODEL alone does not say where the model is; set AI_BASE_URL for a local model, or AI_API_KEY for a hosted one",
        ),
        (
            &[("AI_BASE_URL", "localhost:11434")],
            "AI_BASE_URL takes an http or https address, such as http://127.0.0.1:11434/v1",
        ),
        (
            &[("AI_API_KEY", "sk test")],
            "AI_API_KEY takes ASCII letters, digits and signs, without blanks; what it holds is something else",
        ),
        (
            &[("AI_TIMEOUT_SECS", "soon")],
            "invalid value 'soon' for '--ai-timeout-secs <AI_TIMEOUT_SECS>': AI_TIMEOUT_SECS takes a number of seconds from 1 to 3600",
        ),
        (
            &[("AI_FIRST_BYTE_SECS", "0")],
            "invalid value '0' for '--ai-first-byte-secs <AI_FIRST_BYTE_SECS>': AI_FIRST_BYTE_SECS takes a number of seconds from 1 to 3600",
        ),
        (
            &[("MCP_CALL_TIMEOUT_SECS", "-1")],
            "invalid value '-1' for '--mcp-call-timeout-secs <MCP_CALL_TIMEOUT_SECS>': MCP_CALL_TIMEOUT_SECS takes a number of seconds from 1 to 3600",
        ),
        (
            &[("WEBCHAT_PORT", "65536")],
            "invalid value '65536' for '--webchat-port <WEBCHAT_PORT>': WEBCHAT_PORT takes a port number from 0 to 65535",
        ),
        (
            &[("WEBCHAT_HOST", "http://0.0.0.0")],
            "invalid value 'http://0.0.0.0' for '--webchat-host <WEBCHAT_HOST>': WEBCHAT_HOST takes an address or a host name, without port: 127.0.0.1, 0.0.0.0, ::1",
        ),
        (
            &[("WEBCHAT_ALLOWED_HOSTS", "*")],
            "invalid value '*' for '--webchat-allowed-hosts <WEBCHAT_ALLOWED_HOSTS>': WEBCHAT_ALLOWED_HOSTS takes host names, with or without port, separated by commas: chat.example.org,10.0.0.7:8064",
        ),
        (
            &[("WEBCHAT_MAX_CHATS", "0")],
            "invalid value '0' for '--webchat-max-chats <WEBCHAT_MAX_CHATS>': WEBCHAT_MAX_CHATS takes a number of questions from 1 to 10000",
        ),
    ];
    for (variables, message) in cases {
        let (code, text) = ended(gateway().envs(variables.iter().copied()));
        assert_eq!(code, Some(2), "{variables:?}: {text}");
        let first = text.lines().next().unwrap_or_default();
        assert_eq!(first, format!("error: {message}"), "{variables:?}");
    }
    let (code, text) = ended(gateway().env("MCP_CHARTJS", "/no/such/file"));
    assert_eq!(code, Some(2));
    assert!(text.starts_with("error: MCP_CHARTJS takes the path of "), "{text}");
    let (_, text) = ended(gateway().env("AI_API_KEY", "sk secret"));
    assert!(!text.contains("secret"), "{text}");
}

#[test]
fn a_taken_port_ends_the_program_with_1() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let (code, text) = ended(gateway().env("WEBCHAT_PORT", &port));
    assert_eq!(code, Some(1));
    assert_eq!(
        text,
        format!(
            "error: cannot listen on 127.0.0.1:{port}: Address already in use (os error 98); choose another address with WEBCHAT_HOST and WEBCHAT_PORT\n"
        )
    );
}

#[test]
fn the_help_names_the_variables_and_not_the_key() {
    let output = gateway().arg("--help").env("AI_API_KEY", KEY).output().expect("it runs");
    let help = String::from_utf8_lossy(&output.stdout);
    for variable in
        ["AI_BASE_URL", "AI_API_KEY", "AI_MODEL", "MCP_URL", "MCP_COMMAND", "WEBCHAT_PORT"]
    {
        assert!(help.contains(&format!("[env: {variable}")), "{variable}: {help}");
    }
    assert!(!help.contains(KEY), "{help}");
}

#[tokio::test]
async fn the_page_and_its_parts_come_with_a_strict_policy() {
    let gateway = Gateway::start(&[("MCP_CHARTJS", "none"), ("AI_API_KEY", KEY)]);
    for (path, content_type) in [
        ("", "text/html; charset=utf-8"),
        ("viewer.js", "text/javascript; charset=utf-8"),
        ("viewer.css", "text/css; charset=utf-8"),
        ("texts.js", "text/javascript; charset=utf-8"),
        ("stream.js", "text/javascript; charset=utf-8"),
        ("turn.js", "text/javascript; charset=utf-8"),
        ("confirm.js", "text/javascript; charset=utf-8"),
        ("hand.js", "text/javascript; charset=utf-8"),
        ("export.js", "text/javascript; charset=utf-8"),
        ("chat.js", "text/javascript; charset=utf-8"),
        ("chat.css", "text/css; charset=utf-8"),
    ] {
        let response = gateway.get(path).send().await.expect("a response");
        assert_eq!(response.status(), 200, "{path}");
        let headers = response.headers();
        assert_eq!(headers["content-type"], content_type);
        assert_eq!(
            headers["content-security-policy"],
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cache-control"], "no-store");
        assert_eq!(headers["cross-origin-resource-policy"], "same-origin");
        assert_eq!(headers["cross-origin-opener-policy"], "same-origin");
        let text = response.text().await.expect("text");
        assert!(!text.contains(KEY));
        assert!(!text.contains("innerHTML") && !text.contains("@SETTINGS@"), "{path}");
    }
    assert_eq!(gateway.get("chart.js").send().await.expect("a response").status(), 404);
    let network = Gateway::start(&[("MCP_CHARTJS", "cdn")]);
    let response = network.get("").send().await.expect("a response");
    let policy = response.headers()["content-security-policy"].to_str().expect("ASCII").to_owned();
    assert!(policy.contains("script-src 'self' https://cdn.jsdelivr.net; "), "{policy}");
}

#[tokio::test]
async fn a_foreign_host_or_origin_is_refused_until_it_is_allowed() {
    let energy = energy();
    let gateway = Gateway::start(&[
        ("MCP_URL", &energy.url),
        ("WEBCHAT_ALLOWED_HOSTS", "chat.example.org, 10.0.0.7:8064"),
    ]);
    let wrong_host = "This chat may not be opened by this host name; its operator can allow it with WEBCHAT_ALLOWED_HOSTS.";
    let status = |host: &str| {
        let request = gateway.get("tools").header("host", host);
        async { request.send().await.expect("a response") }
    };
    for host in [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "10.0.0.7",
        "10.0.0.7:1",
        "",
    ] {
        let response = status(host).await;
        assert_eq!(response.status(), 403, "{host}");
        assert_eq!(response.json::<Value>().await.expect("JSON"), json!({ "error": wrong_host }));
    }
    for host in [
        "localhost:1",
        "127.0.0.1",
        "[::1]:8064",
        "chat.example.org",
        "Chat.Example.org:443",
        "10.0.0.7:8064",
    ] {
        assert_eq!(status(host).await.status(), 200, "{host}");
    }
    let body = json!({ "tool": "energy_define_term", "arguments": { "term": "renewables" } });
    let from = |host: &str, origin: &str| {
        let request = gateway.post("call", &body).header("host", host).header("origin", origin);
        async { request.send().await.expect("a response") }
    };
    for (host, origin) in [
        ("127.0.0.1:8064", "http://evil.example"),
        ("127.0.0.1:8064", "http://127.0.0.1:8065"),
        ("127.0.0.1:8064", "http://localhost:8064"),
        ("chat.example.org", "null"),
        ("chat.example.org", "https://chat.example.org.evil.example"),
    ] {
        let response = from(host, origin).await;
        assert_eq!(response.status(), 403, "{origin}");
        assert_eq!(
            response.json::<Value>().await.expect("JSON"),
            json!({ "error": "Other web pages may not use this chat." })
        );
    }
    for (host, origin) in [
        ("127.0.0.1:8064", "http://127.0.0.1:8064"),
        ("chat.example.org", "https://chat.example.org"),
        ("chat.example.org:80", "http://chat.example.org"),
    ] {
        assert_eq!(from(host, origin).await.status(), 200, "{origin}");
    }
}

#[tokio::test]
async fn a_request_that_cannot_be_read_is_refused_in_the_language_of_its_reader() {
    let energy = energy();
    let model = Scripted::start(|_, _| says("Yes.")).await;
    let gateway = Gateway::with(&model, &energy.url, &[("AI_MODEL", "m")]);
    let send = |body: &str, content_type: &str, languages: &str| {
        let request = reqwest::Client::new()
            .post(format!("{}chat", gateway.url))
            .header("content-type", content_type)
            .header("accept-language", languages)
            .body(body.to_owned());
        async {
            let response = request.send().await.expect("a response");
            let status = response.status().as_u16();
            let error = response.json::<Value>().await.expect("JSON")["error"]
                .as_str()
                .map(ToOwned::to_owned);
            (status, error.unwrap_or_default())
        }
    };
    assert_eq!(
        send("{}", "text/plain", "fr, en;q=0.5").await,
        (
            415,
            "A request must be JSON, with the header `content-type: application/json`.".to_owned()
        )
    );
    assert_eq!(
        send("{", "application/json", "es-MX").await,
        (
            400,
            "No se puede leer la solicitud: EOF while parsing an object at line 1 column 1"
                .to_owned()
        )
    );
    assert_eq!(
        send(r#"{"messages":[{"role":"system","content":"x"}]}"#, "application/json", "en;q=0.1, pt-BR;q=0.9").await,
        (400, "Não é possível ler a solicitação: unknown variant `system`, expected `user` or `assistant` at line 1 column 29".to_owned())
    );
    let last = "The request cannot be read: the last of `messages` must be the question, by the role `user`";
    for body in [
        r#"{"messages":[]}"#,
        r#"{"messages":[{"role":"user","content":"  "}]}"#,
        r#"{"messages":[{"role":"assistant","content":"x"}]}"#,
    ] {
        assert_eq!(send(body, "application/json", "").await, (400, last.to_owned()));
    }
    let long =
        json!({ "messages": [{ "role": "user", "content": "x".repeat(1 << 20) }] }).to_string();
    assert_eq!(
        send(&long, "application/json; charset=utf-8", "").await,
        (413, "The conversation has become too long: at most 1048576 bytes can be sent. Start a new one.".to_owned())
    );
    assert_eq!(prose(&gateway.ask("Do you go on?").await), "Yes.");
}

#[tokio::test]
async fn the_language_of_the_page_wins_over_the_browsers() {
    let gateway = Gateway::start(&[]);
    let ask = async |language: Value| {
        let mut body = json!({ "messages": [{ "role": "user", "content": "?" }] });
        if !language.is_null() {
            body["language"] = language;
        }
        let response = gateway.post("chat", &body).header("accept-language", "es").send().await;
        let stream = response.expect("a response").text().await.expect("all of it");
        errors(&events(&stream)).remove(0)
    };
    assert!(ask(json!("pt")).await.starts_with("Nenhum modelo está configurado"));
    assert!(ask(json!("en-GB")).await.starts_with("No model is configured"));
    assert!(ask(json!("fr")).await.starts_with("No hay ningún modelo configurado"));
    assert!(ask(Value::Null).await.starts_with("No hay ningún modelo configurado"));
}

#[tokio::test]
async fn asked_to_end_it_ends_well_and_takes_its_server_along() {
    let command = format!("'{}'", mcp_data_tests::example("energy").display());
    let mut gateway = Gateway::start(&[("MCP_COMMAND", &command)]);
    assert_eq!(gateway.json("status").await["server"]["name"], "energy");
    let children = gateway.children();
    assert_eq!(children.len(), 1, "{children:?}");
    gateway.terminate();
    assert_eq!(gateway.wait(), Some(0));
    let server = Path::new("/proc").join(&children[0]);
    assert!(!server.exists(), "{} is still there", server.display());
}
