//! One call: check its arguments, run it, and write its answer, whatever happens.

pub(crate) mod places;
#[cfg(feature = "protocol")]
mod read;
mod work;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use futures::future::BoxFuture;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use self::{
    places::{Delivery, Places},
    work::{Panic, Work, Worked, payload},
};

use crate::{
    answer::{AnswerSettings, Rendered, counted},
    bounds::{passed_on, repeated},
    catalog::{Catalog, Tool, UnknownTool},
    schema::report,
    tool::{
        context::{CallContext, Client, ProgressSink, ToolContext},
        error::ToolError,
        returns::Outcome,
    },
};

/// The most resources that are read at once, besides the calls; one that runs an author's code has a thread of its own.
#[cfg(feature = "protocol")]
const READINGS: usize = 64;

/// The limits of a server's calls.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
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

/// Checks and runs the calls of a catalog's tools, within the limits: the heart of every server, and what a server
/// of one's own is built around. [`DataServer::dispatcher`](crate::DataServer::dispatcher) makes one; the example
/// `rest` answers plain HTTP by one.
#[derive(Debug)]
pub struct Dispatcher {
    catalog: Catalog,
    limits: CallLimits,
    calls: Places,
    #[cfg(feature = "protocol")]
    readings: Places,
}

/// A call of a tool.
pub struct CallRequest {
    pub(crate) tool: String,
    pub(crate) arguments: Map<String, Value>,
    pub(crate) client: Client,
    pub(crate) meta: Map<String, Value>,
    pub(crate) cancelled: CancellationToken,
    pub(crate) progress: Option<Box<dyn ProgressSink>>,
    /// The way of its answer to the reader.
    pub(crate) delivery: Arc<Delivery>,
}

/// What a call came to.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum CallReply {
    /// An answer, for both readers.
    Answer(Rendered),
    /// No answer, and why: text for the model, which goes out as a result with `isError: true`.
    Failure(String),
    /// Nobody waits for an answer any more.
    Cancelled,
}

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
            delivery: Arc::default(),
        }
    }

    /// Says which client calls; a tool reads it from its [`ToolContext`].
    pub fn client(mut self, client: Client) -> Self {
        self.client = client;
        self
    }

    /// Takes the call back when `token` fires: it is [`CallReply::Cancelled`], and its tool is told.
    pub fn cancelled_by(mut self, token: CancellationToken) -> Self {
        self.cancelled = token;
        self
    }

    /// Calls `report` whenever the tool tells of its progress: what is done, of how much, and what the tool says of it.
    pub fn on_progress(
        mut self,
        report: impl Fn(f64, Option<f64>, Option<String>) + Send + Sync + 'static,
    ) -> Self {
        self.progress = Some(Box::new(ProgressFunction(report)));
        self
    }
}

/// A function that is told of progress.
struct ProgressFunction<F>(F);

impl<F: Fn(f64, Option<f64>, Option<String>) + Send + Sync> ProgressSink for ProgressFunction<F> {
    fn report(&self, done: f64, total: Option<f64>, message: Option<String>) -> BoxFuture<'_, ()> {
        (self.0)(done, total, message);
        Box::pin(std::future::ready(()))
    }
}

impl Dispatcher {
    /// A dispatcher of calls to the tools of `catalog`.
    pub(crate) fn new(catalog: Catalog, limits: CallLimits) -> Self {
        Self {
            catalog,
            limits,
            calls: Places::new(limits.concurrent_calls),
            #[cfg(feature = "protocol")]
            readings: Places::new(READINGS),
        }
    }

    /// The tools and resources.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// How many calls are running, those included whose caller has stopped waiting for them, and those whose
    /// answer has not been read yet.
    pub fn running_calls(&self) -> usize {
        self.calls.taken()
    }

    /// Calls a tool.
    ///
    /// # Errors
    ///
    /// If there is no such tool. All that can go wrong with a tool that exists is a [`CallReply`].
    pub async fn call(&self, request: CallRequest) -> Result<CallReply, UnknownTool> {
        let Some(tool) = self.catalog.shared_tool(&request.tool) else {
            tracing::info!(tool = %repeated(&request.tool), "a call of a tool that does not exist");
            return Err(self.catalog.unknown(&request.tool));
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

    async fn run(&self, tool: &Arc<Tool>, request: CallRequest) -> CallReply {
        let settings = AnswerSettings {
            language: tool.plugin.language.unwrap_or(self.catalog.settings.language),
            ..self.catalog.settings.clone()
        };
        let client_renders = request.client.renders_answers();
        let cancelled = request.cancelled.clone();
        let place = tokio::select! {
            () = cancelled.cancelled() => return CallReply::Cancelled,
            place = self.calls.take(&request.delivery) => place,
        };
        let Some((place, _beginning)) = place else {
            tracing::warn!(
                tool = tool.name,
                limit = self.calls.count(),
                "refused a call: too many are running, or too many answers wait for their readers (MCP_MAX_CONCURRENT_CALLS)"
            );
            return CallReply::Failure(format!(
                "{} was not run: the server is busy with {}. Try again in a few seconds.",
                tool.name,
                counted(self.calls.count(), "call")
            ));
        };
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
                cancelled: over.clone(),
                progress: request.progress,
            }),
        };
        let limit = tool.descriptor.timeout.unwrap_or(self.limits.timeout);
        let work = Work {
            tool: Arc::clone(tool),
            states: Arc::clone(&self.catalog.states),
            arguments: request.arguments,
            context,
            over,
            place,
        };
        let outcome = tokio::select! {
            () = cancelled.cancelled() => return CallReply::Cancelled,
            outcome = tokio::time::timeout(limit, work.run()) => outcome,
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
            Ok(worked) => reply(tool, worked, &settings, client_renders),
        }
    }
}

/// Says what a tool's work came to.
fn reply(
    tool: &Tool,
    worked: Result<Worked, Panic>,
    settings: &AnswerSettings,
    client_renders: bool,
) -> CallReply {
    match worked {
        Err(panic) => {
            let reference = reference();
            tracing::error!(
                tool = tool.name,
                reference,
                panic = payload(&*panic),
                "a tool panicked"
            );
            CallReply::Failure(unexpected(tool, &reference))
        }
        Ok(Worked::Unwanted) => CallReply::Cancelled,
        Ok(Worked::Refused(problems)) => CallReply::Failure(report(&tool.name, &problems)),
        Ok(Worked::Ended(Outcome(Err(error)))) => CallReply::Failure(explain(tool, &error)),
        Ok(Worked::Ended(Outcome(Ok(answer)))) => {
            match answer.render(settings, tool.plugin.guard.as_deref(), client_renders) {
                Ok(rendered) => {
                    for warning in &rendered.warnings {
                        tracing::warn!(tool = tool.name, %warning, "an answer lacks a detail");
                    }
                    CallReply::Answer(rendered)
                }
                Err(breach) => {
                    let reference = reference();
                    tracing::error!(
                        tool = tool.name, reference, breach = %passed_on(&breach.to_string()),
                        "an answer was not sent, for it breaks the contract"
                    );
                    CallReply::Failure(unexpected(tool, &reference))
                }
            }
        }
    }
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
    let message = error.message().map(passed_on);
    let cause = error.chain();
    let cause = cause.as_deref().map(passed_on);
    match (message, cause.as_deref()) {
        (Some(message), None) => {
            tracing::info!(tool = tool.name, %message, "a tool has no answer");
            message.into_owned()
        }
        (Some(message), Some(cause)) => {
            tracing::warn!(tool = tool.name, %message, cause, "a tool has no answer");
            message.into_owned()
        }
        (None, cause) => {
            let reference = reference();
            tracing::error!(tool = tool.name, reference, cause, "a tool failed");
            unexpected(tool, &reference)
        }
    }
}
