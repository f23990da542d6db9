//! What tools take and give: a model of the arguments, made from their types at the start, and the schemas
//! that are published.
//!
//! ```text
//! a type → schemars's JSON → read → model → write → the published schema
//!                                     └──→ check, form, words for each call
//! ```

mod check;
mod form;
pub(crate) mod input;
mod meet;
mod model;
mod names;
pub(crate) mod output;
mod problems;
mod read;
#[cfg(test)]
mod tests;
mod words;
mod write;

#[cfg(feature = "protocol")]
pub(crate) use self::words::wrong_type;
pub(crate) use self::{
    input::report,
    problems::{Problem, Problems},
};
