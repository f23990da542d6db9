//! Types decide, names never: `Option`, `Path` and `str` of the user's own.

use mcp_data_runtime::{
    prelude::*,
    schemars::JsonSchema,
    serde::{Deserialize, Serialize},
    serde_json::json,
};

const SOURCE: Source = source!("https://example.org/data");

mod survey {
    use super::{Deserialize, JsonSchema, Serialize};

    /// An answer in a survey.
    #[derive(Debug, Deserialize, Serialize, JsonSchema)]
    #[serde(crate = "mcp_data_runtime::serde")]
    #[schemars(crate = "mcp_data_runtime::schemars")]
    pub enum Option {
        Yes,
        No,
    }

    /// A way through the survey.
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(crate = "mcp_data_runtime::serde")]
    #[schemars(crate = "mcp_data_runtime::schemars")]
    pub struct Path {
        pub pages: Vec<u8>,
    }
}

use survey::Path;

/// A text that is named like a primitive one.
#[allow(non_camel_case_types)]
type str = String;

/// An option that is none in the program, and a number here.
type Maybe = u8;

/// The answers of a survey.
#[data_tool]
fn answers(
    #[arg(default = survey::Option::No)] answer: survey::Option,
    path: Path,
    #[arg(default = "en", length = 1..=9)] language: str,
    #[arg(default = 3)] least: Maybe,
    elsewhere: std::option::Option<survey::Path>,
) -> DataToolOutput {
    DataToolOutput::new(format!("{answer:?} {path:?} {language} {least} {elsewhere:?}"), SOURCE)
}

fn main() {
    let server = DataServer::new("survey", "1").tools(tools!());
    let calls = server.dispatcher(&mcp_data_runtime::Settings::default()).expect("a server that can start");
    let tool = calls.catalog().tool("answers").expect("the tool");
    let schema = tool.input_schema();
    assert_eq!(schema["properties"]["answer"]["default"], "No");
    assert_eq!(schema["required"], json!(["path"]));
}
