//! The macros, in process.

mod checks;
mod expansions;
mod messages;
