//! A corpus of argument types and values: what serde accepts, what is published, and what is run.
//!
//! `build.rs` writes the types as Rust, with a tool for each; the test judges the same types by their
//! shapes. Nothing here knows of JSON Schema.

pub mod build;
pub mod cases;
pub mod json;
pub mod judge;
pub mod rng;
pub mod shape;
pub mod values;
