//! Numbers in the text: as fxc prints them, with more digits where fewer would not read back as the same bits.

use std::fmt::Write as _;

use arrayvec::ArrayVec;

use crate::instruction::Instruction;
use crate::opcode::Literal;
use crate::operand::{RegisterKind, halves};

const NEGATIVE_ZERO: u32 = 1 << 31;
/// The largest magnitude that fxc prints in decimal.
const DECIMAL: u32 = 10_000;

/// Appends one 32-bit word of an immediate value.
pub(crate) fn print(out: &mut String, word: u32, literal: Literal) {
    match literal {
        Literal::Int => print_int(out, word),
        Literal::Float => print_float(out, word),
        Literal::Guess if is_small(word) => print_int(out, word),
        Literal::Guess if f32::from_bits(word).is_normal() || word == NEGATIVE_ZERO => print_float(out, word),
        Literal::Guess => print_int(out, word),
    }
}

fn is_small(word: u32) -> bool {
    word.cast_signed().unsigned_abs() <= DECIMAL
}

fn print_int(out: &mut String, word: u32) {
    let _ = if is_small(word) { write!(out, "{}", word.cast_signed()) } else { write!(out, "0x{word:08x}") };
}

/// A float in decimal, always with a point or an exponent; what is no number in hexadecimal.
pub(crate) fn print_float(out: &mut String, word: u32) {
    let value = f32::from_bits(word);
    if !value.is_finite() {
        let _ = write!(out, "0x{word:08x}");
        return;
    }
    let start = out.len();
    let _ = write!(out, "{value:.6}");
    if out.get(start..).and_then(|text| text.parse().ok()).map(f32::to_bits) != Some(word) {
        out.truncate(start);
        print_shortest(out, value);
    }
}

/// The fewest digits that read back as the same bits.
fn print_shortest(out: &mut String, value: impl std::fmt::LowerExp + std::fmt::Display) {
    let start = out.len();
    let _ = write!(out, "{value:e}");
    let exponent =
        out.get(start..).and_then(|text| text.rsplit_once('e')).map(|(_, power)| power.parse::<i32>());
    // Fractions stay as they are read best; only far from one does an exponent help.
    if exponent.is_some_and(|power| power.is_ok_and(|power| (-10..10).contains(&power))) {
        out.truncate(start);
        let _ = write!(out, "{value}");
        if !out.get(start..).unwrap_or_default().contains('.') {
            out.push_str(".0");
        }
    }
}

/// Appends a 64-bit float, as fxc does with an `l` behind it.
pub(crate) fn print_double(out: &mut String, bits: u64) {
    let value = f64::from_bits(bits);
    if !value.is_finite() {
        let _ = write!(out, "0x{bits:016x}");
        return;
    }
    let start = out.len();
    let _ = write!(out, "{value:.6}");
    if out.get(start..).and_then(|text| text.parse().ok()).map(f64::to_bits) != Some(bits) {
        out.truncate(start);
        print_shortest(out, value);
    }
    out.push('l');
}

/// What [`parse`] takes.
pub(crate) const EXPECTED: &str = "a float, a 32-bit integer, or a bit pattern such as 0x3f800000";

/// The word that the text of one 32-bit value stands for: bits in hexadecimal, an integer, or a float.
pub(crate) fn parse(text: &str) -> Option<u32> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok();
    }
    // Without a point or an exponent it is none but an integer, however long.
    if !text.contains(|c: char| c == '.' || c.is_ascii_alphabetic()) {
        let integer = text.parse::<i64>().ok()?;
        return u32::try_from(integer).or_else(|_| i32::try_from(integer).map(i32::cast_unsigned)).ok();
    }
    parse_float(text)
}

/// The words of one number of an immediate operand: two of a 64-bit float, else one. What computes with floats takes
/// whole numbers as floats, and what computes with integers takes no fraction; all take `0x` and bits.
pub fn parse_literal(text: &str, instruction: &Instruction, operand: usize) -> Option<ArrayVec<u32, 2>> {
    if instruction.operands.get(operand)?.kind() == RegisterKind::IMMEDIATE64 {
        return parse_double(text).map(|bits| halves(bits).into());
    }
    let literal = instruction.opcode.row().map_or(Literal::Guess, |row| row.literal(operand));
    let is_bits = text.starts_with("0x");
    let word = match literal {
        Literal::Float if !is_bits => parse_float(text)?,
        Literal::Int if !is_bits && text.contains('.') => return None,
        Literal::Float | Literal::Int | Literal::Guess => parse(text)?,
    };
    Some(ArrayVec::from_iter([word]))
}

/// The bits of a float in decimal, with or without an `f` behind it. One that is too large is none: its bits would
/// be those of infinity.
pub(crate) fn parse_float(text: &str) -> Option<u32> {
    let digits = text.strip_suffix('f').unwrap_or(text);
    digits.parse().ok().filter(|value: &f32| value.is_finite()).map(f32::to_bits)
}

/// The bits of a 64-bit float, with or without an `l` behind it.
pub(crate) fn parse_double(text: &str) -> Option<u64> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    let digits = text.strip_suffix('l').unwrap_or(text);
    digits.parse().ok().filter(|value: &f64| value.is_finite()).map(f64::to_bits)
}
