//! What links, dates, licenses and names are: what is accepted here, the runtime accepts as well.
//!
//! Where both differ, this side is the stricter one: what needs encoding must be written encoded. Crate
//! `url`, by which the runtime judges, would be most of what this crate takes to build. Both sides are
//! tested with `tests/rules.tsv`, line by line.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Returns what is wrong with a name of a tool or an argument for clients: the rule that all of them share.
pub(crate) fn name_problem(name: &str) -> Option<String> {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let wrong = if name.is_empty() {
        "it is empty".to_owned()
    } else if let Some(c) = name.chars().find(|c| !legal(*c)) {
        format!("it contains {c:?}")
    } else if name.len() > 64 {
        format!("it has {} characters", name.len())
    } else {
        return None;
    };
    Some(wrong)
}

/// Returns why a link is not an absolute `http` or `https` URL.
pub(crate) fn link_problem(link: &str) -> Option<String> {
    if let Some(c) = link.chars().find(|c| c.is_whitespace() || c.is_control()) {
        return Some(format!("it contains {c:?}"));
    }
    if let Some(c) = link.chars().find(|c| !c.is_ascii() || "\"<>\\^`{|}".contains(*c)) {
        return Some(format!("it contains {c:?}, which must be percent-encoded"));
    }
    let Some((scheme, rest)) = link.split_once(':') else {
        return Some("it has no scheme".to_owned());
    };
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Some(format!("its scheme is `{scheme}`"));
    }
    let Some(rest) = rest.strip_prefix("//") else {
        return Some("it lacks `//` after the scheme".to_owned());
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Some("it names a user, whom every reader of an answer would see".to_owned());
    }
    host_problem(authority)
}

fn host_problem(authority: &str) -> Option<String> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((address, after)) if address.parse::<Ipv6Addr>().is_ok() => {
                let port = if after.is_empty() { Some("") } else { after.strip_prefix(':') };
                match port {
                    Some(port) => ("", port),
                    None => return Some("text follows its IPv6 address".to_owned()),
                }
            }
            _ => return Some("its host is no IPv6 address".to_owned()),
        },
        None => {
            let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
            if host.is_empty() {
                return Some("it has no host".to_owned());
            }
            (host, port)
        }
    };
    let mut labels: Vec<&str> = host.split('.').collect();
    // The root's dot at the end of a name.
    if labels.last() == Some(&"") {
        labels.pop();
    }
    let is_name = !authority.starts_with('[');
    if is_name && labels.contains(&"") {
        return Some("a part of its host is empty".to_owned());
    }
    if let Some(c) = host.chars().find(|c| !c.is_ascii_alphanumeric() && !"-._~".contains(*c)) {
        return Some(format!("its host contains {c:?}"));
    }
    if is_name && labels.iter().any(|label| has_prefix(label, "xn--")) {
        return Some(
            "a part of its host is an encoded name (`xn--…`), which only `Source::parse` can check"
                .to_owned(),
        );
    }
    // A browser reads a name that ends in a number, `0x1` too, as an IPv4 address.
    let is_number = |label: &&str| match label.get(2..) {
        Some(hex) if has_prefix(label, "0x") => hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
        _ => label.bytes().all(|byte| byte.is_ascii_digit()),
    };
    if is_name
        && labels.last().is_some_and(is_number)
        && labels.join(".").parse::<Ipv4Addr>().is_err()
    {
        return Some("its host is no IPv4 address".to_owned());
    }
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    if !is_port || (!port.is_empty() && port.parse::<u16>().is_err()) {
        return Some("its port is no number up to 65535".to_owned());
    }
    None
}

fn has_prefix(label: &str, prefix: &str) -> bool {
    label.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// Returns whether a text is a year, a month, a date, or a time with an offset.
pub(crate) fn is_date(text: &str) -> bool {
    match text.split_once('T') {
        Some((date, time)) => date.len() == 10 && is_day(date) && is_time(time),
        None => is_day(text),
    }
}

/// A number of exactly so many digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())?
}

fn is_day(date: &str) -> bool {
    let parts: Vec<&str> = date.split('-').collect();
    let (year, month, day) = match parts.as_slice() {
        [year] => (*year, "01", "01"),
        [year, month] => (*year, *month, "01"),
        [year, month, day] => (*year, *month, *day),
        _ => return false,
    };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2))
    else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// Hours, minutes and seconds, with or without a fraction, and an offset.
fn is_time(time: &str) -> bool {
    let clock = |text: &str, seconds: bool| {
        let parts: Vec<Option<u32>> = text.split(':').map(|part| digits(part, 2)).collect();
        match parts.as_slice() {
            [Some(hour), Some(minute)] => !seconds && *hour < 24 && *minute < 60,
            // 60 is a leap second.
            [Some(hour), Some(minute), Some(second)] => {
                seconds && *hour < 24 && *minute < 60 && *second <= 60
            }
            _ => false,
        }
    };
    let Some((time, zone)) = time.split_at_checked(8) else { return false };
    let zone = match zone.strip_prefix('.') {
        Some(fraction) => {
            let rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            if rest.len() == fraction.len() {
                return false;
            }
            rest
        }
        None => zone,
    };
    let is_zone =
        zone == "Z" || zone.strip_prefix(['+', '-']).is_some_and(|offset| clock(offset, false));
    clock(time, true) && is_zone
}

/// Returns whether a text is an SPDX expression by its characters, or a URL.
pub(crate) fn is_license(text: &str) -> bool {
    link_problem(text).is_none()
        || (text.chars().any(|c| c.is_ascii_alphanumeric())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || " .-+():".contains(c)))
}
