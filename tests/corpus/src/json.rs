//! JSON whose numbers keep the digits in which they were written.

use std::fmt;

/// A JSON value. Numbers are texts, so that `5`, `5.0` and `5e0` are three values.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, in the order of its members.
    Object(Vec<(String, Json)>),
}

/// What a number is, whatever its spelling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Exact {
    /// A whole number.
    Whole(i128),
    /// A whole number beyond 128 bits.
    Huge,
    /// A number with a fraction.
    Fraction,
}

impl Json {
    /// Returns a number from its digits.
    pub fn number(digits: impl ToString) -> Self {
        Self::Number(digits.to_string())
    }

    /// Returns a string.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Reads a JSON text.
    ///
    /// # Panics
    ///
    /// If the text is not JSON of the plain kind that cases are written in.
    pub fn parse(text: &str) -> Self {
        let mut parser = Parser { rest: text.trim() };
        let value = parser.value();
        assert!(parser.rest.trim().is_empty(), "not JSON: {text}");
        value
    }

    /// Returns whether two values are equal, where numbers count by value.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => match (exact(a), exact(b)) {
                (Exact::Whole(a), Exact::Whole(b)) => a == b,
                _ => a.parse::<f64>().ok() == b.parse::<f64>().ok(),
            },
            (Self::List(a), Self::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (Self::Object(a), Self::Object(b)) => {
                a.len() == b.len()
                    && a.iter().all(|(name, value)| {
                        b.iter().any(|(other, with)| other == name && value.same(with))
                    })
            }
            _ => self == other,
        }
    }
}

/// Reads a number of JSON without rounding.
///
/// # Panics
///
/// If the text is not a number.
pub fn exact(text: &str) -> Exact {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().expect("an exponent");
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_end_matches('0');
    if digits.is_empty() {
        return Exact::Whole(0);
    }
    let dropped = i64::try_from(all.len() - digits.len()).expect("a short number");
    let scale = exponent - i64::try_from(fraction.len()).expect("a short number") + dropped;
    let Ok(scale) = u32::try_from(scale) else { return Exact::Fraction };
    let value = digits.trim_start_matches('0').parse::<i128>().ok();
    let power = 10_i128.checked_pow(scale);
    match value.zip(power).and_then(|(value, power)| value.checked_mul(power)) {
        Some(value) => Exact::Whole(sign * value),
        None => Exact::Huge,
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(digits) => f.write_str(digits),
            Self::Text(text) => quote(f, text),
            Self::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    write!(f, "{comma}{item}")?;
                }
                f.write_str("]")
            }
            Self::Object(members) => {
                f.write_str("{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { "," })?;
                    quote(f, name)?;
                    write!(f, ":{value}")?;
                }
                f.write_str("}")
            }
        }
    }
}

fn quote(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            other if u32::from(other) < 0x20 => write!(f, "\\u{:04x}", u32::from(other))?,
            other => write!(f, "{other}")?,
        }
    }
    f.write_str("\"")
}

/// Reads the JSON of hand-written cases: no escapes but `\"` and `\\`.
struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self) -> Json {
        if self.eat("null") {
            Json::Null
        } else if self.eat("true") {
            Json::Bool(true)
        } else if self.eat("false") {
            Json::Bool(false)
        } else if self.eat("[") {
            let mut items = Vec::new();
            while !self.eat("]") {
                items.push(self.value());
                self.eat(",");
            }
            Json::List(items)
        } else if self.eat("{") {
            let mut members = Vec::new();
            while !self.eat("}") {
                let name = self.string();
                assert!(self.eat(":"), "a colon before {:?}", self.rest);
                members.push((name, self.value()));
                self.eat(",");
            }
            Json::Object(members)
        } else if self.rest.trim_start().starts_with('"') {
            Json::Text(self.string())
        } else {
            self.rest = self.rest.trim_start();
            let end = self.rest.find([',', ']', '}', ' ']).unwrap_or(self.rest.len());
            assert!(end > 0, "a value before {:?}", self.rest);
            let (digits, rest) = self.rest.split_at(end);
            self.rest = rest;
            Json::number(digits)
        }
    }

    fn string(&mut self) -> String {
        assert!(self.eat("\""), "a string before {:?}", self.rest);
        let mut text = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((index, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &self.rest[index + 1..];
                    return text;
                }
                '\\' => text.extend(characters.next().map(|(_, escaped)| escaped)),
                other => text.push(other),
            }
        }
        panic!("a string without an end: {:?}", self.rest)
    }
}
