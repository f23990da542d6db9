//! Who may call over HTTP: by host, by origin, by token.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode,
        header::{AUTHORIZATION, HOST, ORIGIN, WWW_AUTHENTICATE},
        uri::Authority,
    },
    middleware::Next,
    response::Response,
};
use subtle::ConstantTimeEq;

use super::{ServeError, Settings, exchange::refusal, parse};
use crate::bounds::repeated;

/// Who may call.
pub(super) struct Guard {
    hosts: Vec<Authority>,
    origins: Vec<String>,
    token: Option<String>,
}

impl Guard {
    /// Takes who may call from the settings.
    ///
    /// # Errors
    ///
    /// A host or an origin is none, which nothing has checked where the settings were made in code.
    pub(super) fn new(settings: &Settings) -> Result<Self, ServeError> {
        let hosts: Result<Vec<String>, String> =
            settings.allowed_hosts.iter().map(|host| parse::allowed_host(host)).collect();
        let origins: Result<Vec<String>, String> =
            settings.allowed_origins.iter().map(|origin| parse::allowed_origin(origin)).collect();
        let hosts = hosts.map_err(ServeError::Setting)?;
        let mut hosts: Vec<Authority> = hosts.iter().filter_map(|host| host.parse().ok()).collect();
        // Who listens on one address of their choice is called by it.
        let chosen = match settings.host.parse::<IpAddr>() {
            Ok(address) if address.is_unspecified() => None,
            Ok(IpAddr::V6(address)) => Some(format!("[{address}]")),
            _ => Some(settings.host.clone()),
        };
        hosts.extend(chosen.and_then(|host| host.parse::<Authority>().ok()));
        Ok(Self {
            hosts,
            origins: origins.map_err(ServeError::Setting)?,
            token: settings.bearer_token.as_ref().map(|token| token.reveal().to_owned()),
        })
    }

    /// Returns the origins of pages that may call, besides the server's own.
    pub(super) fn origins(&self) -> impl Iterator<Item = &str> {
        self.origins.iter().map(String::as_str)
    }

    /// Returns the host that a request calls; or else logs what to set, and returns the reply to send.
    pub(super) fn host(&self, request: &Request) -> Result<Authority, Box<Response>> {
        // HTTP/2 has the host in the request's URI.
        let called = request.uri().authority().map(ToString::to_string);
        let called = called.or_else(|| header(request, HOST)).unwrap_or_default();
        let host = called.parse::<Authority>().ok().filter(|host| self.allows_host(host));
        host.ok_or_else(|| {
            tracing::warn!(
                host = %repeated(&called),
                "refused a request by its Host; to allow it, add the host to --allowed-host or MCP_ALLOWED_HOSTS"
            );
            let message = "this server may not be called by this host name; its operator can allow it with MCP_ALLOWED_HOSTS";
            Box::new(refusal(StatusCode::FORBIDDEN, message))
        })
    }

    /// Returns the reply to a request that may not come in, and logs what to set.
    fn refuse(&self, request: &Request) -> Option<Response> {
        let host = match self.host(request) {
            Ok(host) => host,
            Err(refused) => return Some(*refused),
        };
        if let Some(origin) = header(request, ORIGIN)
            && !self.allows_origin(&origin, &host)
        {
            tracing::warn!(
                origin = %repeated(&origin),
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

/// Lets in who may call.
pub(super) async fn check(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    match guard.refuse(&request) {
        Some(refused) => refused,
        None => next.run(request).await,
    }
}
