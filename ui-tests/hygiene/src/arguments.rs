//! Every option of an argument, and every kind of parameter.

use data::{
    data_tool,
    schemars::JsonSchema,
    serde::{Deserialize, Serialize},
    DataToolOutput, State, ToolContext,
};

use crate::SOURCE;

/// The size of a city.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(crate = "data::serde")]
#[schemars(crate = "data::schemars")]
pub enum Size {
    /// Ten million and more.
    VeryLarge,
    /// One million and more.
    Large,
}

/// Years.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(crate = "data::serde")]
#[schemars(crate = "data::schemars")]
pub struct Years {
    /// The first.
    pub from: u16,
    /// The last.
    pub to: Option<u16>,
}

/// What the server shares.
#[derive(Debug)]
pub struct Atlas {
    largest: String,
}

const LEAST: u16 = 1990;

/// A tool whose arguments have every option.
#[data_tool(crate = ::data)]
#[allow(clippy::too_many_arguments, reason = "each is a case")]
pub fn every_option_of_an_argument(
    /// The municipality's name.
    #[arg(name = "of", length = 1..=80, pattern = "^[A-Z]", examples = ["Springfield"])]
    municipality: String,
    #[arg(range = LEAST..=2025, default = 2001, examples = [2005, 2017])] year: u16,
    #[arg(range = -1.5..=1.5, default = 0.5)] factor: f64,
    #[arg(length = 1.., default = vec![1, 2])] wards: Vec<u8>,
    #[arg(default = Size::Large)] size: Size,
    #[arg(default = "en")] language: String,
    #[arg(default = true)] exact: bool,
    years: Option<Years>,
) -> DataToolOutput {
    DataToolOutput::new(
        format!("{municipality} {year} {factor} {wards:?} {size:?} {language} {exact} {years:?}"),
        SOURCE,
    )
}

/// A plain tool with a state and the context.
#[data_tool(crate = ::data)]
#[must_use = "an answer"]
pub fn with_state(atlas: State<Atlas>, context: ToolContext, mut count: u8) -> DataToolOutput {
    count += 1;
    DataToolOutput::new(format!("{} {} {count}", atlas.largest, context.tool()), SOURCE)
}

/// An asynchronous tool with a state and the context.
#[data_tool(crate = ::data)]
pub async fn with_state_async(
    atlas: State<Atlas>,
    context: ToolContext,
    count: u8,
) -> DataToolOutput {
    tokio::task::yield_now().await;
    DataToolOutput::new(format!("{} {} {count}", atlas.largest, context.tool()), SOURCE)
}

/// One argument, plain.
#[data_tool(crate = ::data)]
pub fn one_argument(count: u8) -> DataToolOutput {
    DataToolOutput::new(count.to_string(), SOURCE)
}

/// One argument, asynchronous.
#[data_tool(crate = ::data)]
pub async fn one_argument_async(count: u8) -> DataToolOutput {
    tokio::task::yield_now().await;
    DataToolOutput::new(count.to_string(), SOURCE)
}

/// An asynchronous tool that awaits nothing.
#[data_tool(crate = ::data)]
#[allow(clippy::unused_async)]
pub async fn awaits_nothing() -> DataToolOutput {
    DataToolOutput::new("Tokyo", SOURCE)
}
