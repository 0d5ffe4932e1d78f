//! Assembly of loaded components into the registers that a body expects: moves, packing of components of less than 32
//! bits, defaults for missing components. Separate because it follows all loads, of whatever kind.

use super::attribute::{Attribute, Piece};
use crate::isa::encode::{Assembler, Vgpr};
use crate::isa::{V_AND_B32, V_LSHRREV_B32, V_MOV_B32, V_OR_B32, V_PERM_B32};

/// Byte selector of `v_perm_b32`: zero.
const BYTE_ZERO: u32 = 0x0c;
/// Byte selector of `v_perm_b32`: byte 0 of the first source; bytes of the second source are 0 to 3.
const BYTE_OF_FIRST: u32 = 4;

/// Assembles the registers of one value.
pub(super) fn assemble(code: &mut Assembler, attribute: &Attribute<'_>) {
    let pieces = attribute.pieces.get(..attribute.count).unwrap_or_default();
    let per_register = (32 / attribute.bits) as usize;
    for (number, pieces) in (0..).zip(pieces.chunks(per_register)) {
        let result = attribute.result.plus(number);
        match pieces {
            [Piece::Register(register, _)] if attribute.bits == 32 => {
                if *register != result {
                    code.vop1(&V_MOV_B32, result, Some((*register).into()));
                }
            }
            pieces => pack(code, result, pieces, attribute.bits),
        }
    }
}

/// Packs pieces of less than 32 bits, or a constant of any width; bits above are zero. Loads of halves keep the other
/// half of a register, so that it is always masked or overwritten.
fn pack(code: &mut Assembler, result: Vgpr, pieces: &[Piece], bits: u32) {
    let bytes = bits / 8;
    let mut constant = 0;
    // What is packed so far, and how many bytes of it count.
    let mut packed: Option<Packed> = None;
    for (position, piece) in (0..).step_by(bytes as usize).zip(pieces) {
        match (*piece, packed) {
            (Piece::Constant(value), _) => constant |= value << (8 * position),
            (Piece::Register(register, high), None) => {
                packed = Some(Packed { register, byte: if high { bytes } else { 0 }, bytes });
            }
            (Piece::Register(register, high), Some(before)) => {
                let byte = if high { bytes } else { 0 };
                let in_place = before.byte == 0 && before.register == register && byte == before.bytes;
                if !in_place || register != result || position + bytes < 4 {
                    before.join(code, result, register, byte, bytes);
                }
                packed = Some(Packed { register: result, byte: 0, bytes: before.bytes + bytes });
            }
        }
    }
    match packed {
        None => return code.vop1(&V_MOV_B32, result, Some(constant.into())),
        Some(only) if only.bytes == bytes => only.extract(code, result),
        Some(_) => {}
    }
    if constant != 0 {
        code.vop2(&V_OR_B32, result, constant.into(), result);
    }
}

/// Consecutive bytes of a register.
#[derive(Clone, Copy)]
struct Packed {
    register: Vgpr,
    byte: u32,
    bytes: u32,
}

impl Packed {
    /// Appends the instruction that puts `bytes` of `other` above these bytes, and zeros above those.
    fn join(self, code: &mut Assembler, result: Vgpr, other: Vgpr, byte: u32, bytes: u32) {
        let mut selector = 0;
        for position in (0..4).rev() {
            let source = if position < self.bytes {
                self.byte + position
            } else if position < self.bytes + bytes {
                BYTE_OF_FIRST + byte + position - self.bytes
            } else {
                BYTE_ZERO
            };
            selector = selector << 8 | source;
        }
        code.vop3(&V_PERM_B32, result, [other.into(), self.register.into(), selector.into()]);
    }

    /// Appends the instruction that clears the bits above.
    fn extract(self, code: &mut Assembler, result: Vgpr) {
        if self.byte == 0 {
            let mask = (1_u32 << (8 * self.bytes)) - 1;
            code.vop2(&V_AND_B32, result, mask.into(), self.register);
        } else {
            code.vop2(&V_LSHRREV_B32, result, (8 * self.byte).into(), self.register);
        }
    }
}
