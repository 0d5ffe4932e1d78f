//! Accesses of memory: SMEM, DS, FLAT and its kin, MUBUF, MTBUF, MIMG; and exports.

use super::words::{Words, bit, bits};
use crate::fault::Result;
use crate::instruction::{Buffer, Export, Fields, Flat, Image, Lds, ScalarMemory, Source};
use crate::table::{Encoding, Row, Table};

/// A number of so many bits with a sign.
fn signed(value: u32, width: u32) -> i32 {
    (value << (32 - width)) as i32 >> (32 - width)
}

pub(super) fn scalar(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let row = words.row(Encoding::Smem, bits(word, 25, 18))?;
    let second = words.next()?;
    let [glc, dlc] = if words.generation().is_gfx11() { [14, 13] } else { [16, 14] };
    let fields = ScalarMemory {
        data: bits(word, 12, 6) as u16,
        base: bits(word, 5, 0) as u16 * 2,
        offset: signed(second, 21),
        register: Source::new(bits(second, 31, 25)),
        glc: bit(word, glc),
        dlc: bit(word, dlc),
    };
    Ok((row, Fields::ScalarMemory(fields)))
}

pub(super) fn lds(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let row = words.row(Encoding::Ds, bits(word, 25, 18))?;
    let second = words.next()?;
    let fields = Lds {
        destination: bits(second, 31, 24) as u16,
        address: bits(second, 7, 0) as u16,
        data: [bits(second, 15, 8) as u16, bits(second, 23, 16) as u16],
        offsets: [bits(word, 7, 0) as u8, bits(word, 15, 8) as u8],
        gds: bit(word, 17),
    };
    Ok((row, Fields::Lds(fields)))
}

pub(super) fn flat(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let is_gfx11 = words.generation().is_gfx11();
    let segment = if is_gfx11 { bits(word, 17, 16) } else { bits(word, 15, 14) };
    let encoding = match segment {
        0 => Encoding::Flat,
        1 => Encoding::Scratch,
        2 => Encoding::Global,
        _ => return Err(words.unknown("no segment", segment)),
    };
    let row = words.row(encoding, bits(word, 24, 18))?;
    let second = words.next()?;
    let [glc, slc, dlc] = if is_gfx11 { [14, 15, 13] } else { [16, 17, 12] };
    // Flat addresses may be those of the group's memory, which have no sign.
    let width = if is_gfx11 { 13 } else { 12 };
    let offset = match encoding {
        Encoding::Flat => (word & ((1 << (width - 1)) - 1)) as i32,
        _ => signed(word, width),
    };
    let fields = Flat {
        destination: bits(second, 31, 24) as u16,
        address: bits(second, 7, 0) as u16,
        data: bits(second, 15, 8) as u16,
        scalar: bits(second, 22, 16) as u16,
        offset,
        glc: bit(word, glc),
        slc: bit(word, slc),
        dlc: bit(word, dlc),
        vector: bit(second, 23),
    };
    Ok((row, Fields::Flat(fields)))
}

pub(super) fn untyped(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    // Of gfx10, bit 25 is the last one of the opcode, too.
    let row = words.row(Encoding::Mubuf, bits(word, 25, 18))?;
    let second = words.next()?;
    let mut fields = buffer(words, word, second);
    if words.generation().is_gfx11() {
        // No word has a bit for it: opcodes of their own load to memory of the group.
        fields.dlc = bit(word, 13);
    } else {
        fields.lds = bit(word, 16);
    }
    Ok((row, Fields::Buffer(fields)))
}

pub(super) fn typed(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let is_gfx11 = words.generation().is_gfx11();
    let second = words.next()?;
    let opcode = if is_gfx11 { bits(word, 18, 15) } else { bits(word, 18, 16) | bits(second, 21, 21) << 3 };
    let row = words.row(Encoding::Mtbuf, opcode)?;
    let mut fields = buffer(words, word, second);
    fields.format = bits(word, 25, 19) as u8;
    Ok((row, Fields::Buffer(fields)))
}

fn buffer(words: &Words<'_>, word: u32, second: u32) -> Buffer {
    let is_gfx11 = words.generation().is_gfx11();
    let of = |first: u32, next: u32| [first, next];
    // Flags of gfx10 are in the first word, of gfx11 partly in the second.
    let (idxen, offen) =
        if is_gfx11 { (bit(second, 23), bit(second, 22)) } else { (bit(word, 13), bit(word, 12)) };
    let [glc, slc] = if is_gfx11 {
        of(bits(word, 14, 14), bits(word, 12, 12))
    } else {
        of(bits(word, 14, 14), bits(second, 22, 22))
    };
    let [dlc, tfe] = if is_gfx11 {
        of(bits(word, 13, 13), bits(second, 21, 21))
    } else {
        of(bits(word, 15, 15), bits(second, 23, 23))
    };
    Buffer {
        data: bits(second, 15, 8) as u16,
        address: bits(second, 7, 0) as u16,
        descriptor: bits(second, 20, 16) as u16 * 4,
        scalar: Source::new(bits(second, 31, 24)),
        offset: word & 0xfff,
        format: 0,
        idxen,
        offen,
        glc: glc != 0,
        slc: slc != 0,
        dlc: dlc != 0,
        tfe: tfe != 0,
        lds: false,
    }
}

pub(super) fn image(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let is_gfx11 = words.generation().is_gfx11();
    let opcode = if is_gfx11 { bits(word, 25, 18) } else { bits(word, 24, 18) | (word & 1) << 7 };
    let row = Table::of(words.generation()).row(Encoding::Mimg, opcode);
    let row = row.ok_or_else(|| words.unknown("Mimg", opcode))?;
    let second = words.next()?;
    let mut fields = Image {
        data: bits(second, 15, 8) as u16,
        addresses: [0; 13],
        given: 1,
        descriptor: bits(second, 20, 16) as u16 * 4,
        sampler: 0,
        mask: bits(word, 11, 8) as u8,
        dimension: 0,
        unorm: bit(word, if is_gfx11 { 7 } else { 12 }),
        glc: bit(word, if is_gfx11 { 14 } else { 13 }),
        slc: bit(word, if is_gfx11 { 12 } else { 25 }),
        dlc: bit(word, if is_gfx11 { 13 } else { 7 }),
        a16: false,
        d16: false,
        r128: bit(word, 15),
        tfe: false,
        lwe: false,
    };
    let extra = if is_gfx11 {
        fields.sampler = bits(second, 30, 26) as u16 * 4;
        fields.dimension = bits(word, 4, 2) as u8;
        (fields.a16, fields.d16) = (bit(word, 16), bit(word, 17));
        (fields.tfe, fields.lwe) = (bit(second, 21), bit(second, 22));
        bits(word, 0, 0)
    } else {
        fields.sampler = bits(second, 25, 21) as u16 * 4;
        fields.dimension = bits(word, 5, 3) as u8;
        (fields.a16, fields.d16) = (bit(second, 30), bit(second, 31));
        (fields.tfe, fields.lwe) = (bit(word, 16), bit(word, 17));
        bits(word, 2, 1)
    };
    fields.addresses[0] = second as u8;
    for index in 0..extra as usize {
        let word = words.next()?;
        for (address, byte) in fields.addresses.iter_mut().skip(1 + 4 * index).zip(word.to_le_bytes()) {
            *address = byte;
        }
    }
    fields.given += extra as u8 * 4;
    Ok((row, Fields::Image(fields)))
}

pub(super) fn export(words: &mut Words<'_>, word: u32) -> Result<(&'static Row, Fields)> {
    let row = words.row(Encoding::Exp, 0)?;
    let second = words.next()?;
    let is_gfx11 = words.generation().is_gfx11();
    let fields = Export {
        target: bits(word, 9, 4) as u8,
        sources: second.to_le_bytes().map(u16::from),
        mask: bits(word, 3, 0) as u8,
        done: bit(word, 11),
        compressed: !is_gfx11 && bit(word, 10),
        valid: !is_gfx11 && bit(word, 12),
        row: is_gfx11 && bit(word, 13),
    };
    Ok((row, Fields::Export(fields)))
}
