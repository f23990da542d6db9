//! Answers the requests of MCP from the catalog and the dispatcher.

use std::sync::Arc;

use futures::future::BoxFuture;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestMethod, CallToolRequestParams, CallToolResponse, ConstString, CustomRequest,
        CustomResult, Icon, Implementation, ListResourceTemplatesResult, ListResourcesResult,
        ListToolsResult, MetaObject, PaginatedRequestParams, ProgressNotificationParam,
        ProgressToken, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, Resource, ResourceContents, ResourceTemplate, ResourcesCapability,
        ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
    },
    service::{Peer, RequestContext},
};
use serde_json::{Map, Value, json};

use super::params::{invalid_params, unknown_method};
use crate::{
    answer::wire,
    bounds::repeated,
    catalog,
    dispatch::{
        CallReply, CallRequest, Dispatcher,
        places::{Delivery, Unread},
    },
    resource::ResourceBody,
    schema::{Problem, report, wrong_type},
    tool::{
        Effect,
        context::{Client, ProgressSink, UI_EXTENSION},
    },
};

/// Answers a client's requests; one for all connections, cheap to clone.
#[derive(Clone)]
pub(crate) struct Handler {
    dispatcher: Arc<Dispatcher>,
    tools: Arc<[Tool]>,
    config: Arc<ServerConfig>,
    /// What waits for its readers, in all connections.
    pub(crate) unread: Arc<Unread>,
}

impl Handler {
    pub(crate) fn new(name: &str, version: &str, dispatcher: Arc<Dispatcher>) -> Self {
        let catalog = dispatcher.catalog();
        let mut capabilities = ServerCapabilities::builder().enable_tools().build();
        if catalog.resources().len() > 0 {
            capabilities.resources = Some(ResourcesCapability::default());
        }
        if cfg!(feature = "viewer") {
            let ui = (UI_EXTENSION.to_owned(), Map::new());
            capabilities.extensions = Some([ui].into());
        }
        let mut config = ServerConfig::new(capabilities);
        config.server_info = Implementation::new(name, version);
        config.instructions = catalog.instructions().map(ToOwned::to_owned);
        let tools = catalog.tools().map(published).collect();
        Self { dispatcher, tools, config: Arc::new(config), unread: Arc::default() }
    }
}

/// A tool as `tools/list` has it.
pub(crate) fn published(tool: &catalog::Tool) -> Tool {
    let object = |schema: &Value| Arc::new(schema.as_object().cloned().unwrap_or_default());
    let descriptor = &tool.descriptor;
    let mut published =
        Tool::new(tool.name.clone(), tool.description.clone(), object(&tool.input.schema));
    published.output_schema = Some(object(&tool.output));
    published.title = descriptor.title.map(ToOwned::to_owned);
    let (read_only, destructive, idempotent) = match descriptor.effect {
        // Reading twice changes no more than reading once.
        Effect::Reads => (true, false, true),
        Effect::Writes { idempotent } => (false, false, idempotent),
        Effect::Destroys { idempotent } => (false, true, idempotent),
    };
    let mut annotations =
        ToolAnnotations::new().read_only(read_only).destructive(destructive).idempotent(idempotent);
    if descriptor.open_world {
        annotations = annotations.open_world(true);
    }
    published.annotations = Some(annotations);
    if !descriptor.icons.is_empty() {
        published.icons = Some(descriptor.icons.iter().map(|url| Icon::new(*url)).collect());
    }
    published.meta = meta_object(&tool.meta);
    published
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        (*self.config).clone()
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let index = self.tools.binary_search_by(|tool| (*tool.name).cmp(name)).ok()?;
        Some(self.tools[index].clone())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        one_page(request)?;
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let progress = context.meta.get_progress_token().map(|token| {
            let sink: Box<dyn ProgressSink> =
                Box::new(Progress { token, peer: context.peer.clone() });
            sink
        });
        let call = CallRequest {
            tool: request.name.into_owned(),
            arguments: request.arguments.unwrap_or_default(),
            client: client(&context),
            meta: object(&context.meta),
            cancelled: context.ct.clone(),
            progress,
            delivery: delivery(&context, &self.unread),
        };
        // In a box: rmcp moves the task of a request several times, with all that it holds.
        match Box::pin(self.dispatcher.call(call)).await {
            Ok(CallReply::Answer(rendered)) => Ok(wire::success(rendered).into()),
            Ok(CallReply::Failure(text)) => Ok(wire::failure(text).into()),
            // Nobody reads this: the transport sends nothing for a cancelled id.
            Ok(CallReply::Cancelled) => {
                Err(ErrorData::internal_error("the call was cancelled", None))
            }
            Err(unknown) => Err(ErrorData::invalid_params(unknown.to_string(), None)),
        }
    }

    /// Answers a request whose params rmcp could not read. One by a method that this server does not have is
    /// refused before it comes here.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        let params = params.unwrap_or_default();
        if method == CallToolRequestMethod::VALUE {
            let name = params["name"].as_str().unwrap_or_default();
            // Wrong arguments are for the model to mend, whatever is wrong with them.
            let arguments = params
                .get("arguments")
                .filter(|arguments| !arguments.is_object() && !arguments.is_null());
            if let Some(arguments) = arguments
                && self.dispatcher.catalog().tool(name).is_some()
            {
                let problem = wrong_type("an object", arguments);
                let mut result =
                    wire::failure(report(name, &Problem::new("arguments", problem).into()));
                let is_modern = context
                    .protocol_version()
                    .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
                if !is_modern {
                    result.result_type = None;
                }
                return Ok(CustomResult::new(json!(result)));
            }
        }
        Err(invalid_params(&method, &params).unwrap_or_else(|| unknown_method(&method)))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        one_page(request)?;
        let resources = self.dispatcher.catalog().resources();
        let resources = resources.filter(|(_, resource)| !resource.is_template);
        let resources = resources.map(|(uri, resource)| {
            let mut listed = Resource::new(uri, resource.name.clone())
                .with_mime_type(resource.mime_type.clone());
            listed.title.clone_from(&resource.title);
            listed.description.clone_from(&resource.description);
            listed.meta = meta_object(&resource.meta);
            listed
        });
        Ok(ListResourcesResult::with_all_items(resources.collect()))
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        one_page(request)?;
        let resources = self.dispatcher.catalog().resources();
        let templates = resources.filter(|(_, resource)| resource.is_template);
        let templates = templates.map(|(uri, resource)| {
            let mut listed = ResourceTemplate::new(uri, resource.name.clone())
                .with_mime_type(resource.mime_type.clone());
            listed.title.clone_from(&resource.title);
            listed.description.clone_from(&resource.description);
            listed.meta = meta_object(&resource.meta);
            listed
        });
        Ok(ListResourceTemplatesResult::with_all_items(templates.collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let catalog = self.dispatcher.catalog();
        let (resource, variables) = catalog.resource(&request.uri).map_err(|unknown| {
            let data = Some(json!({ "uri": repeated(&request.uri) }));
            ErrorData::resource_not_found(unknown.to_string(), data)
        })?;
        let delivery = delivery(&context, &self.unread);
        let body = self
            .dispatcher
            .read(&request.uri, resource, variables, context.ct.clone(), &delivery)
            .await
            .map_err(|text| ErrorData::internal_error(text, None))?;
        let contents = match body {
            ResourceBody::Text(text) => ResourceContents::text(text, request.uri),
            ResourceBody::Bytes(bytes) => ResourceContents::blob(base64(&bytes), request.uri),
        };
        let mut contents = contents.with_mime_type(resource.mime_type.clone());
        if let Some(meta) = meta_object(&resource.meta) {
            contents = contents.with_meta(meta);
        }
        Ok(ReadResourceResult::new(vec![contents]).into())
    }
}

/// A `_meta`, absent if there is nothing in it.
fn meta_object(meta: &Map<String, Value>) -> Option<MetaObject> {
    (!meta.is_empty()).then(|| MetaObject(meta.clone()))
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

/// There is one page only, so no cursor was ever handed out.
fn one_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        None => Ok(()),
        Some(cursor) => Err(ErrorData::invalid_params(
            format!(
                "there is no page {:?}; the list has one page, asked for without a cursor",
                repeated(&cursor)
            ),
            None,
        )),
    }
}

fn object(value: &impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    }
}

/// Returns the way of an answer to its reader: that of HTTP, which keeps it until the answer is written; over standard
/// input a new one, which ends with the call, for nothing is read there while answers wait.
#[cfg_attr(not(feature = "http"), expect(unused_variables, reason = "no other transport has one"))]
fn delivery(context: &RequestContext<RoleServer>, unread: &Arc<Unread>) -> Arc<Delivery> {
    #[cfg(feature = "http")]
    if let Some(parts) = context.extensions.get::<axum::http::request::Parts>()
        && let Some(delivery) = parts.extensions.get::<Arc<Delivery>>()
    {
        return Arc::clone(delivery);
    }
    Delivery::new(Arc::clone(unread))
}

fn client(context: &RequestContext<RoleServer>) -> Client {
    let info = context.client_info();
    let mut client = Client::default();
    if let Some(info) = info {
        client.name = info.name;
        client.version = info.version;
    }
    if let Some(capabilities) = context.client_capabilities() {
        client.capabilities = object(&capabilities);
    }
    client
}

/// Progress notifications for the request that asked for them.
struct Progress {
    token: ProgressToken,
    peer: Peer<RoleServer>,
}

impl ProgressSink for Progress {
    fn report(&self, done: f64, total: Option<f64>, message: Option<String>) -> BoxFuture<'_, ()> {
        let mut param = ProgressNotificationParam::new(self.token.clone(), done);
        param.total = total;
        param.message = message;
        Box::pin(async move {
            if let Err(error) = self.peer.notify_progress(param).await {
                tracing::debug!(%error, "progress was not sent");
            }
        })
    }
}
