use serde_json::json;

use super::*;

const SOURCE: &str = "https://example.org/data";

fn source() -> Source {
    Source::parse(SOURCE).expect("a link")
}

fn output(text: &str) -> DataToolOutput {
    DataToolOutput::new(text, source())
}

fn table(rows: usize) -> Table {
    let mut table = Table::new(["n"]);
    for n in 0..rows {
        table.push_row((n,)).expect("a row");
    }
    table
}

fn render(output: DataToolOutput, settings: &AnswerSettings) -> Result<Rendered, String> {
    output.into_answer().render(settings, None, false).map_err(|breach| breach.to_string())
}

#[test]
fn an_answer_of_text_and_source_has_nothing_else() {
    let rendered =
        render(output("Tokyo is the largest."), &AnswerSettings::default()).expect("an answer");
    assert_eq!(rendered.text, "Tokyo is the largest.\n\nSources:\n- https://example.org/data");
    assert_eq!(Value::Object(rendered.structured), json!({ "sources": [SOURCE] }));
}

#[test]
fn the_text_has_its_parts_in_order() {
    let table = table(2);
    let chart =
        Chart::line("n").x(table.column("n").expect("n")).y([table.column("n").expect("n")]);
    let output = output("Two numbers.\n")
        .table(table)
        .chart(chart)
        .note("They are small.")
        .force("Verbatim.")
        .source(source().title("Numbers"))
        .source(
            Source::parse("https://example.org/more")
                .expect("a link")
                .title("More numbers")
                .publisher("Example Office")
                .license("CC-BY-4.0")
                .version("3")
                .modified("2018-10-04")
                .retrieved("2026-01"),
        );
    let settings = AnswerSettings { mirror_text: true, ..AnswerSettings::default() };
    let rendered = output
        .into_answer()
        .render(&settings, Some("Use only these data."), true)
        .expect("an answer");
    let text = "Two numbers.\n\n\
        | n |\n| --- |\n| 0 |\n| 1 |\n\n\
        Note: They are small.\n\n\
        Use only these data.\n\n\
        The table and the charts are already on the person's screen; do not repeat them.\n\n\
        Sources:\n- https://example.org/data\n\
        - More numbers, Example Office, licence CC-BY-4.0, version 3, modified 2018-10-04, \
        retrieved 2026-01: https://example.org/more";
    assert_eq!(rendered.text, text);
    assert_eq!(rendered.structured["force"], "Verbatim.");
    assert_eq!(rendered.structured["text"], text);
    assert_eq!(rendered.structured["table"], json!([["n"], [0], [1]]));
    assert_eq!(
        rendered.structured["source_details"],
        json!([{
            "url": "https://example.org/more",
            "title": "More numbers",
            "publisher": "Example Office",
            "license": "CC-BY-4.0",
            "version": "3",
            "modified": "2018-10-04",
            "retrieved": "2026-01",
        }])
    );
    assert_eq!(rendered.structured.get("truncated"), None);
}

#[test]
fn a_long_table_is_cut_and_says_so_to_both_readers() {
    let settings = AnswerSettings { max_rows: 5, model_rows: 2, ..AnswerSettings::default() };
    let rendered = render(output("Many.").table(table(8)), &settings).expect("an answer");
    assert_eq!(rendered.structured["table"], json!([["n"], [0], [1], [2], [3], [4]]));
    assert_eq!(rendered.structured["truncated"], json!({ "total_rows": 8, "shown_rows": 5 }));
    assert!(rendered.text.contains(
        "| 1 |\n\n(The first 2 of 5 rows; 3 rows are left out of this text.)\n\n\
         (The answer was cut to its first 5 of 8 rows.)"
    ));
}

#[test]
fn a_hidden_table_is_seen_by_the_person_only() {
    let rendered =
        render(output("Two.").table(table(2)).hide_table_from_model(), &AnswerSettings::default())
            .expect("an answer");
    assert_eq!(rendered.text, "Two.\n\nSources:\n- https://example.org/data");
    assert_eq!(rendered.structured["table"], json!([["n"], [0], [1]]));
}

#[test]
fn phrases_follow_the_language() {
    for (language, line) in [
        (Language::En, "(The first 1 of 2 rows; 1 rows are left out of this text.)\n\nSources:"),
        (Language::Es, "(Las primeras 1 de 2 filas; 1 filas se omiten en este texto.)\n\nFuentes:"),
        (
            Language::Pt,
            "(As primeiras 1 de 2 linhas; 1 linhas são omitidas neste texto.)\n\nFontes:",
        ),
    ] {
        let settings = AnswerSettings { model_rows: 1, language, ..AnswerSettings::default() };
        let rendered = render(output("x").table(table(2)), &settings).expect("an answer");
        assert!(rendered.text.contains(line), "{}", rendered.text);
    }
}

#[test]
fn blank_force_is_absent_and_a_chart_of_no_rows_too() {
    let table = table(0);
    let chart =
        Chart::line("n").x(table.column("n").expect("n")).y([table.column("n").expect("n")]);
    let rendered =
        render(output("x").table(table).chart(chart).force("  "), &AnswerSettings::default())
            .expect("an answer");
    assert_eq!(
        Value::Object(rendered.structured),
        json!({ "sources": [SOURCE], "table": [["n"]] })
    );
}

#[test]
fn a_breach_of_the_contract_is_said() {
    let no_columns = Table::new(Vec::<String>::new());
    let column = || table(1).column("n").expect("n");
    for (output, breach) in [
        (output(" \n"), "its text is blank, and the model would have nothing to say"),
        (output("x").note(""), "its note 1 is blank"),
        (output("x").table(no_columns), "its table has no columns"),
        (
            output("x").chart(Chart::line("n").x(column()).y([column()])),
            "it has a chart and no table to draw it from",
        ),
        (
            DataToolOutput::new("x", source().modified("yesterday")),
            "`modified` of the source https://example.org/data is not an ISO 8601 date: \"yesterday\"",
        ),
        (
            DataToolOutput::new("x", source().license("© somebody")),
            "`license` of the source https://example.org/data is neither an SPDX expression nor a URL: \"© somebody\"",
        ),
        (
            DataToolOutput::new("x", source().title("")),
            "`title` of the source https://example.org/data is blank: \"\"",
        ),
    ] {
        assert_eq!(render(output, &AnswerSettings::default()), Err(breach.to_owned()));
    }
}

#[test]
fn typed_rows_written_by_hand_are_checked() {
    struct Short;
    impl TableRow for Short {
        const COLUMNS: &'static [ColumnDescriptor] =
            &[ColumnDescriptor::of::<u8>("a", None, ""), ColumnDescriptor::of::<u8>("b", None, "")];
        fn into_cells(self) -> Vec<Cell> {
            vec![Cell::new(1)]
        }
    }
    let breach = DataToolOutput::new("x", source())
        .rows([Short])
        .into_answer()
        .render(&AnswerSettings::default(), None, false)
        .expect_err("a breach");
    assert_eq!(breach.to_string(), "row 1 of its table has not the header's 2 cells");
}
