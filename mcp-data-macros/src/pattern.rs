//! What can be said of a regular expression at a glance; the rest is checked when the server starts.
//!
//! Crate `regress` reads a pattern whole, and takes 3.7 s to compile in a dev build with its own dependencies
//! (regress 0.12, two cores); every crate with tools waits for these macros, which would wait for it.

use std::{iter::Peekable, str::Chars};

/// The characters that have a meaning of their own, so that a backslash makes them themselves.
const SYNTAX: &str = "^$\\.*+?()[]{}|/";
/// What else may follow a backslash: classes, control characters, numbers, names, boundaries.
const ESCAPES: &str = "dDwWsSbBfnrtvcxukpP0123456789";

/// Returns why a text is no regular expression to a client, which compiles it as JavaScript does with the
/// flag `u`: its escapes, its groups and its classes are looked at.
pub(crate) fn problem(pattern: &str) -> Option<String> {
    let mut chars = pattern.chars().peekable();
    let mut open_groups = 0_usize;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                if let Some(problem) = escape_problem(chars.next(), "") {
                    return Some(problem);
                }
            }
            '[' => {
                if let Some(problem) = class_problem(&mut chars) {
                    return Some(problem);
                }
            }
            '(' => open_groups += 1,
            ')' if open_groups == 0 => return Some("a `)` closes nothing".to_owned()),
            ')' => open_groups -= 1,
            _ => {}
        }
    }
    (open_groups > 0).then(|| "a `(` is not closed".to_owned())
}

/// Returns what is wrong with a class, up to its `]`.
fn class_problem(chars: &mut Peekable<Chars<'_>>) -> Option<String> {
    while let Some(c) = chars.next() {
        let problem = match c {
            ']' => return None,
            '\\' => escape_problem(chars.next(), "-"),
            _ => None,
        };
        if problem.is_some() {
            return problem;
        }
    }
    Some("a `[` is not closed".to_owned())
}

/// Returns what is wrong with what follows a backslash, where `more` may follow one too.
fn escape_problem(escaped: Option<char>, more: &str) -> Option<String> {
    let Some(c) = escaped else {
        return Some("it ends in a lone backslash".to_owned());
    };
    if [SYNTAX, ESCAPES, more].iter().any(|known| known.contains(c)) {
        return None;
    }
    Some(match c {
        'A' => "JavaScript has no `\\A`; the start of the text is `^`".to_owned(),
        'z' | 'Z' => format!("JavaScript has no `\\{c}`; the end of the text is `$`"),
        c if c.is_ascii_alphabetic() => {
            format!("JavaScript has no `\\{c}`; a letter itself needs no backslash: write `{c}`")
        }
        c => format!("`\\{c}` is no escape; `{c}` needs no backslash: write `{c}`"),
    })
}
