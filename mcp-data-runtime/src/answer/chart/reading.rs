//! Reads a table's cells as numbers to draw, as statistical offices write them.

use serde_json::{Number, Value};

use crate::answer::cell::number;

/// Signs that stand where a figure is missing, confidential or without meaning, in lower case.
///
/// Sources: Eurostat, "Database information: flags and special values" (`:`); Destatis, "Notes on CSV files"
/// and Statistikportal, "Explanation of symbols" (`-` `–` `.` `·` `...` `/` `x`); United Nations,
/// *Statistical Yearbook*, "Explanatory notes" (`..` `...` `—`); Statistics Canada, "Standard table symbols"
/// (`.` `..` `...` `x`); IBGE, *Normas de apresentação tabular* (`-` `..` `...` `x`); INEGI (`nd`, `na`);
/// Bundesagentur für Arbeit (`*`); Government Analysis Function (UK), "Using symbols and shorthand in
/// spreadsheets" (`[c]` `[x]` `[z]` …); and what programs write for "not available" (`n/a`, `NaN`, `#N/A`).
const SIGNS: [&str; 26] = [
    ".", "·", "..", "...", "…", ":", "-", "–", "—", "/", "x", "*", "n/a", "na", "n.a.", "n. a.",
    "nd", "n.d.", "nan", "#n/a", "[c]", "[low]", "[u]", "[w]", "[x]", "[z]",
];

/// Eurostat's flags, behind a figure or its `:`, those before 2025 among them: break in series,
/// confidential, definition differs, estimated, forecast, imputed, missing, not significant, provisional,
/// revised, Eurostat's estimate, low reliability, not applicable. Several are written together: `bp`.
const FLAGS: &str = "bcdefimnprsuzC";

/// What a cell is for a chart.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reading<'a> {
    /// Nothing: a gap that needs no words.
    Empty,
    /// A number.
    Number(Number),
    /// A number with a flag: it is drawn, for it is the office's figure.
    Flagged(Number, &'a str),
    /// A sign for a missing value: a gap.
    Sign(&'a str),
    /// Anything else: a gap of which the author should know.
    Other,
}

/// Reads a cell. Digits in a text (a long integer, a decimal) become a number again, since a position on the
/// screen has no more than a few thousand steps.
pub(super) fn read(cell: &Value) -> Reading<'_> {
    match cell {
        Value::Null => Reading::Empty,
        Value::Number(number) => Reading::Number(number.clone()),
        Value::String(text) => read_text(text.trim()),
        _ => Reading::Other,
    }
}

fn read_text(text: &str) -> Reading<'_> {
    if text.is_empty() {
        return Reading::Empty;
    }
    if let Some(number) = parse(text) {
        return Reading::Number(number);
    }
    if is_sign(text) {
        return Reading::Sign(text);
    }
    // The last blank: digits may be grouped by blanks, and are then no number here.
    if let Some((figure, flag)) = text.rsplit_once(char::is_whitespace)
        && is_flag(flag)
        && let Some(number) = parse(figure.trim_end())
    {
        return Reading::Flagged(number, flag);
    }
    Reading::Other
}

fn is_sign(text: &str) -> bool {
    let with_flag = text.strip_prefix(':').map(str::trim_start);
    SIGNS.contains(&text.to_lowercase().as_str()) || with_flag.is_some_and(is_flag)
}

fn is_flag(text: &str) -> bool {
    (1..=3).contains(&text.len()) && text.chars().all(|c| FLAGS.contains(c))
}

/// Parses a JSON number. What Rust reads besides (`inf`, `.5`, `+5`) is left to its author.
fn parse(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit());
    is_number.then(|| text.parse().ok().and_then(number))?
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn signs_of_statistical_offices_are_gaps() {
        for sign in SIGNS {
            let (text, upper) = (json!(sign), json!(format!(" {} ", sign.to_uppercase())));
            assert_eq!(read(&text), Reading::Sign(sign));
            assert_eq!(read(&upper), Reading::Sign(upper.as_str().expect("text").trim()));
        }
        for sign in [":c", ": c", ":\u{a0}bu"] {
            assert_eq!(read(&json!(sign)), Reading::Sign(sign));
        }
        assert_eq!(read(&Value::Null), Reading::Empty);
        assert_eq!(read(&json!(" ")), Reading::Empty);
    }

    #[test]
    fn a_flagged_number_is_a_number() {
        for (text, number, flag) in [
            ("12 p", json!(12), "p"),
            ("12.5  e", json!(12.5), "e"),
            ("-3\u{a0}bep", json!(-3), "bep"),
        ] {
            let Value::Number(number) = number else { panic!("{number}") };
            assert_eq!(read(&json!(text)), Reading::Flagged(number, flag));
        }
    }

    #[test]
    fn digits_are_numbers_and_other_text_is_none() {
        for (text, drawn) in [
            ("7", "7"),
            ("-0.50", "-0.5"),
            ("2016.0", "2016"),
            ("18446744073709551615", "1.8446744073709552e+19"),
            ("1e3", "1000"),
        ] {
            let Value::String(text) = json!(text) else { panic!("{text}") };
            let text = Value::String(text);
            let Reading::Number(number) = read(&text) else { panic!("{text}") };
            assert_eq!(number.to_string(), drawn);
        }
        for text in [
            "Ann", "1 234 b", "1,5", "12p", "12 x", "12 bbbb", "+5", ".5", "5.", "inf", "infinity",
            "1e999", "(12)", "12 %", "<5", "::", "p",
        ] {
            assert_eq!(read(&json!(text)), Reading::Other, "{text}");
        }
        assert_eq!(read(&json!(true)), Reading::Other);
    }
}
