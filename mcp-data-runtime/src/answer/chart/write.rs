//! Writes a drawing in the two forms that a chart can have on the wire.

use serde_json::{Map, Value, json};

use super::{ChartFormat, ChartSpec, Kind, NumberFormat, draw::Drawing};
use crate::answer::row::ColumnDescriptor;

/// Colors that readers with the common forms of color blindness can tell apart: Okabe and Ito,
/// "Color Universal Design" (2008), with gray for the black that a dark page would swallow.
const PALETTE: [&str; 8] =
    ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#999999"];

impl ChartSpec {
    /// Writes the chart; `remark` is what the person must know of it besides its title.
    pub(super) fn write(
        &self,
        drawing: Drawing,
        remark: Option<&str>,
        columns: Option<&[ColumnDescriptor]>,
        format: ChartFormat,
    ) -> Value {
        match format {
            ChartFormat::Chartjs => self.chartjs(drawing, remark, columns),
            ChartFormat::Flat => self.flat(drawing, remark),
        }
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
            if self.kind.has_label_colors() {
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

    fn chartjs(
        &self,
        mut drawing: Drawing,
        remark: Option<&str>,
        columns: Option<&[ColumnDescriptor]>,
    ) -> Value {
        let mut options = json!({
            "plugins": {
                "title": { "display": true, "text": self.title },
                "legend": { "display": self.kind.has_label_colors() || drawing.series.len() > 1 },
            },
        });
        if let Some(remark) = remark {
            options["plugins"]["subtitle"] = json!({ "display": true, "text": remark });
        }
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

    fn flat(&self, mut drawing: Drawing, remark: Option<&str>) -> Value {
        let labels = std::mem::take(&mut drawing.labels);
        let datasets = self.datasets(Drawing { labels: labels.clone(), ..drawing });
        let mut chart = json!({
            "type": self.kind.name(),
            "title": self.title,
            "labels": labels,
            "datasets": datasets,
            "stacked": self.stacked,
            "beginAtZero": self.begin_at_zero || self.kind == Kind::Bar,
            "indexAxis": if self.horizontal { "y" } else { "x" },
        });
        if let Some(remark) = remark {
            chart["subtitle"] = remark.into();
        }
        chart
    }
}
