//! Who may open the chat, and what a browser may do on its page.

use std::net::IpAddr;

use axum::{
    extract::{Request, State},
    http::{
        HeaderName, HeaderValue, Method, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY,
            X_CONTENT_TYPE_OPTIONS,
        },
        uri::Authority,
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use mcp_data_runtime::viewer::ChartLibrary;
use url::Url;

use crate::{
    server::{Refusal, accepted_language},
    settings::Settings,
    texts::Fault,
};

/// Who may open the chat.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    hosts: Vec<Authority>,
    policy: HeaderValue,
}

impl Guard {
    pub(crate) fn new(settings: &Settings) -> Self {
        let mut names = settings.flags.webchat_allowed_hosts.clone();
        // An address of its own is none that a foreign name could be made to point to.
        names.extend(match settings.flags.webchat_host.parse::<IpAddr>() {
            Ok(ip) if ip.is_unspecified() => None,
            Ok(IpAddr::V6(ip)) => Some(format!("[{ip}]")),
            Ok(ip) => Some(ip.to_string()),
            Err(_) => None,
        });
        Self {
            hosts: names.iter().filter_map(|name| name.parse().ok()).collect(),
            policy: policy(&settings.chart_library),
        }
    }

    /// Whether the chat may be opened by this name. A page of elsewhere, whose name is made to point
    /// here, could otherwise use what only this machine can reach.
    fn allows(&self, called: &Authority) -> bool {
        let name = called.host();
        let is_loopback = name.eq_ignore_ascii_case("localhost")
            || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        is_loopback
            || self.hosts.iter().any(|host| {
                host.host().eq_ignore_ascii_case(name)
                    && host.port_u16().is_none_or(|port| called.port_u16() == Some(port))
            })
    }

    fn check(&self, request: &Request) -> Result<(), Fault> {
        let header = |name| request.headers().get(name).map(HeaderValue::to_str);
        let called = match header(HOST) {
            Some(Ok(host)) => host.parse().ok(),
            // HTTP/2 has the host in the request's URI.
            _ => request.uri().authority().cloned(),
        };
        let Some(called) = called.filter(|called| self.allows(called)) else {
            tracing::warn!(
                "refused a request by its Host; to allow it, add the host to WEBCHAT_ALLOWED_HOSTS"
            );
            return Err(Fault::WrongHost);
        };
        if request.method() != Method::POST {
            return Ok(());
        }
        // Programs send no Origin; a browser always does with a POST.
        let origin = match header(ORIGIN) {
            None => return Ok(()),
            Some(origin) => origin.ok().and_then(|origin| Url::parse(origin).ok()),
        };
        let is_own = origin.is_some_and(|origin| {
            // A proxy may speak TLS for the chat, so the scheme may be either.
            let own = Url::parse(&format!("{}://{called}/", origin.scheme()));
            matches!(origin.scheme(), "http" | "https")
                && own.is_ok_and(|own| own.origin() == origin.origin())
        });
        if is_own { Ok(()) } else { Err(Fault::WrongOrigin) }
    }
}

/// Lets in who may come, and tells the browser what the page may do.
pub(crate) async fn protect(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(fault) => {
            let language = accepted_language(request.headers());
            Refusal(StatusCode::FORBIDDEN, fault, language).into_response()
        }
    };
    let own = HeaderValue::from_static("same-origin");
    let headers = [
        (CONTENT_SECURITY_POLICY, guard.policy),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (HeaderName::from_static("cross-origin-resource-policy"), own.clone()),
        (HeaderName::from_static("cross-origin-opener-policy"), own),
    ];
    response.headers_mut().extend(headers.map(|(name, value)| (Some(name), value)));
    response
}

/// What a browser may do on the page.
fn policy(library: &ChartLibrary) -> HeaderValue {
    // It has ASCII letters and signs only.
    HeaderValue::from_str(&library.page_policy())
        .unwrap_or(HeaderValue::from_static("default-src 'none'"))
}
