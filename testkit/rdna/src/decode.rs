//! Words to instructions. `decode/` has an encoding's fields, file by file.

mod memory;
mod vector;
mod words;

use crate::fault::Result;
use crate::instruction::{Fields, Instruction, Source};
use crate::table::{Encoding, Generation, Row};
use words::{Words, bits, with_literal};

/// The instruction at a word of code.
///
/// # Errors
///
/// Opcodes that have no row, code that ends.
pub fn decode(generation: Generation, code: &[u32], first: usize) -> Result<Instruction> {
    let mut words = Words::new(generation, code, first);
    let word = words.next()?;
    let (row, fields) = match word >> 26 {
        _ if word >> 31 == 0 => vector::short(&mut words, word)?,
        0b11_0010 if generation.is_gfx11() => vector::dual(&mut words, word)?,
        0b11_0010 => vector::interpolated(&mut words, word)?,
        0b11_0011 => vector::packed(&mut words, word)?,
        0b11_0101 => vector::long(&mut words, word)?,
        0b11_0110 => memory::lds(&mut words, word)?,
        0b11_0111 => memory::flat(&mut words, word)?,
        0b11_1000 => memory::untyped(&mut words, word)?,
        0b11_1010 => memory::typed(&mut words, word)?,
        0b11_1100 => memory::image(&mut words, word)?,
        0b11_1101 => memory::scalar(&mut words, word)?,
        0b11_1110 => memory::export(&mut words, word)?,
        prefix if prefix >> 4 == 0b10 => scalar(&mut words, word)?,
        prefix => return Err(words.unknown("no encoding", prefix)),
    };
    Ok(Instruction { row, offset: first as u64 * 4, words: words.taken() as u32, fields })
}

fn scalar(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let destination = bits(word, 22, 16) as u16;
    let (encoding, opcode) = match bits(word, 29, 23) {
        0b111_1101 => (Encoding::Sop1, bits(word, 15, 8)),
        0b111_1110 => (Encoding::Sopc, bits(word, 22, 16)),
        0b111_1111 => (Encoding::Sopp, bits(word, 22, 16)),
        opcode if opcode >> 5 == 0b11 => (Encoding::Sopk, bits(word, 27, 23)),
        opcode => (Encoding::Sop2, opcode),
    };
    let row = words.row(encoding, opcode)?;
    if matches!(encoding, Encoding::Sopk | Encoding::Sopp) {
        let literal = if row.name == "s_setreg_imm32_b32" { words.next()? } else { 0 };
        return Ok((row, Fields::Immediate { destination, value: word as u16, literal }));
    }
    let mut sources = [Source::new(word & 0xff), Source::new(bits(word, 15, 8))];
    if encoding == Encoding::Sop1 {
        sources[1] = Source::default();
    }
    with_literal(words, &mut sources)?;
    Ok((row, Fields::Scalar { destination, sources }))
}
