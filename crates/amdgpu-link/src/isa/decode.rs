//! Words as text, as `llvm-objdump` of LLVM 22 writes it. Separate because only what shows code needs it.
//!
//! It knows the instructions of the table and no others: a word that is none of them is written as `.long`.

use std::fmt::{self, Write as _};

use super::encode::MOST;
use super::{
    DPP8, DPP8_FI, EXEC_HI, EXEC_LO, FLOATS, INSTRUCTIONS, Imm, Instruction, Kind, LITERAL, M0, MINUS_ONE,
    NULL, TARGETS, TTMP0, VCC_HI, VCC_LO, VGPR0, ZERO, pick,
};
use crate::state::DataFormat;
use crate::target::Encoding;

/// An instruction as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Bytes from the start of the code.
    pub offset: u64,
    /// Its words: one to three.
    pub words: Vec<u32>,
    /// The instruction, or `.long` and the word.
    pub text: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<58} // {:012X}:", self.text, self.offset)?;
        self.words.iter().try_for_each(|word| write!(f, " {word:08X}"))
    }
}

/// The instructions of `code` one after another.
pub fn disassemble(code: &[u32], encoding: Encoding) -> impl Iterator<Item = Line> + '_ {
    let mut rest = code;
    let mut offset = 0;
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let (text, len) = instruction(rest, encoding).unwrap_or_else(|| (format!(".long 0x{first:08x}"), 1));
        let (words, after) = rest.split_at_checked(len)?;
        let line = Line { offset, words: words.to_vec(), text };
        offset += 4 * (len as u64);
        rest = after;
        Some(line)
    })
}

/// The text of the first instruction of `words`, and how many of them are its.
fn instruction(words: &[u32], encoding: Encoding) -> Option<(String, usize)> {
    let first = *words.first()?;
    let row = INSTRUCTIONS.iter().find(|row| is(row, words, encoding))?;
    let mut reader =
        Reader { encoding, first, words, len: 1, text: pick(row.names, encoding).to_owned(), operands: 0 };
    match row.kind {
        Kind::Sopp => reader.sopp(row),
        Kind::Sop1 | Kind::Sop2 | Kind::Sopc => reader.scalar(row),
        Kind::Smem => reader.smem(row),
        Kind::Vop1 | Kind::Vop2 => reader.vector(row),
        Kind::Vop3 => reader.vop3(row),
        Kind::Dpp8 => reader.dpp8(),
        Kind::Mtbuf => reader.mtbuf(row),
        Kind::Exp => reader.exp(),
    }?;
    Some((reader.text, reader.len))
}

/// Whether the first word encodes `row`.
fn is(row: &Instruction, words: &[u32], encoding: Encoding) -> bool {
    let Some(&first) = words.first() else { return false };
    let layout = row.kind.layout();
    if row.kind == Kind::Mtbuf && encoding == Encoding::Gfx10 {
        let high = words.get(1).map_or(0, |second| second >> 21 & 1);
        return first & (layout.mask | 7 << 16) == row.base(encoding)
            && pick(row.opcodes, encoding) >> 3 == high;
    }
    if matches!(row.kind, Kind::Vop1 | Kind::Dpp8) {
        let operand = first & 0x1ff;
        let mixed = operand == DPP8.number(encoding) || operand == DPP8_FI.number(encoding);
        if mixed != (row.kind == Kind::Dpp8) {
            return false;
        }
    }
    let opcode = ((1 << layout.bits) - 1) << layout.shift;
    first & (layout.mask | opcode) == row.base(encoding)
}

/// The state of decoding one instruction.
struct Reader<'a> {
    encoding: Encoding,
    first: u32,
    words: &'a [u32],
    /// The number of words read so far.
    len: usize,
    text: String,
    operands: u32,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<u32> {
        let word = *self.words.get(self.len)?;
        self.len += 1;
        Some(word)
    }

    /// Appends an operand.
    fn operand(&mut self, text: fmt::Arguments<'_>) -> Option<()> {
        let separator = if self.operands == 0 { " " } else { ", " };
        self.operands += 1;
        self.text.push_str(separator);
        self.text.write_fmt(text).ok()
    }

    fn sopp(&mut self, row: &Instruction) -> Option<()> {
        let imm = self.first & 0xffff;
        match row.imm {
            Imm::None => (imm == 0).then_some(()),
            Imm::Decimal => self.operand(format_args!("{imm}")),
            Imm::Hex => self.operand(format_args!("{imm:#x}")),
            Imm::Waitcnt => self.waitcnt(imm),
        }
    }

    fn waitcnt(&mut self, imm: u32) -> Option<()> {
        let (vector, export, scalar, unused) = match self.encoding {
            Encoding::Gfx10 => (imm & 0xf | imm >> 14 << 4, imm >> 4 & 7, imm >> 8 & 0x3f, imm & 0x80),
            Encoding::Gfx11 => (imm >> 10, imm & 7, imm >> 4 & 0x3f, imm & 8),
        };
        if unused != 0 {
            return None;
        }
        let counts = [("vmcnt", vector, MOST.0), ("expcnt", export, MOST.1), ("lgkmcnt", scalar, MOST.2)];
        let any = counts.iter().any(|(_, count, most)| count != most);
        for (name, count, most) in counts {
            if count != most || !any {
                write!(self.text, " {name}({count})").ok()?;
            }
        }
        Some(())
    }

    fn scalar(&mut self, row: &Instruction) -> Option<()> {
        if row.dst > 0 {
            self.scalar_register(self.first >> 16 & 0x7f, row.dst)?;
        }
        let mut shift = 0;
        for width in row.src {
            self.scalar_source(self.first >> shift & 0xff, *width)?;
            shift += 8;
        }
        // A source that the instruction has not.
        (row.kind != Kind::Sop1 || !row.src.is_empty() || self.first & 0xff == 0).then_some(())
    }

    fn smem(&mut self, row: &Instruction) -> Option<()> {
        let second = self.next()?;
        self.scalar_register(self.first >> 6 & 0x7f, row.dst)?;
        self.scalar_register((self.first & 0x3f) << 1, 2)?;
        let (register, offset) = (second >> 25, second & 0x1f_ffff);
        if self.first >> 13 & 0x1f != 0 || second >> 21 & 0xf != 0 || offset >> 20 != 0 {
            return None;
        }
        match (register == NULL.number(self.encoding), offset) {
            (true, 0) => self.operand(format_args!("null")),
            (true, offset) => self.operand(format_args!("{offset:#x}")),
            (false, 0) => self.scalar_register(register, 1),
            (false, _) => None,
        }
    }

    fn vector(&mut self, row: &Instruction) -> Option<()> {
        let operand = self.first & 0x1ff;
        if row.dst == 0 {
            return (self.first == row.base(self.encoding)).then_some(());
        }
        self.operand(format_args!("v{}", self.first >> 17 & 0xff))?;
        self.source(operand)?;
        if row.kind == Kind::Vop2 {
            self.operand(format_args!("v{}", self.first >> 9 & 0xff))?;
        }
        if row.vcc {
            self.operand(format_args!("vcc_lo"))?;
        }
        Some(())
    }

    fn vop3(&mut self, row: &Instruction) -> Option<()> {
        let second = self.next()?;
        self.operand(format_args!("v{}", self.first & 0xff))?;
        let mut rest = second;
        for _ in row.src {
            self.source(rest & 0x1ff)?;
            rest >>= 9;
        }
        if row.half && self.encoding == Encoding::Gfx11 && second & 0x100 != 0 {
            self.text.push_str(".l");
        }
        // Modifiers of sources and results, which the table has none of, and sources that are not there.
        (rest == 0 && self.first & 0xff00 == 0).then_some(())
    }

    fn dpp8(&mut self) -> Option<()> {
        let second = self.next()?;
        self.operand(format_args!("v{}", self.first >> 17 & 0xff))?;
        self.operand(format_args!("v{}", second & 0xff))?;
        self.text.push_str(" dpp8:[");
        for lane in 0..8 {
            let separator = if lane == 0 { "" } else { "," };
            write!(self.text, "{separator}{}", second >> (8 + 3 * lane) & 7).ok()?;
        }
        let inactive = self.first & 0x1ff == DPP8_FI.number(self.encoding);
        self.text.push_str(if inactive { "] fi:1" } else { "]" });
        Some(())
    }

    fn mtbuf(&mut self, row: &Instruction) -> Option<()> {
        let second = self.next()?;
        let (idxen, offen, unused) = match self.encoding {
            Encoding::Gfx10 => {
                (self.first >> 13 & 1, self.first >> 12 & 1, self.first & 0xc000 | second & 0xc0_0000)
            }
            Encoding::Gfx11 => (second >> 23 & 1, second >> 22 & 1, self.first & 0x7000 | second & 0x20_0000),
        };
        if unused != 0 {
            return None;
        }
        self.vector_registers(second >> 8 & 0xff, row.dst)?;
        match idxen + offen {
            0 => self.operand(format_args!("off"))?,
            count => self.vector_registers(second & 0xff, count)?,
        }
        self.scalar_register((second >> 16 & 0x1f) << 2, 4)?;
        self.scalar_source(second >> 24, 1)?;
        self.buffer_format(self.first >> 19 & 0x7f)?;
        if idxen == 1 {
            self.text.push_str(" idxen");
        }
        if offen == 1 {
            self.text.push_str(" offen");
        }
        match self.first & 0xfff {
            0 => Some(()),
            offset => write!(self.text, " offset:{offset}").ok(),
        }
    }

    /// The buffer format; the first one is the default and not written.
    fn buffer_format(&mut self, code: u32) -> Option<()> {
        let code = u8::try_from(code).ok()?;
        match (code, DataFormat::of_buffer_code(code, self.encoding)) {
            (0, _) => self.text.push_str(" format:[BUF_FMT_INVALID]"),
            (1, _) => {}
            (_, Some((data, number))) => {
                let number = number.name()?.to_uppercase();
                write!(self.text, " format:[BUF_FMT_{data}_{number}]").ok()?;
            }
            (_, None) => write!(self.text, " format:{code}").ok()?,
        }
        Some(())
    }

    fn exp(&mut self) -> Option<()> {
        let second = self.next()?;
        let (unused, compressed, valid) = match self.encoding {
            Encoding::Gfx10 => {
                (self.first & 0x3ff_e000, self.first >> 10 & 1 == 1, self.first >> 12 & 1 == 1)
            }
            Encoding::Gfx11 => (self.first & 0x3ff_f400, false, false),
        };
        if unused != 0 {
            return None;
        }
        let number = self.first >> 4 & 0x3f;
        let target = TARGETS.iter().find(|target| {
            let here = pick([target.gfx10, target.gfx11], self.encoding);
            here && (target.number..target.number + target.count).contains(&number)
        });
        match target {
            Some(target) if target.count > 1 => {
                write!(self.text, " {}{}", target.name, number - target.number).ok()?;
            }
            Some(target) => write!(self.text, " {}", target.name).ok()?,
            None => write!(self.text, " invalid_target_{number}").ok()?,
        }
        for index in 0..4 {
            let separator = if index == 0 { " " } else { ", " };
            let shift = if compressed { index / 2 * 8 } else { index * 8 };
            if self.first >> index & 1 == 1 {
                write!(self.text, "{separator}v{}", second >> shift & 0xff).ok()?;
            } else {
                write!(self.text, "{separator}off").ok()?;
            }
        }
        let done = self.first >> 11 & 1 == 1;
        for (flag, word) in [(done, " done"), (compressed, " compr"), (valid, " vm")] {
            if flag {
                self.text.push_str(word);
            }
        }
        Some(())
    }

    fn vector_registers(&mut self, number: u32, width: u32) -> Option<()> {
        if width == 1 {
            return self.operand(format_args!("v{number}"));
        }
        self.operand(format_args!("v[{number}:{}]", number + width - 1))
    }

    /// A source of a vector instruction.
    fn source(&mut self, number: u32) -> Option<()> {
        match number.checked_sub(VGPR0.number(self.encoding)) {
            Some(register) => self.operand(format_args!("v{register}")),
            None => self.scalar_source(number, 1),
        }
    }

    /// A scalar register or a constant.
    fn scalar_source(&mut self, number: u32, width: u32) -> Option<()> {
        let (zero, minus_one) = (ZERO.number(self.encoding), MINUS_ONE.number(self.encoding));
        if number < zero {
            return self.scalar_register(number, width);
        }
        if number < minus_one {
            return self.operand(format_args!("{}", number - zero));
        }
        if number < minus_one + 16 {
            return self.operand(format_args!("-{}", number - minus_one + 1));
        }
        if let Some((_, _, text)) = FLOATS.iter().find(|(float, ..)| *float == number) {
            return self.operand(format_args!("{text}"));
        }
        if number != LITERAL.number(self.encoding) {
            return None;
        }
        let literal = self.next()?;
        self.operand(format_args!("{literal:#x}"))
    }

    /// `width` scalar registers from `number` on.
    fn scalar_register(&mut self, number: u32, width: u32) -> Option<()> {
        let special = [
            (VCC_LO, "vcc", "vcc_lo"),
            (VCC_HI, "", "vcc_hi"),
            (M0, "", "m0"),
            (NULL, "null", "null"),
            (EXEC_LO, "exec", "exec_lo"),
            (EXEC_HI, "", "exec_hi"),
        ];
        for (operand, pair, single) in special {
            if operand.number(self.encoding) == number {
                let name = match width {
                    1 => single,
                    2 => pair,
                    _ => "",
                };
                return if name.is_empty() { None } else { self.operand(format_args!("{name}")) };
            }
        }
        let traps = TTMP0.number(self.encoding);
        let (letter, first, end) = if number < traps {
            ("s", number, VCC_LO.number(self.encoding))
        } else {
            ("ttmp", number - traps, 16)
        };
        // Registers come in pairs and fours that begin at even numbers and multiples of 4.
        let aligned = first.is_multiple_of(width.min(4));
        if !aligned || first + width > end {
            return None;
        }
        if width == 1 {
            return self.operand(format_args!("{letter}{first}"));
        }
        self.operand(format_args!("{letter}[{first}:{}]", first + width - 1))
    }
}
