//! Expressions of debug information in the words of either dialect: some operations have other numbers and operands.
//! LLVM 3.7 adds, subtracts, reads, and names bits of a variable. Separate because the change of dialect needs both
//! ways.

use crate::Dialect;
use crate::dwarf::split_fragment;

// Operations of DWARF and LLVM.
const DEREF: u64 = 0x06;
const CONSTU: u64 = 0x10;
const MINUS: u64 = 0x1c;
const PLUS: u64 = 0x22;
const PLUS_UCONST: u64 = 0x23;
const BIT_PIECE: u64 = 0x9d;
const STACK_VALUE: u64 = 0x9f;
const FRAGMENT: u64 = 0x1000;
const CONVERT: u64 = 0x1001;
/// DWARF encodings of values that zero extension preserves.
const BOOLEAN: u64 = 0x02;
const UNSIGNED: u64 = 0x07;

/// What an expression of LLVM 3.7 is today.
pub(super) fn renewed(old: &[u64]) -> Vec<u64> {
    let (operations, fragment) = split_fragment(Dialect::Dxil37, old);
    // LLVM 3.7 states a read of memory first, modern LLVM states it last.
    let unread = without_deref(operations);
    let mut new = Vec::with_capacity(old.len());
    let mut rest = unread.unwrap_or(operations);
    while let Some(operation) = rest.first().copied() {
        let size = match operation {
            CONSTU | MINUS | PLUS => 2,
            _ => 1,
        };
        let (operation, behind) = rest.split_at(size.min(rest.len()));
        match operation {
            [PLUS, operands @ ..] => {
                new.push(PLUS_UCONST);
                new.extend(operands);
            }
            [MINUS, operands @ ..] => {
                new.push(CONSTU);
                new.extend(operands);
                new.push(MINUS);
            }
            other => new.extend(other),
        }
        rest = behind;
    }
    new.extend(unread.map(|_| DEREF));
    new.extend(fragment.into_iter().flat_map(|[first, bits]| [FRAGMENT, first, bits]));
    new
}

/// The expression of a variable that is a constant.
pub(super) fn constant(number: u64) -> [u64; 3] {
    [CONSTU, number, STACK_VALUE]
}

/// An expression without the read that it begins with.
pub(super) fn without_deref(expression: &[u64]) -> Option<&[u64]> {
    expression.split_first().filter(|(first, _)| **first == DEREF).map(|(_, rest)| rest)
}

/// Returns an expression without a zero extension of the value of a variable: `bool` variables in clang's code are
/// described by `i1` values. LLVM 3.7 has no operation for it, and the type of the variable has the size.
fn without_extension(expression: &[u64]) -> &[u64] {
    match expression {
        [CONVERT, from, BOOLEAN | UNSIGNED, CONVERT, to, BOOLEAN | UNSIGNED, STACK_VALUE, rest @ ..]
            if from <= to && matches!(rest, [] | [FRAGMENT, _, _]) =>
        {
            rest
        }
        [STACK_VALUE, rest @ ..] if matches!(rest, [] | [FRAGMENT, _, _]) => rest,
        _ => expression,
    }
}

/// Returns the fragment at the end of an expression, in LLVM 3.7's form.
pub(super) fn old_fragment(new: &[u64]) -> Vec<u64> {
    let (_, fragment) = split_fragment(Dialect::Modern, new);
    fragment.map_or(Vec::new(), |[first, bits]| vec![BIT_PIECE, first, bits])
}

/// What an expression of today is in LLVM 3.7; nothing where LLVM 3.7 has no operation for it.
pub(super) fn old(new: &[u64]) -> Option<Vec<u64>> {
    let mut old = Vec::with_capacity(new.len());
    let mut piece = None;
    let mut is_read = false;
    let mut rest = without_extension(new);
    while let Some((operation, behind)) = rest.split_first() {
        // Nothing comes behind a piece, and what is read is read last.
        if piece.is_some() || is_read && *operation != FRAGMENT {
            return None;
        }
        rest = match (*operation, behind) {
            (DEREF, behind) => {
                is_read = true;
                behind
            }
            (PLUS_UCONST, [number, behind @ ..]) | (CONSTU, [number, PLUS, behind @ ..]) => {
                old.extend([PLUS, *number]);
                behind
            }
            (CONSTU, [number, MINUS, behind @ ..]) => {
                old.extend([MINUS, *number]);
                behind
            }
            (FRAGMENT, [first, bits, behind @ ..]) => {
                piece = Some([BIT_PIECE, *first, *bits]);
                behind
            }
            _ => return None,
        };
    }
    if is_read {
        // It is said first that an address is read.
        old.insert(0, DEREF);
    }
    old.extend(piece.into_iter().flatten());
    Some(old)
}

/// The constant that the expression of a global variable is.
pub(super) fn constant_of(expression: &[u64]) -> Option<u64> {
    match expression {
        [CONSTU, number, STACK_VALUE] => Some(*number),
        _ => None,
    }
}
