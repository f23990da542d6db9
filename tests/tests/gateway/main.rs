//! The chat gateway, from outside: a scripted model on one side, servers of data tools on the other.

mod bounds;
mod catalog;
mod foreign;
mod model_faults;
mod promise;
mod secrets;
mod server_faults;
mod servers;
mod settings;
mod support;
mod texts;
mod turns;
mod writing;
