//! Whatever answer the types let someone build, and whatever JSON a model sends as arguments.
//!
//! Each run has other cases and says by which seed; `PROPTEST_RNG_SEED` repeats them, and `PROPTEST_CASES`
//! sets their number. All are kept for the validators of other languages too.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use mcp_data_runtime::{
    CallReply, CallRequest, Cell, Chart, ChartFormat, Dispatcher, Rendered, Settings, Warning,
    prelude::*,
    schemars::{self, JsonSchema},
    serde::{self, Deserialize, Serialize},
    testing::contract_breaches,
};
use mcp_data_tests::{Corpus, repeat, seed};
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::{select, subsequence},
    test_runner::{Config, RngSeed, TestCaseResult, TestRunner},
};
use serde_json::{Map, Value, json};
use tokio::runtime::Runtime;

/// How many cases there were of a kind.
type Count = std::cell::Cell<u32>;

fn runner() -> TestRunner {
    // A failure is mended with a test of its own, so none is kept in a file.
    let rng_seed = RngSeed::Fixed(seed());
    TestRunner::new(Config { failure_persistence: None, rng_seed, ..Config::default() })
}

/// Runs a test with cases of this kind, and says of a failure how to repeat it.
fn for_each<T: Strategy>(cases: &T, test: impl Fn(T::Value) -> TestCaseResult) {
    if let Err(error) = runner().run(cases, test) {
        panic!("{error}\nTo repeat this run: {}", repeat());
    }
}

/// Strings, those among them that have broken something somewhere.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => any::<String>(),
        1 => select(vec![
            "", " ", "a|b", r"x\|y", "two\r\nlines", "\u{2028}", "\u{85}x", "# head", "| --- |",
            "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "</script><b>", "=1+1", "\0",
            "\u{feff}", "\u{202e}abc", "Zoë", "日本", "👩‍👩‍👧", "9007199254740993", "NaN", "null",
        ]).prop_map(str::to_owned),
    ]
}

fn filled() -> impl Strategy<Value = String> {
    text().prop_filter("not blank", |text| !text.trim().is_empty())
}

fn detail() -> impl Strategy<Value = String> {
    prop_oneof![30 => filled(), 1 => text()]
}

#[derive(Debug, Clone)]
enum Given {
    Nothing,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
}

/// 2^53 − 1, `Number.MAX_SAFE_INTEGER` of ECMA-262.
const MAX_SAFE: i128 = 9_007_199_254_740_991;

impl Given {
    fn cell(&self) -> Cell {
        match self {
            Self::Nothing => Cell::EMPTY,
            Self::Bool(value) => Cell::new(*value),
            // A column of 128 bits is digits throughout, so each value takes the type it needs.
            Self::Integer(value) => match (i64::try_from(*value), u64::try_from(*value)) {
                (Ok(value), _) => Cell::new(value),
                (_, Ok(value)) => Cell::new(value),
                _ => Cell::new(*value),
            },
            Self::Float(value) => Cell::new(*value),
            Self::Text(value) => Cell::new(value.as_str()),
        }
    }

    fn arrives_as(&self, cell: &Value) -> bool {
        match self {
            Self::Nothing => cell.is_null(),
            Self::Bool(value) => cell == value,
            Self::Integer(value) if value.abs() <= MAX_SAFE => {
                cell.as_i64().map(i128::from) == Some(*value)
            }
            Self::Integer(value) => cell.as_str() == Some(value.to_string().as_str()),
            Self::Float(value) if !value.is_finite() => cell.is_null(),
            // Bit for bit, by the text that goes over the wire; but -0.0 is 0 to all readers.
            Self::Float(value) => {
                let read: Option<f64> =
                    cell.is_number().then(|| cell.to_string().parse().ok()).flatten();
                read.map(f64::to_bits) == Some((value + 0.0).to_bits())
            }
            Self::Text(value) => cell.as_str() == Some(value),
        }
    }

    /// The number that a chart draws of it.
    fn drawn(&self) -> Option<f64> {
        match self {
            #[allow(clippy::cast_precision_loss, reason = "a point on the screen")]
            Self::Integer(value) => Some(*value as f64),
            Self::Float(value) => Some(*value).filter(|value| value.is_finite()),
            Self::Text(text) => {
                let text = text.trim();
                let digits = text.strip_prefix('-').unwrap_or(text);
                let is_digits = digits.starts_with(|c: char| c.is_ascii_digit())
                    && digits.ends_with(|c: char| c.is_ascii_digit());
                is_digits.then(|| text.parse().ok().filter(|value: &f64| value.is_finite()))?
            }
            Self::Nothing | Self::Bool(_) => None,
        }
    }
}

fn number() -> impl Strategy<Value = Given> {
    prop_oneof![
        1 => Just(Given::Nothing),
        2 => (-1000..1000_i128).prop_map(Given::Integer),
        2 => any::<i64>().prop_map(|value| Given::Integer(value.into())),
        1 => any::<u64>().prop_map(|value| Given::Integer(value.into())),
        1 => any::<i128>().prop_map(Given::Integer),
        1 => select(vec![MAX_SAFE, MAX_SAFE + 1, MAX_SAFE + 2, -MAX_SAFE, -MAX_SAFE - 1])
            .prop_map(Given::Integer),
        2 => any::<f64>().prop_map(Given::Float),
        1 => select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.1, 5e-324, f64::MAX, 1e21])
            .prop_map(Given::Float),
    ]
}

fn anything() -> impl Strategy<Value = Given> {
    prop_oneof![
        2 => number(),
        1 => any::<bool>().prop_map(Given::Bool),
        3 => text().prop_map(Given::Text),
    ]
}

#[derive(Debug, Clone)]
struct GivenChart {
    kind: usize,
    title: String,
    x: usize,
    y: Vec<usize>,
    flags: [bool; 3],
    titles: [Option<String>; 2],
}

/// An answer, as its parts. The first columns hold numbers, the last one anything.
#[derive(Debug, Clone)]
struct GivenAnswer {
    text: String,
    links: Vec<usize>,
    details: [Option<String>; 3],
    table: Option<(Vec<String>, Vec<Vec<Given>>)>,
    charts: Vec<GivenChart>,
    force: Option<String>,
    notes: Vec<String>,
    is_hidden: bool,
    settings: Settings,
}

const LINKS: [&str; 6] = [
    "https://example.org/data",
    "http://example.org",
    "https://example.org/a?b=c&d=%22e%22#f",
    "https://example.org/städte",
    "HTTPS://EXAMPLE.ORG/CAPS",
    "https://[::1]:8443/x",
];

fn table() -> impl Strategy<Value = (Vec<String>, Vec<Vec<Given>>)> {
    (1..4_usize).prop_flat_map(|numbers| {
        let header = vec(text(), numbers + 1);
        let row = (vec(number(), numbers), anything()).prop_map(|(mut row, last)| {
            row.push(last);
            row
        });
        (header, vec(row, 0..8))
    })
}

fn charts(columns: usize) -> impl Strategy<Value = Vec<GivenChart>> {
    // The last column holds anything: what is no number is a gap.
    let all: Vec<usize> = (0..columns).collect();
    let chart = (
        0..8_usize,
        text(),
        0..columns - 1,
        subsequence(all, 1..=columns),
        any::<[bool; 3]>(),
        [option::of(text()), option::of(text())],
    );
    vec(
        chart.prop_map(|(kind, title, x, y, flags, titles)| GivenChart {
            kind,
            title,
            x,
            y,
            flags,
            titles,
        }),
        0..3,
    )
}

fn settings() -> impl Strategy<Value = Settings> {
    (
        0..6_usize,
        1..6_usize,
        select(vec![ChartFormat::Chartjs, ChartFormat::Flat]),
        any::<[bool; 2]>(),
        select(vec![Language::En, Language::Es, Language::Pt]),
    )
        .prop_map(
            |(model_rows, max_rows, chart_format, [mirror_text, client_renders], lang)| {
                let mut settings = Settings::default();
                settings.model_rows = model_rows;
                settings.max_rows = max_rows;
                settings.chart_format = chart_format;
                settings.mirror_text = mirror_text;
                settings.client_renders = client_renders;
                settings.lang = lang;
                settings
            },
        )
}

fn answer() -> impl Strategy<Value = GivenAnswer> {
    let table = option::weighted(0.8, table()).prop_flat_map(|table| {
        let columns = table.as_ref().map_or(0, |(header, _)| header.len());
        let charts = if columns == 0 { Just(Vec::new()).boxed() } else { charts(columns).boxed() };
        (Just(table), charts)
    });
    (
        prop_oneof![19 => filled().boxed(), 1 => select(vec!["", " ", "\n\t"]).prop_map(str::to_owned).boxed()],
        vec(0..LINKS.len(), 1..4),
        [option::of(detail()), option::of(detail()), option::of(detail())],
        table,
        option::of(text()),
        vec(filled(), 0..3),
        any::<bool>(),
        settings(),
    )
        .prop_map(
            |(text, links, details, (table, charts), force, notes, is_hidden, settings)| {
                GivenAnswer {
                    text,
                    links,
                    details,
                    table,
                    charts,
                    force,
                    notes,
                    is_hidden,
                    settings,
                }
            },
        )
}

impl GivenChart {
    fn build(&self, table: &Table) -> Chart {
        let column = |index: usize| {
            let name = table.header().nth(index).expect("a column");
            // Columns of one name are told apart by position only, which a name cannot say.
            table.column(name).ok()
        };
        let title = self.title.clone();
        let mut chart = match self.kind {
            0 => Chart::bar(title),
            1 => Chart::line(title),
            2 => Chart::pie(title),
            3 => Chart::doughnut(title),
            4 => Chart::radar(title),
            5 => Chart::polar_area(title),
            6 => Chart::scatter(title),
            _ => Chart::bubble(title),
        };
        chart = chart.x(column(self.x).expect("different names"));
        chart = chart.y(self.y.iter().map(|y| column(*y).expect("different names")));
        if self.kind == 7 {
            chart = chart.size(column(self.y[0]).expect("different names"));
        }
        let [stacked, horizontal, zero] = self.flags;
        if stacked {
            chart = chart.stacked();
        }
        if horizontal {
            chart = chart.horizontal();
        }
        if zero {
            chart = chart.begin_at_zero();
        }
        let [x_title, y_title] = self.titles.clone();
        if let Some(title) = x_title {
            chart = chart.x_title(title);
        }
        if let Some(title) = y_title {
            chart = chart.y_title(title);
        }
        chart
    }

    /// Whether it can be drawn: it has a number, or a point with all its coordinates, and no part of a
    /// whole is negative, and no number is too large.
    fn is_drawn(&self, rows: &[Vec<Given>]) -> bool {
        let x = matches!(self.kind, 6 | 7).then_some(self.x);
        let mut columns = self.y.iter().copied().chain(x);
        let is_large = |value: f64| value.abs() > 1e100;
        if columns.any(|column| rows.iter().any(|row| row[column].drawn().is_some_and(is_large))) {
            return false;
        }
        let mut cells =
            rows.iter().flat_map(|row| self.y.iter().map(move |y| (row, row[*y].drawn())));
        match self.kind {
            2 | 3 | 5 => {
                let values: Vec<f64> = cells.filter_map(|(_, value)| value).collect();
                !values.is_empty() && values.iter().all(|value| *value >= 0.0)
            }
            6 | 7 => cells.any(|(row, value)| {
                let size = if self.kind == 7 { row[self.y[0]].drawn() } else { value };
                value.and(size).and(row[self.x].drawn()).is_some()
            }),
            _ => cells.any(|(_, value)| value.is_some()),
        }
    }
}

impl GivenAnswer {
    fn build(&self) -> DataToolOutput {
        let mut links = self.links.iter().map(|link| {
            let mut source = Source::parse(LINKS[*link]).expect("a link");
            let [title, publisher, version] = self.details.clone();
            source = title.into_iter().fold(source, Source::title);
            source = publisher.into_iter().fold(source, Source::publisher);
            version.into_iter().fold(source, Source::version)
        });
        let first = links.next().expect("a source");
        let mut answer = DataToolOutput::new(self.text.clone(), first);
        answer = links.fold(answer, DataToolOutput::source);
        if let Some((header, rows)) = &self.table {
            let mut table = Table::new(header.clone());
            for row in rows {
                let cells: Vec<Cell> = row.iter().map(Given::cell).collect();
                table.push_row(cells).expect("a row of the header's length");
            }
            let charts: Vec<Chart> = self.charts.iter().map(|chart| chart.build(&table)).collect();
            answer = charts.into_iter().fold(answer.table(table), DataToolOutput::chart);
        }
        answer = self.force.iter().cloned().fold(answer, DataToolOutput::force);
        answer = self.notes.iter().cloned().fold(answer, DataToolOutput::note);
        if self.is_hidden { answer.hide_table_from_model() } else { answer }
    }

    fn sent_rows(&self) -> &[Vec<Given>] {
        let Some((_, rows)) = &self.table else { return &[] };
        &rows[..rows.len().min(self.settings.max_rows)]
    }

    fn rows(&self) -> &[Vec<Given>] {
        self.table.as_ref().map_or(&[], |(_, rows)| rows)
    }

    /// Whether the contract admits it: all but its text can be left out.
    fn is_sound(&self) -> bool {
        !self.text.trim().is_empty()
    }

    /// That what is left out is said, once each.
    fn assert_warned(&self, warnings: &[Warning]) {
        let links: HashSet<&usize> = self.links.iter().collect();
        let blank = self.details.iter().flatten().filter(|text| text.trim().is_empty()).count();
        let details = warnings.iter().filter(|warning| matches!(warning, Warning::Detail { .. }));
        assert_eq!(details.count(), links.len() * blank, "{warnings:?}");
        let rows = self.rows();
        let undrawn = self.charts.iter().filter(|chart| !rows.is_empty() && !chart.is_drawn(rows));
        let charts = warnings.iter().filter(|warning| matches!(warning, Warning::Chart { .. }));
        assert_eq!(charts.count(), undrawn.count(), "{warnings:?}");
        // Which texts are signs for missing values is tested where they are listed; a truth is never one.
        let has_truth = |chart: &&GivenChart| {
            chart.is_drawn(rows)
                && rows.iter().any(|row| chart.y.iter().any(|y| matches!(row[*y], Given::Bool(_))))
        };
        let texts = warnings.iter().filter(|warning| matches!(warning, Warning::ChartText { .. }));
        assert!(texts.count() >= self.charts.iter().filter(has_truth).count(), "{warnings:?}");
    }

    /// That the model's text and the person's view hold what was given.
    fn assert_held(&self, rendered: &Rendered) {
        let Rendered { text, structured, warnings, .. } = rendered;
        self.assert_warned(warnings);
        assert!(text.starts_with(self.text.trim()), "the author's words come first");
        let sources = structured["sources"].as_array().expect("sources");
        for link in sources {
            let line = text.rsplit("\n\n").next().expect("the sources end the text");
            assert!(line.contains(link.as_str().expect("a link")), "{link} in {line}");
        }
        for link in &self.links {
            let url = Source::parse(LINKS[*link]).expect("a link").url().to_owned();
            assert!(sources.contains(&Value::from(url)), "{sources:?}");
        }
        // A note is one line, so that none looks like a part of the answer.
        for note in &self.notes {
            let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
            let parts = note.split(is_break).map(str::trim).filter(|part| !part.is_empty());
            let line = parts.collect::<Vec<_>>().join(" ");
            assert!(text.lines().any(|said| said.ends_with(&line)), "{note:?}");
        }
        assert_eq!(structured.get("text").is_some(), self.settings.mirror_text);
        assert!(structured.get("text").is_none_or(|copy| copy == text));
        let force = self.force.as_ref().filter(|force| !force.trim().is_empty());
        assert_eq!(structured.get("force").and_then(Value::as_str), force.map(String::as_str));
        self.assert_table_held(text, structured);
        let drawn: Vec<&GivenChart> =
            self.charts.iter().filter(|chart| chart.is_drawn(self.rows())).collect();
        assert_eq!(drawn.len(), charts_of(structured).len());
        for (chart, drawn) in drawn.iter().zip(charts_of(structured)) {
            self.assert_drawn(chart, drawn);
        }
    }

    fn assert_table_held(&self, text: &str, structured: &Map<String, Value>) {
        let Some((header, rows)) = &self.table else {
            assert!(structured.get("table").is_none());
            return;
        };
        let table = structured["table"].as_array().expect("a table");
        assert_eq!(table[0], json!(header));
        let sent = self.sent_rows();
        assert_eq!(table.len(), sent.len() + 1);
        for (given, row) in sent.iter().zip(&table[1..]) {
            let row = row.as_array().expect("a row");
            assert_eq!(row.len(), given.len());
            for (given, cell) in given.iter().zip(row) {
                assert!(given.arrives_as(cell), "{given:?} came as {cell}");
            }
        }
        let cut = (sent.len() < rows.len())
            .then(|| json!({ "total_rows": rows.len(), "shown_rows": sent.len() }));
        assert_eq!(structured.get("truncated"), cut.as_ref());
        if self.is_hidden {
            return;
        }
        // Every row that the model gets is one line, whose cells read back as they were.
        let repeated = sent.len().min(self.settings.model_rows);
        let rule = format!("|{}", " --- |".repeat(header.len()));
        let (_, below) = text.split_once(&format!("\n{rule}")).expect("a table in the text");
        for (row, line) in
            table[1..=repeated].iter().zip(below.trim_start_matches('\n').split('\n'))
        {
            let (cells, written) = (row.as_array().expect("a row"), cells_of(line));
            assert_eq!(cells.len(), written.len(), "{line}");
            for (cell, written) in cells.iter().zip(&written) {
                match cell {
                    // As JavaScript writes it: other text than JSON's, the same number.
                    Value::Number(number) if number.is_f64() => {
                        assert_eq!(written.parse().ok(), number.as_f64(), "{line}");
                    }
                    other => assert_eq!(*written, shown(other), "{line}"),
                }
            }
        }
    }

    fn assert_drawn(&self, chart: &GivenChart, drawn: &Value) {
        let sets = match self.settings.chart_format {
            ChartFormat::Chartjs => &drawn["data"]["datasets"],
            ChartFormat::Flat => &drawn["datasets"],
            other => panic!("no property of the format {other:?}"),
        };
        let sets = sets.as_array().expect("datasets");
        assert_eq!(sets.len(), chart.y.len());
        for (column, set) in chart.y.iter().zip(sets) {
            let data = set["data"].as_array().expect("data");
            if chart.kind >= 6 {
                assert!(data.iter().all(|point| point["x"].is_number() && point["y"].is_number()));
                continue;
            }
            // A chart shows the whole table, also where it is cut.
            assert_eq!(data.len(), self.rows().len());
            for (row, drawn) in self.rows().iter().zip(data) {
                match &row[*column] {
                    Given::Integer(value) if value.abs() <= MAX_SAFE => {
                        assert_eq!(drawn.to_string(), value.to_string());
                    }
                    #[allow(clippy::cast_precision_loss, reason = "a point on the screen")]
                    Given::Integer(value) => assert_eq!(drawn.as_f64(), Some(*value as f64)),
                    given @ Given::Float(_) => {
                        assert!(given.arrives_as(drawn), "{given:?} drawn as {drawn}");
                    }
                    // A random text may happen to be a figure with a flag.
                    Given::Text(text) if text.trim().contains(char::is_whitespace) => {}
                    given => assert_eq!(drawn.as_f64(), given.drawn(), "{given:?}"),
                }
            }
        }
    }
}

fn charts_of(structured: &Map<String, Value>) -> &[Value] {
    structured.get("charts").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A cell as a reader of the model's text sees it: line ends are `<br>` there.
fn shown(cell: &Value) -> String {
    let text = match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let line_ends = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    text.replace("\r\n", "\n").replace(line_ends, "<br>")
}

/// The cells of a line of a Markdown table.
fn cells_of(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut chars = line.strip_prefix('|').expect("a line of a table").chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => cells.last_mut().expect("a cell").extend(chars.next()),
            '|' => cells.push(String::new()),
            c => cells.last_mut().expect("a cell").push(c),
        }
    }
    assert_eq!(cells.pop().as_deref(), Some(""), "nothing follows the last bar");
    let inner = |cell: String| {
        let cell = cell.strip_prefix(' ').and_then(|cell| cell.strip_suffix(' '));
        cell.expect("a blank on either side").to_owned()
    };
    cells.into_iter().map(inner).collect()
}

/// No client gets an integer that it would round.
fn assert_safe_integers(value: &Value) {
    match value {
        Value::Number(number) => {
            let integer = number.as_i64().map(i128::from).or(number.as_u64().map(i128::from));
            assert!(integer.is_none_or(|integer| integer.abs() <= MAX_SAFE), "{number}");
        }
        Value::Array(values) => values.iter().for_each(assert_safe_integers),
        Value::Object(fields) => fields.values().for_each(assert_safe_integers),
        _ => {}
    }
}

#[derive(Default)]
struct Next(Mutex<Option<DataToolOutput>>);

/// Gives the answer that was made for it.
#[data_tool]
fn give(next: State<Arc<Next>>) -> Result<DataToolOutput, ToolError> {
    let mut next = next.0.lock().unwrap_or_else(PoisonError::into_inner);
    next.take().ok_or_else(|| ToolError::new("nothing to give"))
}

fn call(
    runtime: &Runtime,
    dispatcher: &Dispatcher,
    tool: &str,
    arguments: Map<String, Value>,
) -> CallReply {
    let call = dispatcher.call(CallRequest::new(tool, arguments));
    let call = async { tokio::time::timeout(Duration::from_secs(20), call).await };
    runtime.block_on(call).expect("in time").expect("the tool")
}

// B35, B48, B50, B51
#[test]
fn any_answer_goes_over_the_wire_as_it_is_or_not_at_all() {
    // Why an answer was not sent stands in the log.
    tracing_subscriber::fmt().with_max_level(tracing::Level::ERROR).with_test_writer().init();
    let runtime = Runtime::new().expect("a runtime");
    let corpus = RefCell::new(Corpus::create("answers"));
    let [answered, refused] = [const { Count::new(0) }; 2];
    for_each(&answer(), |given| {
        // Columns of one name cannot be meant by it.
        let names = given.table.iter().flat_map(|(header, _)| header);
        let distinct: HashSet<&String> = names.clone().collect();
        prop_assume!(given.charts.is_empty() || distinct.len() == names.count());
        let next = Arc::new(Next::default());
        *next.0.lock().expect("the place") = Some(given.build());
        let server =
            DataServer::new("properties", "1").tools(tools![give]).state(Arc::clone(&next));
        let dispatcher = server.dispatcher(&given.settings).expect("a server");
        let reply = call(&runtime, &dispatcher, "give", Map::new());
        let CallReply::Answer(rendered) = reply else {
            assert!(!given.is_sound(), "{reply:?}");
            refused.set(refused.get() + 1);
            return Ok(());
        };
        assert!(given.is_sound(), "{rendered:?}");
        answered.set(answered.get() + 1);
        given.assert_held(&rendered);
        let structured = Value::Object(rendered.structured.clone());
        assert_safe_integers(&structured);
        let read: Value = serde_json::from_str(&structured.to_string()).expect("JSON");
        assert_eq!(read.to_string(), structured.to_string());
        let result = json!({
            "content": [{ "type": "text", "text": rendered.text }],
            "structuredContent": structured,
            "isError": false,
        });
        assert_eq!(contract_breaches(&result), Vec::<String>::new());
        let schema = dispatcher.catalog().tool("give").expect("the tool").output_schema();
        corpus.borrow_mut().check(&format!("answer {}", answered.get()), schema, &structured, true);
        Ok(())
    });
    let (answered, refused) = (answered.get(), refused.get());
    // Both kinds were met, where there were cases enough.
    assert!(
        answered + refused < 200 || (answered > 100 && refused > 5),
        "{answered} answered, {refused} refused"
    );
}

/// A kind of place.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde", rename_all = "snake_case")]
#[schemars(crate = "self::schemars")]
enum Kind {
    /// A town.
    Town,
    /// A lake.
    Lake,
}

/// A place.
#[allow(dead_code, reason = "it is read by its `Debug` form")]
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde", deny_unknown_fields)]
#[schemars(crate = "self::schemars")]
struct Place {
    lat: f64,
    name: Option<String>,
    #[serde(default)]
    inhabitants: u64,
    kind: Kind,
}

/// A place among others, and whatever else is known of it.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
struct Query {
    year: u16,
    #[serde(flatten)]
    dimensions: BTreeMap<String, Value>,
}

/// An order.
#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(crate = "self::serde", tag = "by", rename_all = "snake_case")]
#[schemars(crate = "self::schemars")]
enum Order {
    Name { descending: bool },
    Column { index: u8, note: Option<String> },
}

/// Takes arguments of every kind.
#[data_tool]
#[allow(clippy::too_many_arguments, reason = "one of each kind")]
fn probe(
    #[arg(range = 1..=9)] count: u8,
    #[arg(range = 0.0..=1.0)] ratio: Option<f64>,
    #[arg(length = 1..=5, pattern = "^[a-z]+$")] word: Option<String>,
    kind: Option<Kind>,
    #[arg(length = ..=2)] tags: Option<Vec<String>>,
    place: Option<Place>,
    year: Option<i64>,
    wide: Option<u64>,
    #[arg(default = true)] flag: bool,
    pair: Option<(i8, bool)>,
    weights: Option<BTreeMap<u16, f64>>,
    query: Option<Query>,
    order: Option<Order>,
    free: serde_json::Value,
) -> DataToolOutput {
    let seen = format!(
        "{count} {ratio:?} {word:?} {kind:?} {tags:?} {place:?} {year:?} {wide:?} {flag} {pair:?} {weights:?} {query:?} {order:?} {free}"
    );
    DataToolOutput::new(seen, source!("https://example.org/data"))
}

fn integer_sent() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-2..12_i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
    ]
}

fn number_sent() -> impl Strategy<Value = Value> {
    prop_oneof![
        3 => integer_sent(),
        1 => select(vec![
            json!(0.5),
            json!(1.0),
            json!(5.0),
            json!(-0.0),
            json!(1e300),
            json!(255),
            json!(256)
        ]),
        1 => (-2.0..2.0_f64).prop_map(Value::from),
    ]
}

fn json_sent() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number_sent(),
        select(vec!["", "a", "abc", "abcdef", "A1", "town", "lake", "Town", "7", "true", "null"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 4, |inner| {
        let field = select(vec!["lat", "name", "inhabitants", "kind", "x"]).prop_map(str::to_owned);
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(field, inner, 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A place that is nearly right, so that the tool is reached as well.
fn place_sent() -> impl Strategy<Value = Value> {
    (
        number_sent(),
        option::of(json_sent()),
        option::of(number_sent()),
        select(vec!["town", "lake", "sea"]),
    )
        .prop_map(|(lat, name, inhabitants, kind)| {
            let mut place = json!({ "lat": lat, "kind": kind });
            if let Some(name) = name {
                place["name"] = name;
            }
            if let Some(inhabitants) = inhabitants {
                place["inhabitants"] = inhabitants;
            }
            place
        })
}

/// Anything but null, which is absence.
fn present() -> impl Strategy<Value = Value> {
    json_sent().prop_filter("null is absence", |value| !value.is_null())
}

/// An object with some of these fields.
fn map_sent(names: &'static [&str], value: BoxedStrategy<Value>) -> impl Strategy<Value = Value> {
    proptest::collection::btree_map(select(names).prop_map(str::to_owned), value, 0..4)
        .prop_map(|fields| fields.into_iter().collect())
}

/// An order that is nearly right.
fn order_sent() -> impl Strategy<Value = Value> {
    let fields = map_sent(&["descending", "index", "note"], json_sent().boxed());
    let likely = prop_oneof![
        any::<bool>().prop_map(|descending| json!({ "descending": descending })),
        (0..300_u16, option::of(select(vec!["", "note"])))
            .prop_map(|(index, note)| json!({ "index": index, "note": note })),
    ];
    (select(vec!["name", "column", "rank"]), prop_oneof![4 => likely, 1 => fields]).prop_map(
        |(by, mut order)| {
            order["by"] = by.into();
            order
        },
    )
}

fn arguments_sent() -> impl Strategy<Value = Map<String, Value>> {
    let likely: Vec<(&'static str, BoxedStrategy<Value>)> = vec![
        ("count", (0..11_i64).prop_map(Value::from).boxed()),
        ("ratio", number_sent().boxed()),
        ("word", select(vec!["a", "abcde", "abcdef", "A", ""]).prop_map(Value::from).boxed()),
        ("kind", select(vec!["town", "lake", "sea"]).prop_map(Value::from).boxed()),
        ("tags", vec("[a-z]{0,2}", 0..4).prop_map(Value::from).boxed()),
        ("place", place_sent().boxed()),
        ("year", number_sent().boxed()),
        ("wide", number_sent().boxed()),
        ("flag", any::<bool>().prop_map(Value::from).boxed()),
        ("pair", (number_sent(), any::<bool>()).prop_map(|(n, b)| json!([n, b])).boxed()),
        ("weights", map_sent(&["2019", "7", "65535"], number_sent().boxed()).boxed()),
        ("query", map_sent(&["year", "geo", "age"], present().boxed()).boxed()),
        ("order", order_sent().boxed()),
        ("free", json_sent().boxed()),
        ("cuont", Just(json!(1)).boxed()),
    ];
    let one = |(name, likely): (&'static str, BoxedStrategy<Value>)| {
        let presence = match name {
            "count" => 0.99,
            "cuont" => 0.02,
            _ => 0.1,
        };
        option::weighted(presence, prop_oneof![19 => likely, 1 => json_sent()])
            .prop_map(move |value| value.map(|value| (name.to_owned(), value)))
    };
    let all: Vec<_> = likely.into_iter().map(one).collect();
    all.prop_map(|arguments| arguments.into_iter().flatten().collect())
}

/// The arguments without the nulls that stand for the absence of what is optional; the schema, for models that
/// know no union of types, only says that it may be absent.
fn without_absent(schema: &Value, value: Value) -> Value {
    let Value::Object(fields) = value else { return value };
    // Of alternatives, the one whose tag the value has, or else the first.
    let alternatives = schema["anyOf"].as_array().map_or(&[][..], Vec::as_slice);
    let has_tag = |of: &&Value| {
        let tag = &of["properties"]["by"];
        let names = tag["enum"].as_array().and_then(|names| names.first()).or(tag.get("const"));
        names == fields.get("by")
    };
    let schema = alternatives.iter().find(has_tag).or(alternatives.first()).unwrap_or(schema);
    let (known, required) = (&schema["properties"], schema["required"].as_array());
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|one| one == name));
    let mut kept = Map::new();
    for (name, value) in fields {
        let of_it = &known[name.as_str()];
        if !value.is_null() || of_it.is_null() || is_required(&name) {
            kept.insert(name, without_absent(of_it, value));
        }
    }
    Value::Object(kept)
}

// B40
#[test]
fn any_arguments_are_taken_by_schema_and_tool_or_by_neither() {
    let runtime = Runtime::new().expect("a runtime");
    let server = DataServer::new("properties", "1").tools(tools![probe]);
    let dispatcher = server.dispatcher(&Settings::default()).expect("a server");
    let schema = dispatcher.catalog().tool("probe").expect("the tool").input_schema().clone();
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let corpus = RefCell::new(Corpus::create("arguments"));
    let [taken, refused] = [const { Count::new(0) }; 2];
    for_each(&arguments_sent(), |arguments| {
        let published = without_absent(&schema, Value::Object(arguments.clone()));
        let is_valid = validator.is_valid(&published);
        corpus.borrow_mut().check(
            &format!("call {}", taken.get() + refused.get()),
            &schema,
            &published,
            is_valid,
        );
        // The form of a map's keys is said in words; no keyword that all clients know holds it.
        let weights = published["weights"].as_object();
        let are_years = |map: &Map<String, Value>| map.keys().all(|key| key.parse::<u16>().is_ok());
        let is_valid = is_valid && weights.is_none_or(are_years);
        match call(&runtime, &dispatcher, "probe", arguments) {
            CallReply::Answer(_) => {
                assert!(is_valid, "the tool took what the schema refuses: {published}");
                taken.set(taken.get() + 1);
            }
            CallReply::Failure(text) => {
                assert!(!is_valid, "the schema allows what was refused: {published}: {text}");
                assert!(text.starts_with("probe was not run: "), "{text}");
                refused.set(refused.get() + 1);
            }
            other => panic!("nobody cancelled, and the call came to {other:?}"),
        }
        Ok(())
    });
    let (taken, refused) = (taken.get(), refused.get());
    assert!(
        taken + refused < 200 || (taken > 20 && refused > 20),
        "{taken} taken, {refused} refused"
    );
}

fn weights() -> impl Strategy<Value = BTreeMap<u16, f64>> {
    proptest::collection::btree_map(any::<u16>(), -2.0..2.0_f64, 0..4)
}

fn query() -> impl Strategy<Value = Query> {
    let name = select(vec!["geo", "age group", "é"]).prop_map(str::to_owned);
    (any::<u16>(), proptest::collection::btree_map(name, present(), 0..3))
        .prop_map(|(year, dimensions)| Query { year, dimensions })
}

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![
        any::<bool>().prop_map(|descending| Order::Name { descending }),
        (any::<u8>(), option::of(text())).prop_map(|(index, note)| Order::Column { index, note }),
    ]
}

// N01, N02, N16
#[test]
fn any_value_of_an_open_type_is_taken_and_arrives() {
    let runtime = Runtime::new().expect("a runtime");
    let server = DataServer::new("properties", "1").tools(tools![probe]);
    let dispatcher = server.dispatcher(&Settings::default()).expect("a server");
    // One at a time, so that a failure names the shape.
    let given = prop_oneof![
        weights().prop_map(|weights| (Some(weights), None, None)),
        query().prop_map(|query| (None, Some(query), None)),
        order().prop_map(|order| (None, None, Some(order))),
    ];
    for_each(&given, |(weights, query, order)| {
        let sent = json!({ "count": 1, "weights": weights, "query": query, "order": order });
        let Value::Object(arguments) = sent.clone() else { unreachable!() };
        let reply = call(&runtime, &dispatcher, "probe", arguments);
        let CallReply::Answer(rendered) = reply else { panic!("sent {sent}: {reply:?}") };
        let (seen, _) = rendered.text.rsplit_once("\n\nSources:").expect("sources");
        let seen_of_them = format!("{weights:?} {query:?} {order:?}");
        let expected =
            format!("1 None None None None None None None true None {seen_of_them} null");
        assert_eq!(seen, expected.trim(), "sent {sent}");
        Ok(())
    });
}
