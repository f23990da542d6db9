//! Serving any number of clients over streamable HTTP.

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    Json, Router,
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{ACCEPT, ALLOW, AUTHORIZATION, CONTENT_TYPE, HOST, ORIGIN, WWW_AUTHENTICATE},
        uri::Authority,
    },
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::get,
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use serde_json::json;
use subtle::ConstantTimeEq;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::{DataServer, ServeError, Settings, handler::Handler};

/// How long calls in flight may take after the server was told to stop.
const GRACE: Duration = Duration::from_secs(10);

/// What a client accepts by the protocol: a JSON reply, or events where there is progress to tell.
const BOTH_REPLY_TYPES: HeaderValue =
    HeaderValue::from_static("application/json, text/event-stream");

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
    /// The server as an [`axum::Router`]: MCP at `/` and `/mcp`, `/health` for probes, and the preview
    /// at `/preview` where the settings have it.
    ///
    /// # Errors
    ///
    /// If the tools are not in order.
    pub fn router(self, settings: &Settings) -> Result<Router, ServeError> {
        let name = self.name.clone();
        Ok(router(&name, self.handler(settings)?, settings, CancellationToken::new()))
    }

    /// Serves over HTTP on `listener` until `stop` is done; calls in flight then get 10 seconds.
    ///
    /// # Errors
    ///
    /// If the tools are not in order, or the listener fails.
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
    let stopping = CancellationToken::new();
    let abandoned = CancellationToken::new();
    let router = router(name, handler, settings, abandoned.clone());
    let graceful = {
        let stopping = stopping.clone();
        async move {
            stop.await;
            stopping.cancel();
        }
    };
    let serving = axum::serve(listener, router).with_graceful_shutdown(graceful).into_future();
    let grace = async {
        stopping.cancelled().await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        ended = serving => ended?,
        () = grace => {
            tracing::warn!(grace = ?GRACE, "calls in flight did not end in time and were dropped");
            abandoned.cancel();
        }
    }
    Ok(())
}

fn router(
    name: &str,
    handler: Handler,
    settings: &Settings,
    abandoned: CancellationToken,
) -> Router {
    // Host and Origin are checked before this service is reached, with a log line that says what to
    // set; it would check the same headers again, silently.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(settings.max_body_bytes)
        .with_cancellation_token(abandoned)
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let sessions = Arc::new(NeverSessionManager::default());
    let mcp = StreamableHttpService::new(move || Ok(handler.clone()), sessions, config);
    let guard = Arc::new(Guard::new(settings));
    let health = json!({ "status": "ok", "server": name });
    let router = Router::new()
        .route_service("/", mcp.clone())
        .route_service("/mcp", mcp)
        .fallback(not_found)
        .layer(from_fn_with_state(Arc::clone(&guard), check))
        .layer(cors(settings));
    #[cfg(feature = "viewer")]
    let router = if settings.has_preview() {
        router.merge(super::preview::routes(settings, guard))
    } else {
        router
    };
    router
        // A probe calls by address, from where it likes, and learns nothing.
        .route("/health", get(async move || Json(health)))
}

async fn not_found(request: Request) -> Response {
    let message =
        format!("there is nothing at {}; MCP is answered at /mcp and /", request.uri().path());
    refusal(StatusCode::NOT_FOUND, &message)
}

/// Pages from the origins allowed may call, read the replies (refusals too) and send MCP's headers.
fn cors(settings: &Settings) -> CorsLayer {
    // `*` is no origin; a server open to every page would answer pages that its user never meant.
    let origins = settings
        .allowed_origins
        .iter()
        .filter(|origin| *origin != "*")
        .filter_map(|origin| HeaderValue::from_str(origin).ok());
    CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers(REQUEST_HEADERS)
        .expose_headers([HeaderName::from_static("mcp-session-id")])
        .max_age(Duration::from_mins(10))
}

/// Who may call.
pub(super) struct Guard {
    hosts: Vec<Authority>,
    origins: Vec<String>,
    token: Option<String>,
}

impl Guard {
    fn new(settings: &Settings) -> Self {
        let mut hosts: Vec<Authority> =
            settings.allowed_hosts.iter().filter_map(|host| host.parse().ok()).collect();
        // Who listens on one address of their choice is called by it.
        let chosen = match settings.host.parse::<IpAddr>() {
            Ok(address) if address.is_unspecified() => None,
            Ok(IpAddr::V6(address)) => Some(format!("[{address}]")),
            _ => Some(settings.host.clone()),
        };
        hosts.extend(chosen.and_then(|host| host.parse::<Authority>().ok()));
        Self {
            hosts,
            origins: settings.allowed_origins.clone(),
            token: settings.bearer_token.as_ref().map(|token| token.reveal().to_owned()),
        }
    }

    /// The host that a request calls; or else the reply to it, and a log line that says what to set.
    pub(super) fn host(&self, request: &Request) -> Result<Authority, Box<Response>> {
        // HTTP/2 has the host in the request's URI.
        let called = request.uri().authority().map(ToString::to_string);
        let called = called.or_else(|| header(request, HOST)).unwrap_or_default();
        let host = called.parse::<Authority>().ok().filter(|host| self.allows_host(host));
        host.ok_or_else(|| {
            tracing::warn!(
                host = called,
                "refused a request by its Host; to allow it, add the host to --allowed-host or MCP_ALLOWED_HOSTS"
            );
            let message = "this server may not be called by this host name; its operator can allow it with MCP_ALLOWED_HOSTS";
            Box::new(refusal(StatusCode::FORBIDDEN, message))
        })
    }

    /// The reply to a request that may not come in, and a log line that says what to set.
    fn refuse(&self, request: &Request) -> Option<Response> {
        let host = match self.host(request) {
            Ok(host) => host,
            Err(refused) => return Some(*refused),
        };
        if let Some(origin) = header(request, ORIGIN)
            && !self.allows_origin(&origin, &host)
        {
            tracing::warn!(
                origin,
                "refused a request by its Origin; to allow it, add the origin to --allowed-origin or MCP_ALLOWED_ORIGINS"
            );
            return Some(refusal(
                StatusCode::FORBIDDEN,
                "web pages of this origin may not call this server; its operator can allow it with MCP_ALLOWED_ORIGINS",
            ));
        }
        if !self.allows_token(request.headers()) {
            tracing::warn!("refused a request without the bearer token (MCP_BEARER_TOKEN)");
            let mut response = refusal(
                StatusCode::UNAUTHORIZED,
                "this server needs its bearer token; send it as `Authorization: Bearer …`",
            );
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            return Some(response);
        }
        None
    }

    fn allows_host(&self, host: &Authority) -> bool {
        is_loopback(host.host())
            || self.hosts.iter().any(|allowed| {
                allowed.host().eq_ignore_ascii_case(host.host())
                    && allowed.port_u16().is_none_or(|port| host.port_u16() == Some(port))
            })
    }

    /// The page's own origin is the host that was called, which is checked already.
    fn allows_origin(&self, origin: &str, host: &Authority) -> bool {
        let own = |scheme: &str| {
            let origin = origin.strip_prefix(scheme).and_then(|rest| rest.strip_prefix("://"));
            origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host.as_str()))
        };
        own("http") || own("https") || self.origins.iter().any(|allowed| allowed == origin)
    }

    /// Compares in constant time, so that the time of a refusal says nothing of the token.
    fn allows_token(&self, headers: &HeaderMap) -> bool {
        let Some(expected) = &self.token else { return true };
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = given.and_then(|given| {
            let (scheme, token) = given.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        token.is_some_and(|token| token.as_bytes().ct_eq(expected.as_bytes()).into())
    }
}

fn header(request: &Request, name: HeaderName) -> Option<String> {
    let value = request.headers().get(name)?;
    Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
}

pub(super) fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host
            .trim_matches(['[', ']'])
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

async fn check(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    if let Some(refused) = guard.refuse(&request) {
        return refused;
    }
    // Simple clients send no `Accept`, or only JSON, which is what they get: the transport would refuse
    // them for a header whose second half matters only to those who ask for progress.
    request.headers_mut().insert(ACCEPT, BOTH_REPLY_TYPES);
    let content_type = request.headers().get(CONTENT_TYPE).cloned();
    let response = next.run(request).await;
    match response.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => unreadable(content_type.as_ref(), response).await,
        // A person who opens the address in a browser reads this.
        StatusCode::METHOD_NOT_ALLOWED => {
            let message = "MCP is answered by POST here: give this address to an MCP client. There is no stream to open by GET and no session to end by DELETE";
            let mut refused = refusal(StatusCode::METHOD_NOT_ALLOWED, message);
            refused
                .headers_mut()
                .extend(response.headers().get(ALLOW).cloned().map(|methods| (ALLOW, methods)));
            refused
        }
        _ => response,
    }
}

/// The reply to a body that is no message: the transport says 415 of all, and why in plain text.
async fn unreadable(content_type: Option<&HeaderValue>, response: Response) -> Response {
    let is_json = content_type
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.starts_with("application/json"));
    if !is_json {
        let message = "the body of a request is JSON, sent as `Content-Type: application/json`";
        return refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, message);
    }
    let reason = axum::body::to_bytes(response.into_body(), 64 * 1024).await.unwrap_or_default();
    let reason = String::from_utf8_lossy(&reason);
    let reason = reason.trim_start_matches("fail to deserialize request body").trim();
    let (code, message) = if reason.starts_with("unrecognized") {
        let message = "the body is not one JSON-RPC message: {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": …}; several are sent one by one";
        (INVALID_REQUEST, message.to_owned())
    } else {
        (PARSE_ERROR, format!("the body is not JSON: {reason}"))
    };
    error(StatusCode::BAD_REQUEST, code, &message)
}

/// The codes of JSON-RPC 2.0, section 5.1.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;

/// A refused request: a JSON-RPC error, which MCP clients show.
pub(super) fn refusal(status: StatusCode, message: &str) -> Response {
    error(status, INVALID_REQUEST, message)
}

fn error(status: StatusCode, code: i32, message: &str) -> Response {
    let error =
        json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
    (status, Json(error)).into_response()
}
