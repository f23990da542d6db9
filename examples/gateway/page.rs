//! The page and its parts. They are the same for everyone; what they show they ask for.

use axum::{Router, http::header::CONTENT_TYPE, response::Html, routing::get};
use mcp_data_runtime::viewer::{self, ChartLibrary};
use serde_json::json;

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";

/// The parts of the page: the runtime's renderer, and what makes a chat of it.
const PARTS: [(&str, &str, &str); 10] = [
    ("/viewer.js", JAVASCRIPT, viewer::SCRIPT),
    ("/viewer.css", CSS, viewer::STYLE),
    ("/texts.js", JAVASCRIPT, include_str!("page/texts.js")),
    ("/stream.js", JAVASCRIPT, include_str!("page/stream.js")),
    ("/turn.js", JAVASCRIPT, include_str!("page/turn.js")),
    ("/confirm.js", JAVASCRIPT, include_str!("page/confirm.js")),
    ("/hand.js", JAVASCRIPT, include_str!("page/hand.js")),
    ("/export.js", JAVASCRIPT, include_str!("page/export.js")),
    ("/chat.js", JAVASCRIPT, include_str!("page/chat.js")),
    ("/chat.css", CSS, include_str!("page/chat.css")),
];

/// The routes of the page.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(library: &ChartLibrary) -> Router<S> {
    let told = json!({ "chartLibrary": library.settings(Some("chart.js")) }).to_string();
    let told = told.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let page = Html(include_str!("page/index.html").replace("@SETTINGS@", &told));
    let mut routes = Router::new().route("/", get(async move || page));
    for (path, content_type, text) in PARTS {
        routes = routes.route(path, get(async move || ([(CONTENT_TYPE, content_type)], text)));
    }
    if let Some(text) = library.text() {
        let text = text.to_owned();
        routes = routes.route("/chart.js", get(async move || ([(CONTENT_TYPE, JAVASCRIPT)], text)));
    }
    routes
}
