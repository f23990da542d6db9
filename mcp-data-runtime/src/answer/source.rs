//! Where the data of an answer came from.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{
    detail::{DetailError, check_license, read_date},
    phrases::Phrases,
    text::on_one_line,
    warning::Warning,
};

/// Where data came from: a link a person can open, and what is known about what lies behind it.
///
/// A source written in the program is made by [`source!`](crate::source!), which checks the link at
/// compile time; one that is only known while the program runs is made by [`Source::parse`].
///
/// ```
/// use mcp_data_runtime::prelude::*;
///
/// const EIA: Source = source!(
///     "https://www.eia.gov/electricity/data/browser/",
///     title = "Electricity data browser",
///     publisher = "U.S. Energy Information Administration",
/// );
/// assert_eq!(EIA.url(), "https://www.eia.gov/electricity/data/browser/");
///
/// let found = Source::parse("https://example.org/report?id=7")?.title("Report 7");
/// assert!(Source::parse("javascript:alert(1)").is_err());
/// # Ok::<(), SourceError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Source {
    url: Cow<'static, str>,
    title: Option<Cow<'static, str>>,
    publisher: Option<Cow<'static, str>>,
    license: Option<Cow<'static, str>>,
    version: Option<Cow<'static, str>>,
    modified: Option<Cow<'static, str>>,
    retrieved: Option<Cow<'static, str>>,
}

/// Why a text is not a source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a source: {reason}; a source is an absolute http or https URL")]
pub struct SourceError {
    text: String,
    reason: String,
}

impl Source {
    /// A source from a link that is only known at run time.
    ///
    /// The link is kept as it is written; white space and control characters in it are refused
    /// rather than removed, since browsers and servers disagree on what remains.
    ///
    /// # Errors
    ///
    /// If `link` is not an absolute `http` or `https` URL.
    pub fn parse(link: impl Into<String>) -> Result<Self, SourceError> {
        let text = link.into();
        let reason = if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            "it contains white space or control characters".to_owned()
        } else {
            match url::Url::parse(&text) {
                Ok(url) if !matches!(url.scheme(), "http" | "https") => {
                    format!("its scheme is `{}`", url.scheme())
                }
                // "http:host" has a meaning to browsers only, and not the same one to all.
                Ok(_) if !has_authority(&text) => "it lacks `//` after the scheme".to_owned(),
                Ok(url) if !url.username().is_empty() || url.password().is_some() => {
                    "it names a user, whom every reader of an answer would see".to_owned()
                }
                Ok(_) => return Ok(Self::bare(Cow::Owned(text))),
                Err(error) => error.to_string(),
            }
        };
        Err(SourceError { text, reason })
    }

    /// What `source!` expands to: its arguments are checked by the macro.
    #[doc(hidden)]
    pub const fn literal(
        url: &'static str,
        [title, publisher, license, version, modified, retrieved]: [Option<&'static str>; 6],
    ) -> Self {
        const fn borrowed(text: Option<&'static str>) -> Option<Cow<'static, str>> {
            match text {
                Some(text) => Some(Cow::Borrowed(text)),
                None => None,
            }
        }
        Self {
            url: Cow::Borrowed(url),
            title: borrowed(title),
            publisher: borrowed(publisher),
            license: borrowed(license),
            version: borrowed(version),
            modified: borrowed(modified),
            retrieved: borrowed(retrieved),
        }
    }

    fn bare(url: Cow<'static, str>) -> Self {
        Self {
            url,
            title: None,
            publisher: None,
            license: None,
            version: None,
            modified: None,
            retrieved: None,
        }
    }

    /// The link, as it was written.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Names what lies behind the link.
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Names who published the data.
    pub fn publisher(mut self, publisher: impl Into<Cow<'static, str>>) -> Self {
        self.publisher = Some(publisher.into());
        self
    }

    /// The license of the data: an [SPDX](https://spdx.org/licenses/) identifier or a URL. Other text, such
    /// as "© Crown copyright", is shown as it is, with a [`Warning`](crate::Warning).
    pub fn license(mut self, license: impl Into<Cow<'static, str>>) -> Self {
        self.license = Some(license.into());
        self
    }

    /// Like [`license`](Self::license), for those who want to know.
    ///
    /// # Errors
    ///
    /// If it is neither an SPDX expression nor a URL.
    pub fn try_license(self, license: impl Into<Cow<'static, str>>) -> Result<Self, DetailError> {
        let license = license.into();
        check_license(&license)?;
        Ok(self.license(license))
    }

    /// The version or edition of the data.
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// When the data were last changed: a year, a month, a date or a time of ISO 8601, as data portals
    /// write them. Readers get it as `2024-07-11` or `2024-07-11T20:53:42Z`, also where it was given as
    /// `20240711` or with a blank for the `T`; a time without an offset stays without. What cannot be read
    /// is left out, with a [`Warning`](crate::Warning).
    pub fn modified(mut self, date: impl Into<Cow<'static, str>>) -> Self {
        self.modified = Some(date.into());
        self
    }

    /// Like [`modified`](Self::modified), for those who want to know.
    ///
    /// # Errors
    ///
    /// If it cannot be read as a date.
    pub fn try_modified(self, date: impl Into<Cow<'static, str>>) -> Result<Self, DetailError> {
        let date = read_date("modified", &date.into())?;
        Ok(self.modified(date))
    }

    /// When the data were fetched; dates are read as by [`modified`](Self::modified).
    pub fn retrieved(mut self, date: impl Into<Cow<'static, str>>) -> Self {
        self.retrieved = Some(date.into());
        self
    }

    /// Like [`retrieved`](Self::retrieved), for those who want to know.
    ///
    /// # Errors
    ///
    /// If it cannot be read as a date.
    pub fn try_retrieved(self, date: impl Into<Cow<'static, str>>) -> Result<Self, DetailError> {
        let date = read_date("retrieved", &date.into())?;
        Ok(self.retrieved(date))
    }

    /// The details by their names on the wire, in the order in which they are shown.
    fn details(&self) -> impl Iterator<Item = (&'static str, &str)> {
        [
            ("title", &self.title),
            ("publisher", &self.publisher),
            ("license", &self.license),
            ("version", &self.version),
            ("modified", &self.modified),
            ("retrieved", &self.retrieved),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }

    /// The source's entry in `source_details`; `None` if the link is all that is known.
    pub(super) fn details_object(&self) -> Option<Value> {
        let mut object: Map<_, _> =
            self.details().map(|(name, value)| (name.to_owned(), Value::from(value))).collect();
        if object.is_empty() {
            return None;
        }
        object.insert("url".to_owned(), Value::from(self.url()));
        Some(Value::Object(object))
    }

    /// The source as one line of text: what is known of it, then the link.
    pub(super) fn line(&self, names: &Phrases) -> String {
        let mut line = String::new();
        for (name, value) in self.details() {
            if !line.is_empty() {
                line.push_str(", ");
            }
            // The list of sources has a line for each: no detail makes another.
            let value = &on_one_line(value);
            match name {
                "title" | "publisher" => line.push_str(value),
                "license" => line.push_str(&format!("{} {value}", names.license)),
                "version" => line.push_str(&format!("{} {value}", names.version)),
                "modified" => line.push_str(&format!("{} {value}", names.modified)),
                _ => line.push_str(&format!("{} {value}", names.retrieved)),
            }
        }
        if line.is_empty() { self.url().to_owned() } else { format!("{line}: {}", self.url()) }
    }

    /// Brings the details into the form that answers have, and leaves out those that have none.
    pub(super) fn normalize(&mut self, warnings: &mut Vec<Warning>) {
        let Self { url, title, publisher, license, version, modified, retrieved } = self;
        if hides_where_it_leads(url)
            && let Ok(normal) = url::Url::parse(url)
        {
            *url = Cow::Owned(normal.into());
        }
        let mut left_out =
            |error| warnings.push(Warning::Detail { url: url.clone().into_owned(), error });
        for (name, detail) in [
            ("title", title),
            ("publisher", publisher),
            ("version", version),
            ("license", &mut *license),
        ] {
            if detail.take_if(|text| text.trim().is_empty()).is_some() {
                left_out(DetailError::blank(name));
            }
        }
        for (name, date) in [("modified", modified), ("retrieved", retrieved)] {
            if let Some(text) = date.take() {
                match read_date(name, &text) {
                    Ok(read) => *date = Some(Cow::Owned(read)),
                    Err(error) => left_out(error),
                }
            }
        }
        if let Some(Err(error)) = license.as_deref().map(check_license) {
            warnings.push(Warning::LicenseText { url: url.clone().into_owned(), error });
        }
    }
}

fn has_authority(link: &str) -> bool {
    link.split_once(':').is_some_and(|(_, rest)| rest.starts_with("//"))
}

/// Returns whether a link may lead elsewhere than it seems to: its host has letters that can look like others, or
/// there are characters in it that nobody sees. Such a link is shown as it will be asked for.
fn hides_where_it_leads(url: &str) -> bool {
    if url.bytes().all(|byte| byte.is_ascii_graphic()) {
        return false;
    }
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let is_unseen = |c: char| {
        c.is_control()
            || matches!(
                c,
                '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'..='\u{2069}' | '\u{feff}'
            )
    };
    !host.is_ascii() || url.chars().any(is_unseen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_is_not_http_is_refused_with_its_reason() {
        for (link, reason) in [
            ("javascript:alert(1)", "its scheme is `javascript`"),
            (" JavaScript:alert(1)", "it contains white space or control characters"),
            ("java\tscript:alert(1)", "it contains white space or control characters"),
            ("data:text/html,x", "its scheme is `data`"),
            ("vbscript:x", "its scheme is `vbscript`"),
            ("//host.example/p", "relative URL without a base"),
            ("http:host.example", "it lacks `//` after the scheme"),
            ("https://", "empty host"),
            (
                "https://ann@example.org/",
                "it names a user, whom every reader of an answer would see",
            ),
            ("", "relative URL without a base"),
        ] {
            let error = Source::parse(link).expect_err(link);
            assert_eq!(
                error.to_string(),
                format!(
                    "{link:?} is not a source: {reason}; a source is an absolute http or https URL"
                )
            );
        }
    }

    #[test]
    fn a_good_link_is_kept_to_the_letter() {
        let link = "https://example.org/p?a=1&b=\"two\"#part";
        assert_eq!(Source::parse(link).expect("a good link").url(), link);
    }
}
