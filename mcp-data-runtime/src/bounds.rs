//! What is taken from others, and repeated of it, at most: every such limit that is no setting.
//!
//! `docs/security.md` has the table of all limits.

use std::borrow::Cow;

/// How many characters of a text of a caller's are repeated, in a reply or in the log.
const REPEATED: usize = 200;
/// How many characters of an author's message or of the causes of an error are passed on.
const AUTHORS: usize = 2_000;
/// How many characters an entry of the log may have: some of the texts above, and what is said of them.
#[cfg(feature = "cli")]
const ENTRY: usize = 6_000;
/// How many things wrong with the arguments of one call are put into words; others are counted.
pub(crate) const PROBLEMS: usize = 20;
/// The longest text of the data that a warning or a chart's remark repeats, in characters.
const EXCERPT: usize = 40;
/// The longest name for which the nearest is looked for, in characters.
pub(crate) const SUGGESTED: usize = 128;
/// The longest id or progress token of a request, in bytes: each goes out again, with every step of progress too.
#[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
pub(crate) const TOKEN: usize = 200;
/// A message may hold one JSON value for so many bytes of the most that it may have: read, the smallest value
/// takes forty times its text, and no more than ten times the longest text is to be held.
#[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
pub(crate) const BYTES_OF_A_VALUE: usize = 64;

/// Returns what is repeated of a text of a caller's: all, or its beginning and how long it is.
pub(crate) fn repeated(text: &str) -> Cow<'_, str> {
    beginning(text, REPEATED)
}

/// Returns what is passed on of an author's text: all, or its beginning and how long it is.
pub(crate) fn passed_on(text: &str) -> Cow<'_, str> {
    beginning(text, AUTHORS)
}

/// Returns what is written of an entry of the log: all, or its beginning and how long it is.
#[cfg(feature = "cli")]
pub(crate) fn entry(text: &str) -> Cow<'_, str> {
    beginning(text, ENTRY)
}

fn beginning(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return text.into();
    }
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => {
            format!("{}… (the beginning of {} characters)", &text[..end], text.chars().count())
                .into()
        }
    }
}

/// Returns the beginning of a text on one line, for a message that repeats what data hold.
pub(crate) fn excerpt(text: &str) -> String {
    let line = text.replace(|c: char| c.is_whitespace() || c.is_control(), " ");
    match line.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Returns whether an id or a token is short enough to go out again and again.
#[cfg(any(feature = "stdio", feature = "http", feature = "testing"))]
pub(crate) fn is_short(token: &serde_json::Value) -> bool {
    token.as_str().is_none_or(|text| text.len() <= TOKEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_its_beginning_and_its_length() {
        let text = "ä".repeat(REPEATED);
        assert_eq!(repeated(&text), text);
        assert_eq!(
            repeated(&format!("{text}ä")),
            format!("{text}… (the beginning of 201 characters)")
        );
        assert_eq!(passed_on(&text), text);
    }
}
