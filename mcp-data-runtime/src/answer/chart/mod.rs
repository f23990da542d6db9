//! Charts drawn from the table's own columns.

mod draw;
mod limits;
mod reading;
#[cfg(test)]
mod tests;
mod write;

use std::{borrow::Cow, marker::PhantomData};

use serde_json::{Map, Value};

pub(super) use self::{
    draw::{DrawSettings, Drawn},
    limits::CHARTS,
};
use super::row::{AnyRow, Column, ColumnRef};

/// A chart of the answer's table: its labels and numbers are the table's cells.
///
/// Columns of typed rows are constants of the row type, so that a chart over an unknown or a foreign
/// column does not compile; columns of a [`Table`](crate::Table) come from
/// [`Table::column`](crate::Table::column). An answer whose table has no rows is sent without its charts.
///
/// A chart is drawn from the whole table, also where `MCP_MAX_ROWS` lets a part of it be sent only; beyond
/// 10,000 rows and `MCP_MAX_ROWS` it shows the first ones, and says so.
///
/// # Cells that hold no number
///
/// An empty cell is a gap. So is a sign by which statistical offices mark a figure that is missing,
/// confidential or without meaning (`.`, `..`, `:`, `-`, `x`, `n/a` and their like), and a figure with one of
/// Eurostat's flags behind it (`12.5 p`) is drawn as the number. Any other text is a gap too, of which `check`
/// and the log warn. The chart and the model's text say how many gaps and flags there are, and what the
/// table holds there.
///
/// A chart that cannot be drawn at all (it has no number, a slice is negative) is left out with a warning,
/// and the answer goes out without it. So is what nobody could read and a browser would need minutes for: more
/// than 50 series, 100 parts of a circle or axes of a radar, 50,000 values that are no line, or 20 charts of
/// one answer.
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

    /// Whether each label has a color of its own, rather than each series.
    fn has_label_colors(self) -> bool {
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
#[non_exhaustive]
pub enum ChartFormat {
    /// A Chart.js configuration: `{type, data, options}`.
    #[default]
    Chartjs,
    /// `{type, title, labels, datasets, stacked, beginAtZero, indexAxis, subtitle?}`, for gateways that make
    /// the Chart.js configuration themselves.
    Flat,
}

/// How numbers are written on a chart's axis of values, in the reader's locale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberFormat(Map<String, Value>);

impl NumberFormat {
    fn of<const N: usize>(options: [(&str, Value); N]) -> Self {
        Self(options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// With this many digits after the decimal separator, at most 20; a chart with more is left out.
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

    /// As an amount of money; `code` is an ISO 4217 currency code such as `EUR`; a chart with
    /// what is none is left out.
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

    /// The CSS colors of the series (of the slices, for round charts), repeated when they run out.
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
