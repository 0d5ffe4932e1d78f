//! The bits of bit fields in an integer: each begins where the one before it ends. Separate because the annotation has
//! widths only, which may be anything in a file.

use dx_container::enums::{VariableClass, VariableType};
use dxil::shader::FieldProperties;

use crate::Type;

/// The first bit and the width of each bit field of an integer that has so many bytes; `None` where it is not an
/// integer, a width is missing or 0, or the bits do not suffice.
pub(super) fn ranges(bit_fields: &[FieldProperties], integer: &Type, bytes: u32) -> Option<Vec<(u32, u32)>> {
    let integers = [
        VariableType::BOOL,
        VariableType::INT,
        VariableType::UINT,
        VariableType::INT16,
        VariableType::UINT16,
        VariableType::INT64,
        VariableType::UINT64,
    ];
    let is_integer = integer.class == VariableClass::SCALAR && integers.contains(&integer.kind);
    if !is_integer || integer.elements != 0 {
        return None;
    }
    let (bits, mut first) = (bytes.checked_mul(8)?, 0_u32);
    let mut ranges = Vec::new();
    for field in bit_fields {
        let width = *field.bit_field_width().filter(|width| **width != 0)?;
        let end = first.checked_add(width).filter(|end| *end <= bits)?;
        ranges.push((first, width));
        first = end;
    }
    Some(ranges)
}
