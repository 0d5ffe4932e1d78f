//! Instructions as LLVM writes them, so that decoding can be compared. `print/` has what encodings write in words of
//! their own.

mod memory;
mod scalar;
mod vector;

pub(crate) use vector::halves_sources;

use crate::instruction::{EXEC, Fields, Instruction, LITERAL, Source, VCC, VECTOR, m0, null};
use crate::table::{Generation, Type};

/// An instruction as text.
pub fn text(instruction: &Instruction, generation: Generation, wave_size: u32) -> String {
    let printer = Printer { generation, wave_size };
    let row = instruction.row;
    match &instruction.fields {
        Fields::Scalar { destination, sources } => printer.scalar(row, *destination, sources),
        Fields::Immediate { destination, value, literal } => {
            printer.immediate(row, *destination, *value, *literal)
        }
        Fields::ScalarMemory(fields) => printer.scalar_memory(row, fields),
        Fields::Vector(fields) => printer.vector(row, fields),
        Fields::Dual(dual) => {
            let (x, other, y) = &**dual;
            format!("{} :: {}", printer.vector(row, x), printer.vector(other, y))
        }
        Fields::Lds(fields) => printer.lds(row, fields),
        Fields::Flat(fields) => printer.flat(row, fields),
        Fields::Buffer(fields) => printer.buffer(row, fields),
        Fields::Image(fields) => printer.image(row, fields),
        Fields::Export(fields) => printer.export(fields),
        Fields::Interpolation(fields) => printer.interpolation(row, fields),
    }
}

struct Printer {
    generation: Generation,
    wave_size: u32,
}

/// Names of scalar registers and constants that have no number of their own.
fn named(code: u16, generation: Generation) -> Option<&'static str> {
    Some(match code {
        106 => "vcc_lo",
        107 => "vcc_hi",
        126 => "exec_lo",
        127 => "exec_hi",
        235 => "src_shared_base",
        236 => "src_shared_limit",
        237 => "src_private_base",
        238 => "src_private_limit",
        239 => "src_pops_exiting_wave_id",
        240 => "0.5",
        241 => "-0.5",
        242 => "1.0",
        243 => "-1.0",
        244 => "2.0",
        245 => "-2.0",
        246 => "4.0",
        247 => "-4.0",
        251 => "src_vccz",
        252 => "src_execz",
        253 => "src_scc",
        254 => "src_lds_direct",
        code if code == m0(generation) => "m0",
        code if code == null(generation) => "null",
        _ => return None,
    })
}

impl Printer {
    /// Registers in a row from one on.
    fn registers(letter: &str, first: u16, count: u16) -> String {
        match count {
            0 | 1 => format!("{letter}{first}"),
            _ => format!("{letter}[{first}:{}]", first + count - 1),
        }
    }

    fn vgpr(first: u16, count: u16) -> String {
        Self::registers("v", first, count)
    }

    /// A scalar register that is as wide as so many.
    fn sgpr(&self, code: u16, count: u16) -> String {
        match code {
            VCC if count > 1 => "vcc".to_owned(),
            EXEC if count > 1 => "exec".to_owned(),
            108..=123 => Self::registers("ttmp", code - 108, count),
            _ => {
                named(code, self.generation).map_or_else(|| Self::registers("s", code, count), str::to_owned)
            }
        }
    }

    /// What is read.
    fn source(&self, source: Source, of: Type) -> String {
        let count = match of {
            Type::Mask => (self.wave_size / 32) as u16,
            of => of.registers(),
        };
        match source.code {
            VECTOR.. => {
                let mut text = Self::vgpr(source.code - VECTOR, count);
                if of.is_half() && self.generation.is_gfx11() {
                    text += if source.high { ".h" } else { ".l" };
                }
                text
            }
            LITERAL => self.literal(source.literal, of),
            // Integers have no floats of their own: the bits of a half are what is read.
            240..=248 if of == Type::Bits(16) => {
                let half = [0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118];
                format!("{:#x}", half[usize::from(source.code - 240)])
            }
            248 if of == Type::Float(64) || of == Type::Bits(64) => "0.15915494309189532".to_owned(),
            248 => "0.15915494".to_owned(),
            128..=192 => (source.code - 128).to_string(),
            193..=208 => format!("-{}", source.code - 192),
            code => self.sgpr(code, count),
        }
    }

    fn literal(&self, word: u32, of: Type) -> String {
        match of {
            Type::Bits(16) | Type::Float(16) => format!("{:#x}", word & 0xffff),
            // The high half of the float.
            Type::Float(64) => format!("{word:#x}"),
            _ => format!("{word:#x}"),
        }
    }

    fn destination(&self, code: u16, high: bool, of: Type) -> String {
        self.source(Source { code, literal: 0, high }, of)
    }
}

/// Appends flags that are set.
fn flags(text: &mut String, flags: &[(bool, &str)]) {
    for (_, name) in flags.iter().filter(|(is_set, _)| *is_set) {
        *text += " ";
        *text += name;
    }
}
