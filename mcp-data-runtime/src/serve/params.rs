//! What the params of the protocol's methods hold, for those who send something else.

use rmcp::{
    ErrorData,
    model::{
        CallToolRequestMethod, CallToolRequestParams, ConstString, DiscoverRequestMethod,
        ErrorCode, InitializeRequestParams, InitializeResultMethod,
        ListResourceTemplatesRequestMethod, ListResourcesRequestMethod, ListToolsRequestMethod,
        PaginatedRequestParams, PingRequestMethod, ReadResourceRequestMethod,
        ReadResourceRequestParams,
    },
};
use serde::de::DeserializeOwned;
use serde_json::Value;

#[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
use crate::bounds::{TOKEN, is_short};
use crate::{bounds::repeated, schema::wrong_type};

/// A field that a method's params have, or may have.
struct Field {
    /// The names that lead to it.
    path: &'static [&'static str],
    is_object: bool,
    is_required: bool,
}

const fn text(path: &'static [&'static str]) -> Field {
    Field { path, is_object: false, is_required: true }
}

const fn object(path: &'static [&'static str]) -> Field {
    Field { path, is_object: true, is_required: true }
}

impl Field {
    const fn optional(self) -> Self {
        Self { is_required: false, ..self }
    }

    /// Returns what is wrong with the field in these params.
    fn problem(&self, params: &Value) -> Option<String> {
        let (name, outer) = self.path.split_last()?;
        // A field that is missing is said of itself, not of each field in it.
        let outer = outer.iter().try_fold(params, |value, name| value.get(name))?.as_object()?;
        let expected = if self.is_object { "an object" } else { "a string" };
        let path = self.path.join(".");
        match outer.get(*name) {
            None if self.is_required => Some(format!("`{path}` ({expected}) is missing")),
            None => None,
            Some(Value::Null) if !self.is_required => None,
            Some(value) if value.is_object() && self.is_object => None,
            Some(value) if value.is_string() && !self.is_object => None,
            Some(value) => Some(format!("`{path}`: {}", wrong_type(expected, value))),
        }
    }
}

const INITIALIZE: &[Field] = &[
    text(&["protocolVersion"]),
    object(&["capabilities"]),
    object(&["clientInfo"]),
    text(&["clientInfo", "name"]),
    text(&["clientInfo", "version"]),
];
const LIST: &[Field] = &[text(&["cursor"]).optional()];
const READ_RESOURCE: &[Field] = &[text(&["uri"])];
const CALL_TOOL: &[Field] = &[text(&["name"]), object(&["arguments"]).optional()];
/// What the params of every method may have.
const META: Field = object(&["_meta"]).optional();

/// Says what is wrong with the params of a method, which rmcp could not read; `None` if this server does not
/// have the method.
pub(super) fn invalid_params(method: &str, params: &Value) -> Option<ErrorData> {
    let fields: &[Field] = match method {
        InitializeResultMethod::VALUE => INITIALIZE,
        CallToolRequestMethod::VALUE => CALL_TOOL,
        ReadResourceRequestMethod::VALUE => READ_RESOURCE,
        PingRequestMethod::VALUE | DiscoverRequestMethod::VALUE => &[],
        method if is_list(method) => LIST,
        _ => return None,
    };
    let mut problems = match params {
        Value::Null => vec!["they are missing".to_owned()],
        params => problems(fields, params),
    };
    if problems.is_empty() {
        problems.push(decoding_problem(method, params));
    }
    Some(error(method, &problems))
}

/// Says what is wrong with params that rmcp would pass over or not tell apart from a message that is none.
/// They need not have other fields than `_meta` and `cursor`.
#[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
pub(super) fn invalid_optional_params(method: &str, params: &Value) -> Option<ErrorData> {
    let fields = if is_list(method) { LIST } else { &[] };
    let mut problems = if params.is_null() { Vec::new() } else { problems(fields, params) };
    if !params["_meta"].get("progressToken").is_none_or(is_short) {
        problems.push(format!("`_meta.progressToken` is longer than {TOKEN} bytes"));
    }
    (!problems.is_empty()).then(|| error(method, &problems))
}

/// Says that params have a field twice.
#[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
pub(super) fn repeated_param(method: &str, path: &str) -> ErrorData {
    error(method, &[format!("`{}` is given twice", repeated(path))])
}

fn is_list(method: &str) -> bool {
    [
        ListToolsRequestMethod::VALUE,
        ListResourcesRequestMethod::VALUE,
        ListResourceTemplatesRequestMethod::VALUE,
    ]
    .contains(&method)
}

fn problems(fields: &[Field], params: &Value) -> Vec<String> {
    if !params.is_object() {
        return vec![wrong_type("an object", params)];
    }
    fields.iter().chain([&META]).filter_map(|field| field.problem(params)).collect()
}

fn error(method: &str, problems: &[String]) -> ErrorData {
    let problems = problems.join("; ");
    let text = format!("the params of {method} are not what the protocol asks for: {problems}");
    ErrorData::invalid_params(text, None)
}

/// Says what is wrong with fields of which this server knows no more than rmcp, such as what a client says it
/// can do.
fn decoding_problem(method: &str, params: &Value) -> String {
    fn decode<T: DeserializeOwned>(params: &Value) -> Option<String> {
        T::deserialize(params).err().map(|error| error.to_string())
    }
    let problem = match method {
        InitializeResultMethod::VALUE => decode::<InitializeRequestParams>(params),
        CallToolRequestMethod::VALUE => decode::<CallToolRequestParams>(params),
        ReadResourceRequestMethod::VALUE => decode::<ReadResourceRequestParams>(params),
        _ => decode::<PaginatedRequestParams>(params),
    };
    // JSON that repeats a field is read by the last of its values, but never as params.
    problem.unwrap_or_else(|| "a field is given twice".to_owned())
}

/// Says that this server does not have a method; rmcp's own text is the method's bare name.
pub(super) fn unknown_method(method: &str) -> ErrorData {
    let text = format!("this server does not know the method {}", repeated(method));
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, text, None)
}
