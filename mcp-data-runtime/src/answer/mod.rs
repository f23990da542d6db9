//! What a tool returns.

mod cell;
mod chart;
mod detail;
pub(crate) mod phrases;
mod row;
mod source;
mod sources;
mod table;
mod text;
mod warning;
#[cfg(feature = "protocol")]
pub(crate) mod wire;

use std::{
    marker::PhantomData,
    sync::atomic::{AtomicUsize, Ordering},
};

use serde_json::{Map, Value, json};

#[cfg(feature = "cli")]
pub(crate) use self::cell::written;
use self::chart::{CHARTS, ChartSpec, DrawSettings, Drawn};
pub(crate) use self::warning::counted;
pub use self::{
    cell::{Cell, CellType, IntoCell},
    chart::{Chart, ChartFormat, NumberFormat},
    detail::DetailError,
    phrases::Language,
    row::{AnyRow, Column, ColumnDescriptor, Row, TableRow},
    source::{Source, SourceError},
    sources::{IntoSources, NoSource, Sources},
    table::{IntoRow, Table, TableError},
    warning::Warning,
};

/// The default of `MCP_MAX_ROWS`, and the rows that a chart shows at least.
const MAX_ROWS: usize = 10_000;

/// How many rows the answers of this process collect: the most that any of its servers sends or draws.
///
/// `rows` runs in the author's function, which knows no server; borrowed rows cannot wait until there is
/// one. So the limit is the process's, and only ever grows; what is sent is cut by the server's own limit.
static COLLECTED_ROWS: AtomicUsize = AtomicUsize::new(MAX_ROWS);

/// What a data tool returns: an answer for two readers at once.
///
/// The model reads the text, with the table repeated below it; the person sees the sources, the
/// table, the charts and the verbatim text, exactly as they are given here. An answer has a text and
/// at least one source from the start; everything else is added to it.
///
/// `R` is the row type of its table: a type that derives [`TableRow`], or left out for a table made by
/// [`table!`](crate::table!).
///
/// ```
/// use mcp_data_runtime::prelude::*;
///
/// const CITIES: Source = source!("https://example.org/cities-data");
///
/// let answer: DataToolOutput = DataToolOutput::new("Tokyo has 37,400,068 inhabitants.", CITIES)
///     .table(table![["City", "Population"], ["Tokyo", 37_400_068]])
///     .note("Figures are for the urban agglomeration.");
/// ```
#[must_use = "an answer does nothing until the tool returns it"]
pub struct DataToolOutput<R = AnyRow> {
    answer: Answer,
    row: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for DataToolOutput<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.answer.fmt(f)
    }
}

impl<R> DataToolOutput<R> {
    /// An answer: the text from which the model writes its prose, and where the data came from.
    ///
    /// The text must say the facts, not that there are some: the model sees the table's first rows
    /// at most, and the charts never.
    pub fn new(text: impl Into<String>, sources: impl IntoSources) -> Self {
        let answer = Answer {
            text: text.into(),
            sources: sources.into_sources(),
            table: None,
            columns: None,
            charts: Vec::new(),
            force: None,
            notes: Vec::new(),
            repeat_table: true,
        };
        Self { answer, row: PhantomData }
    }

    /// Adds a chart of the table; they are shown in the order in which they are added.
    pub fn chart(mut self, chart: Chart<R>) -> Self {
        self.answer.charts.push(chart.into_spec());
        self
    }

    /// Text that is shown to the person as it is, past the model, which never reads it: a legal
    /// notice, a quotation. Blank text is no text.
    pub fn force(mut self, text: impl Into<String>) -> Self {
        self.answer.force = Some(text.into()).filter(|text| !text.trim().is_empty());
        self
    }

    /// A caveat that the model must take into account, after the table in its text: "Figures for 2017
    /// are preliminary". The person reads it in the model's words; for words of yours, use
    /// [`force`](Self::force).
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.answer.notes.push(note.into());
        self
    }

    /// Adds a source, unless its link is there already.
    pub fn source(mut self, source: Source) -> Self {
        self.answer.sources.push(source);
        self
    }

    /// Keeps the table out of the model's text: for a table that is too long or too sensitive to be
    /// retold, and whose facts the text says already.
    pub fn hide_table_from_model(mut self) -> Self {
        self.answer.repeat_table = false;
        self
    }

    pub(crate) fn into_answer(self) -> Answer {
        self.answer
    }
}

impl<R: TableRow> DataToolOutput<R> {
    /// The rows of the answer's table.
    ///
    /// Rows beyond those that are sent (`MCP_MAX_ROWS`) or drawn are counted and not kept.
    pub fn rows(mut self, rows: impl IntoIterator<Item = R>) -> Self {
        self.answer.table = Some(Table::of_rows(rows, COLLECTED_ROWS.load(Ordering::Relaxed)));
        self.answer.columns = Some(R::COLUMNS);
        self
    }
}

impl DataToolOutput<AnyRow> {
    /// The answer's table.
    pub fn table(mut self, table: Table) -> Self {
        self.answer.table = Some(table);
        self
    }
}

/// How answers are written; the same for every answer of a server but for the language, which a
/// plugin can choose.
#[derive(Debug, Clone)]
pub struct AnswerSettings {
    /// The most rows of a table that are repeated in the model's text (`MCP_MODEL_ROWS`).
    pub model_rows: usize,
    /// The most rows of a table that are sent at all (`MCP_MAX_ROWS`).
    pub max_rows: usize,
    /// How charts are written (`MCP_CHART_FORMAT`).
    pub chart_format: ChartFormat,
    /// Whether the model's text is copied into the structured content (`MCP_MIRROR_TEXT`).
    pub mirror_text: bool,
    /// Whether clients show tables and charts although they do not declare the Apps extension
    /// (`MCP_CLIENT_RENDERS`).
    pub client_renders: bool,
    /// The language of the fixed phrases (`MCP_LANG`).
    pub language: Language,
}

impl Default for AnswerSettings {
    fn default() -> Self {
        Self {
            model_rows: 200,
            max_rows: MAX_ROWS,
            chart_format: ChartFormat::default(),
            mirror_text: false,
            client_renders: false,
            language: Language::default(),
        }
    }
}

impl AnswerSettings {
    /// Lets the answers of this process collect as many rows as these settings let be sent.
    pub(crate) fn collect_rows(&self) {
        COLLECTED_ROWS.fetch_max(self.max_rows, Ordering::Relaxed);
    }
}

/// An answer that would break the wire contract where nothing can be left out: it is not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct ContractBreach(String);

impl ContractBreach {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self(what.into())
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Truncated {
    total_rows: usize,
    shown_rows: usize,
}

/// A [`DataToolOutput`] without its row type.
#[derive(Debug)]
pub(crate) struct Answer {
    text: String,
    sources: Sources,
    table: Option<Table>,
    columns: Option<&'static [ColumnDescriptor]>,
    charts: Vec<ChartSpec>,
    force: Option<String>,
    notes: Vec<String>,
    repeat_table: bool,
}

/// Both readers' parts of an answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Rendered {
    /// What the model reads: the one text block of `content`.
    pub text: String,
    /// What the person sees: `structuredContent`.
    pub structured: Map<String, Value>,
    /// What the answer goes out without, for its author.
    pub warnings: Vec<Warning>,
}

impl Answer {
    /// Writes the answer for both readers; what is optional and cannot be sent is left out with a warning.
    ///
    /// # Errors
    ///
    /// How the answer breaks the contract, if it does.
    pub(crate) fn render(
        mut self,
        settings: &AnswerSettings,
        guard: Option<&str>,
        client_renders: bool,
    ) -> Result<Rendered, ContractBreach> {
        let mut warnings = Vec::new();
        self.leave_out(&mut warnings);
        self.check()?;
        let charts = self.draw(settings, &mut warnings);
        let cut = self.cut(settings.max_rows);
        let on_screen = client_renders || settings.client_renders;
        let text = text::model_text(&self, &charts, settings, guard, on_screen, cut);

        let mut structured = Map::new();
        let mut put = |name: &str, value: Value| structured.insert(name.to_owned(), value);
        put("sources", self.sources.links());
        if let Some(details) = self.sources.details() {
            put("source_details", details);
        }
        if let Some(table) = self.table {
            put("table", table.into_value());
        }
        if !charts.is_empty() {
            put("charts", charts.into_iter().map(|drawn| drawn.chart).collect());
        }
        if let Some(force) = self.force {
            put("force", force.into());
        }
        if let Some(Truncated { total_rows, shown_rows }) = cut {
            put("truncated", json!({ "total_rows": total_rows, "shown_rows": shown_rows }));
        }
        if settings.mirror_text {
            put("text", text.clone().into());
        }
        Ok(Rendered { text, structured, warnings })
    }

    /// Leaves out the optional parts that say nothing or cannot be read. (Blank verbatim text is none to
    /// begin with, by its own documentation.)
    fn leave_out(&mut self, warnings: &mut Vec<Warning>) {
        self.sources.normalize(warnings);
        let mut number = 0;
        self.notes.retain(|note| {
            number += 1;
            let is_blank = note.trim().is_empty();
            if is_blank {
                warnings.push(Warning::Note { number });
            }
            !is_blank
        });
        if self.table.take_if(|table| table.width() == 0).is_some() {
            warnings.push(Warning::Table);
        }
    }

    fn check(&self) -> Result<(), ContractBreach> {
        if self.text.trim().is_empty() {
            return Err(ContractBreach::new(
                "its text is blank, and the model would have nothing to say",
            ));
        }
        let Some(table) = &self.table else { return Ok(()) };
        // Rows written by hand in `TableRow::into_cells` are the only ones that can differ.
        match table.data_rows().enumerate().find(|(_, row)| row.len() != table.width()) {
            Some((index, row)) => Err(ContractBreach::new(format!(
                "row {} of its table has {} where the header has {}",
                index + 1,
                counted(row.len(), "cell"),
                table.width()
            ))),
            None => Ok(()),
        }
    }

    /// Draws the charts; those that cannot be drawn are left out.
    fn draw(&self, settings: &AnswerSettings, warnings: &mut Vec<Warning>) -> Vec<Drawn> {
        let settings = DrawSettings {
            format: settings.chart_format,
            phrases: settings.language.phrases(),
            most_rows: settings.max_rows.max(MAX_ROWS),
        };
        let mut charts = Vec::with_capacity(self.charts.len());
        for chart in &self.charts {
            let drawn = match &self.table {
                None => Err(chart.left_out("there is no table to draw it from")),
                Some(table) if table.is_empty() => continue,
                Some(_) if charts.len() == CHARTS => Err(chart.left_out(format!(
                    "its answer has {CHARTS} charts before it, and more are not drawn"
                ))),
                Some(table) => chart.draw(table, self.columns, settings),
            };
            match drawn {
                Ok(mut drawn) => {
                    warnings.extend(drawn.warning.take());
                    charts.push(drawn);
                }
                Err(warning) => warnings.push(warning),
            }
        }
        charts
    }

    fn cut(&mut self, max_rows: usize) -> Option<Truncated> {
        let table = self.table.as_mut()?;
        let total_rows = table.total_rows();
        table.truncate(max_rows);
        (table.len() < total_rows).then(|| Truncated { total_rows, shown_rows: table.len() })
    }
}

#[cfg(test)]
mod tests;
