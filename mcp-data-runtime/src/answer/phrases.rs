//! What the runtime itself says to the readers of answers, in each language.

/// The language of what the runtime adds to what the author wrote: the phrases of its answers, the texts
/// of the out-of-scope tool, the descriptions of tables. What the author wrote stays as it is.
///
/// Errors that tell a model how to call a tool, and all that an author reads (the log, `check`, why a
/// server does not start), are English.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
    /// Portuguese, as it is written in Brazil.
    Pt,
}

impl Language {
    pub(crate) fn phrases(self) -> &'static Phrases {
        match self {
            Self::En => &EN,
            Self::Es => &ES,
            Self::Pt => &PT,
        }
    }
}

/// The phrases of one language. Names in braces stand for what is filled in.
#[derive(Debug)]
pub(crate) struct Phrases {
    pub(crate) sources: &'static str,
    pub(crate) note: &'static str,
    /// Begins a note on the chart `{title}`.
    note_on_chart: &'static str,
    pub(crate) license: &'static str,
    pub(crate) version: &'static str,
    pub(crate) modified: &'static str,
    pub(crate) retrieved: &'static str,
    /// Says that the table, or the table and its charts, are on the person's screen.
    table_on_screen: &'static str,
    charts_on_screen: Counted,
    /// Says that the first `{count}` of `{total}` rows are shown.
    first_rows: Counted,
    /// Says that `{count}` rows are left out of the model's text.
    rows_left_out: Counted,
    /// Says that the table was cut to its first `{count}` of `{total}` rows for everybody.
    rows_not_sent: Counted,
    /// Says that a chart shows the first `{count}` of `{total}` rows.
    rows_drawn: Counted,
    /// Says that a chart has `{count}` gaps where the table holds `{texts}`.
    gaps: Counted,
    /// Says that a chart shows `{count}` values that have the flags `{texts}` in the table.
    flagged: Counted,
    /// The quotation marks.
    quotes: [&'static str; 2],
    /// Begins the list of the sample questions in a plugin's introduction.
    pub(crate) answers_questions: &'static str,
    pub(crate) out_of_scope: OutOfScope,
    pub(crate) columns: Columns,
    #[cfg(feature = "viewer")]
    pub(crate) viewer_title: &'static str,
    #[cfg(feature = "viewer")]
    pub(crate) viewer_description: &'static str,
}

/// The texts of an out-of-scope tool.
#[derive(Debug)]
pub(crate) struct OutOfScope {
    /// The end of the tool's description; `{scope}` stands for what the data are about.
    pub(crate) data: &'static str,
    /// The tool's answer; `{scope}` stands for what the data are about.
    pub(crate) answer: &'static str,
    /// Begins the list of the questions that the data answer.
    pub(crate) questions: &'static str,
}

/// The words of the description of a table's columns.
#[derive(Debug)]
pub(crate) struct Columns {
    pub(crate) heading: &'static str,
    pub(crate) can_be_empty: &'static str,
    pub(crate) string: &'static str,
    pub(crate) integer: &'static str,
    pub(crate) number: &'static str,
    pub(crate) decimal: &'static str,
    pub(crate) boolean: &'static str,
    pub(crate) any: &'static str,
}

/// A phrase with a count, in the singular and the plural.
#[derive(Debug)]
struct Counted {
    one: &'static str,
    many: &'static str,
}

impl Counted {
    fn of(&self, count: usize) -> String {
        let phrase = if count == 1 { self.one } else { self.many };
        phrase.replace("{count}", &count.to_string())
    }

    fn of_total(&self, count: usize, total: usize) -> String {
        self.of(count).replace("{total}", &total.to_string())
    }
}

impl Phrases {
    /// Returns the line under a table of which the model gets the first `shown` of `total` rows.
    pub(crate) fn rows_left_out(&self, shown: usize, total: usize) -> String {
        let left_out = self.rows_left_out.of(total - shown);
        match shown {
            0 => format!("({left_out}.)"),
            _ => format!("({}; {left_out}.)", self.first_rows.of_total(shown, total)),
        }
    }

    /// Returns the line under a table that was cut for everybody.
    pub(crate) fn rows_not_sent(&self, shown: usize, total: usize) -> String {
        format!("({})", self.rows_not_sent.of_total(shown, total))
    }

    /// Returns the line that says what the person already sees of a table and so many charts.
    pub(crate) fn on_screen(&self, charts: usize) -> String {
        match charts {
            0 => self.table_on_screen.to_owned(),
            count => self.charts_on_screen.of(count),
        }
    }

    /// Says that a chart shows the first rows only.
    pub(crate) fn rows_drawn(&self, shown: usize, total: usize) -> String {
        self.rows_drawn.of_total(shown, total)
    }

    /// Says where a chart has gaps.
    pub(crate) fn gaps(&self, count: usize, texts: &[String]) -> String {
        self.gaps.of(count).replace("{texts}", &self.quoted(texts))
    }

    /// Says which flagged values a chart shows.
    pub(crate) fn flagged(&self, count: usize, flags: &[String]) -> String {
        self.flagged.of(count).replace("{texts}", &self.quoted(flags))
    }

    /// Returns a note on a chart for the model.
    pub(crate) fn chart_note(&self, title: &str, note: &str) -> String {
        match title.trim() {
            "" => format!("{} {note}", self.note),
            title => format!("{} {note}", self.note_on_chart.replace("{title}", title)),
        }
    }

    fn quoted(&self, texts: &[String]) -> String {
        let [open, close] = self.quotes;
        let quoted: Vec<String> = texts.iter().map(|text| format!("{open}{text}{close}")).collect();
        quoted.join(", ")
    }
}

static EN: Phrases = Phrases {
    sources: "Sources:",
    note: "Note:",
    note_on_chart: "Note on the chart “{title}”:",
    license: "license",
    version: "version",
    modified: "modified",
    retrieved: "retrieved",
    table_on_screen: "The table is already on the person's screen; do not repeat it.",
    charts_on_screen: Counted {
        one: "The table and the chart are already on the person's screen; do not repeat them.",
        many: "The table and the charts are already on the person's screen; do not repeat them.",
    },
    first_rows: Counted {
        one: "The first of {total} rows",
        many: "The first {count} of {total} rows",
    },
    rows_left_out: Counted {
        one: "1 row is left out of this text",
        many: "{count} rows are left out of this text",
    },
    rows_not_sent: Counted {
        one: "The answer was cut to the first of its {total} rows.",
        many: "The answer was cut to its first {count} of {total} rows.",
    },
    rows_drawn: Counted {
        one: "The chart shows the first of {total} rows.",
        many: "The chart shows the first {count} of {total} rows.",
    },
    gaps: Counted {
        one: "The chart has 1 gap where the table holds {texts}.",
        many: "The chart has {count} gaps where the table holds {texts}.",
    },
    flagged: Counted {
        one: "The chart shows 1 value that is flagged in the table: {texts}.",
        many: "The chart shows {count} values that are flagged in the table: {texts}.",
    },
    quotes: ["“", "”"],
    answers_questions: "It answers questions such as:",
    out_of_scope: OutOfScope {
        data: "The data are about: {scope}",
        answer: "This question is out of scope here. The data of this server are about: {scope}",
        questions: "Questions that it answers:",
    },
    columns: Columns {
        heading: "The header, then the rows. Columns:",
        can_be_empty: "can be empty",
        string: "string",
        integer: "integer",
        number: "number",
        decimal: "decimal",
        boolean: "boolean",
        any: "any",
    },
    #[cfg(feature = "viewer")]
    viewer_title: "Data viewer",
    #[cfg(feature = "viewer")]
    viewer_description: "Shows an answer's charts, table, verbatim text and sources to a person",
};

static ES: Phrases = Phrases {
    sources: "Fuentes:",
    note: "Nota:",
    note_on_chart: "Nota sobre el gráfico «{title}»:",
    license: "licencia",
    version: "versión",
    modified: "modificado",
    retrieved: "consultado",
    table_on_screen: "La tabla ya está en la pantalla de la persona; no la repitas.",
    charts_on_screen: Counted {
        one: "La tabla y el gráfico ya están en la pantalla de la persona; no los repitas.",
        many: "La tabla y los gráficos ya están en la pantalla de la persona; no los repitas.",
    },
    first_rows: Counted {
        one: "La primera de {total} filas",
        many: "Las primeras {count} de {total} filas",
    },
    rows_left_out: Counted {
        one: "1 fila se omite en este texto",
        many: "{count} filas se omiten en este texto",
    },
    rows_not_sent: Counted {
        one: "La respuesta se cortó en la primera de sus {total} filas.",
        many: "La respuesta se cortó en las primeras {count} de {total} filas.",
    },
    rows_drawn: Counted {
        one: "El gráfico muestra la primera de {total} filas.",
        many: "El gráfico muestra las primeras {count} de {total} filas.",
    },
    gaps: Counted {
        one: "El gráfico tiene 1 hueco donde la tabla dice {texts}.",
        many: "El gráfico tiene {count} huecos donde la tabla dice {texts}.",
    },
    flagged: Counted {
        one: "El gráfico muestra 1 valor que lleva una marca en la tabla: {texts}.",
        many: "El gráfico muestra {count} valores que llevan una marca en la tabla: {texts}.",
    },
    quotes: ["«", "»"],
    answers_questions: "Responde a preguntas como:",
    out_of_scope: OutOfScope {
        data: "Los datos tratan de: {scope}",
        answer: "Esta pregunta queda fuera del alcance. Los datos de este servidor tratan de: {scope}",
        questions: "Preguntas que responde:",
    },
    columns: Columns {
        heading: "El encabezado y después las filas. Columnas:",
        can_be_empty: "puede estar vacía",
        string: "texto",
        integer: "entero",
        number: "número",
        decimal: "decimal exacto",
        boolean: "booleano",
        any: "cualquier valor",
    },
    #[cfg(feature = "viewer")]
    viewer_title: "Visor de datos",
    #[cfg(feature = "viewer")]
    viewer_description: "Muestra a una persona los gráficos, la tabla, el texto literal y las fuentes de una respuesta",
};

static PT: Phrases = Phrases {
    sources: "Fontes:",
    note: "Nota:",
    note_on_chart: "Nota sobre o gráfico “{title}”:",
    license: "licença",
    version: "versão",
    modified: "modificado em",
    retrieved: "consultado em",
    table_on_screen: "A tabela já está na tela da pessoa; não a repita.",
    charts_on_screen: Counted {
        one: "A tabela e o gráfico já estão na tela da pessoa; não os repita.",
        many: "A tabela e os gráficos já estão na tela da pessoa; não os repita.",
    },
    first_rows: Counted {
        one: "A primeira de {total} linhas",
        many: "As primeiras {count} de {total} linhas",
    },
    rows_left_out: Counted {
        one: "1 linha é omitida neste texto",
        many: "{count} linhas são omitidas neste texto",
    },
    rows_not_sent: Counted {
        one: "A resposta foi cortada na primeira das suas {total} linhas.",
        many: "A resposta foi cortada nas primeiras {count} de {total} linhas.",
    },
    rows_drawn: Counted {
        one: "O gráfico mostra a primeira de {total} linhas.",
        many: "O gráfico mostra as primeiras {count} de {total} linhas.",
    },
    gaps: Counted {
        one: "O gráfico tem 1 lacuna onde a tabela traz {texts}.",
        many: "O gráfico tem {count} lacunas onde a tabela traz {texts}.",
    },
    flagged: Counted {
        one: "O gráfico mostra 1 valor que tem uma marca na tabela: {texts}.",
        many: "O gráfico mostra {count} valores que têm uma marca na tabela: {texts}.",
    },
    quotes: ["“", "”"],
    answers_questions: "Responde a perguntas como:",
    out_of_scope: OutOfScope {
        data: "Os dados tratam de: {scope}",
        answer: "Esta pergunta está fora do escopo. Os dados deste servidor tratam de: {scope}",
        questions: "Perguntas que ele responde:",
    },
    columns: Columns {
        heading: "O cabeçalho e depois as linhas. Colunas:",
        can_be_empty: "pode estar vazia",
        string: "texto",
        integer: "inteiro",
        number: "número",
        decimal: "decimal exato",
        boolean: "booleano",
        any: "qualquer valor",
    },
    #[cfg(feature = "viewer")]
    viewer_title: "Visualizador de dados",
    #[cfg(feature = "viewer")]
    viewer_description: "Mostra a uma pessoa os gráficos, a tabela, o texto literal e as fontes de uma resposta",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_in_the_singular_and_the_plural() {
        let texts = ["x".to_owned(), ":".to_owned()];
        let said = |language: Language, count: usize| {
            let phrases = language.phrases();
            [
                phrases.rows_left_out(2, 2 + count),
                phrases.rows_left_out(count, count + 2),
                phrases.rows_left_out(0, count),
                phrases.rows_not_sent(count, 9),
                phrases.on_screen(count),
                phrases.rows_drawn(count, 9),
                phrases.gaps(count, &texts),
                phrases.flagged(count, &texts[..1]),
            ]
        };
        assert_eq!(
            said(Language::En, 1),
            [
                "(The first 2 of 3 rows; 1 row is left out of this text.)",
                "(The first of 3 rows; 2 rows are left out of this text.)",
                "(1 row is left out of this text.)",
                "(The answer was cut to the first of its 9 rows.)",
                "The table and the chart are already on the person's screen; do not repeat them.",
                "The chart shows the first of 9 rows.",
                "The chart has 1 gap where the table holds “x”, “:”.",
                "The chart shows 1 value that is flagged in the table: “x”.",
            ]
        );
        assert_eq!(
            said(Language::Es, 1),
            [
                "(Las primeras 2 de 3 filas; 1 fila se omite en este texto.)",
                "(La primera de 3 filas; 2 filas se omiten en este texto.)",
                "(1 fila se omite en este texto.)",
                "(La respuesta se cortó en la primera de sus 9 filas.)",
                "La tabla y el gráfico ya están en la pantalla de la persona; no los repitas.",
                "El gráfico muestra la primera de 9 filas.",
                "El gráfico tiene 1 hueco donde la tabla dice «x», «:».",
                "El gráfico muestra 1 valor que lleva una marca en la tabla: «x».",
            ]
        );
        assert_eq!(
            said(Language::Pt, 3),
            [
                "(As primeiras 2 de 5 linhas; 3 linhas são omitidas neste texto.)",
                "(As primeiras 3 de 5 linhas; 2 linhas são omitidas neste texto.)",
                "(3 linhas são omitidas neste texto.)",
                "(A resposta foi cortada nas primeiras 3 de 9 linhas.)",
                "A tabela e os gráficos já estão na tela da pessoa; não os repita.",
                "O gráfico mostra as primeiras 3 de 9 linhas.",
                "O gráfico tem 3 lacunas onde a tabela traz “x”, “:”.",
                "O gráfico mostra 3 valores que têm uma marca na tabela: “x”.",
            ]
        );
    }

    #[test]
    fn no_place_to_fill_in_is_left_in_any_language() {
        for language in [Language::En, Language::Es, Language::Pt] {
            let phrases = language.phrases();
            for count in [0, 1, 2, 12] {
                let texts = vec!["x".to_owned()];
                let said = [
                    phrases.rows_left_out(count, count + 3),
                    phrases.rows_not_sent(count, count + 3),
                    phrases.on_screen(count),
                    phrases.rows_drawn(count, count + 3),
                    phrases.gaps(count, &texts),
                    phrases.flagged(count, &texts),
                    phrases.chart_note("Title", "Note."),
                    phrases.chart_note("", "Note."),
                    phrases.out_of_scope.data.replace("{scope}", "data"),
                    phrases.out_of_scope.answer.replace("{scope}", "data"),
                ];
                for text in said {
                    assert!(!text.contains(['{', '}']), "{text}");
                    assert!(text.ends_with(['.', ')']) || text.contains("data"), "{text}");
                }
            }
        }
    }
}
