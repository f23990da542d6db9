//! A server of one's own around the dispatcher: the example `rest`, and what a call of one's own carries.

use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
};

use mcp_data_runtime::{CallReply, CallRequest, Client, Settings, prelude::*};
use mcp_data_tests::command;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn lines(pipe: impl std::io::Read) -> impl Iterator<Item = String> {
    BufReader::new(pipe).lines().map_while(Result::ok)
}

#[tokio::test]
async fn the_example_answers_plain_http_by_the_dispatcher() {
    let mut command: Command = command("rest");
    command.env("PORT", "0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = Program(command.spawn().expect("the example starts"));
    let url = lines(program.0.stdout.take().expect("a pipe")).next().expect("its address");
    let client = reqwest::Client::builder().user_agent("tests/1").build().expect("a client");

    let listed: Value = client
        .get(format!("{url}/tools"))
        .send()
        .await
        .expect("a reply")
        .json()
        .await
        .expect("JSON");
    assert_eq!(listed[0]["name"], "largest_cities");
    assert_eq!(listed[0]["arguments"]["properties"]["count"]["maximum"], 3);

    let call = async |name: &str, body: &str| {
        let reply = client.post(format!("{url}/tools/{name}")).body(body.to_owned()).send().await;
        let reply = reply.expect("a reply");
        (reply.status().as_u16(), reply.json::<Value>().await.expect("JSON"))
    };
    let text = "The largest cities by population.\n\n| City | Population |\n| --- | --- |\n| Tokyo | 37400068 |\n\nSources:\n- https://example.org/cities-data";
    let answer = json!({
        "text": text,
        "structured": {
            "sources": ["https://example.org/cities-data"],
            "table": [["City", "Population"], ["Tokyo", 37_400_068]],
        },
    });
    assert_eq!(call("largest_cities", r#"{"count": 1}"#).await, (200, answer));
    let progress = lines(program.0.stderr.take().expect("a pipe")).next();
    assert_eq!(progress.as_deref(), Some("largest_cities: 0 of Some(1.0): counting"));

    for (name, body, refused) in [
        (
            "largest_cities",
            r#"{"count": 4}"#,
            (
                422,
                "largest_cities was not run: 1 problem with its arguments.\n- count: 4 is above the maximum, 3",
            ),
        ),
        (
            "largest_city",
            "",
            (404, "there is no tool `largest_city`; did you mean `largest_cities`?"),
        ),
        (
            "largest_cities",
            "[]",
            (
                400,
                "the body is no JSON object: invalid type: sequence, expected a map at line 1 column 0",
            ),
        ),
    ] {
        let (status, reply) = call(name, body).await;
        assert_eq!((status, reply["error"].as_str().expect("a text")), refused);
    }
}

/// Says who called, and waits.
#[data_tool]
async fn waits(context: ToolContext) -> DataToolOutput {
    let client = context.client();
    context.progress(1.0, Some(2.0), Some(&format!("{} {}", client.name, client.version))).await;
    std::future::pending().await
}

#[tokio::test]
async fn a_call_of_ones_own_carries_client_progress_and_cancellation() {
    let dispatcher = DataServer::new("own", "1")
        .tools(tools![waits])
        .dispatcher(&Settings::default())
        .expect("a server");
    let mut client = Client::default();
    client.name = "mine".to_owned();
    client.version = "7".to_owned();
    let token = CancellationToken::new();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let request = CallRequest::new("waits", Map::new())
        .client(client)
        .cancelled_by(token.clone())
        .on_progress({
            let heard = Arc::clone(&heard);
            move |done, total, message| {
                heard.lock().expect("no panic").push((done, total, message));
                // The tool has begun: taken back, it ends.
                token.cancel();
            }
        });
    assert_eq!(dispatcher.call(request).await, Ok(CallReply::Cancelled));
    assert_eq!(*heard.lock().expect("no panic"), [(1.0, Some(2.0), Some("mine 7".to_owned()))]);
}
