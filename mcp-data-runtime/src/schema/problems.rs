//! What is wrong with the arguments of a call.

use crate::bounds::PROBLEMS;

/// One thing wrong with the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(super) path: String,
    pub(super) text: String,
}

impl Problem {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }
}

/// All that is wrong with the arguments of a call: the first of it in words, the rest counted, so that neither
/// the work nor the reply grows with what a caller sends.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    said: Vec<Problem>,
    unsaid: usize,
    /// Whether nobody reads the words.
    is_counting: bool,
}

impl Problems {
    pub(super) fn counting() -> Self {
        Self { is_counting: true, ..Self::default() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Returns how many there are.
    pub(super) fn count(&self) -> usize {
        self.said.len() + self.unsaid
    }

    /// Returns those that are put into words.
    pub(super) fn said(&self) -> &[Problem] {
        &self.said
    }

    /// Returns whether what comes is only counted.
    pub(super) fn is_full(&self) -> bool {
        self.is_counting || self.said.len() >= PROBLEMS
    }

    /// Adds a problem; it is put into words only if they are read.
    pub(crate) fn push(&mut self, problem: impl FnOnce() -> Problem) {
        if self.is_full() {
            self.unsaid += 1;
        } else {
            self.said.push(problem());
        }
    }

    /// Returns a line for each that is put into words, and one for how many others there are.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let said = self.said.iter().map(|Problem { path, text }| format!("{path}: {text}"));
        said.chain((self.unsaid > 0).then(|| format!("and {} more", self.unsaid)))
    }

    /// Returns an empty list, which keeps words only if this one still does.
    pub(super) fn empty_like(&self) -> Self {
        Self { is_counting: self.is_full(), ..Self::default() }
    }

    /// Counts more of them, without words.
    pub(super) fn count_more(&mut self, count: usize) {
        self.unsaid += count;
    }

    pub(super) fn extend(&mut self, others: &Self) {
        for problem in &others.said {
            self.push(|| problem.clone());
        }
        self.unsaid += others.unsaid;
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self { said: vec![problem], ..Self::default() }
    }
}
