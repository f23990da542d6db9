//! A chart's labels and series, and both forms in which they are written.

use serde_json::{Map, Number, Value, json};

use super::{ChartFormat, ChartSpec, Kind, NumberFormat};
use crate::answer::{
    Breach,
    row::{ColumnDescriptor, ColumnRef},
    table::Table,
};

/// Colours that readers with the common forms of colour blindness can tell apart: Okabe and Ito,
/// "Color Universal Design" (2008), with grey for the black that a dark page would swallow.
const PALETTE: [&str; 8] =
    ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999"];

/// A chart's labels and series, taken from the table.
struct Drawing {
    labels: Vec<Value>,
    series: Vec<(String, Vec<Value>)>,
}

impl ChartSpec {
    /// The chart as it goes over the wire.
    pub(in crate::answer) fn draw(
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

/// Digits as a number to draw. They are digits because JavaScript would round them, so they are drawn
/// as the float that it would make of them; an integer that long ends the reading of some clients.
fn parse_number(digits: &str) -> Option<Number> {
    digits.parse().ok().and_then(Number::from_f64)
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
