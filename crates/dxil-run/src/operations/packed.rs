//! The operations on four bytes in a word: products, and bytes to integers and back. Sums wrap.

use dxil::ops::Opcode;

use super::semantics::Semantics::{self, Map3, MapN};
use crate::instruction::Scalar;
use crate::lanes::{self, Lanes, cut, extend, map1, map2, map3};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, scalar: Scalar) -> Option<Semantics> {
    Some(match (opcode, scalar) {
        (Opcode::DOT4_ADD_I8_PACKED, Scalar::I32) => Map3(|sum, a, b| {
            map3(sum, a, b, |sum, a, b| {
                let product = |at| (extend(a >> at, 8) * extend(b >> at, 8)).cast_unsigned();
                [0, 8, 16, 24].into_iter().fold(sum, |sum, at| sum.wrapping_add(product(at)))
            })
        }),
        (Opcode::DOT4_ADD_U8_PACKED, Scalar::I32) => Map3(|sum, a, b| {
            map3(sum, a, b, |sum, a, b| {
                let product = |at| cut(a >> at, 8) * cut(b >> at, 8);
                [0, 8, 16, 24].into_iter().fold(sum, |sum, at| sum.wrapping_add(product(at)))
            })
        }),
        (Opcode::PACK4X8, Scalar::I16) => MapN(pack::<16>),
        (Opcode::PACK4X8, Scalar::I32) => MapN(pack::<32>),
        (Opcode::UNPACK4X8, Scalar::I16) => MapN(unpack::<16>),
        (Opcode::UNPACK4X8, Scalar::I32) => MapN(unpack::<32>),
        _ => return None,
    })
}

/// DXC's `PackMode::UClamp`; all but this and the next one take the low bits.
const PACK_UNSIGNED: u32 = 1;
/// DXC's `PackMode::SClamp`.
const PACK_SIGNED: u32 = 2;
/// DXC's `UnpackMode::Signed`.
const UNPACK_SIGNED: u32 = 1;

/// Four integers with signs to four bytes: the low bits, or the nearest byte.
fn pack<const BITS: u32>(from: &[Lanes], to: &mut [Lanes]) {
    let ([mode, parts @ ..], [to]) = (from, to) else { return };
    *to = lanes::ZERO;
    for (at, part) in [0, 8, 16, 24].into_iter().zip(parts) {
        let bytes = map2(mode, part, |mode, part| {
            let number = extend(part, BITS);
            let number = match mode {
                PACK_UNSIGNED => number.clamp(0, 255),
                PACK_SIGNED => number.clamp(-128, 127),
                _ => number,
            };
            cut(number.cast_unsigned(), 8) << at
        });
        *to = map2(to, &bytes, |word, byte| word | byte);
    }
}

/// Four bytes to four integers, with the sign of the byte or without.
fn unpack<const BITS: u32>(from: &[Lanes], to: &mut [Lanes]) {
    let [mode, word] = from else { return };
    for (at, to) in [0, 8, 16, 24].into_iter().zip(to) {
        let bytes = map1(word, |word| cut(word >> at, 8));
        *to = map2(mode, &bytes, |mode, byte| {
            if mode == UNPACK_SIGNED { cut(extend(byte, 8).cast_unsigned(), BITS) } else { byte }
        });
    }
}
