//! The schemas that tools publish, in a form that every client accepts.

pub(crate) mod arguments;
pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod portable;
