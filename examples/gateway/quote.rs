//! Other people's words, as a log line or a message may repeat them.

use std::error::Error;

use crate::limits::{EXPLAINED, QUOTED_CHARS};

/// Quotes a text on one line: its first 200 characters, with what a terminal or a reader's eye would obey written out.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    for (at, c) in text.chars().enumerate() {
        if at == QUOTED_CHARS {
            quoted.push('…');
            break;
        }
        if c.is_control() || is_direction(c) {
            quoted.extend(c.escape_unicode());
        } else {
            quoted.push(c);
        }
    }
    quoted
}

/// Shortens a name that the page shows in its own safe way: its first 200 characters.
pub(crate) fn shortened(text: &str) -> String {
    match cut(text, QUOTED_CHARS) {
        (text, None) => text.to_owned(),
        (first, Some(_)) => format!("{first}…"),
    }
}

/// Enumerates what was left out: the first five, and a sign that there are more.
pub(crate) fn enumerate(left_out: &[String]) -> String {
    let shown = left_out.get(..EXPLAINED).unwrap_or(left_out).join(", ");
    if left_out.len() > EXPLAINED { format!("{shown}, …") } else { shown }
}

/// Whether a character turns the direction of a line, or breaks it, without being seen.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The first characters of a text, and how many it has if that is not all of it.
pub(crate) fn cut(text: &str, most: usize) -> (&str, Option<usize>) {
    // A text of so few bytes has no more characters.
    if text.len() <= most {
        return (text, None);
    }
    match text.char_indices().nth(most) {
        None => (text, None),
        Some((end, _)) => (&text[..end], Some(most + text[end..].chars().count())),
    }
}

/// An error with its causes, of which some repeat the next, as a log line may repeat it: without what addresses hold beyond
/// their origin.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let next_text = next.to_string();
        if !text.ends_with(&next_text) {
            text.push_str(": ");
            text.push_str(&next_text);
        }
        cause = next.source();
    }
    quoted(&without_paths(&text))
}

/// A text whose web addresses end with their host, since the rest may be secret.
fn without_paths(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some(at) = rest.find("://") {
        let (before, address) = rest.split_at(at + 3);
        kept.push_str(before);
        let end = address
            .find(|c: char| c.is_whitespace() || matches!(c, ')' | '"' | '\'' | '>' | ','))
            .unwrap_or(address.len());
        let (address, after) = address.split_at(end);
        let host = address.split(['/', '?', '#']).next().unwrap_or_default();
        kept.push_str(host.rsplit('@').next().unwrap_or_default());
        rest = after;
    }
    kept.push_str(rest);
    kept
}
