//! The tool for questions that a plugin's data do not answer, in each language.

use mcp_data_macros::data_tool;

use crate::{
    answer::{DataToolOutput, Language},
    tool::{DataTool, ToolDescriptor, context::ToolContext, error::ToolError},
};

/// Returns the tool in a language. Its name and that of its argument are the same in every language.
pub(super) fn descriptor(language: Language) -> ToolDescriptor {
    match language {
        Language::En => <english as DataTool>::DESCRIPTOR,
        Language::Es => <spanish as DataTool>::DESCRIPTOR,
        Language::Pt => <portuguese as DataTool>::DESCRIPTOR,
    }
}

/// Call this when the question is about something that the other tools have no data on. Do not answer such a question from memory.
#[data_tool(name = "out_of_scope", title = "Out of scope")]
fn english(
    /// The question, as the person asked it.
    #[arg(examples = ["Who will win the next election?"])]
    question: String,
    context: ToolContext,
) -> Result<DataToolOutput, ToolError> {
    answer(&question, &context)
}

/// Llama a esta herramienta cuando la pregunta trate de algo sobre lo que las demás herramientas no tienen datos. No respondas de memoria a una pregunta así.
#[data_tool(name = "out_of_scope", title = "Fuera del alcance")]
fn spanish(
    /// La pregunta, tal como la hizo la persona.
    #[arg(examples = ["¿Quién ganará las próximas elecciones?"])]
    question: String,
    context: ToolContext,
) -> Result<DataToolOutput, ToolError> {
    answer(&question, &context)
}

/// Chame esta ferramenta quando a pergunta tratar de algo sobre o qual as outras ferramentas não têm dados. Não responda de memória a uma pergunta assim.
#[data_tool(name = "out_of_scope", title = "Fora do escopo")]
fn portuguese(
    /// A pergunta, como a pessoa a fez.
    #[arg(examples = ["Quem vai ganhar as próximas eleições?"])]
    question: String,
    context: ToolContext,
) -> Result<DataToolOutput, ToolError> {
    answer(&question, &context)
}

/// Says what the data are about and which questions they answer.
fn answer(question: &str, context: &ToolContext) -> Result<DataToolOutput, ToolError> {
    let Some((plugin, source)) =
        context.plugin().and_then(|plugin| Some((plugin, plugin.out_of_scope.clone()?)))
    else {
        return Err(ToolError::new("This question is out of scope here."));
    };
    let phrases = &context.language().phrases().out_of_scope;
    let about = plugin.description.as_deref().or(plugin.name.as_deref()).unwrap_or_default();
    let mut text = format!(
        "\u{201c}{}\u{201d}\n\n{}",
        question.trim(),
        phrases.answer.replace("{scope}", about)
    );
    if let Some(questions) = plugin.list_questions(phrases.questions) {
        text.push_str(&format!("\n\n{questions}"));
    }
    Ok(DataToolOutput::new(text, source))
}
