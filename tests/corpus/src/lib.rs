//! A corpus of argument types and values: what serde accepts, what is published, and what is run.
//!
//! `build.rs` writes the types as Rust, with a tool for each; the test judges the same types by their
//! shapes. Nothing here knows of JSON Schema.

pub mod build;
pub mod cases;
pub mod json;
pub mod rng;
pub mod shape;

/// The generated types and tools.
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    unreachable_pub,
    unused_imports,
    missing_docs,
    reason = "they are written for their shapes, not to be read"
)]
pub mod generated {
    pub mod prelude {
        pub use std::{
            borrow::Cow,
            collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque},
            net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
            num::*,
            path::PathBuf,
        };

        pub use mcp_data_runtime::prelude::*;
        pub use schemars::JsonSchema;
        pub use serde::{Deserialize, Serialize};
        pub use serde_json::Value;

        pub use super::{Probe, answer, read};
        pub use crate::support::*;
    }

    use mcp_data_runtime::{DataToolOutput, ToolDescriptor, source};
    use serde_json::Value;

    /// A tool, and what serde makes of each of its parameters.
    pub struct Probe {
        pub tools: Vec<ToolDescriptor>,
        pub reads: Vec<fn(Value) -> Result<String, String>>,
    }

    /// What serde reads, as it is printed.
    pub fn read<T: serde::de::DeserializeOwned + std::fmt::Debug>(
        value: Value,
    ) -> Result<String, String> {
        let value: T = serde_json::from_value(value).map_err(|error| error.to_string())?;
        Ok(format!("{value:?}"))
    }

    /// An answer that tells what came.
    pub fn answer(values: &[String]) -> DataToolOutput {
        let text = format!("got {}", values.join(" and "));
        DataToolOutput::new(text, source!("https://example.org/"))
    }

    include!(concat!(env!("OUT_DIR"), "/types.rs"));
}

/// What the generated types call.
mod support {
    use serde::{Deserialize, Deserializer, de::Error};

    use crate::generated::types::{Code, Percent, Span};

    pub(crate) fn seven() -> u16 {
        7
    }

    pub(crate) fn three() -> u8 {
        3
    }

    pub(crate) fn a_tenth() -> f32 {
        0.1
    }

    #[allow(clippy::unnecessary_wraps, reason = "it is the default of an option")]
    pub(crate) fn some() -> Option<u8> {
        Some(9)
    }

    pub(crate) fn from_digits<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
        let digits = String::deserialize(from)?;
        digits.parse().map_err(|_| D::Error::custom("the author says: write digits"))
    }

    pub(crate) fn option_of_u8<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
        Option::deserialize(from)
    }

    impl TryFrom<String> for Code {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            let is_code = text.len() == 2 && text.chars().all(|letter| letter.is_ascii_uppercase());
            if is_code {
                Ok(Self(text))
            } else {
                Err("the author says: two capital letters".to_owned())
            }
        }
    }

    impl From<Code> for String {
        fn from(code: Code) -> Self {
            code.0
        }
    }

    impl From<u8> for Percent {
        fn from(value: u8) -> Self {
            Self(value)
        }
    }

    impl TryFrom<(u8, u8)> for Span {
        type Error = String;

        fn try_from((first, last): (u8, u8)) -> Result<Self, String> {
            if first <= last {
                Ok(Self(first, last))
            } else {
                Err("the author says: in order".to_owned())
            }
        }
    }
}
