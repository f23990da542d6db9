//! The fixed phrases of an answer, in each language.

/// The language of the phrases that the runtime adds to an answer. What the author wrote stays as
/// it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
}

/// The phrases of one language.
#[derive(Debug)]
pub(crate) struct Phrases {
    pub(crate) sources: &'static str,
    pub(crate) note: &'static str,
    pub(crate) license: &'static str,
    pub(crate) version: &'static str,
    pub(crate) modified: &'static str,
    pub(crate) retrieved: &'static str,
    pub(crate) on_screen: &'static str,
    /// How many rows of how many are shown; `{shown}` and `{total}` stand for the figures.
    rows_left_out: &'static str,
    /// The same, where the person does not see them all either.
    rows_not_sent: &'static str,
    /// What an out-of-scope tool answers; `{scope}` stands for what the data are about.
    pub(crate) out_of_scope: &'static str,
    pub(crate) questions: &'static str,
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

impl Phrases {
    /// The line under a table of which only the first `shown` of `total` rows are repeated for the
    /// model.
    pub(crate) fn rows_left_out(&self, shown: usize, total: usize) -> String {
        fill(self.rows_left_out, shown, total)
    }

    /// The line under a table that was cut for everybody.
    pub(crate) fn rows_not_sent(&self, shown: usize, total: usize) -> String {
        fill(self.rows_not_sent, shown, total)
    }
}

fn fill(phrase: &str, shown: usize, total: usize) -> String {
    phrase
        .replace("{shown}", &shown.to_string())
        .replace("{total}", &total.to_string())
        .replace("{rest}", &(total - shown).to_string())
}

static EN: Phrases = Phrases {
    sources: "Sources:",
    note: "Note:",
    license: "licence",
    version: "version",
    modified: "modified",
    retrieved: "retrieved",
    on_screen: "The table and the charts are already on the person's screen; do not repeat them.",
    rows_left_out: "(The first {shown} of {total} rows; {rest} rows are left out of this text.)",
    rows_not_sent: "(The answer was cut to its first {shown} of {total} rows.)",
    out_of_scope: "This question is out of scope here. The data of this server are about: {scope}",
    questions: "Questions that it answers:",
};

static ES: Phrases = Phrases {
    sources: "Fuentes:",
    note: "Nota:",
    license: "licencia",
    version: "versión",
    modified: "modificado",
    retrieved: "consultado",
    on_screen: "La tabla y los gráficos ya están en la pantalla de la persona; no los repitas.",
    rows_left_out: "(Las primeras {shown} de {total} filas; {rest} filas se omiten en este texto.)",
    rows_not_sent: "(La respuesta se cortó en las primeras {shown} de {total} filas.)",
    out_of_scope: "Esta pregunta queda fuera del alcance. Los datos de este servidor tratan de: {scope}",
    questions: "Preguntas que responde:",
};

static PT: Phrases = Phrases {
    sources: "Fontes:",
    note: "Nota:",
    license: "licença",
    version: "versão",
    modified: "modificado em",
    retrieved: "consultado em",
    on_screen: "A tabela e os gráficos já estão no ecrã da pessoa; não os repita.",
    rows_left_out: "(As primeiras {shown} de {total} linhas; {rest} linhas são omitidas neste texto.)",
    rows_not_sent: "(A resposta foi cortada nas primeiras {shown} de {total} linhas.)",
    out_of_scope: "Esta pergunta está fora do âmbito. Os dados deste servidor tratam de: {scope}",
    questions: "Perguntas a que responde:",
};
