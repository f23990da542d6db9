//! Tools in a crate that denies every lint, in edition 2021, with the runtime renamed to `data`.
//!
//! That it builds, without a warning, under `cargo check` and `cargo clippy`, is the test.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]

pub mod arguments;
pub mod attributes;
pub mod bodies;
pub mod by_macro;
pub mod deprecated;
pub mod forbidding;
pub mod instrumented;
pub mod no_prelude;
pub mod options;
pub mod raw;
pub mod rows;
pub mod shadowed;
mod visibilities;

use data::{source, tools, DataServer, Source, ToolDescriptor};

/// Where the data of every tool come from.
pub const SOURCE: Source = source!("https://example.org/data", title = "Data", modified = "2017");

/// Every tool of the crate.
#[must_use]
pub fn all() -> Vec<ToolDescriptor> {
    tools!()
}

/// A server of some tools, by their names.
pub fn server() -> DataServer {
    DataServer::new("hygiene", env!("CARGO_PKG_VERSION")).tools(tools![
        options::every_option,
        arguments::every_option_of_an_argument,
        raw::r#type,
        bodies::within_a_body::top_cities,
    ])
}

/// A plugin with a question and its call.
pub fn plugin() -> data::Plugin {
    data::Plugin::new("hygiene")
        .tools(tools![raw::r#type])
        .sample_question("Which?", data::call!(raw::r#type { r#match: "x", r#loop: 2 }))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_tool_is_found() {
        let names: Vec<&str> = super::all().iter().map(data::ToolDescriptor::name).collect();
        assert_eq!(names.len(), 40, "{names:?}");
        assert!(!names.contains(&"absent"), "{names:?}");
    }
}
