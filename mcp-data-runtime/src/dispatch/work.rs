//! Runs what authors wrote: caught where it panics, and where it may block on a thread of its own.

use std::{any::Any, panic::AssertUnwindSafe, sync::Arc};

use futures::FutureExt;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::places::Place;
use crate::{
    bounds::passed_on,
    catalog::Tool,
    schema::{Problem, Problems},
    tool::{
        PreparedCall,
        context::{States, ToolContext},
        param::{Arguments, Input, ParamDescriptor},
        returns::Outcome,
    },
};

/// What came of a call's work.
pub(super) enum Worked {
    /// The arguments are not what the tool takes.
    Refused(Problems),
    /// The tool ended.
    Ended(Outcome),
    /// It was given up before it began.
    Unwanted,
}

/// What an author's code panicked with.
pub(super) type Panic = Box<dyn Any + Send>;

/// A call that has its place.
pub(super) struct Work {
    pub(super) tool: Arc<Tool>,
    pub(super) states: Arc<States>,
    pub(super) arguments: Map<String, Value>,
    pub(super) context: ToolContext,
    /// Fires when nobody waits any more.
    pub(super) over: CancellationToken,
    pub(super) place: Place,
}

/// How far a call comes without waiting.
enum Begun {
    Worked(Worked),
    Waiting(crate::tool::BoxFuture<Outcome>),
}

impl Work {
    /// Reads the arguments and runs the tool. Its place is kept until it has really ended.
    ///
    /// # Errors
    ///
    /// The author's code panicked.
    pub(super) async fn run(self) -> Result<Worked, Panic> {
        let Self { tool, states, arguments, context, over, place } = self;
        let params = tool.descriptor.params;
        // To read an argument may be its type's code, which may block or panic like the tool itself; and to check
        // more arguments than there are takes its time.
        let needs_thread =
            arguments.len() > params.len() || params.iter().any(ParamDescriptor::needs_thread);
        let begun = if needs_thread {
            let begin = move || match prepare(&tool, &states, arguments, &context) {
                Err(problems) => Begun::Worked(Worked::Refused(problems)),
                Ok(PreparedCall::Blocking(function)) => Begun::Worked(Worked::Ended(function())),
                Ok(PreparedCall::Async(future)) => Begun::Waiting(future),
            };
            on_a_thread(begin, over, place.clone()).await?
        } else {
            match caught(|| prepare(&tool, &states, arguments, &context))? {
                Err(problems) => Some(Begun::Worked(Worked::Refused(problems))),
                Ok(PreparedCall::Async(future)) => Some(Begun::Waiting(future)),
                Ok(PreparedCall::Blocking(function)) => {
                    let run = move || Begun::Worked(Worked::Ended(function()));
                    on_a_thread(run, over, place.clone()).await?
                }
            }
        };
        match begun {
            None => Ok(Worked::Unwanted),
            Some(Begun::Worked(worked)) => Ok(worked),
            Some(Begun::Waiting(future)) => {
                let outcome = AssertUnwindSafe(future).catch_unwind().await;
                drop(place);
                Ok(Worked::Ended(outcome?))
            }
        }
    }
}

/// Checks the arguments, gives each parameter its value, and readies the tool.
fn prepare(
    tool: &Tool,
    states: &States,
    arguments: Map<String, Value>,
    context: &ToolContext,
) -> Result<PreparedCall, Problems> {
    let mut input = Input { arguments: tool.input.check(arguments)?, states, context };
    let mut problems = Problems::default();
    let mut values = Vec::with_capacity(tool.descriptor.params.len());
    for param in tool.descriptor.params {
        match param.take(&mut input) {
            Ok(value) => values.push(value),
            Err(wrong) => problems.push(|| {
                let place = format!("{}{}", param.name, wrong.place);
                Problem::new(place, passed_on(&wrong.text))
            }),
        }
    }
    if problems.is_empty() {
        Ok(tool.descriptor.prepare(Arguments::new(values)))
    } else {
        Err(problems)
    }
}

/// Runs a function where it may block; `None` if it was given up while it waited for a thread.
async fn on_a_thread<T: Send + 'static>(
    function: impl FnOnce() -> T + Send + 'static,
    over: CancellationToken,
    place: Place,
) -> Result<Option<T>, Panic> {
    let work = tokio::task::spawn_blocking(move || {
        let outcome = (!over.is_cancelled()).then(|| caught(function)).transpose();
        drop(place);
        outcome
    });
    work.await.unwrap_or_else(|error| Err(Box::new(error.to_string())))
}

pub(super) fn caught<T>(function: impl FnOnce() -> T) -> Result<T, Panic> {
    std::panic::catch_unwind(AssertUnwindSafe(function))
}

/// What a panic says.
pub(super) fn payload(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a value that is no text");
    passed_on(text).into_owned()
}

/// Runs a function on a new thread, so that tools that fill the pool cannot hold up a reading.
#[cfg(feature = "protocol")]
pub(super) fn on_an_own_thread<T: Send + 'static>(
    function: impl FnOnce() -> T + Send + 'static,
    place: Place,
) -> impl Future<Output = Result<T, Panic>> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let started = std::thread::Builder::new().name("reading".to_owned()).spawn(move || {
        let outcome = caught(function);
        drop(place);
        let _ = sender.send(outcome);
    });
    async move {
        match started {
            Ok(_) => receiver.await.unwrap_or_else(|error| Err(Box::new(error.to_string()))),
            Err(error) => {
                let panic: Panic = Box::new(format!("no thread could be started: {error}"));
                Err(panic)
            }
        }
    }
}
