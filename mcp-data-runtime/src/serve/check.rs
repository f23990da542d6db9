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

/// Calls every tool with the examples of its arguments.
pub(super) async fn run(dispatcher: &Dispatcher) -> Report {
    let mut report = Report { text: String::new(), failed: 0 };
    let (mut passed, mut skipped) = (0, 0);
    for tool in dispatcher.catalog().tools() {
        match examples(tool) {
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
                    match answer(dispatcher, tool, arguments).await {
                        Ok(()) => {
                            passed += 1;
                            report.line(format_args!("ok {shown}"));
                        }
                        Err(problem) => {
                            report.failed += 1;
                            report.line(format_args!("FAILED {shown}: {problem}"));
                        }
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
}

/// The arguments of the calls that a tool's examples make: as many calls as its argument with the
/// most examples has. An argument without an example takes its default, the first value of its enum,
/// its minimum, or is left out; `Err` names one that has none of these and is required.
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
            None => ["default", "minimum"]
                .iter()
                .filter_map(|keyword| property.get(*keyword))
                .chain(property["enum"].as_array().into_iter().flatten())
                .take(1)
                .cloned()
                .collect(),
        };
        if !examples.is_empty() {
            values.push((name, examples));
        } else if required(name) {
            return Err(name.clone());
        }
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

async fn answer(
    dispatcher: &Dispatcher,
    tool: &Tool,
    arguments: Map<String, Value>,
) -> Result<(), String> {
    match dispatcher.call(CallRequest::new(tool.name(), arguments)).await {
        Ok(CallReply::Answer(rendered)) => {
            let structured = Value::Object(rendered.structured);
            jsonschema::draft202012::validate(tool.output_schema(), &structured).map_err(|error| {
                format!("its structured content is not what its schema says: {error}")
            })
        }
        Ok(CallReply::Failure(text)) => Err(text),
        Ok(CallReply::Cancelled) => Err("cancelled".to_owned()),
        Err(unknown) => Err(unknown.to_string()),
    }
}
