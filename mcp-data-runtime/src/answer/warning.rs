//! What an answer goes out without.

use std::fmt::Display;

use super::detail::DetailError;

/// Something optional that an answer went out without, or not as its author gave it: a source's date that
/// cannot be read, a chart without numbers.
///
/// The server logs each; `check` counts each as a failure, so that authors see it before their users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// A detail of a source was left out.
    #[error("the source {url}: {error}; it is left out")]
    Detail {
        /// The source's link.
        url: String,
        /// What is wrong with the detail.
        error: DetailError,
    },
    /// A source's license is text, which is shown as it is.
    #[error("the source {url}: {error}; it is shown as text")]
    LicenseText {
        /// The source's link.
        url: String,
        /// What is wrong with the license.
        error: DetailError,
    },
    /// A note was left out.
    #[error("note {number} is blank; it is left out")]
    Note {
        /// The note's number, counted from 1.
        number: usize,
    },
    /// The table was left out.
    #[error("the table has no columns; it is left out")]
    Table,
    /// A chart was left out.
    #[error("the {kind} chart {title:?} is left out: {reason}")]
    Chart {
        /// The chart's kind, as Chart.js names it.
        kind: &'static str,
        /// Its title.
        title: String,
        /// Why it cannot be drawn.
        reason: String,
    },
    /// A chart has gaps where the table holds texts that are neither numbers nor signs for missing values.
    #[error(
        "the {kind} chart {title:?} has {} for text that is no number, first {text:?} in the column {column:?}; give a number, an empty cell, or a sign for a missing value such as \"..\"",
        counted(*.gaps, "gap")
    )]
    ChartText {
        /// The chart's kind, as Chart.js names it.
        kind: &'static str,
        /// Its title.
        title: String,
        /// The column of the first such text.
        column: String,
        /// The text.
        text: String,
        /// How many such gaps there are.
        gaps: usize,
    },
}

/// Returns a count with its noun: `1 row`, `2 rows`.
pub(crate) fn counted<N: Copy + PartialEq + From<u8> + Display>(count: N, noun: &str) -> String {
    if count == N::from(1) { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
