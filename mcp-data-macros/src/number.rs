//! Literal numbers, compared exactly: integers that no float holds, and floats that are no integers.

use std::cmp::Ordering;

use syn::{Expr, ExprLit, ExprRange, Lit, RangeLimits, UnOp};

use crate::fragments;

/// A number as it is written: `0.digits × 10^exponent`, without zeros at either end of the digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Returns the value of a literal number, signed or not; `None` for any other expression.
    pub(crate) fn of(expression: &Expr) -> Option<Self> {
        match fragments::expr(expression) {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => Self::parse(number.base10_digits()),
            Expr::Lit(ExprLit { lit: Lit::Float(number), .. }) => {
                Self::parse(number.base10_digits())
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                let mut number = Self::of(&unary.expr)?;
                number.is_negative = !number.is_negative && !number.digits.is_empty();
                Some(number)
            }
            _ => None,
        }
    }

    /// Makes a decimal of a count.
    pub(crate) fn from_count(count: usize) -> Option<Self> {
        Self::parse(&count.to_string())
    }

    fn parse(text: &str) -> Option<Self> {
        let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0');
        let zeros = i64::try_from(all.len() - digits.len()).ok()?;
        let digits = digits.trim_end_matches('0');
        let exponent = match digits {
            "" => 0,
            _ => {
                power.parse::<i64>().ok()?.checked_add(i64::try_from(whole.len()).ok()? - zeros)?
            }
        };
        Some(Self { is_negative: false, digits: digits.to_owned(), exponent })
    }

    /// Returns whether the number counts something: whole, and not below 0.
    pub(crate) fn is_count(&self) -> bool {
        let is_whole = i64::try_from(self.digits.len()).is_ok_and(|most| self.exponent >= most);
        !self.is_negative && is_whole
    }

    fn cmp_magnitude(&self, other: &Self) -> Ordering {
        let key = |number: &Self| (!number.digits.is_empty(), number.exponent);
        key(self).cmp(&key(other)).then_with(|| self.digits.cmp(&other.digits))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.cmp_magnitude(other),
            (true, true) => other.cmp_magnitude(self),
            (is_less, _) => {
                if is_less {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns whether a number is within a range; `None` if a bound is no literal and could be anything.
pub(crate) fn contains(range: &ExprRange, value: &Decimal) -> Option<bool> {
    let is_half_open = matches!(range.limits, RangeLimits::HalfOpen(_));
    let from_start = match &range.start {
        Some(start) => Decimal::of(start)? <= *value,
        None => true,
    };
    let to_end = match &range.end {
        Some(end) => match value.cmp(&Decimal::of(end)?) {
            Ordering::Less => true,
            Ordering::Equal => !is_half_open,
            Ordering::Greater => false,
        },
        None => true,
    };
    Some(from_start && to_end)
}
