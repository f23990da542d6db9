//! What may be said of a source: the rules for dates and licenses.

use chrono::{NaiveDate, NaiveTime};

use super::Source;
use crate::bounds::excerpt;

/// Why a detail of a source cannot be used as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` {problem}")]
pub struct DetailError {
    name: &'static str,
    problem: String,
}

impl DetailError {
    pub(super) fn blank(name: &'static str) -> Self {
        Self { name, problem: "is blank".to_owned() }
    }

    /// The detail's name: `modified`, `license`.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// Reads a date in the form that answers have: the date-time string format of ECMA-262, a part of ISO 8601
/// that every client can read. A year, a month, a date, or a date with a time and perhaps an offset.
///
/// Written so without a guess: the basic form (`20240711`), a blank for the `T`, offsets such as `+0100`
/// and `+01`, small letters. A time without an offset stays one: nobody knows its zone. A week (`2024-W10`)
/// is no date.
///
/// # Errors
///
/// If it is no such date.
pub(super) fn read_date(name: &'static str, text: &str) -> Result<String, DetailError> {
    if text.trim().is_empty() {
        return Err(DetailError::blank(name));
    }
    date_time(text.trim()).ok_or_else(|| DetailError {
        name,
        problem: format!(
            "is no date: {:?}; write a year, a month, a date or a time of ISO 8601, such as \"2024-07-11\" or \"2024-07-11T20:53:42Z\"",
            excerpt(text)
        ),
    })
}

/// Checks that a license is one that programs can follow: an [SPDX](https://spdx.org/licenses/) expression,
/// by its characters (the list of identifiers grows with every release), or a URL.
///
/// # Errors
///
/// If it is other text.
pub(super) fn check_license(text: &str) -> Result<(), DetailError> {
    const NAME: &str = "license";
    if text.trim().is_empty() {
        return Err(DetailError::blank(NAME));
    }
    let is_expression = text.contains(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || " .-+():".contains(c));
    if is_expression || Source::parse(text).is_ok() {
        return Ok(());
    }
    Err(DetailError {
        name: NAME,
        problem: format!(
            "is neither an SPDX identifier such as \"CC-BY-4.0\" nor a URL: {:?}",
            excerpt(text)
        ),
    })
}

fn date_time(text: &str) -> Option<String> {
    match text.split_once(['T', 't', ' ']) {
        None => date(text),
        Some((day, rest)) => {
            let day = date(day).filter(|day| day.len() == 10)?;
            let (time, zone) = rest.split_at(rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len()));
            Some(format!("{day}T{}{}", clock(time)?, offset(zone)?))
        }
    }
}

/// Returns whether a text has digits where `form` has a 0, and is as long.
fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(|(byte, form)| match form {
            b'0' => byte.is_ascii_digit(),
            sign => byte == sign,
        })
}

fn date(text: &str) -> Option<String> {
    let extended = if has_form(text, "00000000") {
        format!("{}-{}-{}", &text[..4], &text[4..6], &text[6..])
    } else {
        text.to_owned()
    };
    let form =
        ["0000", "0000-00", "0000-00-00"].into_iter().find(|form| has_form(&extended, form))?;
    let day = format!("{extended}{}", &"0000-01-01"[form.len()..]);
    NaiveDate::parse_from_str(&day, "%Y-%m-%d").ok().map(|_| extended)
}

/// Reads `20:53`, `20:53:42` or `20:53:42.88`, or the same without colons.
fn clock(text: &str) -> Option<String> {
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let whole = match whole.len() {
        4 if has_form(whole, "0000") => format!("{}:{}", &whole[..2], &whole[2..]),
        6 if has_form(whole, "000000") => {
            format!("{}:{}:{}", &whole[..2], &whole[2..4], &whole[4..])
        }
        _ => whole.to_owned(),
    };
    let has_seconds = has_form(&whole, "00:00:00");
    if !has_seconds && (!fraction.is_empty() || !has_form(&whole, "00:00")) {
        return None;
    }
    let digits = fraction.strip_prefix('.').unwrap_or("0");
    let is_fraction = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let padded = if has_seconds { whole.clone() } else { format!("{whole}:00") };
    let is_time = NaiveTime::parse_from_str(&padded, "%H:%M:%S").is_ok();
    (is_fraction && is_time).then(|| format!("{whole}{fraction}"))
}

/// Reads `Z`, `+01:00`, `+0100`, `+01`, or nothing.
fn offset(text: &str) -> Option<String> {
    if text.is_empty() || text.eq_ignore_ascii_case("z") {
        return Some(text.to_ascii_uppercase());
    }
    let (sign, zone) = text.split_at(1);
    let (hours, minutes) = if has_form(zone, "00:00") {
        (&zone[..2], &zone[3..])
    } else if has_form(zone, "0000") {
        zone.split_at(2)
    } else if has_form(zone, "00") {
        (zone, "00")
    } else {
        return None;
    };
    (hours < "24" && minutes < "60").then(|| format!("{sign}{hours}:{minutes}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_go_out_in_the_form_of_ecma_262() {
        for date in [
            "2018",
            "2018-10",
            "2018-10-04",
            "2016-02-29",
            "2018-10-04T12:00Z",
            "2018-10-04T12:00:00Z",
            "2018-10-04T23:59:60Z",
            "2018-10-04T12:00:00.5+02:00",
            "2018-10-04T12:00:00-11:59",
            // Python's `isoformat`, as CKAN writes it.
            "2024-07-11T20:53:42.882907",
        ] {
            assert_eq!(read_date("modified", date).as_deref(), Ok(date));
        }
        for (given, written) in [
            ("20240711", "2024-07-11"),
            (" 2024-07-11\n", "2024-07-11"),
            ("20240711T205342Z", "2024-07-11T20:53:42Z"),
            ("20240711T2053", "2024-07-11T20:53"),
            ("2024-07-11T20:53:42+0100", "2024-07-11T20:53:42+01:00"),
            ("2024-07-11 20:53:42.88-03", "2024-07-11T20:53:42.88-03:00"),
            ("2024-07-11t20:53:42z", "2024-07-11T20:53:42Z"),
        ] {
            assert_eq!(read_date("modified", given).as_deref(), Ok(written), "{given}");
        }
    }

    #[test]
    fn what_is_no_date_is_said() {
        for text in [
            "18",
            "2018-1",
            "2018-13",
            "2018-00",
            "2018-02-29",
            "201810",
            "2018-1-4",
            "04.10.2018",
            "+018-10-04",
            "2018-10-04-05",
            "2018-W40",
            "2018-277",
            "2018-Q4",
            "2018T12:00",
            "2018-10T12:00:00Z",
            "2018-10-04T",
            "2018-10-04T12",
            "2018-10-04T24:00:00Z",
            "2018-10-04T12:60Z",
            "2018-10-04T12:00:61Z",
            "2018-10-04T12:00:00.Z",
            "2018-10-04T12:00.5Z",
            "2018-10-04T12:00:00+24:00",
            "2018-10-04T12:00:00+02:60",
            "2018-10-04T12:00:00+2:00",
            "2018-10-04T12:00:00+02:00:00",
            "2018-10-04T1a:00:00Z",
            "2018-10-04T12:00:00Zx",
            "２０１８",
            "last year",
            "2018-10-04Tünf",
        ] {
            let error = read_date("retrieved", text).expect_err(text);
            assert_eq!(
                error.to_string(),
                format!(
                    "`retrieved` is no date: {text:?}; write a year, a month, a date or a time of ISO 8601, such as \"2024-07-11\" or \"2024-07-11T20:53:42Z\""
                )
            );
        }
        assert_eq!(read_date("modified", " "), Err(DetailError::blank("modified")));
    }

    #[test]
    fn a_license_is_an_spdx_expression_or_a_url() {
        for license in [
            "CC-BY-4.0",
            "MIT OR Apache-2.0",
            "(A AND B)",
            "LicenseRef-x:y",
            "GPL-2.0+",
            "https://a.example/terms",
        ] {
            assert_eq!(check_license(license), Ok(()), "{license}");
        }
        for license in [
            "dl-de/by-2-0",
            "License Ouverte / Open License",
            "© Crown copyright",
            "...",
            "free for all!",
            "ftp://a.example/_",
        ] {
            assert_eq!(
                check_license(license).expect_err(license).to_string(),
                format!(
                    "`license` is neither an SPDX identifier such as \"CC-BY-4.0\" nor a URL: {license:?}"
                )
            );
        }
        assert_eq!(check_license("").expect_err("blank").to_string(), "`license` is blank");
    }
}
