//! A connection to the MCP server.

use std::{
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rmcp::{
    ClientHandler, Peer, RoleClient,
    model::{
        CancelledNotificationParam, ClientCapabilities, ClientConfig, ClientRequest,
        ExtensionCapabilities, Implementation, JsonObject, ProtocolVersion, RequestId,
        ServerResult, SubscriptionFilter,
    },
    service::{
        ClientCacheConfig, ClientInitializeError, ClientLifecycleMode, ClientServiceExt,
        NotificationContext, PeerRequestOptions, RunningService, ServiceError,
    },
    transport::{
        StreamableHttpClientTransport, TokioChildProcess,
        streamable_http_client::StreamableHttpClientTransportConfig,
    },
};
use serde_json::json;
use tokio::process::Command;

use crate::{
    limits::ANSWER_BYTES,
    model::client,
    quote::chain,
    settings::{ServerSettings, Target},
    texts::Fault,
};

/// A connection. A call holds it, so that one that is given up ends with its last call.
pub(crate) struct Live {
    pub(crate) service: RunningService<RoleClient, Listener>,
    /// The server has said that its tools are others now.
    pub(crate) changed: Arc<AtomicBool>,
}

/// A request that is not awaited to its end, of which the server is told.
struct Abandoned<'a> {
    peer: &'a Peer<RoleClient>,
    id: Option<RequestId>,
}

impl Drop for Abandoned<'_> {
    fn drop(&mut self) {
        let Some(id) = self.id.take() else { return };
        let peer = self.peer.clone();
        let reason = Some("nobody waits any more".to_owned());
        tokio::spawn(async move {
            let _ = peer.notify_cancelled(CancelledNotificationParam::new(Some(id), reason)).await;
        });
    }
}

impl Live {
    /// Sends a request and gives the result as it came, which may be one that the SDK does not know.
    pub(crate) async fn request(
        &self,
        request: ClientRequest,
    ) -> Result<ServerResult, ServiceError> {
        let peer = self.service.peer();
        let handle =
            peer.send_request_with_option(request, PeerRequestOptions::no_options()).await?;
        let mut abandoned = Abandoned { peer, id: Some(handle.id.clone()) };
        let result = handle.await_response().await;
        abandoned.id = None;
        result
    }

    /// Whether it can be used.
    pub(crate) fn is_open(&self) -> bool {
        !self.service.is_closed() && !self.service.is_transport_closed()
    }

    /// Connects to the server.
    pub(crate) async fn connect(settings: &ServerSettings) -> Result<Self, Fault> {
        let changed = Arc::new(AtomicBool::new(false));
        let listener = Listener { changed: Arc::clone(&changed) };
        // The newer protocol says with each call that tables and charts are rendered here, so it is tried first.
        let lifecycle = ClientLifecycleMode::Auto {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            legacy_version: None,
        };
        let served = match &settings.target {
            Target::Url(url) => {
                // A connection of a pool that the server has closed would lose a call.
                let http = client(url).pool_max_idle_per_host(0).build().map_err(|error| {
                    tracing::error!("no HTTP client can be made: {}", chain(&error));
                    gone(settings, false)
                })?;
                let mut config = StreamableHttpClientTransportConfig::with_uri(url.as_str());
                config.auth_header = settings.token.as_ref().map(|token| token.reveal().to_owned());
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
                    tracing::warn!("{} cannot be started: {}", settings.target, chain(&error));
                    gone(settings, false)
                })?;
                listener.serve_with_lifecycle(transport, lifecycle).await
            }
        };
        let service = served.map_err(|error: ClientInitializeError| {
            tracing::warn!("no connection to {}: {}", settings.target, chain(&error));
            gone(settings, error.is_authorization_required())
        })?;
        let peer = service.peer();
        // What is kept is kept here, where it is compared with what the server says.
        peer.set_response_cache_config(ClientCacheConfig::disabled()).await;
        listen(peer.clone(), Arc::clone(&changed));
        tracing::info!("connected to {}", settings.target);
        Ok(Self { service, changed })
    }
}

/// The fault of a server that cannot be used, without anything of its address that may be secret.
pub(crate) fn gone(settings: &ServerSettings, wants_token: bool) -> Fault {
    let server = settings.target.to_string();
    if wants_token { Fault::ServerWantsToken { server } } else { Fault::ServerGone { server } }
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
pub(crate) struct Listener {
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
