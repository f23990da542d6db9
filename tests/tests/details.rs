//! Details of answers that cannot be sent: the answer goes out all the same, and its author is told.

use std::{
    io::Write,
    sync::{Arc, Mutex},
};

use mcp_data_runtime::{
    CallReply, CallRequest, Dispatcher, Rendered, Settings, TableRow, prelude::*,
    testing::contract_breaches,
};
use mcp_data_tests::command;
use serde_json::{Value, json};

const SOURCE: Source = source!("https://example.org/data");

/// Gives the signs that stand for missing figures, behind one figure.
#[data_tool]
fn signs(signs: Vec<String>) -> Result<DataToolOutput, ToolError> {
    let mut table = Table::new(["Year", "GWh"]);
    table.push_row((2010, 7.0))?;
    for (year, sign) in (2011..).zip(signs) {
        table.push_row((year, sign))?;
    }
    let chart = Chart::bar("Mix").x(table.column("Year")?).y([table.column("GWh")?]);
    Ok(DataToolOutput::new("Figures.", SOURCE).chart(chart).table(table))
}

/// Gives a source as a data portal describes it.
#[data_tool]
fn portal(modified: String, license: String) -> DataToolOutput {
    DataToolOutput::new("Data.", SOURCE.modified(modified).license(license))
}

/// Gives an answer with details that cannot be sent.
#[data_tool]
fn careless() -> Result<DataToolOutput, ToolError> {
    let table = table![["Year", "GWh"], [2016, "Ann\nWARN"], [2017, "13"]];
    let chart = Chart::bar("Mix").x(table.column("Year")?).y([table.column("GWh")?]);
    let source = SOURCE.modified("2024-W10").license("© Crown copyright");
    Ok(DataToolOutput::new("x", source).chart(chart).table(table))
}

/// A year.
#[derive(TableRow)]
struct Year {
    year: f64,
    gwh: f64,
}

/// Gives more rows than anybody is sent.
#[data_tool]
fn many(count: u32) -> DataToolOutput<Year> {
    let rows = (0..count).map(|n| Year { year: 2000.0 + f64::from(n), gwh: f64::from(n) / 2.0 });
    DataToolOutput::new("Many.", SOURCE)
        .rows(rows)
        .chart(Chart::line("All").x(Year::YEAR).y([Year::GWH]))
}

fn dispatcher(change: impl FnOnce(&mut Settings)) -> Dispatcher {
    let mut settings = Settings::default();
    change(&mut settings);
    DataServer::new("details", "1").tools(tools!()).dispatcher(&settings).expect("a server")
}

async fn call(dispatcher: &Dispatcher, tool: &str, arguments: Value) -> Rendered {
    let Value::Object(arguments) = arguments else { panic!("{arguments}") };
    let reply = dispatcher.call(CallRequest::new(tool, arguments)).await.expect("the tool");
    let CallReply::Answer(rendered) = reply else { panic!("{reply:?}") };
    let result = json!({
        "content": [{ "type": "text", "text": rendered.text }],
        "structuredContent": rendered.structured,
        "isError": false,
    });
    assert_eq!(contract_breaches(&result), Vec::<String>::new());
    let schema = dispatcher.catalog().tool(tool).expect("the tool").output_schema();
    let structured = Value::Object(rendered.structured.clone());
    assert!(jsonschema::draft202012::is_valid(schema, &structured), "{structured}");
    rendered
}

// N08
#[tokio::test]
async fn signs_of_missing_figures_stand_in_text_and_table_and_are_gaps_in_the_chart() {
    let dispatcher = dispatcher(|_| {});
    for (sign, drawn, remark) in [
        (".", Value::Null, "The chart has 1 gap where the table holds “.”."),
        ("..", Value::Null, "The chart has 1 gap where the table holds “..”."),
        (":", Value::Null, "The chart has 1 gap where the table holds “:”."),
        ("-", Value::Null, "The chart has 1 gap where the table holds “-”."),
        ("n/a", Value::Null, "The chart has 1 gap where the table holds “n/a”."),
        ("12 p", json!(12), "The chart shows 1 value that is flagged in the table: “p”."),
    ] {
        let rendered = call(&dispatcher, "signs", json!({ "signs": [sign] })).await;
        assert_eq!(
            rendered.text,
            format!(
                "Figures.\n\n| Year | GWh |\n| --- | --- |\n| 2010 | 7 |\n| 2011 | {sign} |\n\n\
                 Note on the chart “Mix”: {remark}\n\nSources:\n- https://example.org/data"
            )
        );
        let structured = &rendered.structured;
        assert_eq!(structured["table"], json!([["Year", "GWh"], [2010, 7], [2011, sign]]));
        let chart = &structured["charts"][0];
        assert_eq!(chart["data"]["datasets"][0]["data"], json!([7, drawn]));
        assert_eq!(chart["options"]["plugins"]["subtitle"]["text"], remark);
        assert_eq!(rendered.warnings, []);
    }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("the log").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

// N07, N08
#[tokio::test]
async fn each_warning_is_one_line_of_the_log_that_names_the_tool() {
    let log = Log::default();
    let writer = log.clone();
    // For the whole process: the log of one thread misses what another registered first.
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .with_target(false)
        .without_time()
        .init();
    let rendered = call(&dispatcher(|_| {}), "careless", json!({})).await;
    assert_eq!(
        rendered.structured["source_details"],
        json!([{ "url": "https://example.org/data", "license": "© Crown copyright" }])
    );
    let bytes = log.0.lock().expect("the log").clone();
    let text = String::from_utf8(bytes).expect("text");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("careless")).collect();
    assert_eq!(
        lines,
        [
            " WARN an answer lacks a detail tool=\"careless\" warning=the source https://example.org/data: `modified` is no date: \"2024-W10\"; write a year, a month, a date or a time of ISO 8601, such as \"2024-07-11\" or \"2024-07-11T20:53:42Z\"; it is left out",
            " WARN an answer lacks a detail tool=\"careless\" warning=the source https://example.org/data: `license` is neither an SPDX identifier such as \"CC-BY-4.0\" nor a URL: \"© Crown copyright\"; it is shown as text",
            " WARN an answer lacks a detail tool=\"careless\" warning=the bar chart \"Mix\" has 1 gap for text that is no number, first \"Ann WARN\" in the column \"GWh\"; give a number, an empty cell, or a sign for a missing value such as \"..\"",
        ]
    );
}

// N07
#[tokio::test]
async fn dates_and_licenses_as_portals_write_them_lose_nothing() {
    let dispatcher = dispatcher(|_| {});
    for (modified, license, details, warnings) in [
        (
            "2024-07-11T20:53:42.882907",
            "MIT",
            json!({ "license": "MIT", "modified": "2024-07-11T20:53:42.882907" }),
            0,
        ),
        (
            "2024-07-11T20:53:42+0100",
            "MIT",
            json!({ "license": "MIT", "modified": "2024-07-11T20:53:42+01:00" }),
            0,
        ),
        ("20240711", "MIT", json!({ "license": "MIT", "modified": "2024-07-11" }), 0),
        ("2024-W10", "MIT", json!({ "license": "MIT" }), 1),
        ("2024", "dl-de/by-2-0", json!({ "license": "dl-de/by-2-0", "modified": "2024" }), 1),
        (
            "2024",
            "License Ouverte / Open License",
            json!({ "license": "License Ouverte / Open License", "modified": "2024" }),
            1,
        ),
        ("2024", "", json!({ "modified": "2024" }), 1),
    ] {
        let given = json!({ "modified": modified, "license": license });
        let rendered = call(&dispatcher, "portal", given).await;
        let mut entry = details.as_object().expect("an object").clone();
        entry.insert("url".to_owned(), "https://example.org/data".into());
        assert_eq!(rendered.structured["source_details"], json!([entry]), "{modified} {license}");
        assert_eq!(rendered.warnings.len(), warnings, "{modified} {license}");
    }
}

// P2, B22, N20
#[tokio::test]
async fn ten_million_rows_are_counted_the_first_are_sent_and_drawn() {
    let dispatcher = dispatcher(|settings| settings.max_rows = 2);
    let rendered = call(&dispatcher, "many", json!({ "count": 10_000_000 })).await;
    let structured = &rendered.structured;
    assert_eq!(structured["table"], json!([["Year", "Gwh"], [2000, 0], [2001, 0.5]]));
    assert_eq!(structured["truncated"], json!({ "total_rows": 10_000_000, "shown_rows": 2 }));
    let chart = &structured["charts"][0];
    assert_eq!(chart["data"]["labels"].as_array().map(Vec::len), Some(10_000));
    // One spelling for all readers: the axis, the table, the text.
    assert_eq!(chart["data"]["labels"][9999], "11999");
    let remark = "The chart shows the first 10000 of 10000000 rows.";
    assert_eq!(chart["options"]["plugins"]["subtitle"]["text"], remark);
    assert_eq!(
        rendered.text,
        format!(
            "Many.\n\n| Year | Gwh |\n| --- | --- |\n| 2000 | 0 |\n| 2001 | 0.5 |\n\n\
             (The answer was cut to its first 2 of 10000000 rows.)\n\n\
             Note on the chart “All”: {remark}\n\nSources:\n- https://example.org/data"
        )
    );
}

// B22
#[tokio::test]
async fn as_many_rows_are_collected_as_a_server_sends() {
    let dispatcher = dispatcher(|settings| settings.max_rows = 20_000);
    for (count, sent) in [(15_000, 15_000), (25_000, 20_000)] {
        let rendered = call(&dispatcher, "many", json!({ "count": count })).await;
        let structured = &rendered.structured;
        let table = structured["table"].as_array().expect("a table");
        assert_eq!(table.len(), sent + 1);
        assert_eq!(table[sent][0], 2000 + sent - 1);
        let labels = structured["charts"][0]["data"]["labels"].as_array().expect("labels");
        assert_eq!(labels.len(), sent);
        let cut = (sent < count).then(|| json!({ "total_rows": count, "shown_rows": sent }));
        assert_eq!(structured.get("truncated"), cut.as_ref());
    }
}

// P2
#[tokio::test]
async fn a_chart_of_fourteen_rows_is_whole_where_two_are_sent() {
    let dispatcher = dispatcher(|settings| settings.max_rows = 2);
    let rendered = call(&dispatcher, "many", json!({ "count": 14 })).await;
    let chart = &rendered.structured["charts"][0];
    let values: Vec<f64> = (0..14).map(|n| f64::from(n) / 2.0).collect();
    let drawn = chart["data"]["datasets"][0]["data"].as_array().expect("data");
    assert_eq!(drawn.iter().filter_map(Value::as_f64).collect::<Vec<_>>(), values);
    assert_eq!(chart["options"]["plugins"].get("subtitle"), None);
    assert_eq!(rendered.structured["truncated"], json!({ "total_rows": 14, "shown_rows": 2 }));
}

// N20
#[test]
fn the_terminal_shows_a_whole_number_as_the_other_readers_see_it() {
    let output = command("energy")
        .args(["call", "largest_source", r#"{"year": 2001}"#])
        .output()
        .expect("the program runs");
    let stdout = String::from_utf8(output.stdout).expect("text");
    assert!(stdout.contains("| Fossil fuels | 35361 | 87 |\n"), "{stdout}");
    let shown = stdout.split("What the person sees").nth(1).expect("the person's part");
    let row = shown.lines().find(|line| line.starts_with("Fossil fuels")).expect("a row");
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["Fossil", "fuels", "35361", "87"]);
}
