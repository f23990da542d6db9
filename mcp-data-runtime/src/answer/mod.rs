//! What a tool returns.

mod cell;
mod chart;
pub(crate) mod phrases;
mod row;
mod source;
mod table;
mod text;
#[cfg(feature = "protocol")]
pub(crate) mod wire;

use std::marker::PhantomData;

use serde_json::{Map, Value, json};

use self::chart::ChartSpec;
pub use self::{
    cell::{Cell, CellType, IntoCell},
    chart::{Chart, ChartFormat, NumberFormat},
    phrases::Language,
    row::{AnyRow, Column, ColumnDescriptor, Row, TableRow},
    source::{IntoSources, NoSource, Source, SourceError, Sources},
    table::{IntoRow, Table, TableError},
};

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
    pub fn rows(mut self, rows: impl IntoIterator<Item = R>) -> Self {
        self.answer.table = Some(row::table_of(rows));
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
            max_rows: 10_000,
            chart_format: ChartFormat::default(),
            mirror_text: false,
            client_renders: false,
            language: Language::default(),
        }
    }
}

/// An answer that would break the wire contract: the tool's fault, so it is not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Breach(String);

impl Breach {
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
pub struct Rendered {
    /// What the model reads: the one text block of `content`.
    pub text: String,
    /// What the person sees: `structuredContent`.
    pub structured: Map<String, Value>,
}

impl Answer {
    /// Writes the answer for both readers, or says how it breaks the contract.
    pub(crate) fn render(
        mut self,
        settings: &AnswerSettings,
        guard: Option<&str>,
        client_renders: bool,
    ) -> Result<Rendered, Breach> {
        self.check()?;
        let cut = self.cut(settings.max_rows);
        let charts = self.draw(settings.chart_format)?;
        let on_screen = client_renders || settings.client_renders;
        let text = text::model_text(&self, settings, guard, on_screen, cut);

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
            put("charts", Value::Array(charts));
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
        Ok(Rendered { text, structured })
    }

    fn check(&self) -> Result<(), Breach> {
        if self.text.trim().is_empty() {
            return Err(Breach::new("its text is blank, and the model would have nothing to say"));
        }
        if let Some(wrong) = self.sources.iter().find_map(Source::breach) {
            return Err(Breach::new(wrong));
        }
        if let Some(note) = self.notes.iter().position(|note| note.trim().is_empty()) {
            return Err(Breach::new(format!("its note {} is blank", note + 1)));
        }
        let Some(table) = &self.table else {
            return match self.charts.first() {
                Some(_) => Err(Breach::new("it has a chart and no table to draw it from")),
                None => Ok(()),
            };
        };
        if table.width() == 0 {
            return Err(Breach::new("its table has no columns"));
        }
        // Rows written by hand in `TableRow::into_cells` are the only ones that can differ.
        let ragged = table.data_rows().position(|row| row.len() != table.width());
        if let Some(row) = ragged {
            return Err(Breach::new(format!(
                "row {} of its table has not the header's {} cells",
                row + 1,
                table.width()
            )));
        }
        Ok(())
    }

    fn cut(&mut self, max_rows: usize) -> Option<Truncated> {
        let table = self.table.as_mut()?;
        let total_rows = table.len();
        table.truncate(max_rows);
        (table.len() < total_rows).then(|| Truncated { total_rows, shown_rows: table.len() })
    }

    fn draw(&self, format: ChartFormat) -> Result<Vec<Value>, Breach> {
        match &self.table {
            Some(table) if !table.is_empty() => {
                self.charts.iter().map(|chart| chart.draw(table, self.columns, format)).collect()
            }
            _ => Ok(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests;
