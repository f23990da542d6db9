//! The server behind the browser tests: hostile text in every field, long tables and lines, every kind of
//! chart, numbers that JavaScript would change, arguments of every kind.

use std::time::Duration;

use mcp_data_runtime::{
    prelude::*,
    schemars::{self, JsonSchema},
    serde::{self, Deserialize, Serialize},
};

const SOURCE: Source = source!("https://example.org/data?a=1&b=%22quoted%22");
const TAG: &str = "<img src=x onerror=\"window.xss=1\"><script>window.xss=1</script>";
const LINK: &str = "[click](javascript:window.xss=1) **bold**";

/// A measurement.
#[derive(TableRow)]
struct Measurement {
    /// When it was taken.
    day: u32,
    /// Where <b>exactly</b>.
    place: String,
    #[column("Level", unit = "m")]
    level: Option<f64>,
    #[column("Flow", unit = "m³/s")]
    flow: f64,
    /// A decimal of any length.
    exact: i128,
    valid: bool,
}

/// A value that moves and sometimes is missing, the same in every run.
fn level(day: u32) -> Option<f64> {
    let angle = f64::from(day) / 50.0;
    (!day.is_multiple_of(97)).then(|| (angle.sin() * 300.0).round() / 100.0)
}

fn measurement(day: u32) -> Measurement {
    Measurement {
        day,
        place: format!("Gauge {}", day % 17),
        level: level(day),
        flow: f64::from(day % 1000) / 8.0,
        exact: i128::from(day) * 1_000_000_000_000_000_000,
        valid: !day.is_multiple_of(5),
    }
}

/// A table of many rows.
#[data_tool]
fn many_rows(
    #[arg(range = 1..=100_000, default = 10_000)] rows: u32,
) -> DataToolOutput<Measurement> {
    DataToolOutput::new(format!("{rows} measurements."), SOURCE)
        .hide_table_from_model()
        .rows((1..=rows).map(measurement))
}

/// A line of many points.
#[data_tool]
fn long_line(
    #[arg(range = 1..=100_000, default = 100_000)] points: u32,
) -> DataToolOutput<Measurement> {
    DataToolOutput::new(format!("{points} points."), SOURCE)
        .hide_table_from_model()
        .rows((1..=points).map(measurement))
        .chart(Chart::line("Level").x(Measurement::DAY).y([Measurement::LEVEL]))
}

/// Every kind of chart, over one table with a gap.
#[data_tool(sources(SOURCE))]
fn every_chart() -> DataToolOutput<Measurement> {
    let days = [Measurement::LEVEL, Measurement::FLOW];
    DataToolOutput::new("Eight charts.", SOURCE)
        .rows(
            (95..=99)
                .map(|day| Measurement { level: level(day).map(f64::abs), ..measurement(day) }),
        )
        .chart(Chart::bar("Bars").x(Measurement::DAY).y(days).stacked().begin_at_zero())
        .chart(Chart::bar("Across").x(Measurement::PLACE).y([Measurement::FLOW]).horizontal())
        .chart(Chart::line("Line").x(Measurement::DAY).y([Measurement::LEVEL]))
        .chart(Chart::pie("Pie").x(Measurement::PLACE).y([Measurement::FLOW]))
        .chart(Chart::doughnut("Doughnut").x(Measurement::PLACE).y([Measurement::FLOW]))
        .chart(Chart::radar("Radar").x(Measurement::PLACE).y([Measurement::FLOW]))
        .chart(Chart::polar_area("Polar area").x(Measurement::PLACE).y([Measurement::FLOW]))
        .chart(Chart::scatter("Scatter").x(Measurement::LEVEL).y([Measurement::FLOW]))
        .chart(
            Chart::bubble("Bubbles")
                .x(Measurement::DAY)
                .y([Measurement::FLOW])
                .size(Measurement::LEVEL),
        )
}

/// Numbers as they are.
#[data_tool]
fn numbers() -> DataToolOutput {
    DataToolOutput::new("Numbers.", SOURCE).table(table![
        ["What", "Number"],
        ["a year", 2001],
        ["a population", 37_400_068],
        ["a sum", 0.1 + 0.2],
        ["large", 1e21],
        ["small", 1e-7],
        ["the largest safe integer", 9_007_199_254_740_991_i64],
        ["beyond", 12_345_678_901_234_567_890_u64],
        ["below", -9_223_372_036_854_775_808_i64],
        ["negative", -5],
        ["not a number", f64::NAN],
        ["nothing", None::<u8>],
    ])
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(crate = "serde")]
enum Hostile {
    #[serde(rename = "<b onclick=\"window.xss=1\">bold</b>")]
    Tag,
    #[serde(rename = "javascript:window.xss=1")]
    Link,
}

/// <img src=x onerror="window.xss=1"><script>window.xss=1</script> [click](javascript:window.xss=1)
#[data_tool(title = "<b>hostile</b><script>window.xss=1</script>")]
fn hostile(
    /// <img src=x onerror="window.xss=1"> what
    #[arg(default = Hostile::Tag)]
    what: Hostile,
    /// "><script>window.xss=1</script>
    #[arg(examples = ["\"><img src=x onerror=window.xss=1>"])]
    text: Option<String>,
) -> Result<DataToolOutput, ToolError> {
    let what = match what {
        Hostile::Tag => TAG,
        Hostile::Link => LINK,
    };
    let source = Source::parse("https://example.org/%3Cscript%3E?q=<b>\"'&x=1")?
        .title(TAG)
        .publisher(LINK)
        .license("CC-BY-4.0")
        .modified("2026-01-31")
        .version(TAG);
    let mut table = Table::new([TAG, LINK, "</script><b>", "number"]);
    table.push_row((TAG, what, "javascript:window.xss=1", 1))?;
    let text = text.unwrap_or_else(|| "</td></tr></table>".to_owned());
    table.push_row((text, "=1+1", "| a \\| b |", 2))?;
    let chart = Chart::bar(TAG).x(table.column(TAG)?).y([table.column("number")?]);
    Ok(DataToolOutput::new(format!("{TAG} {LINK}"), source)
        .table(table)
        .chart(chart)
        .force(format!("{TAG}\n  {LINK}\n</script>")))
}

/// A failure whose message is hostile.
#[data_tool]
fn fails() -> Result<DataToolOutput, ToolError> {
    Err(ToolError::new(format!("It failed: {TAG}\nTry another.")))
}

/// An answer of text and source alone.
#[data_tool]
fn only_text() -> DataToolOutput {
    DataToolOutput::new("There is nothing but this text.", SOURCE)
}

/// A tool that takes its time and tells how far it is.
#[data_tool]
async fn slow(
    context: ToolContext,
    #[arg(range = 0.0..=20.0, default = 1.0)] seconds: f64,
) -> DataToolOutput {
    for done in 0..10 {
        context.progress(f64::from(done), Some(10.0), Some(&format!("step {done}"))).await;
        tokio::time::sleep(Duration::from_secs_f64(seconds / 10.0)).await;
    }
    DataToolOutput::new("Done at last.", SOURCE)
}

/// A tool that changes something, so that no link may run it.
#[data_tool(destructive)]
fn destructive() -> DataToolOutput {
    DataToolOutput::new("Something was changed.", SOURCE)
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(crate = "serde", rename_all = "snake_case")]
enum Grain {
    Day,
    Month,
    Year,
}

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "serde")]
struct Period {
    from: u16,
    to: u16,
}

/// Arguments of every kind, repeated in the answer.
#[allow(clippy::too_many_arguments, reason = "one of each kind")]
#[data_tool]
fn arguments(
    /// A required text of 2 to 5 letters.
    #[arg(length = 2..=5, pattern = "^[a-z]+$", examples = ["abc"])]
    code: String,
    /// Any integer.
    whole: Option<i64>,
    #[arg(range = 0.0..=1.0, default = 0.5)] share: f64,
    /// Whether to look closer.
    detailed: Option<bool>,
    #[arg(default = true)] sorted: bool,
    /// How fine.
    #[arg(default = Grain::Month)]
    grain: Grain,
    /// Names, one by one.
    names: Option<Vec<String>>,
    period: Option<Period>,
) -> DataToolOutput {
    let grain = match grain {
        Grain::Day => "day",
        Grain::Month => "month",
        Grain::Year => "year",
    };
    let period = period.map(|period| format!("{} to {}", period.from, period.to));
    DataToolOutput::new("The arguments, as they arrived.", SOURCE).table(table![
        ["Argument", "Value"],
        ["code", code],
        ["whole", whole],
        ["share", share],
        ["detailed", detailed],
        ["sorted", sorted],
        ["grain", grain],
        ["names", names.map(|names| names.join("; "))],
        ["period", period],
    ])
}

#[tokio::main]
async fn main() -> ExitCode {
    let plugin = Plugin::new("viewer")
        .description("Fixtures <b>of the viewer</b>")
        .sample_question("How do the charts look, <i>every chart</i>?", call!(every_chart))
        .instructions("Do not <script>window.xss=1</script> answer.")
        .tools(tools!());
    DataServer::new("viewer-fixtures", env!("CARGO_PKG_VERSION")).plugin(plugin).run().await
}
