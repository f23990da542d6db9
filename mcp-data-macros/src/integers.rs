//! Writes literal integers with the type that holds them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprLit, Lit, LitInt, UnOp};

use crate::fragments;

/// Writes a value; a literal integer gets the suffix of a type that holds it.
///
/// Without one, rustc takes an integer whose type nothing says for an `i32`, and reports one that is too great for it.
pub(crate) fn widen(value: &Expr) -> TokenStream {
    match fragments::expr(value) {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => add_suffix(number, false),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            match fragments::expr(&unary.expr) {
                Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => {
                    let number = add_suffix(number, true);
                    quote!(-#number)
                }
                _ => quote!(#value),
            }
        }
        _ => quote!(#value),
    }
}

/// Writes a value like [`widen`], but leaves an integer that an `i32` holds as it is.
pub(crate) fn widen_beyond_32_bits(value: &Expr) -> TokenStream {
    let fits = |number: &LitInt| number.base10_parse::<i32>().is_ok();
    match fragments::expr(value) {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if !fits(number) => widen(value),
        Expr::Unary(unary) => match fragments::expr(&unary.expr) {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) if !fits(number) => widen(value),
            _ => quote!(#value),
        },
        _ => quote!(#value),
    }
}

/// Writes an integer with the suffix of a type that holds it, unless it has a suffix.
fn add_suffix(number: &LitInt, is_negative: bool) -> TokenStream {
    if !number.suffix().is_empty() {
        return quote!(#number);
    }
    let suffix = match number.base10_parse::<u128>() {
        Ok(value) if value <= i64::MAX as u128 + u128::from(is_negative) => "i64",
        Ok(value) if !is_negative && u64::try_from(value).is_ok() => "u64",
        Ok(_) if is_negative => "i128",
        _ => "u128",
    };
    let digits = number.base10_digits();
    let widened = LitInt::new(&format!("{digits}{suffix}"), number.span());
    quote!(#widened)
}
