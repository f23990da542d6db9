//! A catalog and its answers, for people in a terminal.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::{
    answer::{Rendered, counted, written},
    catalog::Catalog,
};

/// The most rows of a table or labels of a chart that a terminal gets.
const MOST_ROWS: usize = 50;

/// JSON that a person can read.
pub(super) fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string())
}

/// The tools, each with the first line of its description.
pub(super) fn list(catalog: &Catalog) -> String {
    let rows: Vec<[String; 2]> = catalog
        .tools()
        .map(|tool| {
            [
                tool.name().to_owned(),
                tool.description().lines().next().unwrap_or_default().to_owned(),
            ]
        })
        .collect();
    columns(&rows)
}

/// Writes the characters that a terminal would obey instead of showing as escapes: control characters but the
/// line break and the tab, and those that turn the direction of writing. The escapes are JSON's, so JSON that
/// has them keeps its meaning.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_obeyed) {
        Cow::Owned(text.chars().map(escaped).collect())
    } else {
        text.into()
    }
}

/// Returns whether a character is shown as it is, on the line where it stands.
pub(super) fn is_plain(c: char) -> bool {
    matches!(c, ' '..='~') || (!matches!(c, '\n' | '\t') && !is_obeyed(c))
}

fn is_obeyed(c: char) -> bool {
    let is_control = c.is_control() && !matches!(c, '\n' | '\t');
    // Unicode's Bidi_Control, and its own separators of lines and paragraphs.
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    is_control || turns
}

fn escaped(c: char) -> String {
    if is_obeyed(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() }
}

/// Writes a text on one line, which a cell of a table is, and an entry of the log.
pub(super) fn on_one_line(text: &str) -> String {
    let text = text.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t");
    visible(&text).into_owned()
}

/// What the model reads, and what the person sees.
pub(super) fn both_readers(rendered: &Rendered) -> String {
    format!(
        "{}\n{}\n\n{}\n{}",
        heading("What the model reads"),
        rendered.text,
        heading("What the person sees"),
        person(&rendered.structured)
    )
}

/// What the model reads of a call that has no answer.
pub(super) fn failure(text: &str) -> String {
    format!("{}\n{text}", heading("What the model reads, as an error"))
}

fn heading(text: &str) -> String {
    format!("── {text} {}", "─".repeat(60_usize.saturating_sub(text.chars().count())))
}

/// The person's part, without a screen to draw charts on: their numbers.
fn person(structured: &Map<String, Value>) -> String {
    let mut parts = Vec::new();
    if let Some(rows) = structured.get("table").and_then(Value::as_array) {
        parts.push(table(rows));
    }
    if let Some(cut) = structured.get("truncated") {
        parts.push(format!("(the first {} of {} rows)", cut["shown_rows"], cut["total_rows"]));
    }
    let charts = structured.get("charts").and_then(Value::as_array);
    parts.extend(charts.into_iter().flatten().map(chart));
    parts.extend(structured.get("force").and_then(Value::as_str).map(ToOwned::to_owned));
    let links = structured.get("sources").and_then(Value::as_array);
    let links: Vec<&str> = links.into_iter().flatten().filter_map(Value::as_str).collect();
    parts.push(format!("Sources:\n- {}", links.join("\n- ")));
    parts.join("\n\n")
}

fn table(rows: &[Value]) -> String {
    let texts: Vec<Vec<String>> = rows
        .iter()
        .take(MOST_ROWS + 1)
        .filter_map(Value::as_array)
        .map(|row| row.iter().map(text).collect())
        .collect();
    let mut drawn = columns(&texts);
    if rows.len() > MOST_ROWS + 1 {
        drawn.push_str(&format!("\n… and {}", counted(rows.len() - MOST_ROWS - 1, "more row")));
    }
    drawn
}

/// A chart of either form as the table of its numbers.
fn chart(chart: &Value) -> String {
    let data = chart.get("data").unwrap_or(chart);
    let title = chart.pointer("/options/plugins/title/text").or_else(|| chart.get("title"));
    let title = title.map(text).unwrap_or_default();
    let mut heading = format!("{} chart: {}", text(&chart["type"]), on_one_line(&title));
    let remark = chart.pointer("/options/plugins/subtitle/text").or_else(|| chart.get("subtitle"));
    if let Some(remark) = remark {
        heading.push_str(&format!("\n{}", on_one_line(&text(remark))));
    }
    let none = Vec::new();
    let datasets = data["datasets"].as_array().unwrap_or(&none);
    let labels = data["labels"].as_array().unwrap_or(&none);
    let mut rows: Vec<Vec<String>> = Vec::new();
    // A single series is named by the title.
    if datasets.len() > 1 {
        let names = datasets.iter().map(|dataset| text(&dataset["label"]));
        rows.push(std::iter::once(String::new()).chain(names).collect());
    }
    let longest = datasets
        .iter()
        .filter_map(|dataset| dataset["data"].as_array())
        .map(Vec::len)
        .max()
        .unwrap_or(0);
    for index in 0..longest.min(MOST_ROWS) {
        let label = labels.get(index).map(text).unwrap_or_default();
        let values = datasets.iter().map(|dataset| text(&dataset["data"][index]));
        rows.push(std::iter::once(label).chain(values).collect());
    }
    format!("{heading}\n{}", columns(&rows))
}

fn text(cell: &Value) -> String {
    match cell {
        Value::Object(point) => point
            .iter()
            .map(|(name, value)| format!("{name} {}", written(value)))
            .collect::<Vec<_>>()
            .join(", "),
        other => written(other).into_owned(),
    }
}

/// Rows with their columns one below the other; columns of numbers are flush right.
fn columns<R: AsRef<[String]>>(rows: &[R]) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.as_ref().iter().map(|cell| on_one_line(cell)).collect())
        .collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let layout: Vec<(usize, bool)> = (0..width)
        .map(|column| {
            let widest = cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0);
            let numbers =
                cells(column).skip(1).all(|cell| cell.is_empty() || cell.parse::<f64>().is_ok());
            (widest, numbers)
        })
        .collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&layout).map(|(cell, (widest, numbers))| {
            if *numbers { format!("{cell:>widest$}") } else { format!("{cell:<widest$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(|row| line(row)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_written_out() {
        for (text, shown) in [
            ("a\u{1b}[31mb", "a\\u001b[31mb"),
            ("a\u{7}\u{8}\u{7f}\u{9b}b", "a\\u0007\\u0008\\u007f\\u009bb"),
            ("a\u{202e}b\u{2066}c\u{61c}\u{200f}", "a\\u202eb\\u2066c\\u061c\\u200f"),
            ("a\u{2028}b\rc", "a\\u2028b\\u000dc"),
            // Letters of every script, and what joins them, are shown as they are.
            ("a\tb\nc é 日本 مرحبا 👩\u{200d}🔬", "a\tb\nc é 日本 مرحبا 👩\u{200d}🔬"),
        ] {
            assert_eq!(visible(text), shown);
        }
        let value = json!({ "a\u{202e}": "\u{1b}[2J\u{9b}\n" });
        let written = pretty(&value);
        assert_ne!(visible(&written), written);
        assert_eq!(serde_json::from_str::<Value>(&visible(&written)).ok(), Some(value));
    }

    #[test]
    fn a_cell_stays_on_its_line() {
        let rows =
            [json!(["City", "Note"]), json!(["Os\nlo", "a\tb\r\n"]), json!(["\u{1b}[1mX", null])];
        assert_eq!(table(&rows), "City        Note\nOs\\nlo      a\\tb\\r\\n\n\\u001b[1mX");
        let chart = json!({
            "type": "bar",
            "data": { "labels": ["a\nb"], "datasets": [{ "label": "x", "data": [1] }] },
            "options": { "plugins": { "title": { "text": "One\ntwo" } } },
        });
        assert_eq!(super::chart(&chart), "bar chart: One\\ntwo\na\\nb  1");
    }

    #[test]
    fn a_chart_is_its_numbers_below_its_title_and_remark() {
        let remark = "The chart has 1 gap where the table holds “.”.";
        let data = json!({ "labels": ["2016", "2017"], "datasets": [{ "label": "GWh", "data": [1e21, null] }] });
        let shown = format!("bar chart: Mix\n{remark}\n2016  1e+21\n2017");
        let plugins = json!({ "title": { "text": "Mix" }, "subtitle": { "text": remark } });
        let long = json!({ "type": "bar", "data": data, "options": { "plugins": plugins } });
        assert_eq!(chart(&long), shown);
        let flat = json!({
            "type": "bar", "title": "Mix", "subtitle": remark,
            "labels": data["labels"], "datasets": data["datasets"],
        });
        assert_eq!(chart(&flat), shown);
    }

    #[test]
    fn rows_that_are_not_shown_are_counted() {
        let rows = |count: usize| (0..=count).map(|n| json!([n])).collect::<Vec<_>>();
        assert!(table(&rows(50)).ends_with("\n50"));
        assert!(table(&rows(51)).ends_with("\n50\n… and 1 more row"));
        assert!(table(&rows(52)).ends_with("\n50\n… and 2 more rows"));
    }
}
