//! A question, and how it is answered.

use std::{sync::Arc, time::Duration};

use mcp_data_tests::{
    example,
    model::{
        Part, STREAM_END, Scripted, asks, delta, http, json_response, piece, question, rounds,
        says, stream_start, tool_texts,
    },
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::support::{Gateway, KEY, all, course, energy, errors, events, prose};

const QUESTION: &str = "How much of Iowa's electricity came from renewables in 2017?";

/// A model that asks for a year and then says what it has read.
async fn reader() -> Scripted {
    Scripted::start(|request, _| match rounds(request) {
        _ if request.path == "/v1/models" => json_response(
            &json!({ "object": "list", "data": [{ "id": "llama" }, { "id": "other" }] }),
        ),
        0 => asks(&[("energy_electricity_mix", r#"{"from":2017,"to":2017}"#)]),
        _ => says(&format!("I have read: {}", tool_texts(request).join(" | "))),
    })
    .await
}

async fn check_energy(gateway: &Gateway, model: &Scripted) {
    let events = gateway.ask(QUESTION).await;
    assert_eq!(course(&events), ["tool_call", "tool_result", "answer", "done"]);
    assert_eq!(
        all(&events, "tool_call"),
        [
            &json!({ "id": 1, "tool": "energy_electricity_mix", "arguments": { "from": 2017, "to": 2017 } })
        ]
    );
    let result = all(&events, "tool_result")[0];
    assert_eq!(result["id"], 1);
    assert_eq!(result["is_error"], false);
    assert_eq!(
        result["structured"]["table"],
        json!([
            [
                "Year",
                "Fossil fuels (GWh)",
                "Nuclear energy (GWh)",
                "Renewables (GWh)",
                "Total (GWh)",
                "Renewable share (%)"
            ],
            [2017, 29_329, 5_214, 21_933, 56_476, 38.8]
        ])
    );
    assert_eq!(result["structured"]["charts"][0]["type"], "pie");
    assert_eq!(
        result["structured"]["sources"],
        json!(["https://www.eia.gov/electricity/data/browser/"])
    );
    // The prose comes in pieces, and holds the text of the tool with the line for clients that render.
    assert!(all(&events, "answer").len() > 10);
    let prose = prose(&events);
    assert!(
        prose.starts_with("I have read: In 2017, Iowa generated 56,476 GWh of electricity"),
        "{prose}"
    );
    assert!(prose.contains("already on the person's screen"), "{prose}");

    let requests = model.requests();
    let last = requests.last().expect("requests");
    assert_eq!(last.path, "/v1/chat/completions");
    assert_eq!(last.headers["authorization"], format!("Bearer {KEY}"));
    assert_eq!(last.body["model"], "llama");
    assert_eq!(last.body["stream"], true);
    let names: Vec<&Value> = last.body["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .map(|tool| &tool["function"]["name"])
        .collect();
    assert!(names.contains(&&json!("energy_electricity_mix")), "{names:?}");
    let system = last.body["messages"][0]["content"].as_str().expect("a system prompt");
    assert!(
        system.starts_with("You answer questions in a chat whose tools return official data."),
        "{system}"
    );
    assert!(system.contains("Give shares with one decimal."), "{system}");
}

#[tokio::test]
async fn a_question_is_answered_from_a_server_over_http() {
    let (energy, model) = (energy(), reader().await);
    let gateway = Gateway::between(&model, &energy.url);
    check_energy(&gateway, &model).await;
    let status = gateway.json("status").await;
    assert_eq!(status["model"], "llama");
    assert_eq!(status["model_problem"], Value::Null);
    assert_eq!(status["server"]["name"], "energy");
    assert_eq!(status["language"], "en");
    assert_eq!(
        status["plugins"],
        json!([{
            "name": "energy",
            "description": "net electricity generation in Iowa by source, every year from 2001 to 2017, in GWh",
            "sample_questions": [
                "How much of Iowa's electricity came from renewables in 2017?",
                "How has Iowa's electricity mix changed since 2001?",
                "Which source generated most of Iowa's electricity in 2010?",
                "What does net generation mean?",
            ],
        }])
    );
}

#[tokio::test]
async fn a_question_is_answered_from_a_server_that_is_started_as_a_command() {
    let model = reader().await;
    let command = format!("'{}' --transport stdio", example("energy").display());
    let base = format!("{}/v1/", model.origin);
    let gateway = Gateway::start(&[
        ("AI_BASE_URL", &base),
        ("AI_API_KEY", KEY),
        ("MCP_COMMAND", &command),
        ("MCP_URL", ""),
    ]);
    check_energy(&gateway, &model).await;
}

#[tokio::test]
async fn without_a_model_tools_are_run_by_hand() {
    let energy = energy();
    let gateway = Gateway::start(&[("MCP_URL", &energy.url)]);
    let none = "No model is configured, so questions cannot be answered; the tools can be run by hand. Set AI_BASE_URL for a local model or AI_API_KEY for a hosted one.";
    let status = gateway.json("status").await;
    assert_eq!(status["model"], Value::Null);
    assert_eq!(status["model_problem"], none);
    assert_eq!(errors(&gateway.ask(QUESTION).await), [none]);

    let tools = gateway.json("tools").await;
    assert_eq!(tools["tools"][2]["name"], "energy_electricity_mix");
    assert_eq!(tools["tools"][2]["title"], "Electricity mix");
    assert_eq!(tools["tools"][2]["inputSchema"]["properties"]["from"]["minimum"], 2001);
    assert_eq!(tools["tools"][2]["_meta"]["plugin"], "energy");

    let call = async |body: Value| gateway.post("call", &body).send().await.expect("a response");
    let result =
        call(json!({ "tool": "energy_largest_source", "arguments": { "year": 2010 } })).await;
    let result: Value = result.json().await.expect("JSON");
    assert!(
        result["content"][0]["text"]
            .as_str()
            .is_some_and(|text| text.starts_with("The largest source"))
    );
    assert_eq!(result["structuredContent"]["table"][1][0], "Fossil fuels");
    let wrong =
        call(json!({ "tool": "energy_largest_source", "arguments": { "year": 1990 } })).await;
    let wrong: Value = wrong.json().await.expect("JSON");
    assert_eq!(wrong["isError"], true);
    let unknown = call(json!({ "tool": "energy_largest", "language": "es" })).await;
    assert_eq!(unknown.status(), 404);
    assert_eq!(
        unknown.json::<Value>().await.expect("JSON"),
        json!({ "error": "No hay ninguna herramienta `energy_largest`." })
    );
}

#[tokio::test]
async fn several_calls_run_at_once_and_their_texts_come_in_the_order_of_the_reply() {
    let energy = energy();
    let model = Scripted::start(|request, _| match rounds(request) {
        0 => asks(&[
            ("energy_largest_source", r#"{"year": 2010}"#),
            ("energy_define_term", r#"{"term": "net_generation"}"#),
            ("energy_largest_source", r#"{"year": 2011}"#),
        ]),
        _ => says("Done."),
    })
    .await;
    let gateway = Gateway::with(&model, &energy.url, &[("AI_MODEL", "set")]);
    let events = gateway.ask("Several things").await;
    let names: Vec<&str> = events.iter().map(|event| event.0.as_str()).collect();
    assert_eq!(
        names,
        [
            "tool_call",
            "tool_call",
            "tool_call",
            "tool_result",
            "tool_result",
            "tool_result",
            "answer",
            "done"
        ]
    );
    for name in ["tool_call", "tool_result"] {
        let ids: Vec<&Value> = all(&events, name).iter().map(|data| &data["id"]).collect();
        assert_eq!(ids, [1, 2, 3]);
    }
    let requests = model.requests();
    assert!(requests.iter().all(|request| request.path == "/v1/chat/completions"));
    assert_eq!(requests[0].body["model"], "set");
    let texts = tool_texts(&requests[1]);
    assert!(texts[0].starts_with("The largest source of electricity in Iowa in 2010"), "{texts:?}");
    assert!(texts[1].starts_with("Net generation: "), "{texts:?}");
    assert!(texts[2].starts_with("The largest source of electricity in Iowa in 2011"), "{texts:?}");
    // The model finds its own calls before them, by their ids.
    let messages = requests[1].body["messages"].as_array().expect("messages");
    let asked: Vec<&Value> = messages[2]["tool_calls"]
        .as_array()
        .expect("calls")
        .iter()
        .map(|call| &call["id"])
        .collect();
    let told: Vec<&Value> = messages[3..].iter().map(|message| &message["tool_call_id"]).collect();
    assert_eq!(asked, ["call-0", "call-1", "call-2"]);
    assert_eq!(asked, told);
}

#[tokio::test]
async fn a_model_that_does_not_stream_is_understood_too() {
    let energy = energy();
    let model = Scripted::start(|request, _| {
        let message = match rounds(request) {
            0 => json!({ "role": "assistant", "content": null, "tool_calls": [
                // Some servers give arguments as an object, and no id.
                { "type": "function", "function": { "name": "energy_define_term", "arguments": { "term": "renewables" } } },
                { "type": "function", "function": { "name": "energy_define_term", "arguments": { "term": "gigawatt_hour" } } },
            ] }),
            _ => json!({ "role": "assistant", "content": tool_texts(request).len().to_string() }),
        };
        json_response(&json!({ "choices": [{ "message": message, "finish_reason": "stop" }] }))
    })
    .await;
    let gateway = Gateway::with(&model, &energy.url, &[("AI_MODEL", "m")]);
    let events = gateway.ask("Two terms").await;
    assert_eq!(prose(&events), "2");
    assert_eq!(errors(&events), [""; 0]);
    let asked = &model.requests()[1].body["messages"][2]["tool_calls"];
    assert_eq!(asked[0]["id"], "call_1");
    assert_eq!(asked[1]["id"], "call_2");
    assert_eq!(asked[1]["function"]["arguments"], r#"{"term":"gigawatt_hour"}"#);
}

#[tokio::test]
async fn the_conversation_so_far_is_passed_on_and_nothing_of_it_is_kept() {
    let energy = energy();
    let model =
        Scripted::start(|request, _| says(&format!("You said: {}", question(request)))).await;
    let gateway = Gateway::with(&model, &energy.url, &[("AI_MODEL", "m")]);
    let conversation = json!([
        { "role": "user", "content": "¿Qué es un GWh? \u{1f50c}" },
        { "role": "assistant", "content": "Un millón de kWh." },
        { "role": "user", "content": "Gracias" },
    ]);
    let events = gateway.talk(&json!({ "messages": conversation })).await;
    assert_eq!(prose(&events), "You said: Gracias");
    let sent = model.requests()[0].body["messages"].as_array().expect("messages")[1..].to_vec();
    assert_eq!(Value::from(sent), conversation);
    gateway.ask("Again").await;
    assert_eq!(model.requests()[1].body["messages"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_stream_is_read_wherever_it_is_cut() {
    // Every byte on its own, characters of several bytes included; events with CRLF, comments, usage.
    let energy = energy();
    let model = Scripted::start(|_, _| {
        let text = concat!(
            ": a comment\r\n\r\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"Añ\"}}]}\r\n\r\n",
            "event: x\r\ndata: {\"choices\":[{\"delta\":\r\ndata: {\"content\":\"os 🔌\"},\"finish_reason\":\"stop\"}]}\r\n\r\n",
            "data: {\"choices\":[],\"usage\":{\"total_tokens\":3}}\r\n\r\n",
            "data: [DONE]\r\n",
        );
        let mut parts = vec![stream_start()];
        parts.extend(text.bytes().map(|byte| piece(&[byte])));
        parts.push(Part::Bytes(STREAM_END.to_vec()));
        parts
    })
    .await;
    let gateway = Gateway::with(&model, &energy.url, &[("AI_MODEL", "m")]);
    let events = gateway.ask("?").await;
    assert_eq!(prose(&events), "Años 🔌");
    assert_eq!(errors(&events), [""; 0]);
}

#[tokio::test]
async fn a_chat_that_is_stopped_stops_the_model_and_the_tools() {
    let energy = energy();
    let hung_up = Arc::new(Notify::new());
    let told = Arc::clone(&hung_up);
    let model = Scripted::start(move |_, _| {
        vec![
            stream_start(),
            delta(&json!({ "content": "One " }), None),
            Part::Hang(Arc::clone(&told)),
        ]
    })
    .await;
    let gateway =
        Gateway::with(&model, &energy.url, &[("AI_MODEL", "m"), ("WEBCHAT_MAX_CHATS", "1")]);
    let body = json!({ "messages": [{ "role": "user", "content": "?" }] });
    let mut response = gateway.post("chat", &body).send().await.expect("a response");
    let first = response.chunk().await.expect("a piece").expect("an event");
    assert_eq!(
        events(&String::from_utf8_lossy(&first)),
        [("answer".to_owned(), json!({ "text": "One " }))]
    );

    // One chat at a time was allowed.
    let busy = gateway.post("chat", &body).send().await.expect("a response");
    assert_eq!(busy.status(), 503);
    assert_eq!(
        busy.json::<Value>().await.expect("JSON"),
        json!({ "error": "Too many questions are being answered at the moment. Try again in a while." })
    );
    drop(response);
    tokio::time::timeout(Duration::from_secs(10), hung_up.notified())
        .await
        .expect("the gateway hangs up on the model");
}

#[tokio::test]
async fn one_variable_is_enough_for_a_local_model() {
    let (energy, model) = (energy(), reader().await);
    let base = format!("{}/v1", model.origin);
    let gateway = Gateway::start(&[("AI_BASE_URL", &base), ("MCP_URL", &energy.url)]);
    let events = gateway.ask(QUESTION).await;
    assert_eq!(errors(&events), [""; 0]);
    let requests = model.requests();
    assert_eq!(requests[0].path, "/v1/models");
    assert_eq!(requests[1].body["model"], "llama");
    assert!(requests.iter().all(|request| !request.headers.contains_key("authorization")));
    // It is asked for its name once.
    gateway.ask(QUESTION).await;
    assert_eq!(model.requests().iter().filter(|request| request.path == "/v1/models").count(), 1);
}

#[tokio::test]
async fn a_model_that_lists_nothing_has_to_be_named() {
    let energy = energy();
    let model = Scripted::start(|_, _| http("404 Not Found", "", "")).await;
    let gateway = Gateway::between(&model, &energy.url);
    let message = format!(
        "The API at {} does not list a model. Set AI_MODEL to the name of one, and check whether AI_BASE_URL ends as it should, often in /v1.",
        model.origin
    );
    assert_eq!(errors(&gateway.ask("?").await).join("|"), message);
    let status = gateway.json("status").await;
    assert_eq!(status["model"], Value::Null);
    assert_eq!(status["model_problem"], message);
    assert_eq!(status["server"]["name"], "energy");
}
