//! The MCP server: one connection and one catalog that all chats share, made anew when they are lost.
//!
//! Nothing waits for the server with a lock held. Who needs what is not there starts an attempt, or joins the one that is
//! under way, and all get its outcome.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering},
    time::Duration,
};

use rmcp::{
    ErrorData,
    model::{CallToolRequest, CallToolRequestParams, ClientRequest, ErrorCode, JsonObject, Tool},
    service::ServiceError,
};
use tokio::time::{Instant, timeout};

use crate::{
    answer::{self, Answer},
    attempt::{Attempt, Down, start, under_way},
    catalog::Catalog,
    limits::{CONNECT_TIMEOUT, LIST_TIMEOUT},
    link::{Live, gone},
    listing,
    quote::{chain, quoted},
    settings::ServerSettings,
    texts::Fault,
};

/// The tools of an MCP server.
pub(crate) struct Tools(Arc<Server>);

struct Server {
    settings: ServerSettings,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    live: Option<Arc<Live>>,
    connecting: Option<Attempt<Arc<Live>>>,
    /// Why the server could not be reached.
    down: Option<Down>,
    catalog: Option<Kept>,
    listing: Option<Attempt<Arc<Catalog>>>,
    /// Why its tools could not be listed.
    unlisted: Option<Down>,
}

struct Kept {
    catalog: Arc<Catalog>,
    until: Instant,
}

/// Why a call has no result.
#[derive(Debug)]
pub(crate) enum CallFault {
    /// The server refused it; the model is told why.
    Refused(String),
    /// It could not be made, or not be waited for; the person is told too.
    Failed(Fault),
}

impl Tools {
    /// Nothing is connected yet.
    pub(crate) fn new(settings: ServerSettings) -> Self {
        Self(Arc::new(Server { settings, state: Mutex::default() }))
    }

    /// The catalog: the one that is kept, unless the server is new, has changed it, or it is old.
    pub(crate) async fn catalog(&self) -> Result<Arc<Catalog>, Fault> {
        let attempt = {
            let mut state = self.0.state();
            if let Some(catalog) = state.catalog() {
                return Ok(catalog);
            }
            match under_way(state.listing.as_ref()) {
                Some(attempt) => attempt,
                None => {
                    if let Some(fault) = Down::fault(state.unlisted.as_ref()) {
                        return Err(fault);
                    }
                    let attempt = start(Arc::clone(&self.0).list(), gone(&self.0.settings, false));
                    state.listing.insert(attempt).clone()
                }
            }
        };
        attempt.await
    }

    /// Calls a tool: once, unless it only reads and no answer came, or is known not to have run. If the future is dropped,
    /// the server is told that nobody waits any more.
    pub(crate) async fn call(
        &self,
        tool: &Tool,
        arguments: JsonObject,
    ) -> Result<Answer, CallFault> {
        let params =
            CallToolRequestParams::new(tool.name.clone().into_owned()).with_arguments(arguments);
        // A lost connection does not say whether the tool has run; what only reads can run again. That a session is unknown
        // (404) says that it has not: the SDK begins another one and sends the call anew. An answer, whatever it is, ends it.
        let mut attempts = if only_reads(tool) { 2 } else { 1 };
        loop {
            attempts -= 1;
            let live = self.0.live().await.map_err(CallFault::Failed)?;
            let request = CallToolRequest::new(params.clone());
            let call = live.request(ClientRequest::CallToolRequest(request));
            let fault = match timeout(self.0.settings.call_timeout, call).await {
                Ok(Ok(result)) => match answer::read(tool, result) {
                    Ok(answer) => return Ok(answer),
                    Err(fault) => fault,
                },
                Ok(Err(ServiceError::McpError(error))) => {
                    return Err(CallFault::Refused(refusal(tool, &error)));
                }
                Ok(Err(error)) => {
                    tracing::warn!("a call of {} was lost: {}", quoted(&tool.name), chain(&error));
                    self.0.forget(&live);
                    match answer::unreadable(tool, &error) {
                        Some(fault) => fault,
                        None if attempts > 0 => continue,
                        None => gone(&self.0.settings, error.is_authorization_required()),
                    }
                }
                Err(_) => {
                    let seconds = self.0.settings.call_timeout.as_secs();
                    Fault::ToolSlow { tool: tool.name.to_string(), seconds }
                }
            };
            return Err(CallFault::Failed(unanswered(tool, fault)));
        }
    }

    /// Ends the connection, and the program if there is one behind it.
    pub(crate) async fn close(&self) {
        let live = self.0.state().live.take();
        if let Some(live) = live.and_then(Arc::into_inner) {
            let _ = timeout(Duration::from_secs(5), live.service.cancel()).await;
        }
    }
}

impl State {
    fn live(&self) -> Option<&Arc<Live>> {
        self.live.as_ref().filter(|live| live.is_open())
    }

    /// The catalog that is kept, if it still holds.
    fn catalog(&self) -> Option<Arc<Catalog>> {
        let live = self.live()?;
        let kept = self.catalog.as_ref()?;
        let holds = !live.changed.load(Ordering::Acquire) && Instant::now() < kept.until;
        holds.then(|| Arc::clone(&kept.catalog))
    }
}

impl Server {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection that is there, or a new one.
    async fn live(self: &Arc<Self>) -> Result<Arc<Live>, Fault> {
        let attempt = {
            let mut state = self.state();
            if let Some(live) = state.live() {
                return Ok(Arc::clone(live));
            }
            match under_way(state.connecting.as_ref()) {
                Some(attempt) => attempt,
                None => {
                    state.live = None;
                    state.catalog = None;
                    if let Some(fault) = Down::fault(state.down.as_ref()) {
                        return Err(fault);
                    }
                    let attempt = start(Arc::clone(self).connect(), gone(&self.settings, false));
                    state.connecting.insert(attempt).clone()
                }
            }
        };
        attempt.await
    }

    async fn connect(self: Arc<Self>) -> Result<Arc<Live>, Fault> {
        let connected = timeout(CONNECT_TIMEOUT, Live::connect(&self.settings)).await;
        let connected = connected.unwrap_or_else(|_| Err(gone(&self.settings, false)));
        let mut state = self.state();
        state.connecting = None;
        match connected {
            Ok(live) => {
                let live = Arc::new(live);
                state.live = Some(Arc::clone(&live));
                state.down = None;
                state.unlisted = None;
                Ok(live)
            }
            Err(fault) => {
                state.down = Some(Down::after(state.down.take(), fault.clone()));
                Err(fault)
            }
        }
    }

    async fn list(self: Arc<Self>) -> Result<Arc<Catalog>, Fault> {
        let listed = self.list_once_or_again().await;
        let mut state = self.state();
        state.listing = None;
        match listed {
            Ok((catalog, age)) => {
                let until = Instant::now() + age;
                state.catalog = Some(Kept { catalog: Arc::clone(&catalog), until });
                state.unlisted = None;
                Ok(catalog)
            }
            // Of a server that is gone the attempts to reach it are counted.
            Err(fault @ (Fault::ServerGone { .. } | Fault::ServerWantsToken { .. })) => Err(fault),
            Err(fault) => {
                state.unlisted = Some(Down::after(state.unlisted.take(), fault.clone()));
                Err(fault)
            }
        }
    }

    async fn list_once_or_again(self: &Arc<Self>) -> Result<(Arc<Catalog>, Duration), Fault> {
        let live = self.live().await?;
        match self.list_of(&live).await {
            // The connection may have been lost since the last question.
            Err(Fault::ServerGone { .. }) => {
                self.forget(&live);
                let live = self.live().await?;
                self.list_of(&live).await
            }
            listed => listed,
        }
    }

    async fn list_of(&self, live: &Live) -> Result<(Arc<Catalog>, Duration), Fault> {
        // A change that is told from now on may not be in the list.
        live.changed.store(false, Ordering::Release);
        let limit = self.settings.call_timeout.min(LIST_TIMEOUT);
        let listed = timeout(limit, listing::list(live, &self.settings)).await;
        listed.unwrap_or_else(|_| {
            let tool = self.settings.target.to_string();
            Err(Fault::ToolSlow { tool, seconds: limit.as_secs() })
        })
    }

    /// Drops a connection that was lost, unless there is another by now.
    fn forget(&self, lost: &Arc<Live>) {
        let mut state = self.state();
        if state.live.as_ref().is_some_and(|live| Arc::ptr_eq(live, lost)) {
            state.live = None;
        }
    }
}

/// Whether a tool says that it changes nothing. One that says nothing counts as the protocol's default: it may.
fn only_reads(tool: &Tool) -> bool {
    tool.annotations.as_ref().is_some_and(|hints| hints.read_only_hint == Some(true))
}

/// Returns the fault of a call that was sent and not answered, which what writes may have carried out.
fn unanswered(tool: &Tool, fault: Fault) -> Fault {
    let wants_token = matches!(fault, Fault::ServerWantsToken { .. });
    if only_reads(tool) || wants_token {
        return fault;
    }
    Fault::MayHaveRun { tool: tool.name.to_string(), reason: Box::new(fault) }
}

/// Returns what the model is told of a protocol error. Those of the request itself come before the tool runs.
fn refusal(tool: &Tool, error: &ErrorData) -> String {
    let (name, message) = (&tool.name, quoted(&error.message));
    let has_not_run = [
        ErrorCode::PARSE_ERROR,
        ErrorCode::INVALID_REQUEST,
        ErrorCode::METHOD_NOT_FOUND,
        ErrorCode::INVALID_PARAMS,
    ];
    if has_not_run.contains(&error.code) {
        format!("{name} was not called: {message}")
    } else if only_reads(tool) {
        format!("{name} failed: {message}")
    } else {
        format!("{name} failed, and may have changed something before it did: {message}")
    }
}
