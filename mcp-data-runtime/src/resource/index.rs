//! The resources of a server, found by the normal form of their URIs.
//!
//! Clients do not send a URI back as it was listed: many read it into their language's type for URLs, which
//! lowercases the host, resolves `..` and escapes what is not ASCII. So one normal form is listed, and what
//! is asked for is brought into the same form before it is looked up.

use std::collections::{BTreeMap, btree_map::Entry};

use percent_encoding::percent_decode_str;
use url::Url;

use super::{Resource, Variables};
use crate::{bounds::repeated, wording};

/// What is said of a template that cannot be read as one.
const FORM: &str = "is not legal: a variable is a whole segment of the path, as in `years/{year}`, and its name is letters, digits and `_`";

/// All resources and templates of a server.
#[derive(Default)]
pub(crate) struct Resources {
    /// By normal form; that of a template has its variables in braces.
    by_uri: BTreeMap<String, Resource>,
    /// Leads from a URI to the template that it is one of.
    templates: matchit::Router<String>,
}

/// Why there is no resource under a URI; the text names the nearest one, or what is wrong with the value of
/// a template's variable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ResourceNotFound(String);

impl Resources {
    /// Returns the resources and templates with their URIs, in the order of these.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Resource)> {
        self.by_uri.iter().map(|(uri, resource)| (uri.as_str(), resource))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_uri.is_empty()
    }

    /// Adds a resource of the plugin of this name.
    ///
    /// # Errors
    ///
    /// What is wrong with it, for the author.
    pub(crate) fn add(&mut self, resource: Resource, plugin: &str) -> Result<(), String> {
        let is_unfit = |text: &str| text.chars().any(|c| c.is_whitespace() || c.is_control());
        let own = resource.uri.as_deref();
        if resource.name.is_empty() || (own.is_none() && is_unfit(&resource.name)) {
            return Err(format!(
                "the resource name {:?} is not legal: it is part of a URI, so it is not empty and has no white space",
                resource.name
            ));
        }
        let uri =
            own.map_or_else(|| format!("mcp://{plugin}/{}", resource.name), ToOwned::to_owned);
        let invalid = |wrong: &str| {
            format!(
                "the resource `{}` has an invalid URI {uri:?}: {wrong}; one is written `https://example.org/codes`",
                resource.name
            )
        };
        if is_unfit(&uri) {
            return Err(invalid("it has white space"));
        }
        let normal = if resource.is_template {
            let variables = template_variables(&uri)
                .map_err(|problem| format!("the URI template `{uri}` {problem}"))?;
            let normal = template_normal_form(&uri, &variables)
                .map_err(|error| invalid(&error.to_string()))?;
            self.add_template(&normal)
                .map_err(|problem| format!("the URI template `{uri}` {problem}"))?;
            normal
        } else {
            normal_form(&uri).map_err(|error| invalid(&error.to_string()))?
        };
        match self.by_uri.entry(normal) {
            Entry::Vacant(place) => {
                place.insert(resource);
                Ok(())
            }
            Entry::Occupied(taken) => {
                Err(format!("two resources have the URI `{}`; rename one", taken.key()))
            }
        }
    }

    fn add_template(&mut self, normal: &str) -> Result<(), String> {
        self.templates.insert(normal, normal.to_owned()).map_err(|error| match error {
            matchit::InsertError::Conflict { with } => {
                format!("stands for the same URIs as `{with}`; rename one")
            }
            _ => FORM.to_owned(),
        })
    }

    /// Finds the resource of a URI, and the values of the variables if it is one of a template's.
    ///
    /// # Errors
    ///
    /// There is none, or a value is one that no variable holds.
    pub(crate) fn find(&self, uri: &str) -> Result<(&Resource, Variables), ResourceNotFound> {
        let unknown = || self.unknown(uri);
        let normal = normal_form(uri).map_err(|_| unknown())?;
        if let Some(resource) = self.by_uri.get(&normal).filter(|resource| !resource.is_template) {
            return Ok((resource, Variables::new()));
        }
        let found = self.templates.at(&normal).map_err(|_| unknown())?;
        let resource = self.by_uri.get(found.value).ok_or_else(unknown)?;
        let mut variables = Variables::new();
        for (name, value) in found.params.iter() {
            // A segment of the path ends where a query or a fragment begins.
            if value.contains(['?', '#']) {
                return Err(unknown());
            }
            let value = variable_value(value).map_err(|wrong| {
                ResourceNotFound(format!(
                    "there is no resource `{}`; the value of its variable `{name}` {wrong}",
                    repeated(uri)
                ))
            })?;
            variables.insert(name.to_owned(), value);
        }
        Ok((resource, variables))
    }

    fn unknown(&self, uri: &str) -> ResourceNotFound {
        let shown = repeated(uri);
        let known = self.by_uri.keys().map(String::as_str);
        ResourceNotFound(match wording::nearest(uri, known.clone()) {
            Some(meant) => format!("there is no resource `{shown}`; did you mean `{meant}`?"),
            None if self.is_empty() => {
                format!("there is no resource `{shown}`; this server has none")
            }
            None => {
                format!(
                    "there is no resource `{shown}`; the resources are {}",
                    wording::list(known)
                )
            }
        })
    }
}

/// Returns the one form of all spellings of a URI: as browsers and clients parse it (WHATWG URL), and with its
/// escapes as RFC 3986, section 6.2.2, has them.
fn normal_form(uri: &str) -> Result<String, url::ParseError> {
    Ok(normalize_escapes(Url::parse(uri)?.as_str()))
}

/// Writes escapes with capital digits, and what needs no escape without one.
fn normalize_escapes(uri: &str) -> String {
    let mut parts = uri.split('%');
    let mut normal = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte {
            // `from_str_radix` takes a sign, which is no digit.
            Some(byte) if !part.starts_with('+') => {
                let c = char::from(byte);
                if c.is_ascii_alphanumeric() || "-._~".contains(c) {
                    normal.push(c);
                } else {
                    normal.push_str(&format!("%{byte:02X}"));
                }
                normal.push_str(&part[2..]);
            }
            _ => {
                normal.push('%');
                normal.push_str(part);
            }
        }
    }
    normal
}

/// Returns the names of a template's variables, in their order.
fn template_variables(template: &str) -> Result<Vec<&str>, String> {
    let mut names: Vec<&str> = Vec::new();
    for part in template.split('{').skip(1) {
        let (name, rest) = part.split_once('}').ok_or(FORM)?;
        // RFC 6570, section 2.3; its operators, such as `{?year}`, are not read here.
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_name) || rest.contains('}') {
            return Err(FORM.to_owned());
        }
        if names.contains(&name) {
            return Err(format!("has two variables of the name `{name}`; rename one"));
        }
        names.push(name);
    }
    if names.is_empty() {
        return Err("has no variable, such as `{year}`".to_owned());
    }
    Ok(names)
}

/// Returns the normal form of a template. Words that are nowhere else in it stand in for the variables
/// meanwhile, because a URL has no braces.
fn template_normal_form(template: &str, variables: &[&str]) -> Result<String, url::ParseError> {
    let mut word = "variable".to_owned();
    while template.to_ascii_lowercase().contains(&word) {
        word.push('x');
    }
    let stand_in = |index: usize| format!("{word}{index}z");
    let mut uri = template.to_owned();
    for (index, name) in variables.iter().enumerate() {
        uri = uri.replace(&format!("{{{name}}}"), &stand_in(index));
    }
    let mut normal = normal_form(&uri)?;
    for (index, name) in variables.iter().enumerate() {
        normal = normal.replace(&stand_in(index), &format!("{{{name}}}"));
    }
    Ok(normal)
}

/// How often a value is decoded to see what it hides.
const MAX_DECODINGS: usize = 3;

/// Decodes the value of a variable and checks that it keeps what [`Resource::template`] says; or else says
/// what is wrong with it.
///
/// Who gets the value may decode it again, or pass it to who does. So what it hides behind further escapes is
/// checked too.
fn variable_value(escaped: &str) -> Result<String, String> {
    let value = percent_decode_str(escaped).decode_utf8().map_err(|_| "is not UTF-8".to_owned())?;
    let mut shown = value.clone().into_owned();
    for _ in 0..MAX_DECODINGS {
        if let Some(wrong) = value_problem(&shown) {
            return Err(wrong);
        }
        let next = percent_decode_str(&shown).decode_utf8_lossy().into_owned();
        if next == shown {
            return Ok(value.into_owned());
        }
        shown = next;
    }
    Err(format!("is escaped more than {MAX_DECODINGS} times"))
}

fn value_problem(value: &str) -> Option<String> {
    match value {
        "" => return Some("is empty".to_owned()),
        "." | ".." => return Some(format!("is `{value}`, which leads to another folder")),
        _ => {}
    }
    let illegal = value.chars().find(|c| matches!(c, '/' | '\\') || c.is_control())?;
    Some(if illegal.is_control() {
        format!("contains the control character U+{:04X}", u32::from(illegal))
    } else {
        format!("contains `{illegal}`, which separates folders")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_a_uri_have_one_normal_form_which_is_its_own() {
        for (uri, normal) in [
            ("mcp://codes/código.md", "mcp://codes/c%C3%B3digo.md"),
            ("mcp://codes/c%c3%b3digo.md", "mcp://codes/c%C3%B3digo.md"),
            ("https://Example.org", "https://example.org/"),
            ("HTTPS://example.org:443", "https://example.org/"),
            ("https://example.org/a/../license", "https://example.org/license"),
            ("https://example.org/a/%2e%2E/license", "https://example.org/license"),
            ("https://münchen.example/%7Euser", "https://xn--mnchen-3ya.example/~user"),
            ("https://example.org/a%2fb?q=%c3%9f#%7e", "https://example.org/a%2Fb?q=%C3%9F#~"),
            ("mcp://codes/100%.md", "mcp://codes/100%.md"),
            ("mcp://codes/%+1%é", "mcp://codes/%+1%%C3%A9"),
            ("urn:isbn:%30", "urn:isbn:0"),
        ] {
            assert_eq!(normal_form(uri).as_deref(), Ok(normal), "{uri}");
            assert_eq!(normal_form(normal).as_deref(), Ok(normal), "{uri}");
        }
    }

    #[test]
    fn the_fixed_parts_of_a_template_have_the_normal_form_too() {
        for (template, normal) in [
            ("mcp://codes/años/{year}", "mcp://codes/a%C3%B1os/{year}"),
            ("https://Example.org/a/../{b}/é", "https://example.org/{b}/%C3%A9"),
            ("geo://{country}/places/{place}", "geo://{country}/places/{place}"),
            ("mcp://variable/{Variable}/variable0z", "mcp://variable/{Variable}/variable0z"),
        ] {
            let variables = template_variables(template).expect("variables");
            assert_eq!(template_normal_form(template, &variables).as_deref(), Ok(normal));
        }
    }

    #[test]
    fn a_variable_holds_text_and_never_a_way_to_another_folder() {
        for (escaped, value) in [
            ("2017", "2017"),
            ("K%C3%B6ln", "Köln"),
            ("a%20b", "a b"),
            ("...", "..."),
            (".hidden", ".hidden"),
            ("100%25", "100%"),
            ("50%25%20off", "50% off"),
            ("a%3Fb%23c", "a?b#c"),
            ("%25E9", "%E9"),
        ] {
            assert_eq!(variable_value(escaped), Ok(value.to_owned()), "{escaped}");
        }
        for (escaped, wrong) in [
            ("..%2F..%2Fetc%2Fpasswd", "contains `/`, which separates folders"),
            ("..%5Cwindows", "contains `\\`, which separates folders"),
            ("..%252Fetc", "contains `/`, which separates folders"),
            ("..%25255Cetc", "contains `\\`, which separates folders"),
            ("%252E%252e", "is `..`, which leads to another folder"),
            ("%252E", "is `.`, which leads to another folder"),
            ("..", "is `..`, which leads to another folder"),
            ("a%00.csv", "contains the control character U+0000"),
            ("a%2500", "contains the control character U+0000"),
            ("a%0D%0Ab", "contains the control character U+000D"),
            ("a%7F", "contains the control character U+007F"),
            ("a%C2%85", "contains the control character U+0085"),
            ("a%2525252541", "is escaped more than 3 times"),
            ("%FF", "is not UTF-8"),
            // `/` in two bytes, which UTF-8 forbids.
            ("%C0%AF", "is not UTF-8"),
            ("", "is empty"),
        ] {
            assert_eq!(variable_value(escaped), Err(wrong.to_owned()), "{escaped}");
        }
    }
}
