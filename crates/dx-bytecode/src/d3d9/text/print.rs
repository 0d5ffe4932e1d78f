//! Statements as text, line by line.

use std::fmt::Write as _;

use dx_container::D3d9Version;

use super::{
    COMMENT, INSTRUCTION, LETTERS, RAW, RESERVED_COMMENT, TOKEN, TRAILING, USAGE, WORDS, number, parse,
};
use crate::d3d9::instruction::{COISSUE, Instruction};
use crate::d3d9::opcode::{Block, Opcode, OpcodeRow, Words};
use crate::d3d9::operand::{Operand, PARAMETER, RESERVED};
use crate::d3d9::program::{Comment, Program, Statement};
use crate::d3d9::register::RegisterKind;
use crate::generated::d3d9::{RESULT, SHIFT, SOURCE, TEXTURE, USAGE as USAGES};
use crate::opcode::name_of;

/// What every line begins with.
const MARGIN: &str = "    ";
/// What lines of a block are set in by; deeper than this nobody counts, and hostile programs nest a million blocks.
const INDENT: &str = "  ";
const MAX_INDENT: usize = 16;
/// Words of a comment on a line.
pub(crate) const WORDS_ON_A_LINE: usize = 8;

/// Appends the version, and a line a statement.
pub fn print(out: &mut String, program: &Program) {
    let mut printer = Printer::new(out, program.version);
    for statement in &program.statements {
        printer.print(out, statement);
    }
    Printer::trailing(out, program.trailing.iter().copied());
}

/// Prints statements one after the other: what is nested is set in.
#[derive(Debug)]
pub struct Printer {
    version: D3d9Version,
    depth: usize,
}

impl Printer {
    /// Appends the line with the version; a printer for what follows.
    pub fn new(out: &mut String, version: D3d9Version) -> Self {
        out.push_str(MARGIN);
        let start = out.len();
        let _ = write!(out, "{version}");
        if parse::version_of(out.get(start..).unwrap_or_default()) != Some(version) {
            let _ = write!(out, " {RAW}{:08x}", version.0);
        }
        out.push('\n');
        Self { version, depth: 0 }
    }

    /// Appends a statement and the end of its line; a comment may take several lines.
    pub fn print(&mut self, out: &mut String, statement: &Statement) {
        match statement {
            Statement::Instruction(instruction) => self.instruction(out, instruction),
            Statement::Comment(comment) => self.comment(out, comment),
        }
        out.push('\n');
    }

    /// Appends the words behind the end token, if there are some.
    pub fn trailing(out: &mut String, words: impl ExactSizeIterator<Item = u32>) {
        if words.len() > 0 {
            let _ = write!(out, "{MARGIN}{TRAILING}(");
            print_words(out, words);
            out.push_str(")\n");
        }
    }

    fn indent(&self, out: &mut String) {
        out.push_str(MARGIN);
        out.extend(std::iter::repeat_n(INDENT, self.depth.min(MAX_INDENT)));
    }

    fn comment(&self, out: &mut String, comment: &Comment) {
        self.indent(out);
        out.push_str(if comment.reserved { RESERVED_COMMENT } else { COMMENT });
        out.push('(');
        let words = match comment.tag() {
            Some(tag) => {
                let separator = if comment.words.len() > 1 { "," } else { "" };
                let _ = write!(out, "{}{separator}", tag.escape_ascii());
                comment.words.get(1..).unwrap_or_default()
            }
            None => comment.words.as_slice(),
        };
        let mut separator = if comment.tag().is_some() { " " } else { "" };
        for line in words.chunks(WORDS_ON_A_LINE) {
            if words.len() > WORDS_ON_A_LINE {
                out.push('\n');
                self.indent(out);
                out.push_str(INDENT);
            } else {
                out.push_str(separator);
            }
            separator = " ";
            print_words(out, line.iter().copied());
            out.push(',');
        }
        if !words.is_empty() {
            out.pop();
        }
        out.push(')');
    }

    fn instruction(&mut self, out: &mut String, instruction: &Instruction) {
        let Some(row) = instruction.opcode.row(self.version) else {
            self.indent(out);
            let token = instruction.token(self.version);
            let _ = write!(out, "{INSTRUCTION}(");
            print_words(out, std::iter::once(token).chain(instruction.words.iter().copied()));
            out.push(')');
            return;
        };
        if matches!(row.block, Block::Middle | Block::End) {
            self.depth = self.depth.saturating_sub(1);
        }
        self.indent(out);
        if matches!(row.block, Block::Begin | Block::Middle) {
            self.depth += 1;
        }
        let mut said = u32::from(row.opcode.0);
        if instruction.controls & COISSUE != 0 {
            out.push_str("+ ");
            said |= COISSUE;
        }
        if let Some(predicate) = instruction.predicate {
            out.push('(');
            print_operand(out, predicate, false, self.version);
            out.push_str(") ");
        }
        said |= print_mnemonic(out, instruction, row);
        let usage = self.usage(out, instruction, row);
        let destination = instruction.operands.first().filter(|_| row.writes > 0);
        if let Some(destination) = destination.filter(|operand| is_sayable(**operand, true, self.version)) {
            out.extend(name_of(SHIFT, destination.shift()));
            RESULT
                .iter()
                .filter(|bit| destination.result() >> bit.0 & 1 != 0)
                .for_each(|bit| out.push_str(bit.1));
        }
        for (index, operand) in instruction.operands.iter().enumerate() {
            out.push_str(if index == 0 { " " } else { ", " });
            print_operand(out, *operand, index < row.writes, self.version);
        }
        let in_front = usize::from(row.words == Words::Declaration);
        let words = instruction.words.get(in_front..).unwrap_or_default();
        let (values, rest) = words.split_at_checked(row.words.count() - in_front).unwrap_or((words, &[]));
        for value in values {
            out.push_str(", ");
            print_value(out, *value, row.words);
        }
        if let Some(usage) = usage {
            let _ = write!(out, " {USAGE}(0x{usage:08x})");
        }
        if !rest.is_empty() {
            let _ = write!(out, " {WORDS}(");
            print_words(out, rest.iter().copied());
            out.push(')');
        }
        let canonical = Instruction { controls: said & 0xffff_0000, ..instruction.clone() };
        if canonical.controls != instruction.controls {
            let _ = write!(out, " {TOKEN}(0x{:08x})", instruction.token(self.version));
        }
    }

    /// Appends the usage or texture type of a declaration; the token where neither says it.
    fn usage(&self, out: &mut String, instruction: &Instruction, row: &OpcodeRow) -> Option<u32> {
        if row.words != Words::Declaration {
            return None;
        }
        let (token, operand) = (*instruction.words.first()?, *instruction.operands.first()?);
        if let Some(texture) = name_of(TEXTURE, token >> 27 & 15).filter(|_| token & !(15 << 27) == PARAMETER)
        {
            let _ = write!(out, "_{texture}");
            return None;
        }
        let (usage, index) = (token & 31, token >> 16 & 15);
        let is_plain = !self.version.is_vertex() && self.version.major() < 3
            || matches!(operand.kind(), RegisterKind::SAMPLER | RegisterKind::MISCTYPE);
        match name_of(USAGES, usage) {
            _ if token == PARAMETER && is_plain => None,
            Some(name) if token == PARAMETER | usage | index << 16 => {
                let _ = write!(out, "_{name}");
                if index > 0 {
                    let _ = write!(out, "{index}");
                }
                None
            }
            _ => Some(token),
        }
    }
}

/// Appends the mnemonic; the bits of the token that it says.
fn print_mnemonic(out: &mut String, instruction: &Instruction, row: &'static OpcodeRow) -> u32 {
    match name_of(row.variants, instruction.control()) {
        Some(name) => {
            out.push_str(name);
            instruction.control() << 16
        }
        None => {
            out.push_str(row.name);
            0
        }
    }
}

fn print_value(out: &mut String, value: u32, words: Words) {
    let _ = match words {
        Words::Floats => {
            number::print(out, value);
            Ok(())
        }
        Words::Bool if value < 2 => write!(out, "{}", value == 1),
        Words::Bool => write!(out, "0x{value:08x}"),
        _ => write!(out, "{}", value.cast_signed()),
    };
}

fn print_words(out: &mut String, words: impl Iterator<Item = u32>) {
    let mut separator = "";
    for word in words {
        let _ = write!(out, "{separator}0x{word:08x}");
        separator = ", ";
    }
}

/// Whether text can say all of an operand.
fn is_sayable(operand: Operand, is_destination: bool, version: D3d9Version) -> bool {
    let is_parameter = operand.token & PARAMETER != 0 && operand.token & RESERVED == 0;
    let has_address = operand.relative.is_some() == (operand.is_relative() && version.major() >= 2);
    let is_named = operand.row(version).is_some_and(|row| match row.names {
        [] => !row.name.is_empty(),
        names => usize::try_from(operand.number()).is_ok_and(|number| number < names.len()),
    });
    let is_known = if is_destination {
        let shift = operand.shift();
        operand.result() < 8 && operand.mask() != 0 && (shift == 0 || name_of(SHIFT, shift).is_some())
    } else {
        name_of(SOURCE, operand.modifier()).is_some()
    };
    is_parameter && has_address && is_named && is_known
}

/// Appends an operand; one that text cannot say as its token.
pub(crate) fn print_operand(out: &mut String, operand: Operand, is_destination: bool, version: D3d9Version) {
    let row = operand.row(version).filter(|_| is_sayable(operand, is_destination, version));
    let Some(row) = row else {
        let _ = write!(out, "{RAW}{:08x}", operand.token);
        print_address(out, operand, version);
        return;
    };
    let modifier = if is_destination { None } else { name_of(SOURCE, operand.modifier()) };
    let (before, behind) = modifier.and_then(|modifier| modifier.split_once(' ')).unwrap_or_default();
    out.push_str(before);
    let number = operand.number();
    match usize::try_from(number).ok().and_then(|number| row.names.get(number)) {
        Some(name) => out.push_str(name),
        None => {
            let _ = write!(out, "{}{}", row.name, row.base + number);
        }
    }
    out.push_str(behind);
    if operand.is_relative() && version.major() < 2 {
        out.push_str("[a0.x]");
    }
    print_address(out, operand, version);
    if is_destination {
        let mask = operand.mask();
        if mask != 15 {
            out.push('.');
            out.extend((0..4).zip(LETTERS).filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, letter)| letter));
        }
        return;
    }
    match operand.swizzle() {
        [0, 1, 2, 3] => {}
        [x, y, z, w] if x == y && y == z && z == w => out.extend(['.', letter(x)]),
        components => {
            out.push('.');
            out.extend(components.map(letter));
        }
    }
}

fn print_address(out: &mut String, operand: Operand, version: D3d9Version) {
    if let Some(address) = operand.address() {
        out.push('[');
        print_operand(out, address, false, version);
        out.push(']');
    }
}

fn letter(component: u32) -> char {
    usize::try_from(component).ok().and_then(|component| LETTERS.get(component)).copied().unwrap_or('x')
}

impl Opcode {
    /// What an instruction is called in this version, without suffixes.
    pub fn mnemonic(self, control: u32, version: D3d9Version) -> Option<&'static str> {
        let row = self.row(version)?;
        Some(name_of(row.variants, control).unwrap_or(row.name))
    }
}
