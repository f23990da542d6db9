//! The promise: of a tool's answer, the model gets the text and nothing else, and the person the rest.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

use mcp_data_runtime::{Settings, prelude::*};
use mcp_data_tests::{
    OwnServer,
    model::{Scripted, asks, question, rounds, says, tool_texts},
    repeat, seed,
};
use rmcp::{
    model::{
        CallToolRequestParams, ClientCapabilities, ClientConfig, ExtensionCapabilities,
        Implementation, ProtocolVersion,
    },
    service::{ClientLifecycleMode, ClientServiceExt},
    transport::StreamableHttpClientTransport,
};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::support::{Gateway, KEY, all, errors, prose};

const SOURCE: Source = source!("https://example.org/generated");
/// How many rows of a table the model's text repeats.
const ROWS_IN_TEXT: usize = 20;

/// Numbers that look random and are the same for the same seed (`SplitMix64`).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

/// An answer of the kind that a seed stands for: text, and perhaps a table, a chart, a verbatim text.
#[data_tool]
fn generated(
    /// What the answer is made of.
    seed: u64,
) -> Result<DataToolOutput, ToolError> {
    let mut numbers = Numbers(seed);
    let odd = [
        "",
        " ¿Qué?",
        " \"quoted\" \\ back",
        " <script>alert(1)</script>",
        " 🔌\u{2028}",
        " data: [DONE]",
    ];
    let oddity = odd[usize::try_from(numbers.below(6))?];
    let mut output =
        DataToolOutput::new(format!("TEXT-{seed}.{oddity}\n\nSecond paragraph."), SOURCE);
    if numbers.below(4) > 0 {
        let rows = numbers.below(60);
        let mut table = Table::new(["Name", "Value"]);
        for row in 0..rows {
            let place = if row < 20 { "SEEN" } else { "BEYOND" };
            #[allow(clippy::cast_precision_loss, reason = "any number will do")]
            let value = numbers.next() as f64 / 1e12;
            table.push_row((format!("{place}-{seed}-{row}"), value))?;
        }
        let chart = Chart::bar(format!("CHART-{seed}"))
            .x(table.column("Name")?)
            .y([table.column("Value")?]);
        let has_chart = rows > 0 && numbers.below(2) == 0;
        output = output.table(table);
        if has_chart {
            output = output.chart(chart.y_title(format!("AXIS-{seed}")));
        }
    }
    if numbers.below(3) == 0 {
        output = output.force(format!("FORCE-{seed}: shown as it is"));
    }
    Ok(output)
}

/// Fails, in the author's words.
#[data_tool]
fn failing(
    /// Part of the words.
    seed: u64,
) -> Result<DataToolOutput, ToolError> {
    Err(ToolError::new(format!("FAILED-{seed}")))
}

/// The calls of a round of a conversation; none: the model answers.
fn calls(conversation: u64, round: usize) -> Vec<(&'static str, u64)> {
    let mut numbers = Numbers(seed().wrapping_add(conversation * 1000 + round as u64));
    if round as u64 > conversation % 3 {
        return Vec::new();
    }
    (0..=numbers.below(4))
        .map(|_| {
            (if numbers.below(10) == 0 { "failing" } else { "generated" }, numbers.below(100_000))
        })
        .collect()
}

fn number(text: &str) -> u64 {
    text.trim_start_matches("Conversation ").parse().expect("a conversation's number")
}

/// What the server itself answers to a client that renders, as the gateway is one.
async fn answers(
    url: &str,
    wanted: &BTreeSet<(&'static str, u64)>,
) -> BTreeMap<(&'static str, u64), Value> {
    let mut capabilities = ClientCapabilities::default();
    capabilities.extensions = Some(ExtensionCapabilities::from([(
        "io.modelcontextprotocol/ui".to_owned(),
        serde_json::Map::new(),
    )]));
    let client = ClientConfig::new(capabilities, Implementation::new("tests", "1"))
        .serve_with_lifecycle(
            StreamableHttpClientTransport::from_uri(url),
            ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            },
        )
        .await
        .expect("a connection");
    let mut answers = BTreeMap::new();
    for &(tool, seed) in wanted {
        let Value::Object(arguments) = json!({ "seed": seed }) else { unreachable!() };
        let result =
            client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await;
        answers.insert((tool, seed), json!(result.expect("a result")));
    }
    answers
}

async fn check(conversations: Range<u64>, mirror_text: bool) {
    let mut settings = Settings::default();
    settings.mirror_text = mirror_text;
    settings.model_rows = ROWS_IN_TEXT;
    let server =
        OwnServer::start(DataServer::new("generated", "1").tools(tools!()), settings).await;
    let url = server.url("/mcp");
    let model = Scripted::start(|request, _| {
        let conversation = number(&question(request));
        let calls = calls(conversation, rounds(request));
        if calls.is_empty() {
            return says(&format!("Answer {conversation}."));
        }
        let calls: Vec<(&str, String)> =
            calls.iter().map(|(tool, seed)| (*tool, json!({ "seed": seed }).to_string())).collect();
        asks(&calls.iter().map(|(tool, arguments)| (*tool, arguments.as_str())).collect::<Vec<_>>())
    })
    .await;
    let gateway = Gateway::with(&model, &url, &[("AI_MODEL", "m"), ("WEBCHAT_MAX_CHATS", "200")]);
    let gateway = Arc::new(gateway);
    let all_calls = |conversation| {
        (0..).map(move |round| calls(conversation, round)).take_while(|calls| !calls.is_empty())
    };
    let wanted: BTreeSet<_> = conversations.clone().flat_map(all_calls).flatten().collect();
    let answers = answers(&url, &wanted).await;

    let mut talks = JoinSet::new();
    for conversation in conversations {
        let gateway = Arc::clone(&gateway);
        talks.spawn(async move {
            let messages = json!([
                { "role": "user", "content": "An earlier question" },
                { "role": "assistant", "content": "An earlier answer" },
                { "role": "user", "content": format!("Conversation {conversation}") },
            ]);
            (conversation, gateway.talk(&json!({ "messages": messages })).await)
        });
    }
    let talks = talks.join_all().await;

    // The person's part arrives as the server made it.
    let (mut charts, mut forces, mut beyond, mut mirrored) = (0, 0, 0, 0);
    for (conversation, events) in &talks {
        assert_eq!(errors(events), [""; 0]);
        assert_eq!(prose(events), format!("Answer {conversation}."));
        let asked: Vec<(&str, u64)> = all_calls(*conversation).flatten().collect();
        let results = all(events, "tool_result");
        assert_eq!(results.len(), asked.len());
        for (call, result) in asked.iter().zip(results) {
            let expected = &answers[call];
            assert_eq!(result["structured"], expected["structuredContent"], "{call:?}");
            assert_eq!(result["is_error"], expected["isError"], "{call:?}");
            let structured = result["structured"].to_string();
            charts += usize::from(structured.contains("CHART-"));
            forces += usize::from(structured.contains("FORCE-"));
            beyond += usize::from(structured.contains("BEYOND-"));
            mirrored += usize::from(structured.contains("TEXT-"));
        }
        assert!(!json!(events).to_string().contains(KEY));
    }
    let counts = format!("{charts} {forces} {beyond} {mirrored}; to repeat this run: {}", repeat());
    assert!(charts > 30 && forces > 30 && beyond > 30, "{counts}");
    assert_eq!(mirrored > 30, mirror_text, "{counts}");

    // The model's part arrives unchanged and in order, and nothing else of the answer does.
    let requests = model.requests();
    let mut complete = 0;
    for request in &requests {
        let conversation = number(&question(request));
        let round = rounds(request);
        let asked: Vec<(&str, u64)> =
            (0..round).flat_map(|round| calls(conversation, round)).collect();
        let expected: Vec<&str> = asked
            .iter()
            .map(|call| answers[call]["content"][0]["text"].as_str().expect("a text"))
            .collect();
        assert_eq!(tool_texts(request), expected);
        complete += usize::from(calls(conversation, round).is_empty());
        // Once for each call and no more: not mirrored, not quoted, not in an earlier message.
        let body = String::from_utf8_lossy(&request.bytes).into_owned();
        let texts = asked.iter().filter(|call| call.0 == "generated").count();
        assert_eq!(body.matches("TEXT-").count(), texts);
        assert_eq!(body.matches("Second paragraph.").count(), texts);
    }
    assert_eq!(complete, talks.len());
    let bytes = model.bytes();
    assert!(bytes.len() > 300_000, "{}", bytes.len());
    let sent = String::from_utf8(bytes).expect("text");
    for marker in
        ["CHART-", "AXIS-", "FORCE-", "BEYOND-", "structuredContent", "source_details", "datasets"]
    {
        assert!(!sent.contains(marker), "{marker} has reached the model");
    }
    assert!(sent.contains("SEEN-") && sent.contains("FAILED-"));
    server.end().await;
}

#[tokio::test]
async fn over_the_first_100_of_200_conversations_the_model_gets_every_text_and_nothing_of_the_persons_part()
 {
    check(0..100, false).await;
}

#[tokio::test]
async fn and_over_the_other_100_where_the_server_mirrors_the_text() {
    check(100..200, true).await;
}

/// A table of very many rows, and numbers that are easily changed on the way.
#[data_tool]
fn huge() -> Result<DataToolOutput, ToolError> {
    let mut table = Table::new(["Row", "Number"]);
    let mut numbers = Numbers(7);
    for row in 0..10_000_u32 {
        let number = f64::from_bits(numbers.next());
        let number = if number.is_finite() { number } else { 0.1 + 0.2 };
        table.push_row((row, number))?;
    }
    Ok(DataToolOutput::new("10,000 numbers.", SOURCE).table(table))
}

#[tokio::test]
async fn a_huge_table_reaches_the_person_digit_for_digit() {
    let server =
        OwnServer::start(DataServer::new("huge", "1").tools(tools![huge]), Settings::default())
            .await;
    let model = Scripted::start(|request, _| match rounds(request) {
        0 => asks(&[("huge", "")]),
        _ => says("Many."),
    })
    .await;
    let gateway = Gateway::with(&model, &server.url("/mcp"), &[("AI_MODEL", "m")]);
    let events = gateway.ask("How many?").await;
    assert_eq!(prose(&events), "Many.");
    let table =
        all(&events, "tool_result")[0]["structured"]["table"].as_array().expect("a table").clone();
    assert_eq!(table.len(), 10_001);
    let mut numbers = Numbers(7);
    for row in &table[1..] {
        let number = f64::from_bits(numbers.next());
        let number = if number.is_finite() { number } else { 0.1 + 0.2 };
        assert_eq!(row[1].as_f64().map(f64::to_bits), Some(number.to_bits()), "{row}");
    }
    // The rows of the text, and no others.
    let text = &tool_texts(&model.requests()[1])[0];
    assert!(text.contains("| 199 |") && !text.contains("| 200 |"), "{}", &text[..300]);
}
