//! A server whose arguments have every shape that is published, for clients and validators of others.

use std::collections::BTreeMap;

use mcp_data_runtime::{
    prelude::*,
    schemars::{self, JsonSchema},
    serde::{self, Deserialize},
};
use serde_json::Value;

const SOURCE: Source = source!("https://example.org/data");

fn echo(value: &dyn std::fmt::Debug) -> DataToolOutput {
    DataToolOutput::new(format!("{value:?}"), SOURCE)
}

/// What to count.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
#[expect(dead_code, reason = "arguments are read by their `Debug` form")]
struct Query {
    year: u16,
    #[serde(flatten)]
    dimensions: BTreeMap<String, Value>,
}

/// How to order.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde", tag = "by", rename_all = "lowercase")]
#[schemars(crate = "self::schemars")]
#[expect(dead_code, reason = "arguments are read by their `Debug` form")]
enum Order {
    /// By name.
    Name,
    /// By a column.
    Column { index: u32, note: Option<String> },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
#[expect(dead_code, reason = "arguments are read by their `Debug` form")]
enum Shape {
    Plain,
    Round { radius: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(crate = "self::serde")]
#[schemars(crate = "self::schemars")]
#[expect(dead_code, reason = "arguments are read by their `Debug` form")]
struct Figure {
    id: u8,
    #[serde(flatten)]
    shape: Shape,
}

/// Takes maps: of numbers by year, and of anything beside a year.
#[data_tool]
fn maps(weights: BTreeMap<u16, f64>, query: Option<Query>) -> DataToolOutput {
    echo(&(weights, query))
}

/// Takes alternatives: a variant by its tag, one that is flattened, and a tuple.
#[data_tool]
fn variants(order: Order, figure: Option<Figure>, pair: Option<(u16, String)>) -> DataToolOutput {
    echo(&(order, figure, pair))
}

/// Takes lists with gaps, and anything.
#[data_tool]
fn gaps(
    #[arg(range = 0.0..=0.7, default = 0.1)] least: f32,
    list: Vec<Option<f64>>,
    any: Option<Value>,
    many: Option<Vec<Value>>,
) -> DataToolOutput {
    echo(&(least, list, any, many))
}

#[tokio::main]
async fn main() -> ExitCode {
    DataServer::new("shapes", env!("CARGO_PKG_VERSION")).tools(tools!()).run().await
}
