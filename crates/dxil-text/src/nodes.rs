//! When a field of a node of debug information is left out, and how its flags are spelled. Separate because printer and
//! parser go by it; which fields there are, and how each is said, stands in the rows of [`dxil_ir::metadata::NODES`].

use dxil_ir::Dialect;
use dxil_ir::dwarf::Words;
use dxil_ir::metadata::{FieldText, NodeField, NodeRow, Shown};

use crate::print::numbers;

/// Fields of `DISubprogram` before LLVM 8, and the bits of `spFlags` that replace them.
pub(crate) const OLD_SUBPROGRAM_FLAGS: [(&[u8], u64); 3] =
    [(b"isLocal", 4), (b"isDefinition", 8), (b"isOptimized", 16)];

/// The fields of a node in the order of the text, with their places.
pub(crate) fn in_text(row: &'static NodeRow) -> impl Iterator<Item = (usize, &'static NodeField)> {
    row.text.iter().filter_map(|field| {
        let place = usize::from(*field);
        Some((place, row.fields.get(place)?))
    })
}

/// Whether the text says a field of a node; of strings, whether it `is_empty`.
pub(crate) fn is_said(field: &NodeField, fields: &[u64], place: usize, is_empty: bool) -> bool {
    let number = fields.get(place).copied().unwrap_or(0);
    let is_default = match field.text {
        FieldText::Text => is_empty,
        FieldText::Nodes => fields.len() <= place,
        FieldText::Node
        | FieldText::Plain
        | FieldText::String
        | FieldText::Size
        | FieldText::Bound
        | FieldText::BoundExpression
        | FieldText::Number
        | FieldText::Integer
        | FieldText::Signed
        | FieldText::Enumerator
        | FieldText::Flag
        | FieldText::Optional
        | FieldText::OptionalWord(_)
        | FieldText::Word(_)
        | FieldText::Flags(_)
        | FieldText::Rest => number == field.default,
    };
    match field.shown {
        Shown::Always => true,
        Shown::Never => false,
        Shown::NotDefault => !is_default,
        Shown::Unless { field, mask, is } => {
            !is_default || fields.get(usize::from(field)).copied().unwrap_or(0) & mask != is
        }
    }
}

/// Fields of several bits among flags: those bits. Of each, the words for it come before those for single bits.
const FIELDS_OF_FLAGS: [u64; 2] = [0b11, 0b11 << 16];
/// A type that is inherited from indirectly, which has no bit of its own.
const INDIRECT_VIRTUAL_BASE: u64 = 1 << 2 | 1 << 5;

/// Appends flags by their words, and as a number what has none.
pub(super) fn flags(out: &mut String, words: &Words, dialect: Dialect, flags: u64) {
    let words = words.of(dialect);
    let mut rest = flags;
    let mut separator = "";
    let mut add = |out: &mut String, word: &str| {
        out.push_str(std::mem::replace(&mut separator, " | "));
        out.push_str(word);
    };
    let find = |wanted: u64| words.iter().find(|(number, _)| *number == wanted).map(|(_, word)| *word);
    for bits in FIELDS_OF_FLAGS {
        // Only where several of its values have words is it a field.
        let is_field = words.iter().filter(|(number, _)| number & !bits == 0).count() > 1;
        if is_field
            && rest & bits != 0
            && let Some(word) = find(rest & bits)
        {
            add(out, word);
            rest &= !bits;
        }
    }
    if rest & INDIRECT_VIRTUAL_BASE == INDIRECT_VIRTUAL_BASE
        && let Some(word) = find(INDIRECT_VIRTUAL_BASE)
    {
        add(out, word);
        rest &= !INDIRECT_VIRTUAL_BASE;
    }
    for (bit, word) in words.iter().filter(|(number, _)| number.is_power_of_two()) {
        if rest & bit != 0 {
            add(out, word);
            rest &= !bit;
        }
    }
    if rest != 0 || flags == 0 {
        add(out, "");
        numbers::unsigned(out, rest);
    }
}
