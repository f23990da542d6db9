//! The model: a client of chat completions, the API that most providers and local servers speak.

use std::{sync::Arc, time::Duration};

use reqwest::{
    Response, StatusCode,
    header::{CONTENT_TYPE, RETRY_AFTER},
    redirect::Policy,
};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};
use url::{Host, Url};

use crate::{
    attempt::Fetched,
    events::Events,
    limits::QUOTED_CHARS,
    quote::{chain, cut, quoted},
    settings::{ModelSettings, Secret, shown},
    stream::{Assembly, Reply},
    texts::Fault,
};

/// The longest wait that a rate limit may ask for before a person is told instead.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a failed API is left alone before the one retry.
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// How long the list of models may take.
const LIST_TIMEOUT: Duration = Duration::from_secs(10);
/// The most that is read of an error, or of a list of models.
const NOTE_BYTES: usize = 1024 * 1024;

/// A model.
#[derive(Clone)]
pub(crate) struct Model {
    settings: Arc<ModelSettings>,
    http: reqwest::Client,
    name: Arc<Fetched<String>>,
}

impl Model {
    /// A client of the model. Nothing is sent yet.
    pub(crate) fn new(settings: ModelSettings) -> reqwest::Result<Self> {
        let http = client(&settings.base_url).build()?;
        let name = Fetched::default();
        if let Some(set) = &settings.name {
            name.keep(&Ok(set.clone()), false);
        }
        Ok(Self { settings: Arc::new(settings), http, name: Arc::new(name) })
    }

    /// Where it is, as people may see it.
    pub(crate) fn address(&self) -> String {
        shown(&self.settings.base_url)
    }

    /// Returns its name: the one that is set, or the first that the API lists.
    pub(crate) async fn name(&self) -> Result<String, Fault> {
        let model = self.clone();
        let begin = || async move {
            let listed = model.first_listed().await;
            model.name.keep(&listed, false);
            listed
        };
        self.name.get(|_| true, begin, Fault::ModelNonsense).await
    }

    async fn first_listed(&self) -> Result<String, Fault> {
        let limit = LIST_TIMEOUT.min(self.settings.first_byte);
        let slow = Fault::ModelSlow { seconds: limit.as_secs() };
        let list = async {
            let request = self.authorized(self.http.get(self.url("models")));
            let response = request.send().await.map_err(|error| self.unreachable(&error))?;
            let status = response.status();
            match status {
                StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(Fault::ModelRefusedKey),
                status if status.is_success() => Ok(document(response).await),
                _ => Ok(None),
            }
        };
        let list = timeout(limit, list).await.map_err(|_| slow)??;
        let first = list.as_ref().and_then(|list| list["data"][0]["id"].as_str());
        let first = first.filter(|name| cut(name, QUOTED_CHARS).1.is_none());
        first.map(ToOwned::to_owned).ok_or(Fault::ModelNotListed { address: self.address() })
    }

    /// Asks the model. Its prose goes to `events` as it comes.
    pub(crate) async fn reply(
        &self,
        messages: &[Value],
        functions: &[Value],
        events: &Events,
    ) -> Result<Reply, Fault> {
        let mut request =
            json!({ "model": self.name().await?, "messages": messages, "stream": true });
        if !functions.is_empty() {
            request["tools"] = functions.into();
        }
        let slow = |_| Fault::ModelSlow { seconds: self.settings.timeout.as_secs() };
        match timeout(self.settings.timeout, self.attempt(&request, events)).await.map_err(slow)? {
            Err(Refusal::Again { after, .. }) if after <= PATIENCE => {
                tokio::time::sleep(after).await;
                timeout(self.settings.timeout, self.attempt(&request, events))
                    .await
                    .map_err(slow)?
            }
            outcome => outcome,
        }
        .map_err(Refusal::into_fault)
    }

    async fn attempt(&self, request: &Value, events: &Events) -> Result<Reply, Refusal> {
        let first_byte = Instant::now() + self.settings.first_byte;
        let slow = |_| Fault::ModelSlow { seconds: self.settings.first_byte.as_secs() };
        let post = self.authorized(self.http.post(self.url("chat/completions"))).json(request);
        let response = timeout_at(first_byte, post.send()).await.map_err(slow)?;
        let mut response = response.map_err(|error| self.unreachable(&error))?;
        if !response.status().is_success() {
            return Err(self.refusal(response).await);
        }
        let mut assembly = Assembly::default();
        if !is_event_stream(&response) {
            let document = document(response).await.ok_or(Fault::ModelNonsense)?;
            events
                .answer(assembly.document(&document).map_err(|fault| self.redacted(fault))?)
                .await;
            return Ok(assembly.finish()?);
        }
        let mut chunk = timeout_at(first_byte, response.chunk()).await.map_err(slow)?;
        while let Some(bytes) = chunk.map_err(|error| {
            tracing::warn!("the model's stream broke off: {}", chain(&error));
            Fault::ModelCut
        })? {
            let text = assembly.push(&bytes).map_err(|fault| self.redacted(fault))?;
            events.answer(text).await;
            if assembly.is_ended() {
                return Ok(assembly.finish()?);
            }
            chunk = response.chunk().await;
        }
        events.answer(assembly.end()?).await;
        Ok(assembly.finish()?)
    }

    fn url(&self, path: &str) -> Url {
        let mut url = self.settings.base_url.clone();
        // An address that cannot be a base has no host either, and was refused at start.
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path.split('/'));
        }
        url
    }

    fn authorized(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match &self.settings.key {
            Some(key) => request.bearer_auth(key.reveal()),
            None => request,
        }
    }

    fn unreachable(&self, error: &reqwest::Error) -> Fault {
        tracing::warn!("the model cannot be reached at {}: {}", self.address(), chain(error));
        Fault::ModelUnreachable { address: self.address() }
    }

    /// Why the API did not answer, and whether it is worth another attempt.
    async fn refusal(&self, response: Response) -> Refusal {
        let status = response.status();
        let after = retry_after(&response);
        tracing::warn!("the model's API at {} answered {status}", self.address());
        match status {
            // Its words may quote a part of the key.
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Fault::ModelRefusedKey.into(),
            StatusCode::NOT_FOUND => Fault::ModelNotFound {
                address: self.address(),
                model: self.name.kept().unwrap_or_default(),
            }
            .into(),
            StatusCode::TOO_MANY_REQUESTS => {
                let busy = |after: Duration| Fault::ModelBusy { seconds: after.as_secs() };
                match after {
                    Some(after) => Refusal::Again { after, fault: busy(after) },
                    None => Fault::ModelBusyForLong.into(),
                }
            }
            status if status.is_server_error() => Refusal::Again {
                after: after.filter(|after| *after <= PATIENCE).unwrap_or(RETRY_PAUSE),
                fault: Fault::ModelFailed { status: status.as_u16() },
            },
            status => {
                let words = document(response).await.unwrap_or_default();
                let error = &words["error"];
                let reason = error["message"].as_str().or(error.as_str());
                let reason = reason.or(status.canonical_reason()).unwrap_or_default().to_owned();
                self.redacted(Fault::ModelRefused { status: status.as_u16(), reason }).into()
            }
        }
    }

    /// The fault with the API's own words made short, and without the key if they repeat it.
    fn redacted(&self, fault: Fault) -> Fault {
        match fault {
            Fault::ModelRefused { status, reason } => {
                let reason = match self.settings.key.as_ref().map(Secret::reveal) {
                    Some(key) => reason.replace(key, "…"),
                    None => reason,
                };
                Fault::ModelRefused { status, reason: quoted(&reason) }
            }
            fault => fault,
        }
    }
}

/// Why an attempt gave no reply.
enum Refusal {
    /// Another attempt may help, after a while.
    Again { after: Duration, fault: Fault },
    /// It would not.
    Final(Fault),
}

impl Refusal {
    fn into_fault(self) -> Fault {
        match self {
            Self::Again { fault, .. } | Self::Final(fault) => fault,
        }
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Final(fault)
    }
}

/// An HTTP client for an address. It follows redirects within the address's origin only, so that no key
/// is taken elsewhere, and only those that keep the body.
pub(crate) fn client(address: &Url) -> reqwest::ClientBuilder {
    let is_loopback = match address.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    let redirects = Policy::custom(|redirect| {
        let from = redirect.previous().first().map(Url::origin);
        let keeps_body = matches!(redirect.status().as_u16(), 307 | 308);
        if keeps_body && from == Some(redirect.url().origin()) && redirect.previous().len() < 5 {
            redirect.follow()
        } else {
            redirect.stop()
        }
    });
    let client =
        reqwest::Client::builder().redirect(redirects).connect_timeout(Duration::from_secs(10));
    // What runs on this machine is not behind the proxy that the environment names.
    if is_loopback { client.no_proxy() } else { client }
}

fn is_event_stream(response: &Response) -> bool {
    let content_type = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    content_type.is_some_and(|value| value.trim_start().starts_with("text/event-stream"))
}

fn retry_after(response: &Response) -> Option<Duration> {
    let seconds = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    seconds.trim().parse().ok().map(Duration::from_secs)
}

/// The JSON of a response, if it is JSON of a sensible size.
async fn document(mut response: Response) -> Option<Value> {
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.ok()? {
        body.extend_from_slice(&bytes);
        if body.len() > NOTE_BYTES {
            return None;
        }
    }
    serde_json::from_slice(&body).ok()
}
