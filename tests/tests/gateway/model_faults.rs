//! A model's API that is slow, down, strict or confused: a clear message, and the chat goes on.

use std::sync::Arc;

use mcp_data_tests::{
    HttpExample,
    model::{
        Part, Request, STREAM_END, Scripted, asks, delta, http, json_response, piece, question,
        rounds, says, stream_start, tool_texts,
    },
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::support::{Gateway, KEY, all, course, energy, errors, prose};

/// A model with which questions about `fault` go wrong in this way.
async fn faulty(fault: impl Fn(&Request, usize) -> Vec<Part> + Send + Sync + 'static) -> Scripted {
    Scripted::start(move |request, before| match question(request).as_str() {
        "fault" => fault(request, before),
        _ => says("All is well."),
    })
    .await
}

/// What is said about a fault; the chat goes on, and the key is nowhere.
async fn said(
    energy: &HttpExample,
    model: &Scripted,
    variables: &[(&str, &str)],
) -> (String, Vec<String>) {
    let mut all = vec![("AI_MODEL", "llama")];
    all.extend_from_slice(variables);
    let gateway = Gateway::with(model, &energy.url, &all);
    let events = gateway.ask("fault").await;
    let after = gateway.ask("And now?").await;
    assert_eq!(prose(&after), "All is well.");
    assert_eq!(errors(&after), [""; 0]);
    assert!(!json!(events).to_string().contains(KEY), "{events:?}");
    let log = gateway.log();
    assert!(!log.contains(KEY), "{log}");
    (prose(&events), errors(&events))
}

/// A stream of these bytes that ends well, as far as HTTP goes.
fn stream(text: &str) -> Vec<Part> {
    vec![stream_start(), piece(text.as_bytes()), Part::Bytes(STREAM_END.to_vec())]
}

const NONSENSE: &str = "The model's API sent something that is no chat completion. Is AI_BASE_URL the address of an OpenAI-compatible API?";
const EMPTY: &str = "The model gave an empty answer. Try again, or ask in other words.";
const CUT: &str = "The connection to the model broke off, so its answer is incomplete. Try again.";
const REFUSED_KEY: &str =
    "The model's API refused the key. Is AI_API_KEY set, valid, and allowed to use this model?";

/// A reply: its name, its bytes, the prose that is read of it, and the message.
type Case = (&'static str, Vec<Part>, &'static str, &'static str);

async fn check(cases: Vec<Case>) {
    let energy = energy();
    for (name, reply, text, message) in cases {
        let model = faulty(move |_, _| reply.clone()).await;
        let expected = (text.to_owned(), vec![message.to_owned()]);
        assert_eq!(said(&energy, &model, &[]).await, expected, "{name}");
    }
}

#[tokio::test]
async fn replies_that_are_no_answer() {
    let ok = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
    check(vec![
        (
            "a web page",
            http("200 OK", "content-type: text/html\r\n", "<html>Login</html>"),
            "",
            NONSENSE,
        ),
        ("other JSON", json_response(&json!({ "models": [] })), "", NONSENSE),
        ("no body", http("200 OK", "", ""), "", NONSENSE),
        (
            "half of a document",
            vec![Part::Bytes(format!("{ok}content-length: 99\r\n\r\n{{\"cho").into_bytes())],
            "",
            NONSENSE,
        ),
        ("a stream of something else", stream("data: hello\n\n"), "", NONSENSE),
        ("an empty stream", stream(""), "", CUT),
        (
            "nothing said",
            stream("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"),
            "",
            EMPTY,
        ),
        ("blanks", says(" \n "), " \n ", EMPTY),
        (
            "nothing in a document",
            json_response(&json!({ "choices": [{ "message": { "content": null } }] })),
            "",
            EMPTY,
        ),
    ])
    .await;
}

#[tokio::test]
async fn replies_that_are_not_whole() {
    check(vec![
        (
            "the end of HTTP, not of the answer",
            vec![
                stream_start(),
                delta(&json!({ "content": "In 2017 " }), None),
                Part::Bytes(STREAM_END.to_vec()),
            ],
            "In 2017 ",
            CUT,
        ),
        (
            "the end of the connection",
            vec![stream_start(), delta(&json!({ "content": "In 2017 " }), None)],
            "In 2017 ",
            CUT,
        ),
        (
            "half an event",
            stream(
                "data: {\"choices\":[{\"delta\":{\"content\":\"In\"}}]}\n\ndata: {\"choices\":[{\"del",
            ),
            "In",
            CUT,
        ),
        (
            "calls that are cut off",
            vec![
                stream_start(),
                delta(
                    &json!({ "tool_calls": [{ "index": 0, "id": "1", "function": { "name": "energy_define_term", "arguments": "{\"te" } }] }),
                    None,
                ),
            ],
            "",
            CUT,
        ),
        (
            "too long",
            vec![
                stream_start(),
                delta(&json!({ "content": "In" }), Some("length")),
                Part::Bytes(STREAM_END.to_vec()),
            ],
            "In",
            "The model reached the limit of its length, so its answer is incomplete. Ask something narrower.",
        ),
        (
            "filtered",
            vec![
                stream_start(),
                delta(&json!({ "content": "In" }), Some("content_filter")),
                Part::Bytes(STREAM_END.to_vec()),
            ],
            "In",
            "The model's API withheld the rest of the answer by its content filter. Ask in other words.",
        ),
        (
            "an error in a stream",
            stream(&format!(
                "data: {{\"error\":{{\"message\":\"overloaded, {KEY}\",\"code\":503}}}}\n\n"
            )),
            "",
            "The model's API did not accept the request (HTTP 503): overloaded, …",
        ),
        (
            "an error as a document",
            json_response(&json!({ "error": "no such engine" })),
            "",
            "The model's API did not accept the request (HTTP 200): no such engine",
        ),
    ])
    .await;
}

#[tokio::test]
async fn statuses_and_how_often_they_are_tried() {
    let energy = energy();
    let with_key =
        json!({ "error": { "message": format!("Incorrect API key provided: {KEY}") } }).to_string();
    let reason = json!({ "error": { "message": "<b>max_tokens</b> is too large" } }).to_string();
    let cases: Vec<(&str, &str, String, &str, usize)> = vec![
        ("401 Unauthorized", "", with_key.clone(), REFUSED_KEY, 1),
        ("403 Forbidden", "", with_key.clone(), REFUSED_KEY, 1),
        (
            "400 Bad Request",
            "",
            with_key,
            "The model's API did not accept the request (HTTP 400): Incorrect API key provided: …",
            1,
        ),
        (
            "400 Bad Request",
            "",
            reason,
            "The model's API did not accept the request (HTTP 400): <b>max_tokens</b> is too large",
            1,
        ),
        (
            "422 Unprocessable Entity",
            "",
            "<html>".to_owned(),
            "The model's API did not accept the request (HTTP 422): Unprocessable Entity",
            1,
        ),
        (
            "500 Internal Server Error",
            "",
            String::new(),
            "The model's API failed (HTTP 500), twice in a row. Try again in a while.",
            2,
        ),
        (
            "503 Service Unavailable",
            "retry-after: 1\r\n",
            String::new(),
            "The model's API failed (HTTP 503), twice in a row. Try again in a while.",
            2,
        ),
        (
            "429 Too Many Requests",
            "",
            String::new(),
            "The model's API is getting too many requests. Try again in a while.",
            1,
        ),
        (
            "429 Too Many Requests",
            "retry-after: 1\r\n",
            String::new(),
            "The model's API is getting too many requests. Try again in 1 seconds.",
            2,
        ),
        (
            "429 Too Many Requests",
            "retry-after: 60\r\n",
            String::new(),
            "The model's API is getting too many requests. Try again in 60 seconds.",
            1,
        ),
    ];
    for (status, headers, body, message, attempts) in cases {
        let model = faulty(move |_, _| http(status, headers, &body)).await;
        assert_eq!(
            said(&energy, &model, &[]).await,
            (String::new(), vec![message.to_owned()]),
            "{status} {headers}"
        );
        let asked = model.requests().iter().filter(|request| question(request) == "fault").count();
        assert_eq!(asked, attempts, "{status} {headers}");
    }

    let model = faulty(|_, _| http("404 Not Found", "", "")).await;
    let message = format!(
        "There is no model `llama` at {}. Check AI_MODEL, and whether AI_BASE_URL ends as it should, often in /v1.",
        model.origin
    );
    assert_eq!(said(&energy, &model, &[]).await.1, [message]);
}

#[tokio::test]
async fn a_rate_limit_and_a_failure_that_pass_are_not_even_noticed() {
    let energy = energy();
    for (status, headers) in
        [("429 Too Many Requests", "retry-after: 0\r\n"), ("502 Bad Gateway", "")]
    {
        let model = faulty(move |_, before| match before {
            0 => http(status, headers, ""),
            _ => says("Here you are."),
        })
        .await;
        assert_eq!(
            said(&energy, &model, &[]).await,
            ("Here you are.".to_owned(), vec![]),
            "{status}"
        );
    }
}

#[tokio::test]
async fn a_redirect_does_not_take_the_key_elsewhere() {
    let energy = energy();
    let elsewhere = Scripted::start(|_, _| says("Thank you.")).await;
    let to = format!("location: {}/v1/chat/completions\r\n", elsewhere.origin);
    let model = faulty(move |_, _| http("307 Temporary Redirect", &to, "")).await;
    assert_eq!(
        said(&energy, &model, &[]).await.1,
        ["The model's API did not accept the request (HTTP 307): Temporary Redirect"]
    );
    assert_eq!(elsewhere.requests().len(), 0);

    let model = faulty(|request, _| match request.path.as_str() {
        "/here" => says("Here."),
        _ => http("308 Permanent Redirect", "location: /here\r\n", ""),
    })
    .await;
    assert_eq!(said(&energy, &model, &[]).await, ("Here.".to_owned(), vec![]));
}

#[tokio::test]
async fn a_slow_model_is_not_waited_for_for_ever() {
    let energy = energy();
    let slow = "The model did not answer within 1 seconds. Try again, or ask something simpler.";
    let silent = faulty(|_, _| vec![Part::Hang(Arc::new(Notify::new()))]).await;
    assert_eq!(said(&energy, &silent, &[("AI_FIRST_BYTE_SECS", "1")]).await.1, [slow]);
    let silent = faulty(|_, _| vec![stream_start(), Part::Hang(Arc::new(Notify::new()))]).await;
    assert_eq!(said(&energy, &silent, &[("AI_FIRST_BYTE_SECS", "1")]).await.1, [slow]);
    let endless = faulty(|_, _| {
        vec![
            stream_start(),
            delta(&json!({ "content": "Well, " }), None),
            Part::Hang(Arc::new(Notify::new())),
        ]
    })
    .await;
    assert_eq!(
        said(&energy, &endless, &[("AI_TIMEOUT_SECS", "1")]).await,
        ("Well, ".to_owned(), vec![slow.to_owned()])
    );
}

#[tokio::test]
async fn a_model_that_is_down_and_comes_back() {
    let energy = energy();
    let model = Scripted::start(|_, _| says("Hello.")).await;
    let address = model.origin.trim_start_matches("http://").to_owned();
    let gateway = Gateway::with(&model, &energy.url, &[("AI_MODEL", "m")]);
    model.end().await;
    assert_eq!(
        errors(&gateway.ask("?").await),
        [format!(
            "The model cannot be reached at http://{address}. Is it running, and is AI_BASE_URL right?"
        )]
    );
    let _back = Scripted::start_at(&address, |_, _| says("Hello again.")).await;
    assert_eq!(prose(&gateway.ask("?").await), "Hello again.");
}

#[tokio::test]
async fn nonsense_arguments_and_unknown_tools_are_told_to_the_model_and_not_called() {
    let energy = energy();
    let model = Scripted::start(|request, _| match rounds(request) {
        0 => asks(&[
            ("energy_define_term", "{\"term\": renewables}"),
            ("energy_define_term", "[\"renewables\"]"),
            ("energy_define_terms", "{\"term\":\"renewables\"}"),
            ("weather", "{}"),
            ("energy_define_term", "{\"term\":\"coal\"}"),
            ("energy_define_term", "{\"term\":\"renewables\"}"),
        ]),
        _ => says("Now I know."),
    })
    .await;
    let gateway = Gateway::with(&model, &energy.url, &[("AI_MODEL", "m")]);
    let events = gateway.ask("?").await;
    assert_eq!(prose(&events), "Now I know.");
    assert_eq!(errors(&events), [""; 0]);
    let texts = tool_texts(&model.requests()[1]);
    assert_eq!(
        texts[..4],
        [
            "energy_define_term was not called: its arguments must be a JSON object, and this cannot be read (expected value at line 1 column 10): {\"term\": renewables}.",
            "energy_define_term was not called: its arguments must be a JSON object, and this is none: [\"renewables\"].",
            "There is no tool `energy_define_terms`, so nothing was called. The tools include: energy_define_term, energy_compare_years.",
            "There is no tool `weather`, so nothing was called. The tools include: energy_compare_years, energy_define_term, energy_electricity_mix, energy_largest_source, energy_out_of_scope.",
        ]
    );
    assert!(texts[4].starts_with("energy_define_term was not run: "), "{texts:?}");
    assert!(texts[5].starts_with("Renewables: "), "{texts:?}");
    let results = all(&events, "tool_result");
    let failed: Vec<&Value> = results.iter().map(|data| &data["is_error"]).collect();
    assert_eq!(failed, [true, true, true, true, true, false]);
    let calls = all(&events, "tool_call");
    assert_eq!(calls[0]["arguments"], "{\"term\": renewables}");
    assert_eq!(calls[3]["tool"], "weather");
    // What is no JSON is not sent back as if it were.
    let repeated = &model.requests()[1].body["messages"][2]["tool_calls"];
    assert_eq!(repeated[0]["function"]["arguments"], "{}");
    assert_eq!(repeated[5]["function"]["arguments"], "{\"term\":\"renewables\"}");
}

#[tokio::test]
async fn endless_calls_end_after_ten_rounds_and_are_made_once() {
    let energy = energy();
    let model = Scripted::start(|request, _| match question(request).as_str() {
        "fault" => asks(&[("energy_largest_source", "{\"year\":2010}"); 2]),
        _ => says("All is well."),
    })
    .await;
    let gateway = Gateway::with(&model, &energy.url, &[("AI_MODEL", "m")]);
    let events = gateway.ask("fault").await;
    assert_eq!(
        errors(&events),
        [
            "The model kept calling tools, 10 times over, without coming to an answer. What the tools found is shown; ask something narrower."
        ]
    );
    assert_eq!(course(&events).last(), Some(&"done"));
    assert_eq!(all(&events, "tool_call").len(), 20);
    let results = all(&events, "tool_result");
    assert_eq!(results.len(), 20);
    assert!(results.iter().all(|data| data["structured"] == results[0]["structured"]));
    assert_eq!(model.requests().len(), 11);
    assert_eq!(prose(&gateway.ask("And now?").await), "All is well.");
}
