//! What a client sent, looked at before rmcp reads it.
//!
//! Of a message that it cannot read, rmcp says over HTTP that it cannot, and over standard input nothing. So
//! both transports come here first: for the same words, and for the request's id, which the refusal needs.

mod read;

use rmcp::{
    ErrorData,
    model::{
        CallToolRequestMethod, ConstString, DiscoverRequestMethod, InitializeResultMethod,
        ListResourceTemplatesRequestMethod, ListResourcesRequestMethod, ListToolsRequestMethod,
        PingRequestMethod, ProtocolVersion, ReadResourceRequestMethod,
    },
};
use serde::de::{DeserializeSeed, Deserializer};
use serde_json::{Value, json};

use self::read::{Fields, ReadThrough, Seen};
use super::params::{invalid_optional_params, repeated_param, unknown_method};
use crate::bounds::{BYTES_OF_A_VALUE, TOKEN, is_short, repeated};

/// The methods that this server answers; `initialize` and `ping` up to 2025-11-25 only.
const METHODS: [&str; 8] = [
    InitializeResultMethod::VALUE,
    DiscoverRequestMethod::VALUE,
    PingRequestMethod::VALUE,
    CallToolRequestMethod::VALUE,
    ListToolsRequestMethod::VALUE,
    ListResourcesRequestMethod::VALUE,
    ListResourceTemplatesRequestMethod::VALUE,
    ReadResourceRequestMethod::VALUE,
];

/// Where a request of the era of 2026-07-28 says its version, in `_meta`.
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A message's envelope, and of its params what [`ReadThrough`] keeps.
#[derive(Debug, Default)]
pub(crate) struct Message {
    id: Option<Value>,
    jsonrpc: Option<Value>,
    method: Option<Value>,
    has_result: bool,
    has_error: bool,
    /// A field that the message has twice.
    repeated: Option<String>,
    /// The path of a field that the params have twice: JSON takes the last, and a call by it would be another than
    /// was meant.
    repeated_param: Option<String>,
    params: Value,
}

/// Why a message is not answered, and the id that the answer would have had.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// `None` where the message has none that can be read.
    pub(crate) id: Option<Value>,
    pub(crate) error: Box<ErrorData>,
}

impl Refusal {
    pub(crate) fn new(id: Option<Value>, error: ErrorData) -> Self {
        Self { id, error: Box::new(error) }
    }

    /// Returns the JSON-RPC message; without an id, its id is null.
    pub(crate) fn to_json(&self) -> Value {
        json!({ "jsonrpc": "2.0", "id": self.id, "error": self.error })
    }
}

/// Returns a message without its byte order mark, which is no part of JSON.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

impl Message {
    /// Reads all of a message, so that what it accepts is JSON, and keeps its envelope. `most_bytes` is how long
    /// the transport lets a message be.
    ///
    /// # Errors
    ///
    /// It is not JSON, or not one JSON-RPC message, or it holds more values than its memory is meant for.
    pub(crate) fn read(bytes: &[u8], most_bytes: usize) -> Result<Self, Refusal> {
        let bytes = without_mark(bytes);
        let mut message = Self::default();
        // In place, so that an id is known even where what follows it is not JSON.
        let most_values = most_bytes / BYTES_OF_A_VALUE;
        let seen = Seen::new(most_values);
        let is_object = match message.fill(bytes, &seen) {
            Ok(is_object) => is_object,
            Err(_) if seen.is_exhausted() => {
                let text = format!(
                    "the message holds more than {most_values} values, the most that are read of one; ask for less at once"
                );
                return Err(message.refuse(ErrorData::invalid_request(text, None)));
            }
            Err(error) => {
                let text = format!("the message is not JSON: {error}");
                return Err(message.refuse(ErrorData::parse_error(text, None)));
            }
        };
        message.repeated_param = seen.into_repeated_param();
        let problem = if is_object { message.problem() } else { Some(NOT_AN_OBJECT.to_owned()) };
        match problem {
            None => Ok(message),
            Some(problem) => Err(message.refuse_form(&problem)),
        }
    }

    /// Returns the id of a message of which only the beginning is there.
    #[cfg(any(feature = "stdio", feature = "testing"))]
    pub(crate) fn id_of_beginning(bytes: &[u8]) -> Option<Value> {
        let mut message = Self::default();
        // The beginning of a message that is too long has at most as many values as bytes.
        let _ = message.fill(without_mark(bytes), &Seen::new(bytes.len()));
        message.refusable_id()
    }

    /// Fills in the fields, and returns whether the message is an object at all.
    fn fill(&mut self, bytes: &[u8], seen: &Seen) -> Result<bool, serde_json::Error> {
        let mut reader = serde_json::Deserializer::from_slice(bytes);
        let is_object = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
        if is_object {
            reader.deserialize_map(Fields(self, seen))?;
        } else {
            ReadThrough::new(seen).deserialize(&mut reader)?;
        }
        reader.end()?;
        Ok(is_object)
    }

    /// Returns what a JSON object lacks to be a JSON-RPC message.
    fn problem(&self) -> Option<String> {
        if let Some(field) = &self.repeated {
            return Some(format!("its `{}` is given twice", repeated(field)));
        }
        if self.jsonrpc.as_ref().and_then(Value::as_str) != Some("2.0") {
            return Some("its `jsonrpc` is not \"2.0\"".to_owned());
        }
        let outcome = match (self.has_result, self.has_error) {
            (false, false) => None,
            (true, true) => return Some("it has both `result` and `error`".to_owned()),
            (true, false) => Some("result"),
            (false, true) => Some("error"),
        };
        match (&self.method, outcome) {
            (Some(_), Some(outcome)) => Some(format!("it has both `method` and `{outcome}`")),
            (None, None) => Some("it has no `method`".to_owned()),
            (Some(method), None) if !method.is_string() => {
                Some("its `method` is not a string".to_owned())
            }
            _ => self.id.as_ref().and_then(id_problem),
        }
    }

    /// Returns the refusal of a request that rmcp would refuse by a bare name, or answer as if its params were
    /// none. `is_modern` says that the transport knows the request to be of the era of 2026-07-28; else its
    /// `_meta` decides.
    pub(crate) fn refusal(&self, is_modern: bool) -> Option<Refusal> {
        let method = self.method.as_ref()?.as_str()?;
        // A notification is never answered.
        self.id.as_ref()?;
        let names_modern = self.version().is_some_and(is_modern_version);
        let is_removed = match method {
            // By the header alone it is a client's that would negotiate.
            InitializeResultMethod::VALUE => names_modern,
            PingRequestMethod::VALUE => names_modern || is_modern,
            _ => false,
        };
        if is_removed || !METHODS.contains(&method) {
            return Some(self.refuse(unknown_method(method)));
        }
        let repeated = self.repeated_param.as_deref().map(|field| repeated_param(method, field));
        let error = repeated.or_else(|| invalid_optional_params(method, &self.params))?;
        Some(self.refuse(error))
    }

    /// Returns the protocol version that the request itself names.
    pub(crate) fn version(&self) -> Option<&str> {
        self.params.get("_meta")?.get(VERSION_KEY)?.as_str()
    }

    #[cfg(feature = "http")]
    pub(crate) fn is_initialize(&self) -> bool {
        self.method.as_ref().is_some_and(|method| method == InitializeResultMethod::VALUE)
    }

    /// Refuses this message with an error.
    pub(crate) fn refuse(&self, error: ErrorData) -> Refusal {
        Refusal::new(self.refusable_id(), error)
    }

    /// Refuses this message as one that rmcp could not read for a reason that is not looked for here.
    pub(crate) fn refuse_unread(&self) -> Refusal {
        self.refuse_form(
            "it has the fields of a request, a notification or a response, but not their values",
        )
    }

    fn refuse_form(&self, problem: &str) -> Refusal {
        let text = format!("the message is not JSON-RPC: {problem}");
        self.refuse(ErrorData::invalid_request(text, None))
    }

    fn refusable_id(&self) -> Option<Value> {
        self.id.clone().filter(|id| id.is_number() || (id.is_string() && is_short(id)))
    }
}

const NOT_AN_OBJECT: &str = "it is one object, such as {\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}; several are sent one by one";

/// Returns whether a version is of the era in which every request stands alone.
pub(crate) fn is_modern_version(version: &str) -> bool {
    version >= ProtocolVersion::V_2026_07_28.as_str()
}

fn id_problem(id: &Value) -> Option<String> {
    if !is_id(id) {
        Some("its `id` is neither a string nor an integer of 64 bits".to_owned())
    } else if !is_short(id) {
        Some(format!("its `id` is longer than {TOKEN} bytes"))
    } else {
        None
    }
}

/// Returns whether rmcp takes a value as the id of a request.
fn is_id(value: &Value) -> bool {
    // Up to here an integer that is written as a float is itself.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    value.is_string()
        || value.is_i64()
        || (value.is_f64()
            && value.as_f64().is_some_and(|id| id.fract() == 0.0 && id.abs() < EXACT))
}
