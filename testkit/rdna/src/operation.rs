//! What instructions compute, by their names of gfx1100: rows of functions of operands, in files by what operands are.
//! Separate from the interpreter, which gets and puts operands. What needs more than operands is not here.

mod compare;
mod convert;
mod float;
mod float_bits;
mod function;
mod integer;
mod packed;
mod scalar;

pub(crate) use float::{at as class_of, div_scale};
pub use function::Operation;
pub(crate) use packed::sum;

use crate::encoding::Encoding;

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
