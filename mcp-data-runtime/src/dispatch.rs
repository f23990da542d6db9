//! One call: check its arguments, run it, and write its answer, whatever happens.

use std::{
    any::Any,
    future::Future,
    panic::AssertUnwindSafe,
    sync::Arc,
    time::{Duration, Instant},
};

use futures::FutureExt;
use serde_json::{Map, Value};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::{
    answer::{AnswerSettings, Rendered, counted},
    catalog::{Catalog, Tool},
    schema::{Problem, report},
    tool::{
        Running,
        context::{CallContext, Client, ProgressSink, ToolContext},
        error::ToolError,
        param::{Arguments, Input},
        returns::Outcome,
    },
};

/// How long a call waits for a place when the server is busy.
const BUSY_WAIT: Duration = Duration::from_secs(1);

/// The limits of a server's calls.
#[derive(Debug, Clone, Copy)]
pub struct CallLimits {
    /// How long a call may take, unless its tool says otherwise (`MCP_CALL_TIMEOUT_SECS`).
    pub timeout: Duration,
    /// How many calls may run at once (`MCP_MAX_CONCURRENT_CALLS`).
    pub concurrent_calls: usize,
}

impl Default for CallLimits {
    fn default() -> Self {
        Self { timeout: Duration::from_secs(30), concurrent_calls: 256 }
    }
}

/// Runs the calls of a catalogue's tools.
#[derive(Debug)]
pub struct Dispatcher {
    catalog: Catalog,
    limits: CallLimits,
    places: Arc<Semaphore>,
}

/// A call of a tool.
pub struct CallRequest {
    pub(crate) tool: String,
    pub(crate) arguments: Map<String, Value>,
    pub(crate) client: Client,
    pub(crate) meta: Map<String, Value>,
    pub(crate) cancelled: CancellationToken,
    pub(crate) progress: Option<Box<dyn ProgressSink>>,
}

/// What a call came to.
#[derive(Debug, Clone, PartialEq)]
pub enum CallReply {
    /// An answer, for both readers.
    Answer(Rendered),
    /// No answer, and why: text for the model, which goes out as a result with `isError: true`.
    Failure(String),
    /// Nobody waits for an answer any more.
    Cancelled,
}

/// The caller asked for a tool that does not exist; the text names the nearest one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownTool(String);

impl CallRequest {
    /// A call of the tool of this published name.
    pub fn new(tool: impl Into<String>, arguments: Map<String, Value>) -> Self {
        Self {
            tool: tool.into(),
            arguments,
            client: Client::default(),
            meta: Map::new(),
            cancelled: CancellationToken::new(),
            progress: None,
        }
    }
}

impl Dispatcher {
    /// A dispatcher of calls to the tools of `catalog`.
    pub fn new(catalog: Catalog, limits: CallLimits) -> Self {
        // More permits than a semaphore holds is no limit at all.
        let places = limits.concurrent_calls.clamp(1, Semaphore::MAX_PERMITS);
        Self { catalog, limits, places: Arc::new(Semaphore::new(places)) }
    }

    /// The tools and resources.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// How many calls are running, those included whose caller has stopped waiting for them.
    pub fn running_calls(&self) -> usize {
        let places = self.limits.concurrent_calls.clamp(1, Semaphore::MAX_PERMITS);
        places - self.places.available_permits()
    }

    /// Calls a tool.
    ///
    /// # Errors
    ///
    /// If there is no such tool. All that can go wrong with a tool that exists is a [`CallReply`].
    pub async fn call(&self, request: CallRequest) -> Result<CallReply, UnknownTool> {
        let Some(tool) = self.catalog.tool(&request.tool) else {
            tracing::info!(tool = request.tool, "a call of a tool that does not exist");
            return Err(UnknownTool(self.catalog.unknown(&request.tool)));
        };
        let started = Instant::now();
        let reply = self.run(tool, request).await;
        let outcome = match &reply {
            CallReply::Answer(_) => "answered",
            CallReply::Failure(_) => "failed",
            CallReply::Cancelled => "cancelled",
        };
        tracing::info!(tool = tool.name, outcome, elapsed = ?started.elapsed(), "call");
        Ok(reply)
    }

    async fn run(&self, tool: &Tool, request: CallRequest) -> CallReply {
        let settings = AnswerSettings {
            language: tool.plugin.language.unwrap_or(self.catalog.settings.language),
            ..self.catalog.settings.clone()
        };
        let client_renders = request.client.renders_answers();
        let cancelled = request.cancelled.clone();
        // The tool is told that its call is over however it ends, also when this future is dropped.
        let over = request.cancelled.child_token();
        let _guard = over.clone().drop_guard();
        let context = ToolContext {
            inner: Arc::new(CallContext {
                tool: tool.name.clone(),
                plugin: Some(Arc::clone(&tool.plugin)),
                language: settings.language,
                client: request.client,
                meta: request.meta,
                cancelled: over,
                progress: request.progress,
            }),
        };
        let arguments = match self.arguments(tool, request.arguments, &context) {
            Ok(arguments) => arguments,
            Err(problems) => return CallReply::Failure(report(&tool.name, &problems)),
        };
        let Some(place) = self.place().await else {
            tracing::warn!(
                tool = tool.name,
                limit = self.limits.concurrent_calls,
                "refused a call: too many are running (MCP_MAX_CONCURRENT_CALLS)"
            );
            return CallReply::Failure(format!(
                "{} was not run: the server is busy with {}. Try again in a few seconds.",
                tool.name,
                counted(self.limits.concurrent_calls, "call")
            ));
        };
        let limit = tool.descriptor.timeout.unwrap_or(self.limits.timeout);
        let outcome = tokio::select! {
            () = cancelled.cancelled() => return CallReply::Cancelled,
            outcome = tokio::time::timeout(limit, execute(tool, arguments, place)) => outcome,
        };
        match outcome {
            Err(_) => {
                tracing::warn!(tool = tool.name, ?limit, "a call took too long");
                CallReply::Failure(format!(
                    "{} did not answer within {} and was given up. Ask for less, or try again later.",
                    tool.name,
                    counted(limit.as_secs(), "second")
                ))
            }
            Ok(Err(panic)) => {
                let reference = reference();
                tracing::error!(
                    tool = tool.name,
                    reference,
                    panic = payload(&*panic),
                    "a tool panicked"
                );
                CallReply::Failure(unexpected(tool, &reference))
            }
            Ok(Ok(Outcome(Err(error)))) => CallReply::Failure(explain(tool, &error)),
            Ok(Ok(Outcome(Ok(answer)))) => {
                match answer.render(&settings, tool.plugin.guard.as_deref(), client_renders) {
                    Ok(rendered) => {
                        for warning in &rendered.warnings {
                            tracing::warn!(tool = tool.name, %warning, "an answer lacks a detail");
                        }
                        CallReply::Answer(rendered)
                    }
                    Err(breach) => {
                        let reference = reference();
                        tracing::error!(
                            tool = tool.name, reference, %breach,
                            "an answer was not sent, for it breaks the contract"
                        );
                        CallReply::Failure(unexpected(tool, &reference))
                    }
                }
            }
        }
    }

    /// Checks the arguments and gives each parameter its value.
    fn arguments(
        &self,
        tool: &Tool,
        arguments: Map<String, Value>,
        context: &ToolContext,
    ) -> Result<Arguments, Vec<Problem>> {
        let mut input = Input {
            arguments: tool.input.check(arguments)?,
            states: &self.catalog.states,
            context,
        };
        let mut problems = Vec::new();
        let mut values = Vec::with_capacity(tool.descriptor.params.len());
        for param in tool.descriptor.params {
            match param.take(&mut input) {
                Ok(value) => values.push(value),
                Err(wrong) => {
                    problems
                        .push(Problem::new(format!("{}{}", param.name, wrong.place), wrong.text));
                }
            }
        }
        if problems.is_empty() { Ok(Arguments::new(values)) } else { Err(problems) }
    }

    async fn place(&self) -> Option<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.places).acquire_owned();
        tokio::time::timeout(BUSY_WAIT, place).await.ok()?.ok()
    }
}

type Panic = Box<dyn Any + Send>;

/// Runs a tool, with its place among the running calls kept until it has really ended.
async fn execute(
    tool: &Tool,
    arguments: Arguments,
    place: OwnedSemaphorePermit,
) -> Result<Outcome, Panic> {
    match std::panic::catch_unwind(AssertUnwindSafe(|| tool.descriptor.run(arguments)))? {
        Running::Async(future) => {
            let outcome = caught(future).await;
            drop(place);
            outcome
        }
        Running::Blocking(function) => {
            let work = tokio::task::spawn_blocking(move || {
                let outcome = std::panic::catch_unwind(AssertUnwindSafe(function));
                drop(place);
                outcome
            });
            work.await.unwrap_or_else(|error| Err(Box::new(error.to_string())))
        }
    }
}

async fn caught<T>(future: impl Future<Output = T>) -> Result<T, Panic> {
    AssertUnwindSafe(future).catch_unwind().await
}

fn payload(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a value that is no text")
}

/// A short id by which a person's report and the log entry find each other.
pub(crate) fn reference() -> String {
    uuid::Uuid::new_v4().simple().to_string()[..8].to_owned()
}

fn unexpected(tool: &Tool, reference: &str) -> String {
    format!(
        "{} failed and has no answer. The reason is in the server's log under the reference {reference}.",
        tool.name
    )
}

/// What the model reads of a tool's error; the rest goes to the log.
fn explain(tool: &Tool, error: &ToolError) -> String {
    let chain = error.chain();
    match (error.message(), chain) {
        (Some(message), None) => {
            tracing::info!(tool = tool.name, message, "a tool has no answer");
            message.to_owned()
        }
        (Some(message), Some(cause)) => {
            tracing::warn!(tool = tool.name, message, cause, "a tool has no answer");
            message.to_owned()
        }
        (None, cause) => {
            let reference = reference();
            tracing::error!(tool = tool.name, reference, cause, "a tool failed");
            unexpected(tool, &reference)
        }
    }
}
