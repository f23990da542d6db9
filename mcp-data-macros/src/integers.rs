//! Writes literal integers with the type that holds them.
//!
//! Where nothing says the type of an integer, rustc takes it for an `i32`, and reports one that is too great for it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprLit, Lit, LitInt, UnOp};

use crate::fragments;

/// The types from which one is chosen, each with the magnitudes of its least and its greatest value.
const TYPES: [(&str, u128, u128); 5] = [
    ("i32", 1 << 31, i32::MAX as u128),
    ("i64", 1 << 63, i64::MAX as u128),
    ("u64", 0, u64::MAX as u128),
    ("u128", 0, u128::MAX),
    ("i128", 1 << 127, i128::MAX as u128),
];

/// A literal integer without a suffix, and whether a minus stands before it.
struct Integer<'a> {
    literal: &'a LitInt,
    is_negative: bool,
}

impl<'a> Integer<'a> {
    fn parse(value: &'a Expr) -> Option<Self> {
        match fragments::expr(value) {
            Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) if literal.suffix().is_empty() => {
                Some(Self { literal, is_negative: false })
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                let positive = Self::parse(&unary.expr).filter(|integer| !integer.is_negative)?;
                Some(Self { is_negative: true, ..positive })
            }
            _ => None,
        }
    }

    /// Returns whether a type holds it.
    fn fits(&self, (_, least, most): &(&str, u128, u128)) -> bool {
        // What no type holds is left to rustc to report.
        let magnitude = self.literal.base10_parse::<u128>().unwrap_or(u128::MAX);
        magnitude <= if self.is_negative { *least } else { *most }
    }

    fn write(&self, suffix: &str) -> TokenStream {
        let digits = self.literal.base10_digits();
        let written = LitInt::new(&format!("{digits}{suffix}"), self.literal.span());
        if self.is_negative { quote!(-#written) } else { quote!(#written) }
    }
}

/// Writes a value; a literal integer gets the suffix of a type of 64 bits or more that holds it.
pub(crate) fn widen(value: &Expr) -> TokenStream {
    let Some(integer) = Integer::parse(value) else { return quote!(#value) };
    let (suffix, ..) =
        TYPES[1..].iter().find(|candidate| integer.fits(candidate)).unwrap_or(&TYPES[3]);
    integer.write(suffix)
}

/// Writes the elements of one array. Where all are literal integers and some are beyond 32 bits, all get the suffix of
/// a type that holds each of them; else another element says the type.
pub(crate) fn widen_list(values: &[Expr]) -> Vec<TokenStream> {
    let integers: Option<Vec<Integer<'_>>> = values.iter().map(Integer::parse).collect();
    let integers = integers.unwrap_or_default();
    let holds_all =
        |candidate: &&(&str, _, _)| integers.iter().all(|integer| integer.fits(candidate));
    match TYPES.iter().find(holds_all) {
        Some((suffix, ..)) if !integers.is_empty() && *suffix != "i32" => {
            integers.iter().map(|integer| integer.write(suffix)).collect()
        }
        _ => values.iter().map(|value| quote!(#value)).collect(),
    }
}
