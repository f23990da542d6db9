//! How large a chart may be, and what its numbers may look like: the viewer draws no more, since nobody could
//! tell the parts apart and a browser would need minutes. `viewer/render/charts.js` has the same numbers.

use serde_json::{Number, Value};

use super::{ChartSpec, Kind, NumberFormat};

/// The most charts of an answer.
pub(in crate::answer) const CHARTS: usize = 20;
const SERIES: usize = 50;
/// The most parts of a circle, or axes of a radar.
const PARTS: usize = 100;
/// The most values, of all series; of a line the viewer draws the peaks.
const VALUES: usize = 50_000;
/// The largest number, of either sign: where the range of an axis is infinite, Chart.js counts its ticks for ever.
const LARGEST: f64 = 1e100;
/// The most digits after the separator that every browser writes: the limit of ECMA-402 before its tenth edition.
const DIGITS: u64 = 20;

impl ChartSpec {
    /// Checks what the chart would have of a table of which it shows so many rows, before any of it is taken.
    pub(super) fn check_limits(&self, rows: usize) -> Result<(), String> {
        let (series, labels) =
            if self.across.is_empty() { (self.y.len(), rows) } else { (rows, self.across.len()) };
        let is_round = self.kind.has_label_colors() || self.kind == Kind::Radar;
        let too_many = |count: usize, noun: &str, most: usize, remedy: &str| {
            Err(format!("it has {count} {noun}, and {most} are the most that are drawn; {remedy}"))
        };
        if series > SERIES {
            return too_many(series, "series", SERIES, "take fewer columns or rows");
        }
        if is_round && labels > PARTS {
            return too_many(labels, "parts", PARTS, "take fewer, or draw bars");
        }
        if self.kind != Kind::Line && series * labels > VALUES {
            return too_many(series * labels, "values", VALUES, "take fewer, or draw lines");
        }
        self.number_format.as_ref().map_or(Ok(()), NumberFormat::check)
    }
}

/// Checks that a number is not too large to be drawn.
pub(super) fn check_number(number: &Number) -> Result<(), String> {
    match number.as_f64() {
        Some(value) if value.abs() > LARGEST => {
            Err(format!("it holds {number}, which is too large to be drawn"))
        }
        _ => Ok(()),
    }
}

impl NumberFormat {
    /// Checks that browsers take it: they throw at what they do not know, which would cost the chart.
    fn check(&self) -> Result<(), String> {
        if let Some(digits) = self.0.get("maximumFractionDigits").and_then(Value::as_u64)
            && digits > DIGITS
        {
            return Err(format!(
                "its numbers are to have {digits} decimals, and {DIGITS} are the most that every browser writes"
            ));
        }
        match self.0.get("currency").and_then(Value::as_str) {
            Some(code)
                if code.len() != 3 || !code.bytes().all(|byte| byte.is_ascii_alphabetic()) =>
            {
                Err(format!(
                    "its numbers are amounts of the currency {code:?}; a code of ISO 4217 has three letters, such as \"EUR\""
                ))
            }
            _ => Ok(()),
        }
    }
}
