//! The model's text, made from the same value that the person's view is made from.

use super::{Answer, AnswerSettings, cell::written, chart::Drawn, table::Table};

/// The most characters of a table that are repeated in the model's text.
const MODEL_TABLE_CHARS: usize = 20_000;

/// The whole text: what the author wrote, the table, the guard, the sources.
pub(super) fn model_text(
    answer: &Answer,
    charts: &[Drawn],
    settings: &AnswerSettings,
    guard: Option<&str>,
    on_screen: bool,
    cut: Option<super::Truncated>,
) -> String {
    let phrases = settings.language.phrases();
    let mut parts = vec![answer.text.trim().to_owned()];
    if let Some(table) = &answer.table {
        if answer.repeat_table {
            let repeated = markdown(table, settings.model_rows);
            parts.push(repeated.text);
            if repeated.rows < table.len() {
                parts.push(phrases.rows_left_out(repeated.rows, table.len()));
            }
        }
        if let Some(cut) = cut {
            parts.push(phrases.rows_not_sent(cut.shown_rows, cut.total_rows));
        }
    }
    // A note on a chart repeats what the table holds.
    if answer.repeat_table {
        parts.extend(charts.iter().filter_map(|drawn| drawn.note.as_deref().map(on_one_line)));
    }
    let notes = answer.notes.iter().map(|note| format!("{} {}", phrases.note, on_one_line(note)));
    parts.extend(notes);
    parts.extend(guard.map(ToOwned::to_owned));
    if on_screen && answer.table.is_some() {
        parts.push(phrases.on_screen(charts.len()));
    }
    let mut sources = phrases.sources.to_owned();
    for source in answer.sources.iter() {
        sources.push_str("\n- ");
        sources.push_str(&source.line(phrases));
    }
    parts.push(sources);
    parts.join("\n\n")
}

struct Repeated {
    text: String,
    rows: usize,
}

/// The table in Markdown, cut at a row's end when either cap is reached.
fn markdown(table: &Table, most_rows: usize) -> Repeated {
    let mut text = String::new();
    let header: Vec<&str> = table.header().collect();
    push_line(&mut text, header.iter());
    push_line(&mut text, header.iter().map(|_| "---"));
    let mut chars = text.chars().count();
    let mut rows = 0;
    for row in table.data_rows().take(most_rows) {
        let start = text.len();
        push_line(&mut text, row.iter().map(written));
        chars += text[start..].chars().count();
        if chars > MODEL_TABLE_CHARS {
            text.truncate(start);
            break;
        }
        rows += 1;
    }
    text.truncate(text.trim_end().len());
    Repeated { text, rows }
}

fn push_line(text: &mut String, cells: impl Iterator<Item = impl AsRef<str>>) {
    text.push('|');
    for cell in cells {
        text.push(' ');
        push_escaped(text, cell.as_ref());
        text.push_str(" |");
    }
    text.push('\n');
}

/// Writes a text on one line, so that what data hold never looks like a line of ours: each break, with what is blank
/// around it, is a space.
pub(super) fn on_one_line(text: &str) -> String {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let parts = text.split(is_break).map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Writes a cell's text on one line of a Markdown table: a backslash first, so that none is made of ours.
fn push_escaped(text: &mut String, cell: &str) {
    // The line ends of Unicode (UAX 14, class BK) as well as those of ASCII.
    let is_break =
        |c: char| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let is_escaped = |c: char| matches!(c, '\\' | '|') || is_break(c);
    let mut rest = cell;
    while let Some(index) = rest.find(is_escaped) {
        text.push_str(&rest[..index]);
        let mut chars = rest[index..].chars();
        match chars.next() {
            Some('\\') => text.push_str("\\\\"),
            Some('|') => text.push_str("\\|"),
            Some('\r') if chars.as_str().starts_with('\n') => {}
            _ => text.push_str("<br>"),
        }
        rest = chars.as_str();
    }
    text.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cannot_break_the_table() {
        let mut table = Table::new(["a|b", "c"]);
        table.push_row((r"x\|y", "two\r\nlines\nand three")).expect("a row");
        table.push_row(("*s*", None::<i32>)).expect("a row");
        assert_eq!(
            markdown(&table, 10).text,
            "| a\\|b | c |\n| --- | --- |\n| x\\\\\\|y | two<br>lines<br>and three |\n| *s* |  |"
        );
    }

    #[test]
    fn a_text_on_one_line_has_no_break_of_any_kind() {
        assert_eq!(
            on_one_line("Report \r\n- Official: https://a.example\u{2028}\n\n\u{85}Note: b\u{0}"),
            "Report - Official: https://a.example Note: b"
        );
        assert_eq!(on_one_line("one line, two  blanks"), "one line, two  blanks");
    }

    #[test]
    fn the_table_is_cut_at_a_row() {
        let mut table = Table::new(["n"]);
        for n in 0..300 {
            table.push_row((n,)).expect("a row");
        }
        let repeated = markdown(&table, 200);
        assert_eq!(repeated.rows, 200);
        assert!(repeated.text.ends_with("\n| 199 |"));

        let mut wide = Table::new(["text"]);
        for _ in 0..30 {
            wide.push_row(("x".repeat(996),)).expect("a row");
        }
        let repeated = markdown(&wide, 200);
        // A header of 17 characters and 19 rows of 1,001; a twentieth would pass 20,000.
        assert_eq!(repeated.rows, 19);
        assert_eq!(repeated.text.chars().count(), 19_035);
    }
}
