//! Vector operations: VOP1, VOP2, VOPC, VOP3, VOP3P, VOPD, and the words of DPP and SDWA behind them.

use super::words::{Words, bit, bits, with_literal};
use crate::fault::Result;
use crate::instruction::{Crossing, Fields, Form, Interpolation, LITERAL, Source, VCC, VECTOR, Vector};
use crate::table::{Encoding, Row, Type};

const DPP8: u16 = 233;
const DPP8_INACTIVE: u16 = 234;
const SDWA: u16 = 249;
const DPP16: u16 = 250;

const PLAIN: Vector = Vector {
    form: Form::Short,
    destination: 0,
    high: false,
    second: VCC,
    sources: [Source { code: 0, literal: 0, high: false }; 3],
    negate: 0,
    absolute: 0,
    select: 0,
    select_high: 0,
    negate_high: 0,
    clamp: false,
    scale: 0,
    crossing: Crossing::None,
};

/// VOP1, VOP2 and VOPC in a word, with what may follow it.
pub(super) fn short(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let (row, count) = match bits(word, 30, 25) {
        0b11_1110 => (words.row(Encoding::Vopc, bits(word, 24, 17))?, 2),
        0b11_1111 => (words.row(Encoding::Vop1, bits(word, 16, 9))?, 1),
        opcode => (words.row(Encoding::Vop2, opcode)?, 2),
    };
    let mut vector = Vector { destination: VECTOR + bits(word, 24, 17) as u16, ..PLAIN };
    vector.sources[0] = Source::new(word & 0x1ff);
    if count == 2 {
        vector.sources[1] = Source::new(VECTOR.into()).plus(bits(word, 16, 9));
    }
    match row.result() {
        Type::Mask => vector.destination = VCC,
        Type::Scalar => vector.destination = bits(word, 24, 17) as u16,
        _ => {}
    }
    crossing(words, row, &mut vector, Form::Short)?;
    constants(words, row, &mut vector)?;
    if row.sources().last() == Some(&Type::Mask) {
        vector.sources[2] = Source::new(VCC.into());
    }
    if words.generation().is_gfx11() {
        halves(row, &mut vector);
    }
    Ok((row, Fields::Vector(vector)))
}

/// The constant of `fmaak` and `fmamk`, which is a source, and that of any other operation.
fn constants(words: &mut Words<'_>, row: &Row, vector: &mut Vector) -> Result<()> {
    let constant = Source::new(LITERAL.into());
    if row.name.contains("fmaak") || row.name.contains("madak") {
        vector.sources[2] = constant;
    } else if row.name.contains("fmamk") || row.name.contains("madmk") {
        vector.sources[2] = vector.sources[1];
        vector.sources[1] = constant;
    }
    with_literal(words, &mut vector.sources)
}

/// Of gfx11 the eighth bit of a register's number says which half of it an operation on halves means.
fn halves(row: &Row, vector: &mut Vector) {
    const HIGH: u16 = 0x80;
    for (source, of) in vector.sources.iter_mut().zip(row.sources()) {
        if of.is_half() && source.vector().is_some_and(|register| register & HIGH != 0) {
            source.code -= HIGH;
            source.high = true;
        }
    }
    if row.result().is_half() && vector.destination >= VECTOR + HIGH {
        vector.destination -= HIGH;
        vector.high = true;
    }
}

/// The word of DPP or SDWA that the first source stands for.
fn crossing(words: &mut Words<'_>, row: &Row, vector: &mut Vector, form: Form) -> Result<()> {
    let code = vector.sources[0].code;
    match code {
        DPP8 | DPP8_INACTIVE => {
            let word = words.next()?;
            vector.sources[0].code = VECTOR + (word & 0xff) as u16;
            vector.crossing = Crossing::Dpp8 { selectors: word >> 8, inactive: code == DPP8_INACTIVE };
        }
        DPP16 => {
            let word = words.next()?;
            vector.sources[0].code = VECTOR + (word & 0xff) as u16;
            vector.crossing = Crossing::Dpp {
                control: bits(word, 16, 8) as u16,
                inactive: bit(word, 18),
                bound: bit(word, 19),
                bank_mask: bits(word, 27, 24) as u8,
                row_mask: bits(word, 31, 28) as u8,
            };
            if form == Form::Short {
                vector.negate = (bits(word, 20, 20) | bits(word, 22, 22) << 1) as u8;
                vector.absolute = (bits(word, 21, 21) | bits(word, 23, 23) << 1) as u8;
            }
        }
        SDWA if form == Form::Short && !words.generation().is_gfx11() => sdwa(words, row, vector)?,
        _ => {}
    }
    Ok(())
}

fn sdwa(words: &mut Words<'_>, row: &Row, vector: &mut Vector) -> Result<()> {
    let word = words.next()?;
    let is_comparison = row.encoding == Encoding::Vopc;
    let first = if bit(word, 23) { 0 } else { VECTOR };
    vector.sources[0].code = first + (word & 0xff) as u16;
    if bit(word, 31) {
        vector.sources[1].code -= VECTOR;
    }
    vector.negate = (bits(word, 20, 20) | bits(word, 28, 28) << 1) as u8;
    vector.absolute = (bits(word, 21, 21) | bits(word, 29, 29) << 1) as u8;
    let (mut destination, mut unused) = (6, 0);
    if is_comparison {
        if bit(word, 15) {
            vector.destination = bits(word, 14, 8) as u16;
        }
    } else {
        (destination, unused) = (bits(word, 10, 8) as u8, bits(word, 12, 11) as u8);
        vector.clamp = bit(word, 13);
        vector.scale = bits(word, 15, 14) as u8;
    }
    let sources = [bits(word, 18, 16) as u8, bits(word, 26, 24) as u8];
    let signs = (bits(word, 19, 19) | bits(word, 27, 27) << 1) as u8;
    vector.crossing = Crossing::Sdwa { destination, unused, sources, signs };
    Ok(())
}

/// VOP3, and the longer encodings of VOP1, VOP2 and VOPC.
pub(super) fn long(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let opcode = bits(word, 25, 16);
    let also_short = match opcode {
        0..0x100 => words.row(Encoding::Vopc, opcode).ok(),
        0x100..0x140 => words.row(Encoding::Vop2, opcode - 0x100).ok(),
        0x180..0x200 => words.row(Encoding::Vop1, opcode - 0x180).ok(),
        _ => None,
    };
    let also_short = also_short.filter(|row| row.mnemonic.ends_with("_e32"));
    let row = also_short.map_or_else(|| words.row(Encoding::Vop3, opcode), Ok)?;
    let second = words.next()?;
    let mut vector = operands(second);
    vector.form = Form::Long;
    let first = if matches!(row.result(), Type::Mask | Type::Scalar) { 0 } else { VECTOR };
    vector.destination = first + (word & 0xff) as u16;
    vector.clamp = bit(word, 15);
    vector.scale = bits(second, 28, 27) as u8;
    if row.results() == 2 {
        vector.second = bits(word, 14, 8) as u16;
    } else {
        vector.absolute = bits(word, 10, 8) as u8;
        vector.select = bits(word, 14, 11) as u8;
    }
    crossing(words, row, &mut vector, Form::Long)?;
    unused(row, &mut vector);
    with_literal(words, &mut vector.sources)?;
    for (index, (source, of)) in vector.sources.iter_mut().zip(row.sources()).enumerate() {
        source.high = of.is_half() && vector.select >> index & 1 != 0;
    }
    vector.high = row.result().is_half() && vector.select & 8 != 0;
    Ok((row, Fields::Vector(vector)))
}

/// VOP3P.
pub(super) fn packed(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let row = words.row(Encoding::Vop3p, bits(word, 22, 16))?;
    let second = words.next()?;
    let mut vector = operands(second);
    vector.form = Form::Packed;
    vector.destination = VECTOR + (word & 0xff) as u16;
    vector.negate_high = bits(word, 10, 8) as u8;
    vector.select = bits(word, 13, 11) as u8;
    let used = (1 << row.sources().len()) - 1;
    vector.select_high = (bits(second, 28, 27) | bits(word, 14, 14) << 2) as u8 & used;
    vector.clamp = bit(word, 15);
    crossing(words, row, &mut vector, Form::Long)?;
    unused(row, &mut vector);
    with_literal(words, &mut vector.sources)?;
    vector.high = row.name == "v_fma_mixhi_f16";
    Ok((row, Fields::Vector(vector)))
}

/// Fields of sources that an operation has not mean nothing.
fn unused(row: &Row, vector: &mut Vector) {
    for source in vector.sources.iter_mut().skip(row.sources().len()) {
        *source = Source::default();
    }
}

fn operands(word: u32) -> Vector {
    let sources = [word & 0x1ff, bits(word, 17, 9), bits(word, 26, 18)].map(Source::new);
    Vector { sources, negate: bits(word, 31, 29) as u8, ..PLAIN }
}

/// An attribute of a pixel.
pub(super) fn interpolated(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let row = words.row(Encoding::Vintrp, bits(word, 17, 16))?;
    let fields = Interpolation {
        destination: bits(word, 25, 18) as u16,
        source: bits(word, 7, 0) as u16,
        attribute: bits(word, 15, 10) as u8,
        channel: bits(word, 9, 8) as u8,
    };
    Ok((row, Fields::Interpolation(fields)))
}

/// VOPD: two operations at once.
pub(super) fn dual(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let row = words.row(Encoding::VopdX, bits(word, 25, 22))?;
    let other = words.row(Encoding::VopdY, bits(word, 21, 17))?;
    let second = words.next()?;
    let half = |destination: u32, first: u32, next: u32| {
        let sources = [Source::new(first), Source::new(VECTOR.into()).plus(next), Source::default()];
        Vector { form: Form::Half, destination: VECTOR + destination as u16, sources, ..PLAIN }
    };
    let destination = bits(second, 31, 24);
    let odd = bits(second, 23, 17) << 1 | !destination & 1;
    let mut x = half(destination, word & 0x1ff, bits(word, 16, 9));
    let mut y = half(odd, second & 0x1ff, bits(second, 16, 9));
    // They share a literal.
    let constant = Source::new(LITERAL.into());
    for (row, vector) in [(row, &mut x), (other, &mut y)] {
        if row.name.contains("fmaak") {
            vector.sources[2] = constant;
        } else if row.name.contains("fmamk") {
            vector.sources[2] = vector.sources[1];
            vector.sources[1] = constant;
        } else if row.name.contains("cndmask") {
            vector.sources[2] = Source::new(VCC.into());
        }
    }
    let mut all = [x.sources, y.sources].concat();
    with_literal(words, &mut all)?;
    x.sources.copy_from_slice(&all[..3]);
    y.sources.copy_from_slice(&all[3..]);
    Ok((row, Fields::Dual(Box::new((x, other, y)))))
}
