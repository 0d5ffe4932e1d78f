//! Words for the numbers of debug information, and the operations that expressions consist of. Separate from metadata,
//! because these are DWARF's facts.

mod words;

use super::Dialect;
pub use crate::generated::dwarf::*;
pub(crate) use words::Operation;
pub use words::Words;

/// Returns true if LLVM 3.7 requires a file of a composite type with this tag: a class or a union.
pub(crate) fn needs_file(tag: u64) -> bool {
    const CLASS_TYPE: u64 = 0x02;
    const UNION_TYPE: u64 = 0x17;
    matches!(tag, CLASS_TYPE | UNION_TYPE)
}

// Operations with a meaning beyond their number.
const REG0: u64 = 0x50;
const BREG31: u64 = 0x8f;
const SWAP: u64 = 0x16;
const BIT_PIECE: u64 = 0x9d;
const STACK_VALUE: u64 = 0x9f;
const FRAGMENT: u64 = 0x1000;
const CONVERT: u64 = 0x1001;
const ENTRY_VALUE: u64 = 0x1003;
const ARGUMENT: u64 = 0x1005;

/// What a number of an expression is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// An operation.
    Operation,
    /// An operand of one.
    Operand,
    /// An operand that says how a number is encoded.
    Encoding,
}

/// Splits the numbers of an expression into the operations, and the fragment of the variable that the expression is
/// restricted to: the first bit and the number of bits.
pub fn split_fragment(dialect: Dialect, numbers: &[u64]) -> (&[u64], Option<[u64; 2]>) {
    let operation = match dialect {
        Dialect::Dxil37 => BIT_PIECE,
        Dialect::Modern => FRAGMENT,
    };
    match numbers {
        // The operand of another operation may be the same number.
        [rest @ .., known, first, bits]
            if *known == operation
                && elements(dialect, numbers)
                    .is_some_and(|all| all.get(rest.len()) == Some(&Element::Operation)) =>
        {
            (rest, Some([*first, *bits]))
        }
        _ => (numbers, None),
    }
}

/// What the numbers of an expression are; `None` where they are not operations with their operands, in an order that
/// LLVM takes.
pub fn elements(dialect: Dialect, numbers: &[u64]) -> Option<Vec<Element>> {
    let operations = match dialect {
        Dialect::Dxil37 => OPERATIONS_DXIL37,
        Dialect::Modern => OPERATIONS_MODERN,
    };
    let mut elements = Vec::with_capacity(numbers.len());
    // LLVM looks no further than an operation whose rest is of no account to it.
    let mut is_open = true;
    while let Some(number) = numbers.get(elements.len()) {
        let at = elements.len();
        let end = match operations.iter().find(|known| known.number == *number) {
            Some(operation) => at + 1 + operation.operands,
            None if is_open => return None,
            None => at + 1,
        };
        if end > numbers.len() {
            return None;
        }
        elements.push(Element::Operation);
        elements.resize(end, Element::Operand);
        if *number == CONVERT
            && let Some(last) = elements.last_mut()
        {
            *last = Element::Encoding;
        }
        if !is_open {
            continue;
        }
        let fits = match (dialect, *number) {
            // What all before it is about comes last.
            (Dialect::Dxil37, BIT_PIECE) | (Dialect::Modern, FRAGMENT) => end == numbers.len(),
            (Dialect::Modern, STACK_VALUE) => numbers.get(end).is_none_or(|next| *next == FRAGMENT),
            (Dialect::Modern, SWAP) => numbers.len() > 1,
            (Dialect::Modern, ENTRY_VALUE) => {
                let first = if numbers.starts_with(&[ARGUMENT, 0]) { 2 } else { 0 };
                is_open = false;
                at == first && numbers.get(at + 1) == Some(&1)
            }
            (Dialect::Modern, REG0..=BREG31) => {
                is_open = false;
                true
            }
            (Dialect::Dxil37 | Dialect::Modern, _) => true,
        };
        if !fits {
            return None;
        }
    }
    Some(elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_not_fragments() {
        const CONSTU: u64 = 0x10;
        const AND: u64 = 0x1a;
        let masked = [CONSTU, FRAGMENT, AND, STACK_VALUE];
        assert_eq!(split_fragment(Dialect::Modern, &masked), (&masked[..], None));
        let fragment = [CONSTU, FRAGMENT, AND, STACK_VALUE, FRAGMENT, 32, 16];
        assert_eq!(split_fragment(Dialect::Modern, &fragment), (&masked[..], Some([32, 16])));
        assert_eq!(split_fragment(Dialect::Dxil37, &[BIT_PIECE, 0, 8]), (&[][..], Some([0, 8])));
        assert_eq!(split_fragment(Dialect::Modern, &[]), (&[][..], None));
    }
}
