//! Charts drawn from the table's own columns.

use std::{borrow::Cow, marker::PhantomData};

use serde_json::{Map, Number, Value, json};

use super::{
    Breach,
    row::{AnyRow, Column, ColumnDescriptor, ColumnRef},
    table::Table,
};

/// Colours that readers with the common forms of colour blindness can tell apart: Okabe and Ito,
/// "Color Universal Design" (2008), with grey for the black that a dark page would swallow.
const PALETTE: [&str; 8] =
    ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999"];

/// A chart of the answer's table: its labels and numbers are the table's cells.
///
/// Columns of typed rows are constants of the row type, so that a chart over an unknown or a foreign
/// column does not compile; columns of a [`Table`] come from [`Table::column`]. An empty cell is a
/// gap. An answer whose table has no rows is sent without its charts.
///
/// ```
/// use mcp_data_runtime::prelude::*;
///
/// #[derive(TableRow)]
/// struct Mix {
///     year: u16,
///     #[column("Fossil fuels", unit = "GWh")]
///     fossil: f64,
///     #[column("Renewables", unit = "GWh")]
///     renewables: f64,
/// }
///
/// // Several years: a stacked bar for each.
/// let bars = Chart::bar("Net generation").x(Mix::YEAR).y([Mix::FOSSIL, Mix::RENEWABLES]).stacked();
/// // One year: its columns are the slices.
/// let pie = Chart::pie("Net generation in 2017").across([Mix::FOSSIL, Mix::RENEWABLES]);
/// # fn charts_of(_: [Chart<Mix>; 2]) {}
/// # charts_of([bars, pie]);
/// ```
pub struct Chart<R = AnyRow> {
    spec: ChartSpec,
    row: PhantomData<fn() -> R>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bar,
    Line,
    Pie,
    Doughnut,
    Scatter,
    Radar,
    PolarArea,
    Bubble,
}

impl Kind {
    /// The name in Chart.js.
    fn name(self) -> &'static str {
        match self {
            Self::Bar => "bar",
            Self::Line => "line",
            Self::Pie => "pie",
            Self::Doughnut => "doughnut",
            Self::Scatter => "scatter",
            Self::Radar => "radar",
            Self::PolarArea => "polarArea",
            Self::Bubble => "bubble",
        }
    }

    /// Whether each label has a colour of its own, rather than each series.
    fn colours_labels(self) -> bool {
        matches!(self, Self::Pie | Self::Doughnut | Self::PolarArea)
    }

    fn is_cartesian(self) -> bool {
        matches!(self, Self::Bar | Self::Line | Self::Scatter | Self::Bubble)
    }

    /// Whether its data are points with two or three coordinates.
    fn is_points(self) -> bool {
        matches!(self, Self::Scatter | Self::Bubble)
    }
}

/// How the charts of an answer are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ChartFormat {
    /// A Chart.js configuration: `{type, data, options}`.
    #[default]
    Chartjs,
    /// `{type, title, labels, datasets, stacked, beginAtZero, indexAxis}`, for gateways that make the
    /// Chart.js configuration themselves.
    Flat,
}

/// How numbers are written on a chart's axis of values, in the reader's locale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberFormat(Map<String, Value>);

impl NumberFormat {
    fn of<const N: usize>(options: [(&str, Value); N]) -> Self {
        Self(options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// With this many digits after the decimal separator.
    pub fn decimals(digits: u8) -> Self {
        Self::of([
            ("minimumFractionDigits", digits.into()),
            ("maximumFractionDigits", digits.into()),
        ])
    }

    /// As a percentage; the values are fractions, 0.388 being 38.8 %.
    pub fn percent(digits: u8) -> Self {
        let mut format = Self::decimals(digits);
        format.0.insert("style".to_owned(), "percent".into());
        format
    }

    /// As an amount of money; `code` is an ISO 4217 currency code such as `EUR`.
    pub fn currency(code: &str) -> Self {
        Self::of([("style", "currency".into()), ("currency", code.into())])
    }

    /// Shortened: 37 million becomes "37M" in English.
    pub fn compact() -> Self {
        Self::of([("notation", "compact".into())])
    }
}

#[derive(Debug)]
pub(super) struct ChartSpec {
    kind: Kind,
    title: String,
    x: Option<ColumnRef>,
    y: Vec<ColumnRef>,
    across: Vec<ColumnRef>,
    size: Option<ColumnRef>,
    stacked: bool,
    horizontal: bool,
    begin_at_zero: bool,
    x_title: Option<String>,
    y_title: Option<String>,
    number_format: Option<NumberFormat>,
    colors: Vec<Cow<'static, str>>,
}

impl<R> std::fmt::Debug for Chart<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.spec.fmt(f)
    }
}

impl<R> Chart<R> {
    fn new(kind: Kind, title: impl Into<String>) -> Self {
        let spec = ChartSpec {
            kind,
            title: title.into(),
            x: None,
            y: Vec::new(),
            across: Vec::new(),
            size: None,
            stacked: false,
            horizontal: false,
            begin_at_zero: false,
            x_title: None,
            y_title: None,
            number_format: None,
            colors: Vec::new(),
        };
        Self { spec, row: PhantomData }
    }

    /// Bars: a group of them for each row, a bar for each column of [`y`](Self::y).
    pub fn bar(title: impl Into<String>) -> Self {
        Self::new(Kind::Bar, title)
    }

    /// Lines over the rows, one for each column of [`y`](Self::y).
    pub fn line(title: impl Into<String>) -> Self {
        Self::new(Kind::Line, title)
    }

    /// A pie: slices from the rows of one column, or [`across`](Self::across) the columns of one row.
    pub fn pie(title: impl Into<String>) -> Self {
        Self::new(Kind::Pie, title)
    }

    /// A pie with a hole.
    pub fn doughnut(title: impl Into<String>) -> Self {
        Self::new(Kind::Doughnut, title)
    }

    /// Points: [`x`](Self::x) and [`y`](Self::y) are both numbers.
    pub fn scatter(title: impl Into<String>) -> Self {
        Self::new(Kind::Scatter, title)
    }

    /// A polygon for each column of [`y`](Self::y), or for each row [`across`](Self::across) columns.
    pub fn radar(title: impl Into<String>) -> Self {
        Self::new(Kind::Radar, title)
    }

    /// Sectors of equal angle whose radius is the value.
    pub fn polar_area(title: impl Into<String>) -> Self {
        Self::new(Kind::PolarArea, title)
    }

    /// Points whose radius, in pixels, is the column [`size`](Self::size).
    pub fn bubble(title: impl Into<String>) -> Self {
        Self::new(Kind::Bubble, title)
    }

    /// The column whose cells are the labels; for scatter and bubble charts, the horizontal position.
    pub fn x(mut self, column: Column<R>) -> Self {
        self.spec.x = Some(column.erase());
        self
    }

    /// The columns whose cells are the values, each a series named by its header.
    pub fn y(mut self, columns: impl IntoIterator<Item = Column<R>>) -> Self {
        self.spec.y.extend(columns.into_iter().map(Column::erase));
        self
    }

    /// The columns whose names are the labels, each row being a series: the slices of a pie of one
    /// row, the axes of a radar. With several rows, [`x`](Self::x) is the column that names them.
    pub fn across(mut self, columns: impl IntoIterator<Item = Column<R>>) -> Self {
        self.spec.across.extend(columns.into_iter().map(Column::erase));
        self
    }

    /// The column whose cells are the radii of a bubble chart's points, in pixels.
    pub fn size(mut self, column: Column<R>) -> Self {
        self.spec.size = Some(column.erase());
        self
    }

    /// Stacks the series of bars or lines on each other.
    pub fn stacked(mut self) -> Self {
        self.spec.stacked = true;
        self
    }

    /// Lays bars or lines on their side.
    pub fn horizontal(mut self) -> Self {
        self.spec.horizontal = true;
        self
    }

    /// Starts the axis of values at zero, as bars always do.
    pub fn begin_at_zero(mut self) -> Self {
        self.spec.begin_at_zero = true;
        self
    }

    /// Names the axis of [`x`](Self::x).
    pub fn x_title(mut self, title: impl Into<String>) -> Self {
        self.spec.x_title = Some(title.into());
        self
    }

    /// Names the axis of values; without this it is named by the unit that the columns of typed rows
    /// share.
    pub fn y_title(mut self, title: impl Into<String>) -> Self {
        self.spec.y_title = Some(title.into());
        self
    }

    /// How numbers are written on the axis of values.
    pub fn number_format(mut self, format: NumberFormat) -> Self {
        self.spec.number_format = Some(format);
        self
    }

    /// The CSS colours of the series (of the slices, for round charts), repeated when they run out.
    pub fn colors<C: Into<Cow<'static, str>>>(
        mut self,
        colors: impl IntoIterator<Item = C>,
    ) -> Self {
        self.spec.colors = colors.into_iter().map(Into::into).collect();
        self
    }

    pub(super) fn into_spec(self) -> ChartSpec {
        self.spec
    }
}

/// A chart's labels and series, taken from the table.
struct Drawing {
    labels: Vec<Value>,
    series: Vec<(String, Vec<Value>)>,
}

impl ChartSpec {
    /// The chart as it goes over the wire.
    pub(super) fn draw(
        &self,
        table: &Table,
        columns: Option<&[ColumnDescriptor]>,
        format: ChartFormat,
    ) -> Result<Value, Breach> {
        self.check_columns(table, columns)?;
        let drawing =
            if self.across.is_empty() { self.by_row(table)? } else { self.by_column(table)? };
        Ok(match format {
            ChartFormat::Chartjs => self.chartjs(drawing, columns),
            ChartFormat::Flat => self.flat(drawing),
        })
    }

    fn breach(&self, what: impl std::fmt::Display) -> Breach {
        Breach::new(format!("the {} chart {:?} {what}", self.kind.name(), self.title))
    }

    /// Columns of another table would draw other numbers than those shown.
    fn check_columns(
        &self,
        table: &Table,
        columns: Option<&[ColumnDescriptor]>,
    ) -> Result<(), Breach> {
        let used = self.x.iter().chain(&self.y).chain(&self.across).chain(&self.size);
        for column in used {
            let name = match columns {
                Some(columns) => columns.get(column.index).map(|known| known.name),
                None => table.header().nth(column.index),
            };
            if name != Some(&column.name) {
                return Err(self.breach(format_args!(
                    "is over the column {:?} of another table",
                    column.name
                )));
            }
        }
        Ok(())
    }

    /// Labels and points from the rows, a series for each column.
    fn by_row(&self, table: &Table) -> Result<Drawing, Breach> {
        let Some(x) = &self.x else {
            return Err(self.breach("has no column for its labels: add `.x(…)`"));
        };
        if self.y.is_empty() {
            return Err(self.breach("has no column for its values: add `.y([…])`"));
        }
        if self.kind == Kind::Bubble && self.size.is_none() {
            return Err(self.breach("has no column for its radii: add `.size(…)`"));
        }
        let mut series = Vec::with_capacity(self.y.len());
        for column in &self.y {
            let values = if self.kind.is_points() {
                self.points(table, x, column)?
            } else {
                self.numbers(table.cells(column.index), column)?
            };
            series.push((column.name.clone().into_owned(), values));
        }
        let labels = if self.kind.is_points() {
            Vec::new()
        } else {
            table.cells(x.index).map(label).collect()
        };
        Ok(Drawing { labels, series })
    }

    /// Labels from the headers, a series for each row.
    fn by_column(&self, table: &Table) -> Result<Drawing, Breach> {
        if self.kind.is_points() || !self.y.is_empty() {
            return Err(self.breach(
                "mixes `across`, which takes its labels from the columns, with values from the rows",
            ));
        }
        if self.x.is_none() && table.len() > 1 {
            return Err(self.breach(format_args!(
                "goes across the columns of {} rows, which nothing names: add `.x(…)`",
                table.len()
            )));
        }
        let mut series = Vec::with_capacity(table.len());
        for row in table.data_rows() {
            let mut values = Vec::with_capacity(self.across.len());
            for column in &self.across {
                values.push(self.number(&row[column.index], column)?);
            }
            let name = match &self.x {
                Some(x) => text(&row[x.index]),
                None => self.title.clone(),
            };
            series.push((name, values));
        }
        let labels = self.across.iter().map(|column| Value::from(&*column.name)).collect();
        Ok(Drawing { labels, series })
    }

    fn points(&self, table: &Table, x: &ColumnRef, y: &ColumnRef) -> Result<Vec<Value>, Breach> {
        let mut points = Vec::with_capacity(table.len());
        for row in table.data_rows() {
            let mut point = json!({
                "x": self.number(&row[x.index], x)?,
                "y": self.number(&row[y.index], y)?,
            });
            if let Some(size) = &self.size {
                point["r"] = self.number(&row[size.index], size)?;
            }
            // A point lacking a coordinate is nowhere.
            if point.as_object().is_some_and(|point| !point.values().any(Value::is_null)) {
                points.push(point);
            }
        }
        Ok(points)
    }

    fn numbers<'a>(
        &self,
        cells: impl Iterator<Item = &'a Value>,
        column: &ColumnRef,
    ) -> Result<Vec<Value>, Breach> {
        cells.map(|cell| self.number(cell, column)).collect()
    }

    /// A cell as a number to draw: a long integer's digits become a number again, since a position on
    /// the screen has no more than a few thousand steps.
    fn number(&self, cell: &Value, column: &ColumnRef) -> Result<Value, Breach> {
        let number = match cell {
            Value::Null => return Ok(Value::Null),
            Value::Number(number) => Some(number.clone()),
            Value::String(digits) => parse_number(digits),
            _ => None,
        };
        let Some(number) = number else {
            return Err(self.breach(format_args!(
                "needs numbers, and the column {:?} holds {cell}",
                column.name
            )));
        };
        if self.kind.colours_labels() && number.as_f64().is_some_and(|value| value < 0.0) {
            return Err(self.breach(format_args!(
                "shows parts of a whole, and the column {:?} holds the negative {number}",
                column.name
            )));
        }
        Ok(Value::Number(number))
    }

    fn color(&self, index: usize) -> &str {
        match self.colors.len() {
            0 => PALETTE[index % PALETTE.len()],
            count => &self.colors[index % count],
        }
    }

    fn datasets(&self, drawing: Drawing) -> Value {
        let labels = drawing.labels.len();
        let datasets = drawing.series.into_iter().enumerate().map(|(index, (name, data))| {
            let mut dataset = json!({ "label": name, "data": data });
            if self.kind.colours_labels() {
                dataset["backgroundColor"] = (0..labels).map(|label| self.color(label)).collect();
            } else {
                let color = self.color(index);
                dataset["borderColor"] = color.into();
                dataset["backgroundColor"] = match (self.kind, color.len(), color.strip_prefix('#'))
                {
                    // A polygon's area must let those behind it through.
                    (Kind::Radar, 7, Some(_)) => format!("{color}33").into(),
                    _ => color.into(),
                };
            }
            dataset
        });
        datasets.collect()
    }

    fn chartjs(&self, mut drawing: Drawing, columns: Option<&[ColumnDescriptor]>) -> Value {
        let mut options = json!({
            "plugins": {
                "title": { "display": true, "text": self.title },
                "legend": { "display": self.kind.colours_labels() || drawing.series.len() > 1 },
            },
        });
        if self.horizontal {
            options["indexAxis"] = "y".into();
        }
        let scales = self.scales(columns);
        if !scales.is_empty() {
            options["scales"] = Value::Object(scales);
        }
        let labels = std::mem::take(&mut drawing.labels);
        let mut data =
            json!({ "datasets": self.datasets(Drawing { labels: labels.clone(), ..drawing }) });
        if !self.kind.is_points() {
            data["labels"] = Value::Array(labels);
        }
        json!({ "type": self.kind.name(), "data": data, "options": options })
    }

    fn scales(&self, columns: Option<&[ColumnDescriptor]>) -> Map<String, Value> {
        let (along, values) = match (self.kind.is_cartesian(), self.horizontal) {
            (true, false) => ("x", "y"),
            (true, true) => ("y", "x"),
            (false, _) => ("", "r"),
        };
        let mut scales = Map::new();
        let mut set = |axis: &str, option: &str, value: Value| {
            let scale = scales.entry(axis).or_insert_with(|| json!({}));
            scale[option] = value;
        };
        let title = |text: &str| json!({ "display": true, "text": text });
        if self.kind.is_cartesian() {
            if let Some(text) = &self.x_title {
                set(along, "title", title(text));
            }
            let unit = columns.and_then(|columns| self.shared_unit(columns));
            if let Some(text) = self.y_title.as_deref().or(unit) {
                set(values, "title", title(text));
            }
            if self.stacked {
                set(along, "stacked", true.into());
                set(values, "stacked", true.into());
            }
        }
        if self.kind != Kind::Pie && self.kind != Kind::Doughnut {
            if self.begin_at_zero {
                set(values, "beginAtZero", true.into());
            }
            if let Some(NumberFormat(format)) = &self.number_format {
                set(values, "ticks", json!({ "format": format }));
            }
        }
        scales
    }

    fn shared_unit<'a>(&self, columns: &'a [ColumnDescriptor]) -> Option<&'a str> {
        let mut units = self.y.iter().chain(&self.across).map(|column| columns[column.index].unit);
        let first = units.next()??;
        units.all(|unit| unit == Some(first)).then_some(first)
    }

    fn flat(&self, mut drawing: Drawing) -> Value {
        let labels = std::mem::take(&mut drawing.labels);
        let datasets = self.datasets(Drawing { labels: labels.clone(), ..drawing });
        json!({
            "type": self.kind.name(),
            "title": self.title,
            "labels": labels,
            "datasets": datasets,
            "stacked": self.stacked,
            "beginAtZero": self.begin_at_zero || self.kind == Kind::Bar,
            "indexAxis": if self.horizontal { "y" } else { "x" },
        })
    }
}

fn parse_number(digits: &str) -> Option<Number> {
    digits
        .parse::<u64>()
        .map(Number::from)
        .or_else(|_| digits.parse::<i64>().map(Number::from))
        .ok()
        .or_else(|| digits.parse().ok().and_then(Number::from_f64))
}

fn text(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A label is always text: a year is not a quantity.
fn label(cell: &Value) -> Value {
    Value::String(text(cell))
}

#[cfg(test)]
mod tests {
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
        assert_eq!(
            drawn["data"]["datasets"][0]["data"],
            json!([{ "x": 2016, "y": 28.5, "r": 20 }])
        );
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
        let chart =
            Chart::doughnut("D").x(column("Year")).y([column("Wind")]).colors(["red", "blue"]);
        let drawn = draw(chart, ChartFormat::Chartjs).expect("a chart");
        assert_eq!(drawn["data"]["datasets"][0]["backgroundColor"], json!(["red", "blue", "red"]));
    }

    #[test]
    fn digits_of_a_long_integer_are_drawn_as_a_number() {
        let mut table = Table::new(["k", "v"]);
        table.push_row(("a", u64::MAX)).expect("a row");
        let chart = Chart::polar_area("P")
            .x(table.column("k").expect("k"))
            .y([table.column("v").expect("v")]);
        let drawn = chart.into_spec().draw(&table, None, ChartFormat::Flat).expect("a chart");
        assert_eq!(drawn["datasets"][0]["data"], json!([u64::MAX]));
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
            drawn
                .into_spec()
                .draw(&names, None, ChartFormat::Chartjs)
                .expect_err("text")
                .to_string(),
            r#"the bar chart "C" needs numbers, and the column "Name" holds "Ann""#
        );
        let mut debts = Table::new(["k", "v"]);
        debts.push_row(("a", -1)).expect("a row");
        let drawn =
            Chart::pie("C").x(debts.column("k").expect("k")).y([debts.column("v").expect("v")]);
        assert_eq!(
            drawn
                .into_spec()
                .draw(&debts, None, ChartFormat::Chartjs)
                .expect_err("negative")
                .to_string(),
            r#"the pie chart "C" shows parts of a whole, and the column "v" holds the negative -1"#
        );
    }
}
