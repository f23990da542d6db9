use serde_json::{Value, json};

use super::*;
use crate::answer::table::Table;

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

fn draw(chart: Chart, format: ChartFormat) -> Result<Value, String> {
    chart.into_spec().draw(&table(), None, format).map_err(|breach| breach.to_string())
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
                    { "label": "Coal", "data": [28.5, null, 27.0],
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
    assert_eq!(drawn["data"]["datasets"][2]["data"], json!([27.0, null]));
    assert_eq!(drawn["data"]["datasets"][2]["backgroundColor"], "#009E7333");
    assert_eq!(drawn["options"].get("scales"), None);
}

#[test]
fn slices_have_colours_of_their_own() {
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
    let drawn = chart.into_spec().draw(&table, None, ChartFormat::Flat).expect("a chart");
    assert_eq!(drawn["datasets"][0]["data"].to_string(), "[1.8446744073709552e+19]");
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let mut names = Table::new(["Year", "Name"]);
    names.push_row((2016, "Ann")).expect("a row");
    let name = || names.column("Name").expect("a column");
    for (chart, why) in [
        (
            Chart::bar("C").y([column("Coal")]),
            r#"the bar chart "C" has no column for its labels: add `.x(…)`"#,
        ),
        (
            Chart::bar("C").x(column("Year")),
            r#"the bar chart "C" has no column for its values: add `.y([…])`"#,
        ),
        (
            Chart::bubble("C").x(column("Year")).y([column("Coal")]),
            r#"the bubble chart "C" has no column for its radii: add `.size(…)`"#,
        ),
        (
            Chart::bar("C").x(column("Year")).y([name()]),
            r#"the bar chart "C" is over the column "Name" of another table"#,
        ),
        (
            Chart::pie("C").across([column("Coal"), column("Wind")]),
            r#"the pie chart "C" goes across the columns of 3 rows, which nothing names: add `.x(…)`"#,
        ),
        (
            Chart::pie("C").across([column("Coal")]).y([column("Wind")]),
            r#"the pie chart "C" mixes `across`, which takes its labels from the columns, with values from the rows"#,
        ),
    ] {
        assert_eq!(draw(chart, ChartFormat::Chartjs), Err(why.to_owned()));
    }
    let drawn = Chart::bar("C").x(names.column("Year").expect("a column")).y([name()]);
    assert_eq!(
        drawn.into_spec().draw(&names, None, ChartFormat::Chartjs).expect_err("text").to_string(),
        r#"the bar chart "C" needs numbers, and the column "Name" holds "Ann""#
    );
    let mut debts = Table::new(["k", "v"]);
    debts.push_row(("a", -1)).expect("a row");
    let drawn = Chart::pie("C").x(debts.column("k").expect("k")).y([debts.column("v").expect("v")]);
    assert_eq!(
        drawn
            .into_spec()
            .draw(&debts, None, ChartFormat::Chartjs)
            .expect_err("negative")
            .to_string(),
        r#"the pie chart "C" shows parts of a whole, and the column "v" holds the negative -1"#
    );
}
