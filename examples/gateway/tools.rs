//! The MCP server: one connection that all chats share, made anew when it is lost.

use std::{
    error::Error,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rmcp::{
    ClientHandler, ErrorData, Peer, RoleClient,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig, ErrorCode,
        ExtensionCapabilities, Implementation, JsonObject, ProtocolVersion, SubscriptionFilter,
        Tool,
    },
    service::{
        ClientCacheConfig, ClientInitializeError, ClientLifecycleMode, ClientServiceExt,
        NotificationContext, RunningService, ServiceError,
    },
    transport::{
        StreamableHttpClientTransport, TokioChildProcess,
        streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::json;
use tokio::{
    process::Command,
    sync::Mutex,
    time::{Instant, timeout},
};

use crate::{
    catalogue::Catalogue,
    model::client,
    settings::{ServerSettings, Target},
    texts::Fault,
};

/// How long connecting may take. A server over stdio that knows only the older protocol may leave the
/// first ten seconds unanswered.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// How long a server that could not be reached is left alone, at first and at most.
const PAUSES: (Duration, Duration) = (Duration::from_millis(200), Duration::from_secs(3));
/// How long a catalogue holds whose server does not say.
const CATALOGUE_AGE: Duration = Duration::from_mins(1);
/// How long one holds at most, whatever the server says.
const LONGEST_AGE: Duration = Duration::from_hours(24);
/// The largest answer: a table of very many rows.
const ANSWER_BYTES: usize = 64 * 1024 * 1024;

/// The tools of an MCP server.
pub(crate) struct Tools {
    settings: ServerSettings,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    live: Option<Arc<Live>>,
    catalogue: Option<Kept>,
    down: Option<Down>,
}

/// A connection. A call holds it, so that one that is given up ends with its last call.
struct Live {
    service: RunningService<RoleClient, Listener>,
    /// The server has said that its tools are others now.
    changed: Arc<AtomicBool>,
}

struct Kept {
    catalogue: Arc<Catalogue>,
    until: Instant,
}

/// A server that could not be reached.
struct Down {
    until: Instant,
    pause: Duration,
    fault: Fault,
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
        Self { settings, state: Mutex::default() }
    }

    /// The catalogue: the one that is kept, unless the server is new, has changed it, or it is old.
    pub(crate) async fn catalogue(&self) -> Result<Arc<Catalogue>, Fault> {
        let mut state = self.state.lock().await;
        let live = self.live(&mut state).await?;
        let has_changed = live.changed.swap(false, Ordering::AcqRel);
        if let Some(kept) = &state.catalogue
            && !has_changed
            && Instant::now() < kept.until
        {
            return Ok(Arc::clone(&kept.catalogue));
        }
        state.catalogue = None;
        let list = match self.list(&live).await {
            // The connection may have been lost since the last question.
            Err(Fault::ServerGone { .. }) => {
                state.live = None;
                let live = self.live(&mut state).await?;
                self.list(&live).await?
            }
            list => list?,
        };
        let (catalogue, age) = list;
        state.catalogue =
            Some(Kept { catalogue: Arc::clone(&catalogue), until: Instant::now() + age });
        Ok(catalogue)
    }

    /// Calls a tool: once, unless it only reads or is known not to have run. If the future is dropped, the server is told
    /// that nobody waits any more.
    pub(crate) async fn call(
        &self,
        tool: &Tool,
        arguments: JsonObject,
    ) -> Result<CallToolResult, CallFault> {
        let request =
            CallToolRequestParams::new(tool.name.clone().into_owned()).with_arguments(arguments);
        // Neither a lost connection nor an answer that cannot be read says whether the tool has run; what only reads can run
        // again. That a session is unknown (404) says that it has not: the SDK begins another one and sends the call anew.
        let mut attempts = if only_reads(tool) { 2 } else { 1 };
        loop {
            attempts -= 1;
            let live = {
                let mut state = self.state.lock().await;
                self.live(&mut state).await.map_err(CallFault::Failed)?
            };
            let call = live.service.call_tool(request.clone());
            let call = timeout(self.settings.call_timeout, call);
            match call.await {
                Ok(Ok(result)) => return Ok(result),
                Ok(Err(ServiceError::McpError(error))) => {
                    return Err(CallFault::Refused(refusal(tool, &error)));
                }
                Ok(Err(error)) => {
                    tracing::warn!("a call of {} was lost: {}", tool.name, self.quiet(&error));
                    self.forget(&live).await;
                    if attempts == 0 {
                        let fault = self.fault(error.is_authorization_required());
                        return Err(CallFault::Failed(unanswered(tool, fault)));
                    }
                }
                Err(_) => {
                    let seconds = self.settings.call_timeout.as_secs();
                    let fault = Fault::ToolSlow { tool: tool.name.to_string(), seconds };
                    return Err(CallFault::Failed(unanswered(tool, fault)));
                }
            }
        }
    }

    /// Ends the connection, and the program if there is one behind it.
    pub(crate) async fn close(&self) {
        let live = self.state.lock().await.live.take();
        if let Some(live) = live.and_then(Arc::into_inner) {
            let _ = timeout(Duration::from_secs(5), live.service.cancel()).await;
        }
    }

    async fn list(&self, live: &Live) -> Result<(Arc<Catalogue>, Duration), Fault> {
        let peer = live.service.peer();
        let limit = self.settings.call_timeout.min(CONNECT_TIMEOUT);
        let list = match timeout(limit, peer.list_all_tools_with_cache_hint()).await {
            Ok(Ok(list)) => list,
            Ok(Err(ServiceError::McpError(error))) => {
                let server = self.settings.target.to_string();
                return Err(Fault::ServerRefused { server, reason: error.message.into_owned() });
            }
            Ok(Err(error)) => {
                tracing::warn!("the tools cannot be listed: {}", self.quiet(&error));
                return Err(self.fault(error.is_authorization_required()));
            }
            Err(_) => {
                let seconds = limit.as_secs();
                return Err(Fault::ToolSlow { tool: self.settings.target.to_string(), seconds });
            }
        };
        let about = peer.peer_info();
        let about = about.as_deref();
        let server = about
            .and_then(|about| about.server_info.as_ref())
            .map(|server| (server.name.clone(), server.version.clone()));
        let instructions = about.and_then(|about| about.instructions.clone());
        let age = list.ttl_ms.map_or(CATALOGUE_AGE, Duration::from_millis).min(LONGEST_AGE);
        let catalogue = Catalogue::new(server, instructions, list.items);
        Ok((Arc::new(catalogue), age))
    }

    /// The connection that is there, or a new one.
    async fn live(&self, state: &mut State) -> Result<Arc<Live>, Fault> {
        if let Some(live) = &state.live
            && !live.service.is_closed()
            && !live.service.is_transport_closed()
        {
            return Ok(Arc::clone(live));
        }
        state.live = None;
        state.catalogue = None;
        if let Some(down) = &state.down
            && Instant::now() < down.until
        {
            return Err(down.fault.clone());
        }
        match timeout(CONNECT_TIMEOUT, self.connect()).await {
            Ok(Ok(live)) => {
                let live = Arc::new(live);
                state.live = Some(Arc::clone(&live));
                state.down = None;
                Ok(live)
            }
            lost => {
                let fault = match lost {
                    Ok(Err(fault)) => fault,
                    _ => self.fault(false),
                };
                let (least, most) = PAUSES;
                let pause = state.down.take().map_or(least, |down| (down.pause * 2).min(most));
                let until = Instant::now() + pause;
                state.down = Some(Down { until, pause, fault: fault.clone() });
                Err(fault)
            }
        }
    }

    /// Drops a connection that was lost, unless there is another by now.
    async fn forget(&self, lost: &Arc<Live>) {
        let mut state = self.state.lock().await;
        if state.live.as_ref().is_some_and(|live| Arc::ptr_eq(live, lost)) {
            state.live = None;
        }
    }

    async fn connect(&self) -> Result<Live, Fault> {
        let changed = Arc::new(AtomicBool::new(false));
        let listener = Listener { changed: Arc::clone(&changed) };
        // The newer protocol says with each call that tables and charts are rendered here, so it is tried first.
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: None,
        };
        let served = match &self.settings.target {
            Target::Url(url) => {
                // A connection of a pool that the server has closed would lose a call.
                let http = client(url).pool_max_idle_per_host(0).build().map_err(|error| {
                    tracing::error!("no HTTP client can be made: {}", self.quiet(&error));
                    self.fault(false)
                })?;
                let mut config = StreamableHttpClientTransportConfig::with_uri(url.as_str());
                config.auth_header =
                    self.settings.token.as_ref().map(|token| token.reveal().to_owned());
                config.max_json_response_size = ANSWER_BYTES;
                config.max_sse_event_size = ANSWER_BYTES;
                let transport = StreamableHttpClientTransport::with_client(http, config);
                listener.serve_with_lifecycle(transport, lifecycle).await
            }
            Target::Command { program, arguments } => {
                let mut command = Command::new(program);
                // The key is the model's, not the server's.
                command.args(arguments).env_remove("AI_API_KEY").kill_on_drop(true);
                let spawned = TokioChildProcess::builder(command).stderr(Stdio::inherit()).spawn();
                let (transport, _) = spawned.map_err(|error| {
                    tracing::warn!("{program} cannot be started: {error}");
                    self.fault(false)
                })?;
                listener.serve_with_lifecycle(transport, lifecycle).await
            }
        };
        let service = served.map_err(|error: ClientInitializeError| {
            tracing::warn!("no connection to {}: {}", self.settings.target, self.quiet(&error));
            self.fault(error.is_authorization_required())
        })?;
        let peer = service.peer();
        // What is kept is kept here, where it is compared with what the server says.
        peer.set_response_cache_config(ClientCacheConfig::disabled()).await;
        listen(peer.clone(), Arc::clone(&changed));
        tracing::info!("connected to {}", self.settings.target);
        Ok(Live { service, changed })
    }

    /// An error with its causes, without what may be secret in the server's address.
    fn quiet(&self, error: &(dyn Error + 'static)) -> String {
        let mut text = chain(error);
        if let Target::Url(url) = &self.settings.target {
            let secrets = [url.query(), url.password(), Some(url.username())];
            for secret in secrets.into_iter().flatten().filter(|secret| !secret.is_empty()) {
                text = text.replace(secret, "…");
            }
        }
        text
    }

    fn fault(&self, wants_token: bool) -> Fault {
        let server = self.settings.target.to_string();
        if wants_token { Fault::ServerWantsToken { server } } else { Fault::ServerGone { server } }
    }
}

/// In the newer protocol changes are told to those who subscribe; it ends with the connection.
fn listen(peer: Peer<RoleClient>, changed: Arc<AtomicBool>) {
    let tells = peer.peer_info().is_some_and(|about| {
        let tools = about.capabilities.tools.as_ref();
        !about.protocol_version.has_initialize()
            && tools.is_some_and(|tools| tools.list_changed == Some(true))
    });
    if !tells {
        return;
    }
    tokio::spawn(async move {
        let filter = SubscriptionFilter::builder().tools_list_changed().build();
        let Ok(mut notices) = peer.listen(filter).await else { return };
        while let Ok(Some(_)) = notices.next().await {
            changed.store(true, Ordering::Release);
        }
    });
}

/// What the server is told about this client, and what it tells of its own accord.
struct Listener {
    changed: Arc<AtomicBool>,
}

impl ClientHandler for Listener {
    fn get_info(&self) -> ClientConfig {
        // The Apps extension: tables and charts are shown to the person, here by the page itself.
        let mut apps = JsonObject::new();
        apps.insert("mimeTypes".to_owned(), json!(["text/html;profile=mcp-app"]));
        let mut capabilities = ClientCapabilities::default();
        capabilities.extensions =
            Some(ExtensionCapabilities::from([("io.modelcontextprotocol/ui".to_owned(), apps)]));
        let this = Implementation::new("mcp-data-gateway", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(capabilities, this)
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.store(true, Ordering::Release);
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
    let (name, message) = (&tool.name, &error.message);
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

/// An error with its causes, of which some repeat the next.
fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let next_text = next.to_string();
        if !text.ends_with(&next_text) {
            text.push_str(&format!(": {next_text}"));
        }
        cause = next.source();
    }
    text
}
