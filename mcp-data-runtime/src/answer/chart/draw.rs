//! Takes a chart's labels and series from the table.

use serde_json::{Map, Value};

use super::{
    ChartFormat, ChartSpec, Kind,
    limits::check_number,
    reading::{Reading, read},
};
use crate::{
    answer::{
        cell::written,
        phrases::Phrases,
        row::{ColumnDescriptor, ColumnRef},
        table::Table,
        warning::Warning,
    },
    bounds::excerpt,
};

/// The most different signs of gaps, and flags, that readers are told of.
const MOST_SIGNS: usize = 5;

/// A chart's labels and series, taken from the table.
pub(super) struct Drawing {
    pub(super) labels: Vec<Value>,
    pub(super) series: Vec<(String, Vec<Value>)>,
}

/// How charts are drawn.
#[derive(Debug, Clone, Copy)]
pub(in crate::answer) struct DrawSettings {
    pub(in crate::answer) format: ChartFormat,
    pub(in crate::answer) phrases: &'static Phrases,
    /// The most rows of the table that a chart shows.
    pub(in crate::answer) most_rows: usize,
}

/// A chart as it goes over the wire, and what there is to say of it.
#[derive(Debug)]
pub(in crate::answer) struct Drawn {
    pub(in crate::answer) chart: Value,
    /// What the model must know of it: the remark that the person reads below its title.
    pub(in crate::answer) note: Option<String>,
    /// What its author should mend.
    pub(in crate::answer) warning: Option<Warning>,
}

impl ChartSpec {
    /// Draws the chart from a table's first rows.
    ///
    /// # Errors
    ///
    /// Why it cannot be drawn at all: the warning with which it is left out.
    pub(in crate::answer) fn draw(
        &self,
        table: &Table,
        columns: Option<&[ColumnDescriptor]>,
        settings: DrawSettings,
    ) -> Result<Drawn, Warning> {
        let mut reader = Reader::new(self.kind, table, settings.most_rows);
        let checked = self
            .check_columns(table, columns)
            .and_then(|()| self.check_limits(table.len().min(settings.most_rows)));
        let drawn = checked.and_then(|()| {
            if self.across.is_empty() {
                self.by_row(&mut reader)
            } else {
                self.by_column(&mut reader)
            }
        });
        let drawing = drawn.map_err(|reason| self.left_out(reason))?;
        if drawing.series.iter().all(|(_, values)| values.iter().all(Value::is_null)) {
            return Err(self.left_out(reader.no_number()));
        }
        let remark = reader.remark(settings.phrases);
        let warning = reader.other.map(|(column, text)| Warning::ChartText {
            kind: self.kind.name(),
            title: self.title.clone(),
            column,
            text,
            gaps: reader.others,
        });
        let chart = self.write(drawing, remark.as_deref(), columns, settings.format);
        let note = remark.map(|remark| settings.phrases.chart_note(&self.title, &remark));
        Ok(Drawn { chart, note, warning })
    }

    /// Returns the warning with which the chart is left out.
    pub(in crate::answer) fn left_out(&self, reason: impl Into<String>) -> Warning {
        Warning::Chart { kind: self.kind.name(), title: self.title.clone(), reason: reason.into() }
    }

    /// Checks that the columns are this table's: those of another would draw other numbers than those
    /// shown.
    fn check_columns(
        &self,
        table: &Table,
        columns: Option<&[ColumnDescriptor]>,
    ) -> Result<(), String> {
        let used = self.x.iter().chain(&self.y).chain(&self.across).chain(&self.size);
        for column in used {
            let name = match columns {
                Some(columns) => columns.get(column.index).map(|known| known.name),
                None => table.header().nth(column.index),
            };
            if name != Some(&column.name) {
                return Err(format!("it is over the column {:?} of another table", column.name));
            }
        }
        Ok(())
    }

    /// Takes labels and points from the rows, a series from each column.
    fn by_row(&self, reader: &mut Reader<'_>) -> Result<Drawing, String> {
        let Some(x) = &self.x else {
            return Err("it has no column for its labels; add `.x(…)`".to_owned());
        };
        if self.y.is_empty() {
            return Err("it has no column for its values; add `.y([…])`".to_owned());
        }
        let size = match (self.kind, &self.size) {
            (Kind::Bubble, None) => {
                return Err("it has no column for its radii; add `.size(…)`".to_owned());
            }
            (_, size) => size.as_ref(),
        };
        let mut series = Vec::with_capacity(self.y.len());
        for column in &self.y {
            let values = if self.kind.is_points() {
                reader.points(x, column, size)?
            } else {
                reader.numbers(column)?
            };
            series.push((column.name.clone().into_owned(), values));
        }
        let labels = if self.kind.is_points() {
            Vec::new()
        } else {
            // A label is always text: a year is not a quantity.
            reader.rows().map(|row| written(&row[x.index]).into()).collect()
        };
        Ok(Drawing { labels, series })
    }

    /// Takes labels from the headers, a series from each row.
    fn by_column(&self, reader: &mut Reader<'_>) -> Result<Drawing, String> {
        if self.kind.is_points() || !self.y.is_empty() {
            return Err("it mixes `across`, which takes its labels from the columns, with values from the rows".to_owned());
        }
        if self.x.is_none() && reader.table.len() > 1 {
            return Err(format!(
                "it goes across the columns of {} rows, which nothing names; add `.x(…)`",
                reader.table.len()
            ));
        }
        let mut series = Vec::new();
        for row in reader.rows() {
            let values: Result<_, String> =
                self.across.iter().map(|column| reader.number(row, column)).collect();
            let name = match &self.x {
                Some(x) => written(&row[x.index]).into_owned(),
                None => self.title.clone(),
            };
            series.push((name, values?));
        }
        let labels = self.across.iter().map(|column| Value::from(&*column.name)).collect();
        Ok(Drawing { labels, series })
    }
}

/// Reads the numbers of a chart, and counts what is none.
struct Reader<'a> {
    kind: Kind,
    table: &'a Table,
    most_rows: usize,
    /// How many cells are gaps, and what stands in them.
    gaps: usize,
    signs: Vec<String>,
    /// How many numbers have flags, and which.
    flagged: usize,
    flags: Vec<String>,
    /// How many of the gaps are texts that nobody knows as signs, and the first with its column.
    others: usize,
    other: Option<(String, String)>,
}

impl<'a> Reader<'a> {
    fn new(kind: Kind, table: &'a Table, most_rows: usize) -> Self {
        Self {
            kind,
            table,
            most_rows,
            gaps: 0,
            signs: Vec::new(),
            flagged: 0,
            flags: Vec::new(),
            others: 0,
            other: None,
        }
    }

    /// The rows that the chart shows.
    fn rows(&self) -> impl Iterator<Item = &'a [Value]> + use<'a> {
        self.table.data_rows().take(self.most_rows)
    }

    fn numbers(&mut self, column: &ColumnRef) -> Result<Vec<Value>, String> {
        self.rows().map(|row| self.number(row, column)).collect()
    }

    fn points(
        &mut self,
        x: &ColumnRef,
        y: &ColumnRef,
        size: Option<&ColumnRef>,
    ) -> Result<Vec<Value>, String> {
        let mut points = Vec::new();
        for row in self.rows() {
            let mut point = Map::new();
            for (name, column) in [("x", Some(x)), ("y", Some(y)), ("r", size)] {
                if let Some(column) = column {
                    point.insert(name.to_owned(), self.number(row, column)?);
                }
            }
            // A point lacking a coordinate is nowhere.
            if !point.values().any(Value::is_null) {
                points.push(Value::Object(point));
            }
        }
        Ok(points)
    }

    /// Returns a cell as the number to draw, or null for a gap.
    fn number(&mut self, row: &[Value], column: &ColumnRef) -> Result<Value, String> {
        let cell = &row[column.index];
        let number = match read(cell) {
            Reading::Empty => return Ok(Value::Null),
            Reading::Number(number) => number,
            Reading::Flagged(number, flag) => {
                self.flagged += 1;
                keep(&mut self.flags, flag);
                number
            }
            Reading::Sign(sign) => {
                self.gaps += 1;
                keep(&mut self.signs, sign);
                return Ok(Value::Null);
            }
            Reading::Other => {
                self.gaps += 1;
                self.others += 1;
                let text = written(cell);
                keep(&mut self.signs, &text);
                self.other.get_or_insert_with(|| (column.name.to_string(), excerpt(&text)));
                return Ok(Value::Null);
            }
        };
        if self.kind.has_label_colors() && number.as_f64().is_some_and(|value| value < 0.0) {
            return Err(format!(
                "it shows parts of a whole, and the column {:?} holds the negative {}",
                column.name,
                written(&Value::Number(number))
            ));
        }
        check_number(&number)?;
        Ok(Value::Number(number))
    }

    /// Says what stands where numbers should.
    fn no_number(&self) -> String {
        match (&self.other, self.signs.first()) {
            (Some((column, text)), _) => {
                format!("its columns hold no number; the column {column:?} holds {text:?}")
            }
            (None, Some(sign)) => {
                format!("its columns hold no number, only signs such as {sign:?}")
            }
            (None, None) => "its columns hold no number".to_owned(),
        }
    }

    /// Says what readers must know of the chart, if there is anything.
    fn remark(&self, phrases: &Phrases) -> Option<String> {
        let total = self.table.total_rows();
        let shown = self.table.len().min(self.most_rows);
        let sentences = [
            (shown < total).then(|| phrases.rows_drawn(shown, total)),
            (self.gaps > 0).then(|| phrases.gaps(self.gaps, &self.signs)),
            (self.flagged > 0).then(|| phrases.flagged(self.flagged, &self.flags)),
        ];
        let said: Vec<String> = sentences.into_iter().flatten().collect();
        (!said.is_empty()).then(|| said.join(" "))
    }
}

/// Keeps a sign among those that readers are told of; after the last of them, that there are more.
fn keep(signs: &mut Vec<String>, sign: &str) {
    let sign = excerpt(sign.trim());
    if signs.len() <= MOST_SIGNS && !signs.contains(&sign) {
        signs.push(if signs.len() < MOST_SIGNS { sign } else { "…".to_owned() });
    }
}
