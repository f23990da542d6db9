//! Parts of messages: the name somebody may have meant, a list of names, a value that came.

use serde_json::Value;

use crate::bounds::{SUGGESTED, repeated};

/// The longest part of a wrong string that is repeated.
const SHOWN_CHARS: usize = 60;

/// The candidate nearest to `name`, if it is near enough to be a slip: at most one edit in three
/// letters, a swap of neighbors counting as one, letter case as none. For a name that is longer than
/// [`SUGGESTED`] none is looked for: the work grows with its length.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if name.chars().nth(SUGGESTED).is_some() {
        return None;
    }
    let name = name.to_lowercase();
    let most = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::osa_distance(&name, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Names as a list in a sentence: "`a`, `b` and `c`".
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.pop() {
        None => String::new(),
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} and {last}", names.join(", ")),
    }
}

/// Describes a value that came; a long string is cut.
pub(crate) fn show(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        // Where digits are kept, a number is as long as its text.
        Value::Number(number) => format!("the number {}", repeated(&number.to_string())),
        Value::String(text) => {
            let shown = shortened(text);
            let more = if shown.len() < text.len() { "…" } else { "" };
            format!("the string {}{more}", Value::from(shown))
        }
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

pub(crate) fn shortened(text: &str) -> &str {
    text.char_indices().nth(SHOWN_CHARS).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognized_and_another_word_is_not() {
        assert_eq!(nearest("too", ["from", "to"]), Some("to"));
        assert_eq!(nearest("limt", ["limit"]), Some("limit"));
        assert_eq!(nearest("FORM", ["from"]), Some("from"));
        assert_eq!(nearest("year", ["from", "to"]), None);
        assert_eq!(nearest("x", []), None);
        assert_eq!(nearest(&"x".repeat(SUGGESTED + 1), [&*"x".repeat(SUGGESTED)]), None);
    }

    #[test]
    fn a_list_reads_as_a_sentence() {
        assert_eq!(list(["from", "to"]), "`from` and `to`");
        assert_eq!(list(["a"]), "`a`");
        assert_eq!(list(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
