//! Operands as floats, and floats as results. Separate because most files of functions convert them.

/// The 32-bit float with these bits.
pub(super) fn f(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The bits of a 32-bit float.
pub(super) fn of_f(value: f32) -> u64 {
    value.to_bits().into()
}

/// The 64-bit float with these bits.
pub(super) fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// The bits of a 64-bit float.
pub(super) fn of_d(value: f64) -> u64 {
    value.to_bits()
}

/// The value of a 16-bit float.
pub(super) fn h(bits: u64) -> f64 {
    crate::half::value(bits as u16)
}

/// The bits of the nearest 16-bit float.
pub(super) fn of_h(value: f64) -> u64 {
    crate::half::nearest(value).into()
}
