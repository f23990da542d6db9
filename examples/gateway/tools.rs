//! The MCP server: one connection and one catalog that all chats share, made anew when they are lost.

use std::{
    sync::{Arc, Weak, atomic::Ordering},
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
    attempt::Fetched,
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
    live: Fetched<Arc<Live>>,
    catalog: Fetched<Listed>,
}

/// A catalog, and how long it holds.
#[derive(Clone)]
struct Listed {
    catalog: Arc<Catalog>,
    /// The connection that it came from. It is not held, so that one that is given up ends with its last call.
    live: Weak<Live>,
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
        Self(Arc::new(Server { settings, live: Fetched::default(), catalog: Fetched::default() }))
    }

    /// Returns the catalog: the one that is kept, unless the server is new, has changed it, or it is old.
    pub(crate) async fn catalog(&self) -> Result<Arc<Catalog>, Fault> {
        let server = &self.0;
        let begin = || Arc::clone(server).list();
        let failed = gone(&server.settings, false);
        let listed = server.catalog.get(|listed| server.holds(listed), begin, failed).await?;
        Ok(listed.catalog)
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
        let live = self.0.live.take_if(|_| true);
        if let Some(live) = live.and_then(Arc::into_inner) {
            let _ = timeout(Duration::from_secs(5), live.service.cancel()).await;
        }
    }
}

impl Server {
    /// Whether a catalog is that of the connection, and neither changed nor old.
    fn holds(&self, listed: &Listed) -> bool {
        self.live.kept().is_some_and(|live| {
            live.is_open()
                && listed.live.ptr_eq(&Arc::downgrade(&live))
                && !live.changed.load(Ordering::Acquire)
                && Instant::now() < listed.until
        })
    }

    /// Returns the connection that is there, or a new one.
    async fn live(self: &Arc<Self>) -> Result<Arc<Live>, Fault> {
        let begin = || Arc::clone(self).connect();
        self.live.get(|live| live.is_open(), begin, gone(&self.settings, false)).await
    }

    async fn connect(self: Arc<Self>) -> Result<Arc<Live>, Fault> {
        let connected = timeout(CONNECT_TIMEOUT, Live::connect(&self.settings)).await;
        let connected = connected.unwrap_or_else(|_| Err(gone(&self.settings, false)));
        let connected = connected.map(Arc::new);
        self.live.keep(&connected, true);
        if connected.is_ok() {
            self.catalog.resume();
        }
        connected
    }

    async fn list(self: Arc<Self>) -> Result<Listed, Fault> {
        let listed = self.list_once_or_again().await;
        // Of a server that is gone the attempts to reach it are counted.
        let is_gone =
            matches!(&listed, Err(Fault::ServerGone { .. } | Fault::ServerWantsToken { .. }));
        self.catalog.keep(&listed, !is_gone);
        listed
    }

    async fn list_once_or_again(self: &Arc<Self>) -> Result<Listed, Fault> {
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

    async fn list_of(&self, live: &Arc<Live>) -> Result<Listed, Fault> {
        // A change that is told from now on may not be in the list.
        live.changed.store(false, Ordering::Release);
        let limit = self.settings.call_timeout.min(LIST_TIMEOUT);
        let listed = timeout(limit, listing::list(live, &self.settings)).await;
        let (catalog, age) = listed.map_err(|_| Fault::ToolSlow {
            tool: self.settings.target.to_string(),
            seconds: limit.as_secs(),
        })??;
        Ok(Listed { catalog, live: Arc::downgrade(live), until: Instant::now() + age })
    }

    /// Drops a connection that was lost, unless there is another by now.
    fn forget(&self, lost: &Arc<Live>) {
        self.live.take_if(|live| Arc::ptr_eq(live, lost));
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
