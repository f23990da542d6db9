use serde_json::{Value, json};

use super::*;
use crate::answer::{Cell, IntoCell, Language, Warning, table::Table};

fn table() -> Table {
    let mut table = Table::new(["Year", "Coal", "Wind"]);
    table.push_row((2016, 28.5, Some(20))).expect("a row");
    table.push_row((2017, f64::NAN, Some(21))).expect("a row");
    table.push_row((2018, 27.0, None::<i32>)).expect("a row");
    table
}

fn column(name: &str) -> Column {
    table().column(name).expect("a column")
}

fn draw_from(table: &Table, chart: Chart, format: ChartFormat) -> Result<Drawn, String> {
    let phrases = Language::En.phrases();
    let settings = DrawSettings { format, phrases, most_rows: 10 };
    chart.into_spec().draw(table, None, settings).map_err(|warning| warning.to_string())
}

fn draw(chart: Chart, format: ChartFormat) -> Result<Value, String> {
    let drawn = draw_from(&table(), chart, format)?;
    assert_eq!((drawn.note, drawn.warning), (None, None));
    Ok(drawn.chart)
}

/// A chart over the columns "k" and "v" of a table with these cells below "v".
fn draw_cells<T: IntoCell>(
    cells: impl IntoIterator<Item = T>,
    chart: fn(&'static str) -> Chart,
) -> Result<Drawn, String> {
    let mut table = Table::new(["k", "v"]);
    for (index, cell) in cells.into_iter().enumerate() {
        table.push_row((index, cell)).expect("a row");
    }
    let [k, v] = ["k", "v"].map(|name| table.column(name).expect("a column"));
    draw_from(&table, chart("C").x(k).y([v]), ChartFormat::Chartjs)
}

#[test]
fn stacked_bars_hold_the_cells_and_a_gap_where_a_cell_is_empty() {
    let chart = Chart::bar("Mix")
        .x(column("Year"))
        .y([column("Coal"), column("Wind")])
        .stacked()
        .x_title("Year")
        .y_title("GWh")
        .number_format(NumberFormat::decimals(1));
    assert_eq!(
        draw(chart, ChartFormat::Chartjs),
        Ok(json!({
            "type": "bar",
            "data": {
                "labels": ["2016", "2017", "2018"],
                "datasets": [
                    { "label": "Coal", "data": [28.5, null, 27],
                      "borderColor": "#0072B2", "backgroundColor": "#0072B2" },
                    { "label": "Wind", "data": [20, 21, null],
                      "borderColor": "#E69F00", "backgroundColor": "#E69F00" },
                ],
            },
            "options": {
                "plugins": {
                    "title": { "display": true, "text": "Mix" },
                    "legend": { "display": true },
                },
                "scales": {
                    "x": { "stacked": true, "title": { "display": true, "text": "Year" } },
                    "y": {
                        "stacked": true,
                        "title": { "display": true, "text": "GWh" },
                        "ticks": { "format": { "minimumFractionDigits": 1, "maximumFractionDigits": 1 } },
                    },
                },
            },
        }))
    );
}

#[test]
fn the_flat_form_says_the_same_without_options() {
    let chart =
        Chart::line("Wind").x(column("Year")).y([column("Wind")]).horizontal().begin_at_zero();
    assert_eq!(
        draw(chart, ChartFormat::Flat),
        Ok(json!({
            "type": "line",
            "title": "Wind",
            "labels": ["2016", "2017", "2018"],
            "datasets": [{ "label": "Wind", "data": [20, 21, null],
                           "borderColor": "#0072B2", "backgroundColor": "#0072B2" }],
            "stacked": false,
            "beginAtZero": true,
            "indexAxis": "y",
        }))
    );
}

#[test]
fn points_without_a_coordinate_are_left_out() {
    let chart = Chart::scatter("S").x(column("Coal")).y([column("Wind")]);
    let drawn = draw(chart, ChartFormat::Chartjs).expect("a chart");
    assert_eq!(drawn["data"]["datasets"][0]["data"], json!([{ "x": 28.5, "y": 20 }]));
    assert_eq!(drawn["data"].get("labels"), None);
}

#[test]
fn bubbles_have_radii() {
    let chart = Chart::bubble("B").x(column("Year")).y([column("Coal")]).size(column("Wind"));
    let drawn = draw(chart, ChartFormat::Chartjs).expect("a chart");
    assert_eq!(drawn["data"]["datasets"][0]["data"], json!([{ "x": 2016, "y": 28.5, "r": 20 }]));
}

#[test]
fn a_radar_across_columns_has_a_polygon_for_each_row() {
    let chart = Chart::radar("R").x(column("Year")).across([column("Coal"), column("Wind")]);
    let drawn = draw(chart, ChartFormat::Chartjs).expect("a chart");
    assert_eq!(drawn["data"]["labels"], json!(["Coal", "Wind"]));
    assert_eq!(drawn["data"]["datasets"][2]["label"], "2018");
    assert_eq!(drawn["data"]["datasets"][2]["data"], json!([27, null]));
    assert_eq!(drawn["data"]["datasets"][2]["backgroundColor"], "#009E7333");
    assert_eq!(drawn["options"].get("scales"), None);
}

#[test]
fn slices_have_colors_of_their_own() {
    let chart = Chart::doughnut("D").x(column("Year")).y([column("Wind")]).colors(["red", "blue"]);
    let drawn = draw(chart, ChartFormat::Chartjs).expect("a chart");
    assert_eq!(drawn["data"]["datasets"][0]["backgroundColor"], json!(["red", "blue", "red"]));
}

#[test]
fn digits_of_a_long_integer_are_drawn_as_a_number() {
    let mut table = Table::new(["k", "v"]);
    table.push_row(("a", u64::MAX)).expect("a row");
    let chart =
        Chart::polar_area("P").x(table.column("k").expect("k")).y([table.column("v").expect("v")]);
    let drawn = draw_from(&table, chart, ChartFormat::Flat).expect("a chart").chart;
    assert_eq!(drawn["datasets"][0]["data"].to_string(), "[1.8446744073709552e+19]");
}

#[test]
fn signs_are_gaps_that_the_chart_and_the_note_speak_of() {
    let cells = ["7", ".", "12.5 p", "..", "", ".", "1 e"];
    let drawn = draw_cells(cells, Chart::line).expect("a chart");
    assert_eq!(
        drawn.chart["data"]["datasets"][0]["data"],
        json!([7, null, 12.5, null, null, null, 1])
    );
    let remark = "The chart has 3 gaps where the table holds “.”, “..”. \
                  The chart shows 2 values that are flagged in the table: “p”, “e”.";
    assert_eq!(
        drawn.chart["options"]["plugins"]["subtitle"],
        json!({ "display": true, "text": remark })
    );
    assert_eq!(drawn.note, Some(format!("Note on the chart “C”: {remark}")));
    assert_eq!(drawn.warning, None);
    // In the singular, and in the flat form.
    let mut table = Table::new(["k", "v"]);
    table.push_row((1, ":")).expect("a row");
    table.push_row((2, "5 b")).expect("a row");
    let [k, v] = ["k", "v"].map(|name| table.column(name).expect("a column"));
    let flat = draw_from(&table, Chart::bar(" ").x(k).y([v]), ChartFormat::Flat).expect("a chart");
    let remark = "The chart has 1 gap where the table holds “:”. \
                  The chart shows 1 value that is flagged in the table: “b”.";
    assert_eq!(flat.chart["subtitle"], remark);
    assert_eq!(flat.note, Some(format!("Note: {remark}")));
}

#[test]
fn other_text_is_a_gap_with_a_warning() {
    for (cells, gaps, remark) in [
        (vec!["1", "Ann"], "1 gap", "The chart has 1 gap where the table holds “Ann”."),
        (
            vec!["1", "Ann", "..", "Bob"],
            "2 gaps",
            "The chart has 3 gaps where the table holds “Ann”, “..”, “Bob”.",
        ),
        (
            vec!["1", "Ann", "b", "c", "d", "e", "f", "g"],
            "7 gaps",
            "The chart has 7 gaps where the table holds “Ann”, “b”, “c”, “d”, “e”, “…”.",
        ),
    ] {
        let drawn = draw_cells(cells, Chart::bar).expect("a chart");
        assert_eq!(drawn.chart["options"]["plugins"]["subtitle"]["text"], remark);
        assert_eq!(
            drawn.warning.expect("a warning").to_string(),
            format!(
                "the bar chart \"C\" has {gaps} for text that is no number, first \"Ann\" in the column \"v\"; give a number, an empty cell, or a sign for a missing value such as \"..\""
            )
        );
    }
    let long = format!("two\nlines {}", "x".repeat(60));
    let drawn = draw_cells(["1", long.as_str()], Chart::bar).expect("a chart");
    let short = format!("two lines {}…", "x".repeat(30));
    assert_eq!(
        drawn.note,
        Some(format!(
            "Note on the chart “C”: The chart has 1 gap where the table holds “{short}”."
        ))
    );
    assert!(matches!(drawn.warning, Some(Warning::ChartText { text, .. }) if text == short));
    let truth = draw_cells([Cell::new(1), Cell::new(true)], Chart::bar).expect("a chart");
    assert!(matches!(truth.warning, Some(Warning::ChartText { text, .. }) if text == "true"));
}

#[test]
fn a_chart_of_more_rows_than_it_shows_says_so() {
    let drawn = draw_cells(0..12, Chart::line).expect("a chart");
    assert_eq!(drawn.chart["data"]["datasets"][0]["data"], json!([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    assert_eq!(drawn.chart["data"]["labels"][9], "9");
    assert_eq!(
        drawn.note.as_deref(),
        Some("Note on the chart “C”: The chart shows the first 10 of 12 rows.")
    );
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let mut names = Table::new(["Year", "Name"]);
    names.push_row((2016, "Ann")).expect("a row");
    let name = || names.column("Name").expect("a column");
    for (chart, why) in [
        (
            Chart::bar("C").y([column("Coal")]),
            r#"the bar chart "C" is left out: it has no column for its labels; add `.x(…)`"#,
        ),
        (
            Chart::bar("C").x(column("Year")),
            r#"the bar chart "C" is left out: it has no column for its values; add `.y([…])`"#,
        ),
        (
            Chart::bubble("C").x(column("Year")).y([column("Coal")]),
            r#"the bubble chart "C" is left out: it has no column for its radii; add `.size(…)`"#,
        ),
        (
            Chart::bar("C").x(column("Year")).y([name()]),
            r#"the bar chart "C" is left out: it is over the column "Name" of another table"#,
        ),
        (
            Chart::pie("C").across([column("Coal"), column("Wind")]),
            r#"the pie chart "C" is left out: it goes across the columns of 3 rows, which nothing names; add `.x(…)`"#,
        ),
        (
            Chart::pie("C").across([column("Coal")]).y([column("Wind")]),
            r#"the pie chart "C" is left out: it mixes `across`, which takes its labels from the columns, with values from the rows"#,
        ),
    ] {
        assert_eq!(draw(chart, ChartFormat::Chartjs), Err(why.to_owned()));
    }
    let cells =
        |cells: &[&'static str], chart| draw_cells(cells.to_vec(), chart).expect_err("none");
    assert_eq!(
        cells(&["..", "Ann"], Chart::bar),
        r#"the bar chart "C" is left out: its columns hold no number; the column "v" holds "Ann""#
    );
    assert_eq!(
        cells(&["", "..", ":"], Chart::scatter),
        r#"the scatter chart "C" is left out: its columns hold no number, only signs such as "..""#
    );
    assert_eq!(
        cells(&["", ""], Chart::radar),
        r#"the radar chart "C" is left out: its columns hold no number"#
    );
    for (cell, number) in [
        ("2e100", "2e+100"),
        ("-1e101", "-1e+101"),
        ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ] {
        assert_eq!(
            cells(&["1", cell], Chart::bar),
            format!(
                "the bar chart \"C\" is left out: it holds {number}, which is too large to be drawn"
            )
        );
    }
    for (kind, chart) in [
        ("pie", Chart::pie as fn(&'static str) -> Chart),
        ("doughnut", Chart::doughnut),
        ("polarArea", Chart::polar_area),
    ] {
        assert_eq!(
            cells(&["1", "-1.50 p"], chart),
            format!(
                "the {kind} chart \"C\" is left out: it shows parts of a whole, and the column \"v\" holds the negative -1.5"
            )
        );
    }
}

/// Draws a chart over a table of so many rows and columns of numbers, besides the column "k" of their names.
fn draw_sized(
    rows: usize,
    width: usize,
    chart: impl Fn(Column, Vec<Column>) -> Chart,
) -> Result<(), String> {
    let header = std::iter::once("k".to_owned()).chain((0..width).map(|index| format!("c{index}")));
    let mut table = Table::new(header);
    for row in 0..rows {
        let name = std::iter::once(format!("r{row}").into_cell());
        table
            .push_row(name.chain((0..width).map(IntoCell::into_cell)).collect::<Vec<Cell>>())
            .expect("a row");
    }
    let columns = (0..width).map(|index| table.column(&format!("c{index}")).expect("a column"));
    let chart = chart(table.column("k").expect("a column"), columns.collect());
    let settings = DrawSettings {
        format: ChartFormat::Chartjs,
        phrases: Language::En.phrases(),
        most_rows: 20_000,
    };
    let drawn = chart.into_spec().draw(&table, None, settings);
    drawn.map(|_| ()).map_err(|warning| warning.to_string())
}

#[test]
fn what_nobody_could_read_is_left_out() {
    type Make = fn(Column, Vec<Column>) -> Chart;
    let by_row: [(Make, &str); 3] = [
        (|k, v| Chart::bar("C").x(k).y(v), "bar"),
        (|k, v| Chart::line("C").x(k).y(v), "line"),
        (|k, v| Chart::radar("C").x(k).y(v), "radar"),
    ];
    for (make, kind) in by_row {
        assert_eq!(draw_sized(2, 50, make), Ok(()), "{kind}");
        assert_eq!(
            draw_sized(2, 51, make),
            Err(format!(
                "the {kind} chart \"C\" is left out: it has 51 series, and 50 are the most that are drawn; take fewer columns or rows"
            ))
        );
    }
    let across: Make = |k, v| Chart::bar("C").x(k).across(v);
    assert_eq!(draw_sized(50, 2, across), Ok(()));
    assert_eq!(
        draw_sized(10_000, 2, across),
        Err("the bar chart \"C\" is left out: it has 10000 series, and 50 are the most that are drawn; take fewer columns or rows".to_owned())
    );
    let round: [(Make, &str); 4] = [
        (|k, v| Chart::pie("C").x(k).y(v), "pie"),
        (|k, v| Chart::doughnut("C").x(k).y(v), "doughnut"),
        (|k, v| Chart::polar_area("C").x(k).y(v), "polarArea"),
        (|k, v| Chart::radar("C").x(k).y(v), "radar"),
    ];
    for (make, kind) in round {
        assert_eq!(draw_sized(100, 1, make), Ok(()), "{kind}");
        assert_eq!(
            draw_sized(101, 1, make),
            Err(format!(
                "the {kind} chart \"C\" is left out: it has 101 parts, and 100 are the most that are drawn; take fewer, or draw bars"
            ))
        );
    }
    let points: Make = |_, v| Chart::scatter("C").x(v[0].clone()).y(v);
    for make in [by_row[0].0, points] {
        assert_eq!(draw_sized(10_000, 5, make), Ok(()));
        let left_out = draw_sized(10_001, 5, make).expect_err("too many values");
        assert!(
            left_out.ends_with("it has 50005 values, and 50000 are the most that are drawn; take fewer, or draw lines"),
            "{left_out}"
        );
    }
    // Of a line the viewer draws the peaks.
    assert_eq!(draw_sized(10_001, 5, by_row[1].0), Ok(()));
}

#[test]
fn numbers_that_no_browser_writes_are_refused() {
    let draw = |format| {
        draw(
            Chart::bar("C").x(column("Year")).y([column("Coal")]).number_format(format),
            ChartFormat::Flat,
        )
        .map(|_| ())
    };
    for format in
        [NumberFormat::decimals(20), NumberFormat::percent(0), NumberFormat::currency("eur")]
    {
        assert_eq!(draw(format), Ok(()));
    }
    for (format, why) in [
        (
            NumberFormat::decimals(21),
            "have 21 decimals, and 20 are the most that every browser writes",
        ),
        (
            NumberFormat::percent(255),
            "have 255 decimals, and 20 are the most that every browser writes",
        ),
    ] {
        let left_out = format!("the bar chart \"C\" is left out: its numbers are to {why}");
        assert_eq!(draw(format), Err(left_out));
    }
    for code in ["", "euro", "€", "E1R", "ÉÉ"] {
        let left_out = format!(
            "the bar chart \"C\" is left out: its numbers are amounts of the currency {code:?}; a code of ISO 4217 has three letters, such as \"EUR\""
        );
        assert_eq!(draw(NumberFormat::currency(code)), Err(left_out));
    }
}
