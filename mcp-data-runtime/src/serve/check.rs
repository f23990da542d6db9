//! The contract, checked over every tool's examples.

use serde_json::{Map, Value};

use crate::{
    catalog::Tool,
    dispatch::{CallReply, CallRequest, Dispatcher},
};

/// What came of the check.
pub(super) struct Report {
    pub(super) text: String,
    pub(super) failed: usize,
}

/// Calls every tool with the examples of its arguments and as the sample questions do. What a server would only warn
/// of is a failure here: of the catalog when it starts, or of an answer that goes out without a detail.
pub(super) async fn run(dispatcher: &Dispatcher) -> Report {
    let mut report = Report { text: String::new(), failed: 0 };
    let (mut passed, mut skipped) = (0, 0);
    for warning in dispatcher.catalog().warnings() {
        report.fail(format_args!("{warning}"));
    }
    for tool in dispatcher.catalog().tools() {
        match calls(tool) {
            Err(missing) => {
                skipped += 1;
                report.line(format_args!(
                    "skipped {}: no example of `{missing}`; add `#[arg(examples = [\u{2026}])]`",
                    tool.name()
                ));
            }
            Ok(calls) => {
                for arguments in calls {
                    let shown = format!("{} {}", tool.name(), Value::Object(arguments.clone()));
                    let problems = problems(dispatcher, tool, arguments).await;
                    if problems.is_empty() {
                        passed += 1;
                        report.line(format_args!("ok {shown}"));
                    }
                    for problem in problems {
                        report.fail(format_args!("{shown}: {problem}"));
                    }
                }
            }
        }
    }
    let failed = report.failed;
    report.line(format_args!("{passed} passed, {failed} failed, {skipped} skipped"));
    report
}

impl Report {
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        self.text.push_str(&format!("{line}\n"));
    }

    fn fail(&mut self, what: std::fmt::Arguments<'_>) {
        self.failed += 1;
        self.line(format_args!("FAILED {what}"));
    }
}

/// Returns the arguments of the calls that a tool's examples and its plugin's sample questions make, each once.
///
/// # Errors
///
/// There are none: the name of a required argument that has no example.
fn calls(tool: &Tool) -> Result<Vec<Map<String, Value>>, String> {
    let samples: Vec<_> = tool.sample_calls().cloned().collect();
    let mut calls = match examples(tool) {
        Err(missing) if samples.is_empty() => return Err(missing),
        examples => examples.unwrap_or_default(),
    };
    for sample in samples {
        if !calls.contains(&sample) {
            calls.push(sample);
        }
    }
    Ok(calls)
}

/// Returns the arguments of the calls that a tool's examples make: as many calls as its argument with the
/// most examples has. Without an example, a required argument is the first value of its enum or its minimum,
/// and an optional one is left out: values that nobody gave may not go together.
///
/// # Errors
///
/// The name of a required argument that has none of these.
fn examples(tool: &Tool) -> Result<Vec<Map<String, Value>>, String> {
    let schema = tool.input_schema();
    let none = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&none);
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|names| names.iter().any(|other| other == name))
    };
    let mut values: Vec<(&String, Vec<Value>)> = Vec::new();
    for (name, property) in properties {
        let examples = match property["examples"].as_array() {
            Some(examples) => examples.clone(),
            None if !required(name) => continue,
            None => {
                let values = property["enum"].as_array();
                values
                    .and_then(|values| values.first())
                    .or(property.get("minimum"))
                    .cloned()
                    .into_iter()
                    .collect()
            }
        };
        if examples.is_empty() {
            return Err(name.clone());
        }
        values.push((name, examples));
    }
    let calls = values.iter().map(|(_, examples)| examples.len()).max().unwrap_or(1);
    Ok((0..calls)
        .map(|call| {
            values
                .iter()
                .map(|(name, examples)| ((*name).clone(), examples[call % examples.len()].clone()))
                .collect()
        })
        .collect())
}

/// Calls a tool and returns all that is wrong with what came of it.
async fn problems(
    dispatcher: &Dispatcher,
    tool: &Tool,
    arguments: Map<String, Value>,
) -> Vec<String> {
    match dispatcher.call(CallRequest::new(tool.name(), arguments)).await {
        Ok(CallReply::Answer(rendered)) => {
            let structured = Value::Object(rendered.structured);
            let validated = jsonschema::draft202012::validate(tool.output_schema(), &structured);
            let mismatch = validated.err().map(|error| {
                format!("its structured content is not what its schema says: {error}")
            });
            mismatch.into_iter().chain(rendered.warnings.iter().map(ToString::to_string)).collect()
        }
        Ok(CallReply::Failure(text)) => vec![text],
        Ok(CallReply::Cancelled) => vec!["cancelled".to_owned()],
        Err(unknown) => vec![unknown.to_string()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Chart, DataServer, DataToolOutput, Plugin, Settings, Source, Table, call, data_tool,
        source, tools,
    };

    const SOURCE: Source = source!("https://example.org/data");

    /// Compares two years.
    #[data_tool]
    fn years(
        #[arg(range = 1960..=2100, examples = [2024])] from: Option<u16>,
        #[arg(range = 1960..=2100)] to: Option<u16>,
        #[arg(range = 1..=9)] count: u8,
        #[arg(default = 7)] limit: u8,
    ) -> Result<DataToolOutput, crate::ToolError> {
        let seen = format!("{from:?} {to:?} {count} {limit}");
        if seen == "Some(2024) None 1 7" {
            Ok(DataToolOutput::new(seen, SOURCE))
        } else {
            Err(crate::ToolError::new(seen))
        }
    }

    /// Gives an answer with details that cannot be sent.
    #[data_tool]
    fn careless() -> DataToolOutput {
        let mut table = Table::new(["Year", "GWh"]);
        table.push_row((2016, "12 t")).expect("a row");
        table.push_row((2017, "13")).expect("a row");
        let [year, gwh] = ["Year", "GWh"].map(|name| table.column(name).expect("a column"));
        DataToolOutput::new("x", SOURCE.modified("last year"))
            .chart(Chart::bar("Mix").x(year.clone()).y([gwh.clone()]))
            .chart(Chart::pie("Nothing").x(gwh).y([]))
            .table(table)
            .note(" ")
    }

    async fn check(server: DataServer) -> Report {
        run(&server.dispatcher(&Settings::default()).expect("a server")).await
    }

    #[tokio::test]
    async fn an_optional_argument_without_an_example_is_left_out() {
        let report = check(DataServer::new("s", "1").tools(tools![years])).await;
        assert_eq!(
            report.text,
            "ok years {\"from\":2024,\"count\":1}\n1 passed, 0 failed, 0 skipped\n"
        );
        assert_eq!(report.failed, 0);
    }

    #[tokio::test]
    async fn each_warning_is_a_failure() {
        let plugin = Plugin::new("p")
            .guard(" ")
            .sample_question("", call!(careless))
            .sample_question("Why?", call!(careless))
            .tools(tools![careless]);
        let report = check(DataServer::new("s", "1").plugin(plugin)).await;
        assert_eq!(
            report.text,
            "FAILED the plugin `p`: `guard` is blank; it is left out\n\
             FAILED the plugin `p`: a sample question is blank; it is left out\n\
             FAILED p_careless {}: the source https://example.org/data: `modified` is no date: \"last year\"; write a year, a month, a date or a time of ISO 8601, such as \"2024-07-11\" or \"2024-07-11T20:53:42Z\"; it is left out\n\
             FAILED p_careless {}: note 1 is blank; it is left out\n\
             FAILED p_careless {}: the bar chart \"Mix\" has 1 gap for text that is no number, first \"12 t\" in the column \"GWh\"; give a number, an empty cell, or a sign for a missing value such as \"..\"\n\
             FAILED p_careless {}: the pie chart \"Nothing\" is left out: it has no column for its values; add `.y([…])`\n\
             0 passed, 6 failed, 0 skipped\n"
        );
        assert_eq!(report.failed, 6);
    }
}
