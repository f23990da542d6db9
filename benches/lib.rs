//! What the macros and the runtime cost, beside their peers; each bench says how to run it.
