//! A server of tools and resources as an attacker, or bad luck, wants them: long, slow, blocking, panicking.

use std::{thread, time::Duration};

use mcp_data_runtime::{
    ResourceBody,
    prelude::*,
    schemars::{self, JsonSchema},
    serde::{self, Deserialize},
};
use peak_alloc::PeakAlloc;

/// The system's allocator, counted.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const SOURCE: Source = source!("https://example.org/data");
const LONG: Duration = Duration::from_secs(3_600);

/// Answers at once.
#[data_tool]
fn small(
    year: Option<u16>,
    month: Option<u8>,
    region: Option<String>,
    list: Option<Vec<u8>>,
) -> DataToolOutput {
    DataToolOutput::new(format!("{year:?} {month:?} {region:?} {list:?}"), SOURCE)
}

/// How many bytes the program holds, which is less than what its allocator keeps.
#[data_tool]
fn held() -> DataToolOutput {
    DataToolOutput::new(ALLOCATOR.current_usage().to_string(), SOURCE)
}

/// Answers with a table.
#[data_tool]
fn rows(
    #[arg(range = 1..=10_000, default = 10_000)] count: u32,
) -> Result<DataToolOutput, ToolError> {
    let mut table = Table::new(["Day", "Place", "Level", "Flow", "Valid", "Date"]);
    for day in 0..count {
        table.push_row((
            day,
            format!("Gauge {}", day % 17),
            f64::from(day) / 8.0,
            f64::from(day) * 1.37,
            day % 5 == 0,
            format!("2024-01-{:02}", day % 28 + 1),
        ))?;
    }
    Ok(DataToolOutput::new("A table.", SOURCE).table(table))
}

/// Blocks its thread.
#[data_tool]
fn blocks(#[arg(default = 3600)] seconds: u64) -> DataToolOutput {
    thread::sleep(Duration::from_secs(seconds));
    DataToolOutput::new("It is over.", SOURCE)
}

/// Blocks a thread of the runtime, which an `async fn` must not.
#[data_tool]
async fn blocks_a_worker() -> DataToolOutput {
    thread::sleep(LONG);
    DataToolOutput::new("It is over.", SOURCE)
}

/// Takes longer than it may.
#[data_tool(timeout = 1)]
async fn late() -> DataToolOutput {
    tokio::time::sleep(LONG).await;
    DataToolOutput::new("It is over.", SOURCE)
}

/// Panics.
#[data_tool]
fn panics() -> DataToolOutput {
    panic!("on purpose");
}

/// Two letters.
#[derive(Deserialize, JsonSchema)]
#[serde(crate = "self::serde", try_from = "String")]
#[schemars(crate = "self::schemars", with = "String")]
struct Code(String);

impl TryFrom<String> for Code {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Ok(Self(text[..2].to_owned()))
    }
}

/// Takes a code whose type panics on some.
#[data_tool]
fn code(code: Code) -> DataToolOutput {
    DataToolOutput::new(code.0, SOURCE)
}

/// Has no answer, and says so at length.
#[data_tool]
fn complains(#[arg(default = 10)] length: usize) -> Result<DataToolOutput, ToolError> {
    let forged = "\n2026-01-01T00:00:00Z  WARN forged \r\u{202e}";
    Err(ToolError::new(format!("No.{forged}{}", "x".repeat(length))))
}

#[tokio::main]
async fn main() -> ExitCode {
    let blocks = Resource::lazy("blocks.txt", "text/plain", || {
        thread::sleep(LONG);
        Ok("It is over.".into())
    });
    let panics =
        Resource::lazy("panics.txt", "text/plain", || -> Result<ResourceBody, ToolError> {
            panic!("on purpose")
        });
    let plugin = Plugin::new("attacked").resource(blocks).resource(panics);
    DataServer::new("attacked", env!("CARGO_PKG_VERSION"))
        .tools(tools!())
        .plugin(plugin)
        .run()
        .await
}
