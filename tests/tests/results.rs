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
        table.push_row((
            n,
            n * 2,
            f64::from(n) / 7.0,
            text,
            n % 2 == 0,
            "x",
            Some(n),
            None::<u8>,
        ))?;
    }
    Ok(DataToolOutput::new(format!("{count} rows."), SOURCE).table(table))
}

const HEAD: &str =
    "| a | b | c | d | e | f | g | h |\n| --- | --- | --- | --- | --- | --- | --- | --- |";
const SOURCES: &str = "Sources:\n- https://example.org/data";

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
    let (body, result) = reply(|settings| settings.model_rows = 0, 500).await;
    let structured = result["structuredContent"].to_string();
    assert!(body.len() * 10 < structured.len() * 12, "{} of {}", body.len(), structured.len());
    assert_eq!(
        result["content"][0]["text"],
        format!("500 rows.\n\n{HEAD}\n\n(500 rows are left out of this text.)\n\n{SOURCES}")
    );
    // With its first rows repeated for the model, in Markdown.
    let (_, result) = reply(|settings| settings.model_rows = 2, 500).await;
    assert_eq!(
        result["content"][0]["text"],
        format!(
            "500 rows.\n\n{HEAD}\n\
             | 0 | 0 | 0 | value \"0\" | true | x | 0 |  |\n\
             | 1 | 2 | 0.14285714285714285 | value \"1\" | false | x | 1 |  |\n\n\
             (The first 2 of 500 rows; 498 rows are left out of this text.)\n\n{SOURCES}"
        )
    );
}

// B52
#[tokio::test]
async fn a_table_beyond_the_limit_is_cut_and_both_readers_are_told() {
    let (body, result) = reply(|_| {}, 12_000).await;
    let structured = &result["structuredContent"];
    assert_eq!(structured["truncated"], json!({ "total_rows": 12_000, "shown_rows": 10_000 }));
    let table = structured["table"].as_array().expect("a table");
    assert_eq!((table.len(), &table[0][7]), (10_001, &json!("h")));
    let text = result["content"][0]["text"].as_str().expect("text");
    let told = format!(
        "\n\n(The first 200 of 10000 rows; 9800 rows are left out of this text.)\n\n\
         (The answer was cut to its first 10000 of 12000 rows.)\n\n{SOURCES}"
    );
    assert!(text.ends_with(&told), "{text}");
    assert!(body.len() < 1_000_000, "{}", body.len());
    let (body, result) = reply(|settings| settings.max_rows = 100, 12_000).await;
    let shown = &result["structuredContent"]["truncated"]["shown_rows"];
    assert_eq!(shown, 100);
    assert!(body.len() < 20_000, "{}", body.len());
}
