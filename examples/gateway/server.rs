//! What the page asks for.

use std::{sync::Arc, time::Duration};

use axum::{
    Json, Router,
    body::{Body, to_bytes},
    extract::{FromRequest, Request, State},
    http::{
        HeaderMap, StatusCode,
        header::{ACCEPT_LANGUAGE, CONTENT_TYPE},
    },
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use mcp_data_runtime::viewer::ChartLibrary;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio_util::task::AbortOnDropHandle;

use crate::{
    answer::Answer,
    chat::{self, Message, Role},
    events::Events,
    guard::{Guard, protect},
    limits::BODY_BYTES,
    model::Model,
    page,
    quote::quoted,
    texts::{Fault, Language},
    tools::{CallFault, Tools},
};

/// What all requests share.
pub(crate) struct App {
    pub(crate) model: Option<Model>,
    pub(crate) tools: Tools,
    pub(crate) chats: Arc<Semaphore>,
    /// How long an answer may take in all, and how long it waits for a page that reads nothing.
    pub(crate) turn: Duration,
    pub(crate) unread: Duration,
}

/// The routes of the gateway.
pub(crate) fn router(guard: Guard, library: &ChartLibrary, app: Arc<App>) -> Router {
    Router::new()
        .route("/status", get(status))
        .route("/tools", get(tools))
        .route("/call", post(call))
        .route("/chat", post(chat))
        .merge(page::routes(library))
        .layer(from_fn_with_state(guard, protect))
        .with_state(app)
}

/// A request that is not answered, and why.
pub(crate) struct Refusal(pub(crate) StatusCode, pub(crate) Fault, pub(crate) Language);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Self(status, fault, language) = self;
        (status, Json(json!({ "error": fault.message(language) }))).into_response()
    }
}

/// The language in which a browser wants to be answered.
pub(crate) fn accepted_language(headers: &HeaderMap) -> Language {
    let header = headers.get(ACCEPT_LANGUAGE).and_then(|header| header.to_str().ok());
    header.and_then(Language::from_header).unwrap_or_default()
}

/// The language of the request's body, which the person has chosen, or else the browser's.
fn language(chosen: Option<&str>, headers: &HeaderMap) -> Language {
    chosen.and_then(Language::from_tag).unwrap_or_else(|| accepted_language(headers))
}

/// A JSON body, and the headers beside it.
struct Asked<T> {
    body: T,
    headers: HeaderMap,
}

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        let language = accepted_language(&parts.headers);
        let content_type = parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        // What a form of another page can send is no JSON.
        if !content_type.is_some_and(|value| value.starts_with("application/json")) {
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Refusal(status, Fault::WrongContentType, language));
        }
        let bytes = to_bytes(body, BODY_BYTES).await.map_err(|_| {
            let fault = Fault::TooLarge { bytes: BODY_BYTES };
            Refusal(StatusCode::PAYLOAD_TOO_LARGE, fault, language)
        })?;
        let body = serde_json::from_slice(&bytes).map_err(|error| {
            let fault = Fault::WrongRequest { problem: quoted(&error.to_string()) };
            Refusal(StatusCode::BAD_REQUEST, fault, language)
        })?;
        Ok(Self { body, headers: parts.headers })
    }
}

/// What there is: a model, a server, and the cards of the landing page.
async fn status(State(app): State<Arc<App>>, headers: HeaderMap) -> Json<Value> {
    let language = accepted_language(&headers);
    let model = async {
        match &app.model {
            None => Err(Fault::NoModel),
            Some(model) => model.name().await,
        }
    };
    let (model, catalog) = tokio::join!(model, app.tools.catalog());
    let told = |fault: Fault| fault.message(language);
    let mut status = json!({
        "model": model.as_ref().ok(),
        "model_problem": model.err().map(told),
        "server": null,
        "server_problem": null,
        "server_note": null,
        "plugins": [],
        "language": language.code(),
    });
    match catalog {
        Ok(catalog) => {
            let (name, version) = catalog.server.clone().unwrap_or_default();
            status["server"] = json!({ "name": name, "version": version });
            status["plugins"] = json!(catalog.cards());
            status["server_note"] = json!(catalog.left_out.clone().map(told));
        }
        Err(fault) => status["server_problem"] = json!(told(fault)),
    }
    Json(status)
}

/// The catalog, for running tools by hand and for the titles of calls.
async fn tools(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Refusal> {
    let catalog =
        app.tools.catalog().await.map_err(|fault| {
            Refusal(StatusCode::BAD_GATEWAY, fault, accepted_language(&headers))
        })?;
    Ok(large(Arc::clone(&catalog.listed), &app, ()))
}

/// A response of JSON that may be large. `held` is kept until the page has it, or is given up.
fn large(text: Arc<str>, app: &App, held: impl Send + 'static) -> Response {
    let (events, reader) = Events::new(app.unread);
    let limit = app.turn;
    let sending = tokio::spawn(async move {
        let _held = held;
        events.pass_on(text, limit).await;
    });
    let body = Body::from_stream(reader.stream(AbortOnDropHandle::new(sending)));
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}

/// A call by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CallBody {
    tool: String,
    #[serde(default)]
    arguments: JsonObject,
    language: Option<String>,
}

async fn call(
    State(app): State<Arc<App>>,
    Asked { body, headers }: Asked<CallBody>,
) -> Result<Response, Refusal> {
    let language = language(body.language.as_deref(), &headers);
    let refusal = |status, fault| Refusal(status, fault, language);
    let place = Arc::clone(&app.chats).try_acquire_owned().map_err(|_| busy(language))?;
    let failed = |fault| refusal(StatusCode::BAD_GATEWAY, fault);
    let catalog = app.tools.catalog().await.map_err(failed)?;
    let Some(tool) = catalog.tool(&body.tool) else {
        return Err(refusal(StatusCode::NOT_FOUND, Fault::NoSuchTool { tool: quoted(&body.tool) }));
    };
    let result = match app.tools.call(tool, body.arguments).await {
        Ok(Answer { mut result, left_out }) => {
            let said = left_out.map(|fault| ContentBlock::text(fault.message(language)));
            result.content.extend(said);
            result
        }
        Err(CallFault::Refused(text)) => CallToolResult::error(vec![ContentBlock::text(text)]),
        Err(CallFault::Failed(fault)) => return Err(failed(fault)),
    };
    // The place is kept until the page has the answer.
    Ok(large(json!(result).to_string().into(), &app, place))
}

/// A conversation, whose last message is the question.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChatBody {
    messages: Vec<Message>,
    language: Option<String>,
}

async fn chat(
    State(app): State<Arc<App>>,
    Asked { body, headers }: Asked<ChatBody>,
) -> Result<Response, Refusal> {
    let language = language(body.language.as_deref(), &headers);
    let asks = body
        .messages
        .last()
        .is_some_and(|message| message.role == Role::User && !message.content.trim().is_empty());
    if !asks {
        let problem = "the last of `messages` must be the question, by the role `user`".to_owned();
        return Err(Refusal(StatusCode::BAD_REQUEST, Fault::WrongRequest { problem }, language));
    }
    let place = Arc::clone(&app.chats).try_acquire_owned().map_err(|_| busy(language))?;
    let (events, reader) = Events::new(app.unread);
    let turn = tokio::spawn(async move {
        let _place = place;
        let App { model, tools, turn, .. } = &*app;
        chat::answer(model.as_ref(), tools, &body.messages, &events, language, *turn).await;
    });
    // A page that is closed, or whose person presses stop, drops the stream and so the turn: the
    // connection to the model is closed, and the tools are told that nobody waits any more.
    let body = Body::from_stream(reader.stream(AbortOnDropHandle::new(turn)));
    Ok(([(CONTENT_TYPE, "text/event-stream")], body).into_response())
}

fn busy(language: Language) -> Refusal {
    Refusal(StatusCode::SERVICE_UNAVAILABLE, Fault::GatewayBusy, language)
}
