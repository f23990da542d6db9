//! The preview: a page on which the author of the tools sees both readers of an answer.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY,
            X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::{Next, from_fn_with_state},
    response::{Html, Redirect, Response},
    routing::get,
};
use serde_json::json;

use super::{
    Settings,
    exchange::refusal,
    guard::{Guard, is_loopback},
};
use crate::viewer::{self, ChartLibrary};

/// Where the page finds its parts, seen from `/preview`: the server may stand behind a path prefix.
const SCRIPTS: [(&str, &str); 10] = [
    ("viewer.js", viewer::SCRIPT),
    ("texts.js", include_str!("../viewer/preview/texts.js")),
    ("call.js", include_str!("../viewer/preview/call.js")),
    ("schema.js", include_str!("../viewer/preview/schema.js")),
    ("form.js", include_str!("../viewer/preview/form.js")),
    ("setting.js", include_str!("../viewer/preview/setting.js")),
    ("catalog.js", include_str!("../viewer/preview/catalog.js")),
    ("confirm.js", include_str!("../viewer/preview/confirm.js")),
    ("panes.js", include_str!("../viewer/preview/panes.js")),
    ("preview.js", include_str!("../viewer/preview/preview.js")),
];
const STYLES: [(&str, &str); 2] =
    [("viewer.css", viewer::STYLE), ("preview.css", include_str!("../viewer/preview/preview.css"))];

impl Settings {
    /// Whether there is a preview: unless it is asked for, only where just this machine can call.
    pub(super) fn has_preview(&self) -> bool {
        self.preview.unwrap_or_else(|| is_loopback(&self.host))
    }
}

/// The page and its parts. They hold no data, so they need no token; what the page asks for does.
pub(super) fn routes(settings: &Settings, guard: Arc<Guard>) -> Router {
    let library = settings.chart_library();
    let page = Html(page(settings, &library));
    let mut router =
        Router::new().route("/preview", get(async move || page)).route("/preview/", get(to_page));
    for (files, content_type) in
        [(&SCRIPTS[..], "text/javascript; charset=utf-8"), (&STYLES, "text/css; charset=utf-8")]
    {
        for (name, text) in files {
            router = router.route(
                &format!("/preview/{name}"),
                get(async move || ([(CONTENT_TYPE, content_type)], *text)),
            );
        }
    }
    if let Some(text) = library.text() {
        let text = text.to_owned();
        let headers = [(CONTENT_TYPE, "text/javascript; charset=utf-8")];
        router = router.route("/preview/chart.js", get(async move || (headers, text)));
    }
    // It has ASCII letters and signs only.
    let policy = HeaderValue::from_str(&library.page_policy())
        .unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let shell = Shell { guard, asked_for: settings.preview.is_some(), policy };
    router.layer(from_fn_with_state(Arc::new(shell), protect))
}

/// Leads to the page from where a slash was added: seen from there, its parts are elsewhere.
async fn to_page(request: Request) -> Redirect {
    let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::permanent(&format!("../preview{query}"))
}

fn page(settings: &Settings, library: &ChartLibrary) -> String {
    let told = json!({
        "chartLibrary": library.settings(Some("preview/chart.js")),
        "token": settings.bearer_token.is_some(),
    });
    viewer::page(
        include_str!("../viewer/preview/preview.html"),
        &[("SETTINGS", &viewer::attribute(&told.to_string()))],
    )
}

struct Shell {
    guard: Arc<Guard>,
    asked_for: bool,
    policy: HeaderValue,
}

/// Lets in who may call, and tells the browser what the page may do.
async fn protect(State(shell): State<Arc<Shell>>, request: Request, next: Next) -> Response {
    let host = match shell.guard.host(&request) {
        Ok(host) => host,
        Err(refused) => return *refused,
    };
    // A proxy may have made a server public that listens on loopback.
    if !shell.asked_for && !is_loopback(host.host()) {
        tracing::warn!(%host, "refused the preview under a public name; to offer it there, set --preview or MCP_PREVIEW=true");
        let message = "the preview is for the machine that the server runs on; its operator can offer it here with MCP_PREVIEW=true";
        return refusal(StatusCode::NOT_FOUND, message);
    }
    let mut response = next.run(request).await;
    let headers = [
        (CONTENT_SECURITY_POLICY, shell.policy.clone()),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("same-origin"),
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin"),
        ),
    ];
    response.headers_mut().extend(headers.map(|(name, value)| (Some(name), value)));
    response
}
