//! The readers of settings. Their messages name the variable and say what it takes.

#[cfg(feature = "cli")]
pub(super) use self::flags::*;

/// Reads a host under which HTTP may be called.
pub(super) fn allowed_host(text: &str) -> Result<String, String> {
    let wrong = "MCP_ALLOWED_HOSTS takes host names, with or without port, separated by commas: tools.example.org,10.0.0.7:8063";
    let text = text.trim();
    // A URL is what people paste; the name in it is what the `Host` header holds.
    let is_host = !text.is_empty()
        && !text.contains(['/', '*', '@', ' '])
        && url::Url::parse(&format!("http://{text}/")).is_ok();
    if is_host { Ok(text.to_ascii_lowercase()) } else { Err(wrong.to_owned()) }
}

/// Reads an origin as a browser writes it into the header `Origin`: of web pages in the form of RFC 6454,
/// section 6.2; of extensions and apps to the letter, because each program has its own form.
pub(super) fn allowed_origin(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.contains('*') {
        return Err(format!(
            "MCP_ALLOWED_ORIGINS takes each origin by itself, not {text:?}: no pattern with `*` is read, and a server open to all pages would answer pages that its user never meant"
        ));
    }
    let wrong = "MCP_ALLOWED_ORIGINS takes origins, scheme and host, separated by commas: https://app.example.org, vscode-webview://0a1b2c or null";
    origin(text).ok_or_else(|| wrong.to_owned())
}

fn origin(text: &str) -> Option<String> {
    // That of pages without one, such as a local file.
    if text == "null" {
        return Some(text.to_owned());
    }
    let (scheme, host) = text.split_once("://")?;
    let url = url::Url::parse(text).ok()?;
    let is_bare = matches!(url.path(), "" | "/")
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    if !is_bare {
        return None;
    }
    if matches!(url.scheme(), "http" | "https") {
        return Some(url.origin().ascii_serialization());
    }
    let host = host.strip_suffix('/').unwrap_or(host);
    let is_plain = !host.is_empty() && host.chars().all(|c| c.is_ascii_graphic());
    is_plain.then(|| format!("{scheme}://{host}"))
}

#[cfg(feature = "cli")]
mod flags {
    use std::{ffi::OsStr, str::FromStr};

    use clap::{Arg, Command, Error, builder::TypedValueParser, error::ErrorKind};

    use crate::serve::settings::Secret;

    /// Defines readers of whole numbers within bounds.
    macro_rules! numbers {
        ($($name:ident: $type:ty = $variable:literal, $what:literal, $least:literal to $most:expr;)*) => {$(
            pub(in crate::serve) fn $name(text: &str) -> Result<$type, String> {
                within(text, $least..=$most)
                    .ok_or_else(|| format!("{} takes {} from {} to {}", $variable, $what, $least, $most))
            }
        )*};
    }

    numbers! {
        port: u16 = "MCP_PORT", "a port number", 0 to u16::MAX;
        call_timeout_secs: u64 = "MCP_CALL_TIMEOUT_SECS", "a number of seconds", 1 to 86_400;
        max_concurrent_calls: usize = "MCP_MAX_CONCURRENT_CALLS", "a number of calls", 1 to 100_000;
        max_body_bytes: usize = "MCP_MAX_BODY_BYTES", "a number of bytes", 1024 to 1 << 30;
        model_rows: usize = "MCP_MODEL_ROWS", "a number of rows", 0 to 1_000_000;
        max_rows: usize = "MCP_MAX_ROWS", "a number of rows", 1 to 10_000_000;
    }

    fn within<T: FromStr + PartialOrd>(
        text: &str,
        range: std::ops::RangeInclusive<T>,
    ) -> Option<T> {
        text.trim().parse().ok().filter(|number| range.contains(number))
    }

    pub(in crate::serve) fn mirror_text(text: &str) -> Result<bool, String> {
        switch("MCP_MIRROR_TEXT", text)
    }

    #[cfg(feature = "viewer")]
    pub(in crate::serve) fn preview(text: &str) -> Result<bool, String> {
        switch("MCP_PREVIEW", text)
    }

    pub(in crate::serve) fn client_renders(text: &str) -> Result<bool, String> {
        switch("MCP_CLIENT_RENDERS", text)
    }

    fn switch(variable: &str, text: &str) -> Result<bool, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "1" | "true" | "yes" | "on" => Ok(true),
            "0" | "false" | "no" | "off" => Ok(false),
            _ => Err(format!("{variable} takes true or false")),
        }
    }

    pub(in crate::serve) fn host(text: &str) -> Result<String, String> {
        let text = text.trim();
        if text.is_empty() || text.contains([' ', '/']) {
            return Err(
                "MCP_HOST takes an address or a host name, without port: 127.0.0.1, 0.0.0.0, ::1"
                    .to_owned(),
            );
        }
        Ok(text.trim_matches(['[', ']']).to_owned())
    }

    /// Reads the bearer token. Where clap's own readers fail, its error shows the value; this one's never does.
    ///
    /// White space around a token is not part of it: a file or a secret manager ends it with a line break.
    #[derive(Clone)]
    pub(in crate::serve) struct TokenParser;

    impl TypedValueParser for TokenParser {
        type Value = Secret;

        fn parse_ref(
            &self,
            command: &Command,
            _: Option<&Arg>,
            value: &OsStr,
        ) -> Result<Secret, Error> {
            let token = value.to_str().map(str::trim).unwrap_or_default();
            if !token.is_empty() && token.chars().all(|c| c.is_ascii_graphic()) {
                return Ok(Secret::new(token));
            }
            let text = "MCP_BEARER_TOKEN takes a token of ASCII letters, digits and signs, without blanks; the value given is not shown, for it is secret\n";
            Err(Error::raw(ErrorKind::ValueValidation, text).with_cmd(command))
        }
    }
}
