//! Serving any number of clients over streamable HTTP.

use std::{sync::Arc, time::Duration};

use axum::{
    Json, Router,
    extract::Request,
    http::{
        HeaderName, HeaderValue, Method, StatusCode,
        header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE},
    },
    middleware::from_fn_with_state,
    response::Response,
    routing::get,
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use serde_json::json;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::{
    DataServer, ServeError, Settings, connections,
    deliver::deliver,
    exchange::{Bodies, exchange, refusal},
    guard::{Guard, check},
    handler::Handler,
};
use crate::bounds::repeated;

/// The headers that a web page's client may send.
const REQUEST_HEADERS: [HeaderName; 8] = [
    ACCEPT,
    CONTENT_TYPE,
    AUTHORIZATION,
    HeaderName::from_static("mcp-protocol-version"),
    HeaderName::from_static("mcp-session-id"),
    HeaderName::from_static("mcp-method"),
    HeaderName::from_static("mcp-name"),
    HeaderName::from_static("last-event-id"),
];

impl DataServer {
    /// Returns the server as an [`axum::Router`]: MCP at `/` and `/mcp`, `/health` for probes, and the preview
    /// at `/preview` where the settings have it.
    ///
    /// # Errors
    ///
    /// If the tools or the settings are not in order.
    pub fn router(self, settings: &Settings) -> Result<Router, ServeError> {
        let name = self.name.clone();
        router(&name, self.handler(settings)?, settings, CancellationToken::new())
    }

    /// Serves over HTTP on `listener` until `stop` is done; calls in flight then get 10 seconds.
    ///
    /// # Errors
    ///
    /// If the tools or the settings are not in order, or the listener fails.
    pub async fn serve_http(
        self,
        settings: &Settings,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let name = self.name.clone();
        serve(&name, self.handler(settings)?, settings, listener, stop).await
    }
}

impl Settings {
    /// Listens where the settings say, for [`DataServer::serve_http`].
    ///
    /// # Errors
    ///
    /// If the address cannot be listened on; the text says why and what to do.
    pub async fn listen(&self) -> Result<TcpListener, ServeError> {
        let Self { host, port, .. } = self;
        TcpListener::bind((host.as_str(), *port)).await.map_err(|source| {
        let message = match source.kind() {
            std::io::ErrorKind::AddrInUse => format!(
                "port {port} on {host} is in use; choose another with --port or MCP_PORT, or 0 for any free one"
            ),
            std::io::ErrorKind::PermissionDenied => format!(
                "port {port} on {host} may not be used without privileges; choose one above 1023 with --port or MCP_PORT"
            ),
            _ => format!("cannot listen on {host} (MCP_HOST), port {port} (MCP_PORT): {source}"),
        };
        ServeError::Listen { message, source }
    })
    }
}

pub(super) async fn serve(
    name: &str,
    handler: Handler,
    settings: &Settings,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let abandoned = CancellationToken::new();
    let unread = Arc::clone(&handler.unread);
    let router = router(name, handler, settings, abandoned.clone())?;
    connections::serve(listener, router, unread, stop).await;
    abandoned.cancel();
    Ok(())
}

fn router(
    name: &str,
    handler: Handler,
    settings: &Settings,
    abandoned: CancellationToken,
) -> Result<Router, ServeError> {
    // Host and Origin are checked before this service is reached, with a log line that says what to
    // set; it would check the same headers again, silently.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(settings.max_body_bytes)
        .with_cancellation_token(abandoned)
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let unread = Arc::clone(&handler.unread);
    let sessions = Arc::new(NeverSessionManager::default());
    let mcp = StreamableHttpService::new(move || Ok(handler.clone()), sessions, config);
    let guard = Arc::new(Guard::new(settings)?);
    let health = json!({ "status": "ok", "server": name });
    // People and proxies add a slash.
    let mut router = Router::new();
    for path in ["/", "/mcp", "/mcp/"] {
        router = router.route_service(path, mcp.clone());
    }
    let deliver = from_fn_with_state(unread, deliver);
    // Together: a router boxes its routes anew for each layer, and clones every box for each request.
    let layers = (deliver.clone(), cors(&guard), from_fn_with_state(Arc::clone(&guard), check));
    let router = router
        .route_layer(from_fn_with_state(Bodies::new(settings.max_body_bytes), exchange))
        .fallback(not_found)
        .layer(layers);
    // A probe calls by address, from where it likes, and learns nothing.
    let probe = get(async move || Json(health));
    let others = Router::new().route("/health", probe.clone()).route("/health/", probe);
    #[cfg(feature = "viewer")]
    let others = if settings.has_preview() {
        others.merge(super::preview::routes(settings, guard))
    } else {
        others
    };
    Ok(router.merge(others.layer(deliver)))
}

async fn not_found(request: Request) -> Response {
    let path = repeated(request.uri().path());
    let message = format!("there is nothing at {path}; MCP is answered at /mcp and /");
    refusal(StatusCode::NOT_FOUND, &message)
}

/// Returns the layer by which pages from the origins allowed may call, read the replies (refusals too) and
/// send MCP's headers.
fn cors(guard: &Guard) -> CorsLayer {
    let origins = guard.origins().filter_map(|origin| HeaderValue::from_str(origin).ok());
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers(REQUEST_HEADERS)
        .expose_headers([HeaderName::from_static("mcp-session-id")])
        .max_age(Duration::from_secs(600))
}
