//! Keys and tokens: who gets them, and who does not.

use mcp_data_tests::HttpExample;

use crate::{
    servers::reader,
    support::{Gateway, KEY, errors},
};

#[tokio::test]
async fn a_server_that_wants_a_token_gets_it_and_nobody_else_does() {
    let energy = HttpExample::start_with("energy", &[("MCP_BEARER_TOKEN", "token-for-the-server")]);
    let without = Gateway::start(&[("MCP_URL", &energy.url)]);
    assert_eq!(
        without.json("status").await["server_problem"],
        format!(
            "The data server ({}) did not accept the gateway's token. Set MCP_BEARER_TOKEN to the one it expects.",
            energy.url.trim_end_matches("/mcp")
        )
    );
    let with =
        Gateway::start(&[("MCP_URL", &energy.url), ("MCP_BEARER_TOKEN", "token-for-the-server")]);
    let status = with.json("status").await;
    assert_eq!(status["server"]["name"], "energy", "{status}");
    assert!(!status.to_string().contains("token-for-the-server"));
    assert!(!with.log().contains("token-for-the-server"), "{}", with.log());
}

#[tokio::test]
async fn an_address_with_secrets_is_shown_without_them() {
    let model = reader().await;
    let gateway = Gateway::with(
        &model,
        "http://user:password1@127.0.0.1:9/mcp?token=password2",
        &[("AI_MODEL", "m"), ("RUST_LOG", "debug")],
    );
    assert_eq!(
        errors(&gateway.ask("?").await),
        [
            "The data server cannot be reached (http://127.0.0.1:9). The next question tries it again."
        ]
    );
    let warned: Vec<String> = gateway
        .log()
        .lines()
        .filter(|line| line.contains("gateway"))
        .map(ToOwned::to_owned)
        .collect();
    assert!(!warned.join("\n").contains("password"), "{warned:?}");
}

#[tokio::test]
async fn the_most_talkative_log_holds_no_key() {
    let energy = HttpExample::start_with("energy", &[("MCP_BEARER_TOKEN", "token-for-the-server")]);
    let model = reader().await;
    let gateway = Gateway::with(
        &model,
        &energy.url,
        &[("AI_MODEL", "m"), ("RUST_LOG", "trace"), ("MCP_BEARER_TOKEN", "token-for-the-server")],
    );
    gateway.ask("energy_out_of_scope").await;
    assert!(model.requests()[1].headers["authorization"].contains(KEY));
    let log = gateway.log();
    assert!(log.contains("INFO gateway::link: connected to"), "{log}");
    // Clients of HTTP and of the protocol log whole addresses and messages.
    assert!(!log.contains("TRACE") && !log.contains("DEBUG"), "{log}");
    assert!(!log.contains(KEY) && !log.contains("token-for-the-server"));
}
