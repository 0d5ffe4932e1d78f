//! What instructions compute, by their names of gfx1100: rows of functions of operands, in files by what operands are.
//! Separate from the interpreter, which gets and puts operands. What needs more than operands is not here.

mod compare;
mod convert;
mod float;
mod integer;
mod packed;
mod scalar;

pub(crate) use float::{at as class_of, div_scale};
pub(crate) use packed::sum;

use crate::table::Encoding;

/// What an operation computes.
#[derive(Debug, Clone, Copy)]
pub enum Operation {
    /// A result of bits of operands, for each lane.
    Lane(fn([u64; 3]) -> u64),
    /// A number that is cut to its bits or, if asked for, clamped to what they hold.
    Clamped {
        /// The number.
        of: fn([u64; 3]) -> i128,
        /// The smallest.
        low: i128,
        /// The largest.
        high: i128,
    },
    /// A bit, for each lane.
    Compare(fn([u64; 2]) -> bool),
    /// A scalar result of two operands and SCC, and what becomes of SCC.
    Scalar(fn(u64, u64, bool) -> (u64, Option<bool>)),
    /// What more is needed for.
    Other,
}

/// That of a name.
pub(crate) fn named(encoding: Encoding, name: &'static str) -> Operation {
    match encoding {
        Encoding::Sop1 | Encoding::Sop2 | Encoding::Sopc | Encoding::Sopk => scalar::named(name),
        Encoding::Vopc => compare::named(name),
        Encoding::Vop1 | Encoding::Vop2 | Encoding::Vop3 | Encoding::VopdX | Encoding::VopdY => {
            let short = name.replace("v_dual_", "v_");
            let short = short.strip_prefix("v_").unwrap_or(&short);
            let found =
                float::named(short).or_else(|| integer::named(short)).or_else(|| convert::named(short));
            found.unwrap_or(Operation::Other)
        }
        Encoding::Vop3p => packed::named(name.strip_prefix("v_").unwrap_or(name)).unwrap_or(Operation::Other),
        _ => Operation::Other,
    }
}

/// A float of 32 bits.
fn f(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// Its bits.
fn of_f(value: f32) -> u64 {
    value.to_bits().into()
}

/// A float of 64 bits.
fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// Its bits.
fn of_d(value: f64) -> u64 {
    value.to_bits()
}

/// A float of 16 bits.
fn h(bits: u64) -> f64 {
    crate::half::value(bits as u16)
}

/// The bits of the nearest one.
fn of_h(value: f64) -> u64 {
    crate::half::nearest(value).into()
}
