//! The viewer: what a person sees of an answer, in a page.
//!
//! One renderer ([`SCRIPT`] and [`STYLE`]: plain JavaScript and CSS) draws the structured part of an
//! answer: charts, table, verbatim text and source links. It has two shells here, the MCP App that hosts
//! with the Apps extension show for every tool and, with the feature `http`, the preview page of the
//! server; a page of your own can be a third. `docs/viewer.md` in the repository describes all of them.
//!
//! Charts are drawn by [Chart.js](https://www.chartjs.org), which is no part of this crate:
//! [`ChartLibrary`] says where pages get it from.

use std::{fmt, path::Path, sync::Arc};

use serde_json::{Value, json};

use crate::{answer::Language, resource::Resource};

/// The renderer's JavaScript: classic scripts that share the global `McpData`.
pub const SCRIPT: &str = concat!(
    include_str!("render/texts.js"),
    include_str!("render/dom.js"),
    include_str!("render/numbers.js"),
    include_str!("render/table.js"),
    include_str!("render/settings.js"),
    include_str!("render/charts.js"),
    include_str!("render/answer.js"),
);

/// The renderer's style sheet.
pub const STYLE: &str = include_str!("render/answer.css");

/// Where hosts find the viewer.
pub const URI: &str = "ui://mcp-data/viewer.html";

/// The type of a page that is an MCP App (Apps extension, 2026-01-26).
const MIME_TYPE: &str = "text/html;profile=mcp-app";

/// Chart.js on a public network of copies: the version that the tests draw with.
const CDN_ORIGIN: &str = "https://cdn.jsdelivr.net";
const CDN_URL: &str = "https://cdn.jsdelivr.net/npm/chart.js@4.6.1/dist/chart.umd.min.js";
/// The hash of that file, so that a browser runs no other: `openssl dgst -sha384 -binary … | base64`.
const CDN_INTEGRITY: &str =
    "sha384-Emf5ZVIUiarAdhkgtqK+5/Z5qIvM6QoVrS+qAVtfyZVuD5lIHrac0me485+Antp0";

/// Chart.js as an npm install in the viewer's folder had it when this crate was built; else empty.
const BUILT_IN: &str = include_str!(concat!(env!("OUT_DIR"), "/chart.js"));

/// How the file of Chart.js that pages load begins.
const BANNER: &str = "Chart.js v4.";

/// Where pages get Chart.js from. The default is the copy that this crate was built with, if it was, and
/// else the public network of copies.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChartLibrary {
    /// Its text is part of the page, which then needs no network.
    Inline(Arc<str>),
    /// From the public network jsDelivr, in a fixed version and only if its hash is right.
    Cdn,
    /// From nowhere: the numbers of a chart stand in for it as a table.
    None,
}

/// A setting names no Chart.js; the text says what is wrong and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ChartLibraryError(String);

impl Default for ChartLibrary {
    fn default() -> Self {
        if BUILT_IN.is_empty() { Self::Cdn } else { Self::Inline(BUILT_IN.into()) }
    }
}

impl fmt::Debug for ChartLibrary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inline(text) => write!(f, "Inline({} bytes)", text.len()),
            Self::Cdn => f.write_str("Cdn"),
            Self::None => f.write_str("None"),
        }
    }
}

impl ChartLibrary {
    /// Reads what `MCP_CHARTJS` says: the path of `chart.umd.min.js`, `cdn`, or `none`.
    ///
    /// # Errors
    ///
    /// If there is no such file, or it is not Chart.js 4; the text says what to do.
    pub fn load(setting: &str) -> Result<Self, ChartLibraryError> {
        const FORM: &str = "MCP_CHARTJS takes the path of `dist/chart.umd.min.js` of the npm package `chart.js` 4, or `cdn`, or `none`";
        match setting {
            "cdn" => return Ok(Self::Cdn),
            "none" => return Ok(Self::None),
            "" => return Ok(Self::default()),
            _ => {}
        }
        let text = std::fs::read_to_string(Path::new(setting)).map_err(|error| {
            ChartLibraryError(format!("{FORM}; {setting:?} cannot be read: {error}"))
        })?;
        // The banner is a comment at the start.
        let start: String = text.chars().take(200).collect();
        if start.contains(BANNER) {
            Ok(Self::Inline(text.into()))
        } else {
            Err(ChartLibraryError(format!(
                "{FORM}; {setting:?} does not begin with the banner of `{BANNER}…`"
            )))
        }
    }

    /// What a page is told in its `<meta name="mcp-data">`: where to load Chart.js from, unless it has
    /// it. `own_url` is where the page's server offers an inlined one.
    pub fn settings(&self, own_url: Option<&str>) -> Value {
        match self {
            Self::Inline(_) => own_url.map_or_else(|| json!({}), |url| json!({ "url": url })),
            Self::Cdn => json!({ "url": CDN_URL, "integrity": CDN_INTEGRITY }),
            Self::None => json!({}),
        }
    }

    /// The origin that a page's content security policy must allow for scripts.
    pub fn origin(&self) -> Option<&'static str> {
        (*self == Self::Cdn).then_some(CDN_ORIGIN)
    }

    /// The content security policy of a page with the renderer: it may run its server's own scripts,
    /// with Chart.js from where it is, and ask its server, nothing else.
    pub fn page_policy(&self) -> String {
        let scripts = self.origin().map(|origin| format!(" {origin}")).unwrap_or_default();
        format!(
            "default-src 'none'; script-src 'self'{scripts}; style-src 'self'; img-src 'self' data: blob:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
    }

    /// The text of Chart.js, where it is at hand.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Inline(text) => Some(text),
            Self::Cdn | Self::None => None,
        }
    }
}

/// A page from its template, in which `@NAME@` stands for a part.
pub(crate) fn page(template: &str, parts: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    // One pass: a part that holds such a name itself is left alone.
    while let Some((before, after)) = rest.split_once('@') {
        page.push_str(before);
        let part = parts.iter().find_map(|(name, part)| {
            let after = after.strip_prefix(name)?.strip_prefix('@')?;
            Some((part, after))
        });
        match part {
            Some((part, after)) => {
                page.push_str(part);
                rest = after;
            }
            None => {
                page.push('@');
                rest = after;
            }
        }
    }
    page.push_str(rest);
    page
}

/// A text as the value of an attribute in double quotes.
pub(crate) fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// JavaScript as the content of a `<script>` element, which ends at the first `</script`, in capitals or
/// not, and after a `<!--` perhaps later.
fn inline_script(text: &str) -> String {
    let mut script = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let rest = &text.as_bytes()[at..];
        script.push(c);
        let ends = rest.get(..8).is_some_and(|tag| tag.eq_ignore_ascii_case(b"</script"));
        if ends || rest.starts_with(b"<!--") {
            script.push('\\');
        }
    }
    script
}

/// The MCP App as one page.
fn app(library: &ChartLibrary) -> String {
    let settings = json!({ "chartLibrary": library.settings(None) }).to_string();
    let style = format!("{STYLE}{}", include_str!("app/app.css"));
    let script = format!("{SCRIPT}{}", include_str!("app/app.js"));
    page(
        include_str!("app/viewer.html"),
        &[
            ("VERSION", env!("CARGO_PKG_VERSION")),
            ("SETTINGS", &attribute(&settings)),
            ("STYLE", &style),
            ("CHARTJS", &inline_script(library.text().unwrap_or_default())),
            ("SCRIPT", &inline_script(&script)),
        ],
    )
}

/// The MCP App as a resource. Hosts read its policy from the list or from the content: both have it.
pub(crate) fn resource(library: &ChartLibrary, language: Language) -> Resource {
    let phrases = language.phrases();
    let mut ui = json!({ "prefersBorder": true });
    if let Some(origin) = library.origin() {
        ui["csp"] = json!({ "resourceDomains": [origin] });
    }
    Resource::text("viewer", MIME_TYPE, app(library))
        .uri(URI)
        .title(phrases.viewer_title)
        .description(phrases.viewer_description)
        .meta("ui", ui)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inlined_library_cannot_end_its_script_element() {
        let text = "/* Chart.js v4.6.1 é */ '</script><b></Script>' + '@SCRIPT@' + '<!--'";
        let page = app(&ChartLibrary::Inline(text.into()));
        assert!(page.contains(r"'<\/script><b><\/Script>' + '@SCRIPT@' + '<\!--'"));
        assert_eq!(page.matches("</script>").count(), 2);
    }

    #[test]
    fn only_the_network_of_copies_needs_a_domain() {
        let policy = |library: &ChartLibrary| resource(library, Language::En).meta["ui"].clone();
        assert_eq!(
            policy(&ChartLibrary::Cdn),
            json!({ "prefersBorder": true, "csp": { "resourceDomains": ["https://cdn.jsdelivr.net"] } })
        );
        assert_eq!(policy(&ChartLibrary::None), json!({ "prefersBorder": true }));
        assert_eq!(policy(&ChartLibrary::Inline("x".into())), json!({ "prefersBorder": true }));
    }

    #[test]
    fn what_the_setting_says_is_read_or_refused_with_the_form() {
        assert_eq!(ChartLibrary::load("cdn"), Ok(ChartLibrary::Cdn));
        assert_eq!(ChartLibrary::load("none"), Ok(ChartLibrary::None));
        assert_eq!(
            ChartLibrary::load("/no/such/file").expect_err("no file").to_string(),
            "MCP_CHARTJS takes the path of `dist/chart.umd.min.js` of the npm package `chart.js` 4, or `cdn`, or `none`; \"/no/such/file\" cannot be read: No such file or directory (os error 2)"
        );
        assert_eq!(
            ChartLibrary::load(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
                .expect_err("no library")
                .to_string(),
            format!(
                "MCP_CHARTJS takes the path of `dist/chart.umd.min.js` of the npm package `chart.js` 4, or `cdn`, or `none`; {:?} does not begin with the banner of `Chart.js v4.…`",
                concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")
            )
        );
    }

    #[test]
    fn the_renderer_stays_small() {
        let lines = SCRIPT.lines().count();
        assert!(lines < 1_060, "the renderer has {lines} lines");
    }
}
