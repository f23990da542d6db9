//! The sample calls of a plugin: whether its tools accept them.

use std::mem;

use crate::{
    schema::input::read_params,
    tool::{
        ToolDescriptor,
        about::PluginInfo,
        sample::{SampleCall, SampleQuestion},
    },
};

/// Brings the arguments of the sample calls into the form that the tools publish, and says what is wrong with them.
///
/// A question belongs to the plugin whose tool answers it: it is published with that plugin's tools, so a call of
/// another plugin's is refused.
pub(super) fn check(info: &mut PluginInfo, tools: &[ToolDescriptor]) -> Vec<String> {
    let mut questions = mem::take(&mut info.sample_questions);
    let plugin = info.name.as_deref().unwrap_or_default();
    let mut problems = Vec::new();
    for SampleQuestion { text, call } in &mut questions {
        let tool = call.tool;
        let called = if tools.iter().any(|other| tool.is_same(other)) {
            let name = info.tool_name(tool.name);
            publish(call).map_err(|wrong| {
                wrong
                    .iter()
                    .map(|wrong| format!("its call of `{name}` is not allowed: {wrong}"))
                    .collect()
            })
        } else {
            Err(vec![format!(
                "it calls the tool `{}` ({}), which the plugin does not have; add the tool to the plugin with `.tools(…)`, or the question to the plugin that has it",
                tool.name,
                tool.location()
            )])
        };
        for wrong in called.err().into_iter().flatten() {
            problems
                .push(format!("the sample question {text:?} of the plugin `{plugin}`: {wrong}"));
        }
    }
    info.sample_questions = questions;
    problems
}

/// Brings the arguments into the form that is published, or says what is wrong with each.
fn publish(call: &mut SampleCall) -> Result<(), Vec<String>> {
    if !call.problems.is_empty() {
        return Err(mem::take(&mut call.problems));
    }
    // What is wrong with the tool itself is said once, of the tool.
    if let Ok(params) = read_params(call.tool.params) {
        let arguments = mem::take(&mut call.arguments);
        call.arguments = params
            .input
            .published(arguments)
            .map_err(|problems| problems.lines().collect::<Vec<_>>())?;
    }
    Ok(())
}
