//! What the gateway says to people, in three languages: `texts.json` has the words. What it says to the model is in English.

use std::{fmt, sync::LazyLock};

use serde::Deserialize;

/// A language of the gateway's messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Language {
    #[default]
    English,
    Spanish,
    Portuguese,
}

impl Language {
    /// Its code.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::Portuguese => "pt",
        }
    }

    /// The language of a tag such as `pt-BR`, if it is one of ours.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        let language = tag.trim().split(['-', '_']).next().unwrap_or_default();
        [Self::English, Self::Spanish, Self::Portuguese]
            .into_iter()
            .find(|known| known.code().eq_ignore_ascii_case(language))
    }

    /// The reader's favorite of our languages, from an `Accept-Language` header.
    pub(crate) fn from_header(header: &str) -> Option<Self> {
        let mut best: Option<(f32, Self)> = None;
        for part in header.split(',') {
            let (tag, parameters) = part.split_once(';').unwrap_or((part, ""));
            let weight =
                parameters.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.parse::<f32>().ok());
            let (Some(language), Some(weight)) = (Self::from_tag(tag), weight) else { continue };
            if weight > 0.0 && best.is_none_or(|(least, _)| weight > least) {
                best = Some((weight, language));
            }
        }
        best.map(|(_, language)| language)
    }
}

/// A message in each language, with blanks: `{server}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    en: String,
    es: String,
    pt: String,
}

/// Defines the faults and, by their names, the texts that the file must have, and no others.
macro_rules! faults {
    ($($name:ident $({ $($blank:ident: $type:ty),+ })?,)+) => {
        /// What went wrong in a chat, for the person who asked.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub(crate) enum Fault {
            $($name $({ $($blank: $type),+ })?,)+
        }

        #[allow(non_snake_case, reason = "the file names its texts as the faults are named")]
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Texts {
            $($name: Text,)+
        }

        impl Fault {
            /// Returns the text of this fault, and what fills its blanks.
            fn parts<'a>(&self, texts: &'a Texts) -> (&'a Text, Vec<(&'static str, String)>) {
                match self {
                    $(Self::$name $({ $($blank),+ })? => {
                        (&texts.$name, vec![$($((stringify!($blank), $blank.to_string())),+)?])
                    })+
                }
            }
        }
    };
}

faults! {
    NoModel,
    ModelUnreachable { address: String },
    ModelSlow { seconds: u64 },
    ModelRefusedKey,
    ModelNotFound { address: String, model: String },
    ModelNotListed { address: String },
    ModelBusy { seconds: u64 },
    ModelBusyForLong,
    ModelFailed { status: u16 },
    ModelRefused { status: u16, reason: String },
    ModelNonsense,
    ModelEmpty,
    ModelCut,
    ModelTooLong,
    ModelFiltered,
    EndlessCalls { rounds: usize },
    ServerGone { server: String },
    ServerWantsToken { server: String },
    ServerRefused { server: String, reason: String },
    ListTooLarge { server: String, bytes: usize },
    ListTooMany { server: String, tools: usize },
    ListRepeats { server: String, cursor: String },
    ListEndless { server: String, pages: usize },
    ToolLeftOut { server: String, tools: String },
    ToolsLeftOut { server: String, count: usize, tools: String },
    ToolSlow { tool: String, seconds: u64 },
    AnswerUnreadable { tool: String, reason: &'static str },
    AnswerTooLarge { tool: String, bytes: usize },
    PartsLeftOut { tool: String, parts: String },
    TextCut { tool: String, shown: usize, whole: usize },
    DataLeftOut { tool: String, bytes: usize },
    CallsLeftOut { asked: usize, made: usize },
    NobodyReads { seconds: u64 },
    TurnSlow { seconds: u64 },
    MayHaveRun { tool: String, reason: Box<Fault> },
    NoSuchTool { tool: String },
    GatewayBusy,
    WrongRequest { problem: String },
    TooLarge { bytes: usize },
    WrongContentType,
    WrongHost,
    WrongOrigin,
}

static TEXTS: LazyLock<Result<Texts, String>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("texts.json")).map_err(|error| format!("texts.json: {error}"))
});

/// Checks that there is a text for each fault in each language.
pub(crate) fn check() -> Result<(), String> {
    TEXTS.as_ref().map(|_| ()).map_err(Clone::clone)
}

impl Fault {
    /// Returns what happened, and what can be done.
    pub(crate) fn message(&self, language: Language) -> String {
        let texts = match &*TEXTS {
            Ok(texts) => texts,
            // The program does not start without them.
            Err(problem) => return problem.clone(),
        };
        let (text, mut blanks) = self.parts(texts);
        if let Self::MayHaveRun { reason, tool } = self {
            blanks = vec![("reason", reason.message(language)), ("tool", tool.clone())];
        }
        let text = match language {
            Language::English => &text.en,
            Language::Spanish => &text.es,
            Language::Portuguese => &text.pt,
        };
        fill(text, &blanks)
    }
}

/// The message in English, as the log and the model have it.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Language::English))
    }
}

/// Fills the blanks of a text. What fills one may look like a blank, and is left as it is.
fn fill(text: &str, blanks: &[(&str, String)]) -> String {
    let mut pieces = text.split('{');
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once('}').unwrap_or(("", piece));
        let blank = blanks.iter().find(|(blank, _)| *blank == name);
        filled.push_str(blank.map_or("", |(_, words)| words));
        filled.push_str(rest);
    }
    filled
}
