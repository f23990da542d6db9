//! Large and small results, as bytes.

use mcp_data_runtime::{Settings, prelude::*};
use mcp_data_tests::{OwnServer, post, request};
use serde_json::{Value, json};

const SOURCE: Source = source!("https://example.org/data");

/// Gives a table of rows of eight cells.
#[data_tool]
fn rows(count: u32) -> Result<DataToolOutput, ToolError> {
    let mut table = Table::new(["a", "b", "c", "d", "e", "f", "g", "h"]);
    for n in 0..count {
        let text = format!("value \"{n}\"");
        table.push_row((n, n * 2, share(n), text, n % 2 == 0, "x", Some(n), None::<u8>))?;
    }
    Ok(DataToolOutput::new(format!("{count} rows."), SOURCE).table(table))
}

/// A number with a fraction, for any `n`.
fn share(n: u32) -> f64 {
    f64::from(n) / 7.0 + 0.25
}

/// The model's text about so many rows, of which it gets the first `shown`; `cut` tells of the rest.
fn text_of(count: u32, shown: u32, cut: &str) -> String {
    let line = |n: u32| {
        let half = share(n);
        format!(
            "| {n} | {} | {half} | value \"{n}\" | {} | x | {n} |  |\n",
            n * 2,
            n.is_multiple_of(2)
        )
    };
    let table: String = (0..shown).map(line).collect();
    format!(
        "{count} rows.\n\n| a | b | c | d | e | f | g | h |\n|{}\n{table}\n{cut}\n\nSources:\n- https://example.org/data",
        " --- |".repeat(8)
    )
}

async fn reply(change: impl FnOnce(&mut Settings), count: u32) -> (String, Value) {
    let mut settings = Settings::default();
    change(&mut settings);
    let server = OwnServer::start(DataServer::new("results", "1").tools(tools!()), settings).await;
    let call = json!({ "name": "rows", "arguments": { "count": count } });
    let reply = post(&server.url("/mcp"), &request(1, "tools/call", call));
    let body = reply.send().await.expect("a reply").text().await.expect("text");
    let result = serde_json::from_str::<Value>(&body).expect("JSON")["result"].clone();
    (body, result)
}

// B47
#[tokio::test]
async fn the_table_goes_over_the_wire_once_and_never_as_json_in_a_string() {
    // How often a row goes over the wire, by what stands in one of its cells.
    let times = |body: &str, n: u32| body.matches(&format!("value \\\"{n}\\\"")).count();
    let (body, result) = reply(|settings| settings.model_rows = 0, 500).await;
    assert!((0..500).all(|n| times(&body, n) == 1), "{body}");
    let cut = "(500 rows are left out of this text.)";
    assert_eq!(result["content"], json!([{ "type": "text", "text": text_of(500, 0, cut) }]));
    // With its first rows repeated for the model, in Markdown.
    let (body, result) = reply(|_| {}, 500).await;
    assert!((0..500).all(|n| times(&body, n) == if n < 200 { 2 } else { 1 }), "{body}");
    let cut = "(The first 200 of 500 rows; 300 rows are left out of this text.)";
    assert_eq!(result["content"][0]["text"], text_of(500, 200, cut));
}

// B52
#[tokio::test]
async fn a_table_beyond_the_limit_is_cut_and_both_readers_are_told() {
    let (body, result) = reply(|_| {}, 12_000).await;
    let structured = &result["structuredContent"];
    assert_eq!(structured["truncated"], json!({ "total_rows": 12_000, "shown_rows": 10_000 }));
    let table = structured["table"].as_array().expect("a table");
    assert_eq!(table[0], json!(["a", "b", "c", "d", "e", "f", "g", "h"]));
    let numbers: Vec<&Value> = table[1..].iter().map(|row| &row[0]).collect();
    assert_eq!(json!(numbers), json!((0..10_000).collect::<Vec<u32>>()));
    let cut = "(The first 200 of 10000 rows; 9800 rows are left out of this text.)\n\n(The answer was cut to its first 10000 of 12000 rows.)";
    assert_eq!(result["content"][0]["text"], text_of(12_000, 200, cut));
    assert!(body.len() < 1_000_000, "{}", body.len());
    let (body, result) = reply(|settings| settings.max_rows = 100, 12_000).await;
    let structured = &result["structuredContent"];
    assert_eq!(structured["truncated"], json!({ "total_rows": 12_000, "shown_rows": 100 }));
    assert_eq!(structured["table"].as_array().map(Vec::len), Some(101));
    let cut = "(The answer was cut to its first 100 of 12000 rows.)";
    assert_eq!(result["content"][0]["text"], text_of(12_000, 100, cut));
    assert!(body.len() < 20_000, "{}", body.len());
}
