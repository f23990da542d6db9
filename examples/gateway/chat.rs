//! A turn of a chat: the model asks tools until it can answer.
//!
//! This is where the gateway keeps its promise. A tool's answer has two readers: the text of an `Outcome` goes
//! to the model and its data to the person, and nothing here moves one to the other.

use std::{collections::HashMap, sync::Arc, time::Duration};

use futures::{
    FutureExt, StreamExt,
    future::{BoxFuture, Shared},
    stream,
};
use rmcp::model::JsonObject;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use crate::{
    catalog::Catalog,
    events::{Event, Events},
    limits::{ARGUMENT_BYTES, CALLS_AT_ONCE, CALLS_PER_REPLY, ROUNDS},
    model::Model,
    outcome::{Budget, Outcome},
    prompt,
    quote::quoted,
    stream::{Reply, ToolRequest},
    texts::{Fault, Language},
    tools::{CallFault, Tools},
};

/// A message of the conversation, which the page keeps.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Message {
    pub(crate) role: Role,
    pub(crate) content: String,
}

/// Who said it. The system prompt and the tools' texts are the gateway's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    User,
    Assistant,
}

/// A call that runs or has run, under its tool and arguments.
type Call<'a> = Shared<BoxFuture<'a, Arc<Outcome>>>;

/// Answers the last message of a conversation, and tells the page all about it. It ends when the page has taken all of
/// it, when the page takes nothing any more, or when the time is over.
pub(crate) async fn answer(
    model: Option<&Model>,
    tools: &Tools,
    conversation: &[Message],
    events: &Events,
    language: Language,
    limit: Duration,
) {
    let turn = Turn { tools, events, language };
    let until = Instant::now() + limit;
    let whole = async {
        if let Err(fault) = turn.run(model, conversation).await {
            turn.tell(&fault).await;
        }
        events.send(Event::Done).await;
        events.drained().await;
    };
    let fault = tokio::select! {
        () = events.given_up() => Fault::NobodyReads { seconds: events.patience().as_secs() },
        () = whole => return,
        () = sleep_until(until) => Fault::TurnSlow { seconds: limit.as_secs() },
    };
    tracing::warn!("a chat was ended: {fault}");
    events.cut(fault.message(language));
}

struct Turn<'a> {
    tools: &'a Tools,
    events: &'a Events,
    language: Language,
}

impl<'a> Turn<'a> {
    async fn tell(&self, fault: &Fault) {
        self.events.send(Event::Error { message: fault.message(self.language) }).await;
    }

    /// Tells the page of something that was left out.
    async fn note(&self, fault: &Fault) {
        self.events.send(Event::Note { message: fault.message(self.language) }).await;
    }

    async fn run(&self, model: Option<&Model>, conversation: &[Message]) -> Result<(), Fault> {
        let model = model.ok_or(Fault::NoModel)?;
        let catalog = self.tools.catalog().await?;
        let mut messages = vec![prompt::system(&catalog)];
        messages.extend(conversation.iter().map(|message| json!(message)));
        let mut known = HashMap::new();
        let mut budget = Budget::new();
        let mut calls = 0;
        for round in 0..=ROUNDS {
            let mut reply = model.reply(&messages, &catalog.functions, self.events).await?;
            if reply.calls.is_empty() {
                let is_empty = reply.text.trim().is_empty();
                return if is_empty { Err(Fault::ModelEmpty) } else { Ok(()) };
            }
            if round == ROUNDS {
                break;
            }
            name_calls(&mut reply, calls);
            messages.push(as_message(&reply));
            if reply.calls_left_out > 0 {
                let (made, left_out) = (reply.calls.len(), reply.calls_left_out);
                self.note(&Fault::CallsLeftOut { asked: made + left_out, made }).await;
            }
            messages.extend(self.call(&catalog, &reply, calls, &mut known, &mut budget).await);
            calls += reply.calls.len();
        }
        Err(Fault::EndlessCalls { rounds: ROUNDS })
    }

    /// Calls tools, several at once, and gives their texts in the order in which the model asked.
    async fn call<'b>(
        &self,
        catalog: &'b Arc<Catalog>,
        reply: &Reply,
        first: usize,
        known: &mut HashMap<(String, String), Call<'b>>,
        budget: &mut Budget,
    ) -> Vec<Value>
    where
        'a: 'b,
    {
        let requests = &reply.calls;
        let mut running = Vec::new();
        for (at, request) in requests.iter().enumerate() {
            let id = first + at + 1;
            let tool = catalog.by_function(&request.function).map(|tool| tool.name.to_string());
            let tool = tool.unwrap_or_else(|| quoted(&request.function));
            let arguments = arguments(&request.arguments);
            let shown = match &arguments {
                Ok(arguments) => arguments.clone().into(),
                Err(_) => quoted(&request.arguments).into(),
            };
            self.events.send(Event::ToolCall { id, tool: tool.clone(), arguments: shown }).await;
            let call = self.start(catalog, request, arguments, known);
            running.push(async move { (id, tool, call.await) });
        }
        let mut texts = Vec::new();
        let mut outcomes = stream::iter(running).buffered(CALLS_AT_ONCE);
        while let Some((id, tool, outcome)) = outcomes.next().await {
            if let Some(fault) = &outcome.fault {
                self.tell(fault).await;
            }
            let (mut text, cut) = budget.text(&tool, &outcome);
            let (structured, left_out) = budget.data(&tool, &outcome);
            let is_error = outcome.is_error;
            self.events.send(Event::ToolResult { id, tool, structured, is_error }).await;
            for said in cut.iter().chain(&left_out).chain(&outcome.left_out) {
                self.note(said).await;
            }
            if texts.len() + 1 == requests.len() && reply.calls_left_out > 0 {
                text.push_str(&format!(
                    "\n\n[{} more calls of this reply were not made: a reply may ask for {CALLS_PER_REPLY} calls at most.]",
                    reply.calls_left_out
                ));
            }
            let request = &requests[texts.len()];
            texts.push(json!({ "role": "tool", "tool_call_id": request.id, "content": text }));
        }
        // What could not be called can be tried again, unless it may have run and changed something.
        let is_final =
            |outcome: &Arc<Outcome>| matches!(outcome.fault, None | Some(Fault::MayHaveRun { .. }));
        known.retain(|_, call| call.peek().is_none_or(is_final));
        texts
    }

    /// The call of a tool: a new one, or the same as before.
    fn start<'b>(
        &self,
        catalog: &'b Arc<Catalog>,
        request: &ToolRequest,
        arguments: Result<JsonObject, String>,
        known: &mut HashMap<(String, String), Call<'b>>,
    ) -> Call<'b>
    where
        'a: 'b,
    {
        let Some(tool) = catalog.by_function(&request.function) else {
            let nearest = catalog.nearest(&request.function).join(", ");
            return refused(&format!(
                "There is no tool `{}`, so nothing was called. The tools include: {nearest}.",
                quoted(&request.function)
            ));
        };
        let arguments = match arguments {
            Ok(arguments) => arguments,
            Err(problem) => {
                return refused(&format!("{} was not called: {problem}.", request.function));
            }
        };
        let key = (tool.name.to_string(), Value::from(arguments.clone()).to_string());
        let tools = self.tools;
        let call = known.entry(key).or_insert_with(|| {
            let call = async move {
                Arc::new(match tools.call(tool, arguments).await {
                    Ok(answer) => Outcome::answered(&answer.result, answer.left_out),
                    Err(CallFault::Refused(text)) => Outcome::error(&text, None),
                    Err(CallFault::Failed(fault)) => {
                        let text = format!("{} was not answered: {fault}", tool.name);
                        Outcome::error(&text, Some(fault))
                    }
                })
            };
            call.boxed().shared()
        });
        call.clone()
    }
}

/// A call that is not made; the text tells the model why.
fn refused<'a>(text: &str) -> Call<'a> {
    futures::future::ready(Arc::new(Outcome::error(text, None))).boxed().shared()
}

/// The arguments as an object, or what is wrong with them.
fn arguments(text: &str) -> Result<JsonObject, String> {
    // Models leave out the object of a tool without parameters.
    if text.trim().is_empty() {
        return Ok(JsonObject::new());
    }
    if text.len() > ARGUMENT_BYTES {
        return Err(format!("its arguments have more than {ARGUMENT_BYTES} bytes"));
    }
    let sent = quoted(text);
    let must = "its arguments must be a JSON object, and this";
    match serde_json::from_str(text) {
        Ok(Value::Object(arguments)) => Ok(arguments),
        Ok(_) => Err(format!("{must} is none: {sent}")),
        Err(error) => Err(format!("{must} cannot be read ({error}): {sent}")),
    }
}

/// Gives calls an id that came without, or with one that another call of the reply has.
fn name_calls(reply: &mut Reply, first: usize) {
    for at in 0..reply.calls.len() {
        let (before, rest) = reply.calls.split_at_mut(at);
        let Some(call) = rest.first_mut() else { return };
        if call.id.is_empty() || before.iter().any(|other| other.id == call.id) {
            call.id = format!("call_{}", first + at + 1);
        }
    }
}

/// The model's reply, as it is repeated to the model with the results.
fn as_message(reply: &Reply) -> Value {
    let calls = reply.calls.iter().map(|call| {
        // Some APIs fail when what they get back is no JSON object. The result quotes what was sent.
        let is_object = arguments(&call.arguments).is_ok() && !call.arguments.trim().is_empty();
        let arguments = if is_object { call.arguments.as_str() } else { "{}" };
        json!({
            "id": call.id,
            "type": "function",
            "function": { "name": call.function, "arguments": arguments },
        })
    });
    let calls: Vec<Value> = calls.collect();
    json!({ "role": "assistant", "content": reply.text, "tool_calls": calls })
}
