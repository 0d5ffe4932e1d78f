//! Instructions and declarations as text, line by line.

use std::fmt::Write as _;

use dx_container::ProgramVersion;
use dx_container::reader::Payload;

use crate::instruction::{Extension, Instruction};
use crate::numbering::Numbering;
use crate::opcode::{Control, Opcode, OpcodeRow, Piece, RETURN_TYPE, SYSTEM_VALUE, Spelling, Word, name_of};
use crate::program::{PartStatements, Program, Statement};
use crate::text::annotation::{BITS, EXTENSIONS, REST, TOKEN, UNSAID};
use crate::text::custom_data;
use crate::text::literal;
use crate::text::numbered::{Shown, Stored, words_of};
use crate::text::print_operand::{LETTERS, Role, Scope};
use crate::text::version_name::parse_version_name;

/// Appends the version, and a line a statement.
pub fn print(out: &mut String, program: &Program) {
    print_version(out, program.version);
    let mut printer = Printer::new(program.version);
    for statement in &program.statements {
        printer.print(out, statement);
    }
}

/// Appends what [`print()`] does of the program in a part SHDR or SHEX. It is read statement by statement, so that
/// none of it is held: a program takes many times the memory of its tokens.
///
/// # Errors
///
/// Those of [`Program::read`]; nothing is appended then.
pub fn print_part(out: &mut String, payload: Payload<'_>) -> crate::Result<()> {
    let statements = PartStatements::of(payload)?;
    let start = out.len();
    print_version(out, statements.version());
    let mut printer = Printer::new(statements.version());
    for statement in statements {
        match statement {
            Ok((statement, _)) => printer.print(out, &statement),
            Err(error) => {
                out.truncate(start);
                return Err(error);
            }
        }
    }
    Ok(())
}

/// Like [`print_part`], but prints what `shown` selects.
///
/// # Errors
///
/// As [`print_part`].
pub fn print_part_with(out: &mut String, payload: Payload<'_>, shown: Shown) -> crate::Result<()> {
    if shown.is_plain() {
        return print_part(out, payload);
    }
    let statements = PartStatements::of(payload)?;
    let start = out.len();
    let printed = print_shown(out, payload, statements, shown);
    if printed.is_err() {
        out.truncate(start);
    }
    printed
}

fn print_shown(
    out: &mut String,
    payload: Payload<'_>,
    statements: PartStatements<'_>,
    shown: Shown,
) -> crate::Result<()> {
    let mut lines = String::new();
    let words = |range| words_of(payload.bytes.get(range).unwrap_or_default());
    let version = statements.version();
    if shown.function.is_none() {
        print_version(&mut lines, version);
        let stored = Stored { number: None, offset: 0, words: words(0..HEADER_SIZE), split: (0, 0) };
        shown.print(out, &lines, stored);
    }
    let mut printer = Printer::new(version);
    let mut numbering = Numbering::default();
    for statement in statements {
        let (statement, range) = statement?;
        lines.clear();
        printer.print(&mut lines, &statement);
        let role = numbering.next(&statement);
        if shown.includes(numbering.head(), role) {
            let (number, offset) = (role.number(), range.start);
            shown.print(out, &lines, Stored { number, offset, words: words(range), split: VECTORS });
        }
    }
    Ok(())
}

/// The bytes of the header, which the line with the version shows.
const HEADER_SIZE: usize = 8;
/// The words on the first line of an immediate constant buffer, two of which are its header, and on each later line.
const VECTORS: (usize, usize) = (6, 4);

/// Appends the first line: `ps_5_0`, with the word itself where that is not all there is in it.
pub(crate) fn print_version(out: &mut String, version: ProgramVersion) {
    let start = out.len();
    let _ = write!(out, "{version}");
    if parse_version_name(out.get(start..).unwrap_or_default()) != Some(version) {
        let _ = write!(out, " {TOKEN}0x{:08x}", version.0);
    }
    out.push('\n');
}

/// Prints statements one after the other: what is nested is set in.
#[derive(Debug)]
pub struct Printer {
    scope: Scope,
    depth: usize,
}

impl Printer {
    /// A printer for the statements of a program of this version, from its first one on.
    pub fn new(version: ProgramVersion) -> Self {
        Self { scope: Scope::of(version), depth: 0 }
    }

    /// Appends a statement and the end of its line; an immediate constant buffer takes several lines.
    pub fn print(&mut self, out: &mut String, statement: &Statement) {
        match statement {
            Statement::Instruction(instruction) => self.instruction(out, instruction),
            Statement::CustomData(data) => {
                self.indent(out);
                custom_data::print(out, data, self.scope);
            }
        }
        out.push('\n');
    }

    fn indent(&self, out: &mut String) {
        // Deeper than this nobody counts, and hostile programs nest a million loops.
        out.extend(std::iter::repeat_n("  ", self.depth.min(MAX_INDENT)));
    }

    fn instruction(&mut self, out: &mut String, instruction: &Instruction) {
        let opcode = instruction.opcode;
        if matches!(opcode, Opcode::ELSE | Opcode::ENDIF | Opcode::ENDLOOP | Opcode::ENDSWITCH) {
            self.depth = self.depth.saturating_sub(1);
        }
        self.indent(out);
        if matches!(opcode, Opcode::IF | Opcode::ELSE | Opcode::LOOP | Opcode::SWITCH) {
            self.depth += 1;
        }
        let Some(row) = opcode.row() else { return };
        let printed = if row.form.is_empty() {
            self.plain(out, instruction, row)
        } else {
            self.form(out, instruction, row)
        };
        print_unsaid(out, instruction, &printed);
    }

    /// Mnemonic, suffixes, operands.
    fn plain(&self, out: &mut String, instruction: &Instruction, row: &'static OpcodeRow) -> Said {
        let mut said = Said::default();
        out.push_str(row.name);
        for control in row.controls.iter().filter(|control| !is_behind_extensions(control)) {
            said.controls |= print_control(out, *control, instruction.control(*control));
        }
        said.extensions = print_extensions(out, instruction);
        for control in row.controls.iter().filter(|control| is_behind_extensions(control)) {
            said.controls |= print_control(out, *control, instruction.control(*control));
        }
        // fxc puts a space behind every mnemonic but this one.
        out.push_str(if instruction.opcode == Opcode::SYNC { "" } else { " " });
        for (index, operand) in instruction.operands.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            let written = index < usize::from(row.writes);
            let role = if written { Role::Written } else { Role::Read(row.literal(index)) };
            self.scope.print(out, operand, role);
        }
        said
    }

    /// A declaration as its row says.
    fn form(&self, out: &mut String, instruction: &Instruction, row: &'static OpcodeRow) -> Said {
        let mut said = Said::default();
        let role = if instruction.opcode.is_declaration() { Role::Declared } else { Role::Called };
        for piece in row.form {
            match *piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Control(control) => {
                    said.controls |= print_control(out, control, instruction.control(control));
                }
                Piece::Operand(index) => {
                    if let Some(operand) = instruction.operands.get(index) {
                        self.scope.print(out, operand, role);
                    }
                }
                Piece::Word(index, Word::ArrayLength) => {
                    let shared = instruction.words.get(index).copied().unwrap_or_default();
                    let _ = write!(out, "{}", shared >> 16);
                }
                Piece::Word(_, Word::Function)
                    if instruction.operands.first().is_none_or(|operand| operand.indices.len() != 2) =>
                {
                    out.push_str(UNSAID);
                }
                // Behind fewer indices it would look like one more of them.
                Piece::Word(_, Word::Vectors)
                    if instruction.operands.first().is_none_or(|buffer| !buffer.indices.is_full()) => {}
                // A word that has no spelling stands among the attributes, with all behind it.
                Piece::Word(index, word) if index == said.words => {
                    said.words = print_word(out, &instruction.words, index, word);
                }
                Piece::Word(..) => {}
            }
        }
        said
    }
}

/// How far lines are set in at most, in steps.
const MAX_INDENT: usize = 100;

/// What the text of an instruction says of it.
#[derive(Default)]
struct Said {
    /// These bits of the opcode token.
    controls: u32,
    /// All extension tokens.
    extensions: bool,
    /// So many words behind the operands.
    words: usize,
}

/// Appends what no spelling shows.
fn print_unsaid(out: &mut String, instruction: &Instruction, said: &Said) {
    let bits = instruction.controls & !said.controls;
    if bits != 0 {
        print_annotation(out, BITS, [bits]);
    }
    if !said.extensions && !instruction.extensions.is_empty() {
        print_annotation(out, EXTENSIONS, instruction.extensions.iter().map(|extension| extension.0));
    }
    let rest = instruction.words.get(said.words..).unwrap_or_default();
    if !rest.is_empty() {
        print_annotation(out, REST, rest.iter().copied());
    }
}

fn print_annotation(out: &mut String, name: &str, words: impl IntoIterator<Item = u32>) {
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out.push_str(name);
    out.push('(');
    for (index, word) in words.into_iter().enumerate() {
        let _ = write!(out, "{}0x{word:08x}", if index > 0 { ", " } else { "" });
    }
    out.push(')');
}

/// Controls that fxc prints behind the suffixes of extension tokens.
pub(crate) fn is_behind_extensions(control: &Control) -> bool {
    [Control::SIZE_RETURN.name, Control::COUNT_RETURN.name, Control::PRECISE.name].contains(&control.name)
}

/// Appends a control; gives the bits that the text says.
fn print_control(out: &mut String, control: Control, value: u32) -> u32 {
    match control.spelling {
        Spelling::Flag(word) => {
            if value != 0 {
                out.push_str(word);
            }
            control.mask()
        }
        Spelling::Names(names) => {
            // A value without a name is left to the attributes; the text then says another one.
            let Some(name) = name_of(names, value) else {
                out.push_str(name_of(names, 0).unwrap_or_default());
                return 0;
            };
            out.push_str(name);
            control.mask()
        }
        Spelling::Bits(names) if control.name == Control::SYNC.name => {
            // The widest scope comes first.
            for (bit, name) in names.iter().rev().filter(|(bit, _)| value >> bit & 1 != 0) {
                let _ = bit;
                out.push_str(name);
            }
            control.mask()
        }
        Spelling::Bits(names) => {
            let mut said = 0;
            for (bit, name) in names.iter().filter(|(bit, _)| value >> bit & 1 != 0) {
                out.push_str(if said != 0 { " | " } else { "" });
                out.push_str(name);
                said |= 1 << bit;
            }
            said << control.shift
        }
        Spelling::Number if control.name == Control::PRECISE.name => {
            if value != 0 {
                out.push_str(" [precise");
                if value != 15 {
                    let set = LETTERS.iter().enumerate().filter(|(component, _)| value >> component & 1 != 0);
                    out.push('(');
                    out.extend(set.map(|(_, letter)| letter));
                    out.push(')');
                }
                out.push(']');
            }
            control.mask()
        }
        Spelling::Number if control.name == Control::SAMPLES.name => {
            let _ = if out.ends_with("ms") || out.ends_with("msarray") || value != 0 {
                write!(out, "({value})")
            } else {
                Ok(())
            };
            control.mask()
        }
        Spelling::Number => {
            let _ = write!(out, "{value}");
            control.mask()
        }
    }
}

/// Appends the suffixes of extension tokens, if there are suffixes that say all of them.
fn print_extensions(out: &mut String, instruction: &Instruction) -> bool {
    let extensions = instruction.extensions.as_slice();
    let (offsets, views) = match extensions {
        [first, views @ ..] if first.kind() == Extension::OFFSETS => (Some(first.offsets()), views),
        views => (None, views),
    };
    let view = match views {
        [] => None,
        [dimension, returns]
            if dimension.kind() == Extension::DIMENSION && returns.kind() == Extension::RETURNS =>
        {
            Some((dimension.dimension(), returns.returns()))
        }
        _ => return false,
    };
    let name = |dimension| match Control::DIMENSION.spelling {
        Spelling::Names(names) => name_of(names, dimension),
        _ => None,
    };
    if !extensions.iter().all(|extension| extension.is_known())
        || view.is_some_and(|((dimension, _), _)| name(dimension).is_none())
    {
        return false;
    }
    out.push_str(if offsets.is_some() { "_aoffimmi" } else { "" });
    out.push_str(if view.is_some() { "_indexable" } else { "" });
    if let Some([u, v, w]) = offsets {
        let _ = write!(out, "({u},{v},{w})");
    }
    if let Some(((dimension, stride), returns)) = view {
        out.push('(');
        out.push_str(name(dimension).unwrap_or_default());
        if stride != 0 || dimension == STRUCTURED_BUFFER {
            let _ = write!(out, ", stride={stride}");
        }
        out.push(')');
        print_returns(out, returns);
    }
    true
}

/// The dimension that has a stride.
pub(crate) const STRUCTURED_BUFFER: u32 = 12;

/// Appends `(float,float,float,float)`.
fn print_returns(out: &mut String, returns: u32) {
    for (component, separator) in ["(", ",", ",", ","].into_iter().enumerate() {
        out.push_str(separator);
        let kind = returns >> (4 * component) & 15;
        match name_of(RETURN_TYPE, kind) {
            Some(name) => out.push_str(name),
            None => {
                let _ = write!(out, "{kind}");
            }
        }
    }
    out.push(')');
}

/// Appends what a word behind the operands says; gives how many words are said, up to and including it.
fn print_word(out: &mut String, words: &[u32], index: usize, word: Word) -> usize {
    let Some(&value) = words.get(index) else { return index };
    let _ = match word {
        Word::Returns if value > 0xffff => return index,
        Word::Returns => {
            print_returns(out, value);
            Ok(())
        }
        Word::Space => write!(out, ", space={value}"),
        Word::Vectors => write!(out, "[{value}]"),
        Word::SystemValue => match name_of(SYSTEM_VALUE, value) {
            Some(name) => write!(out, "{name}"),
            None => write!(out, "{value}"),
        },
        Word::Factor => {
            literal::print_float(out, value);
            Ok(())
        }
        Word::Bodies | Word::Tables => return print_numbers(out, words, index, word),
        _ => write!(out, "{value}"),
    };
    index + 1
}

/// Appends `{fb0, fb1}`: a count, and as many numbers.
fn print_numbers(out: &mut String, words: &[u32], index: usize, word: Word) -> usize {
    let (prefix, count) = match (word, words.get(index).copied().unwrap_or_default()) {
        (Word::Tables, word) => ("ft", word & 0xffff),
        (_, count) => ("fb", count),
    };
    let numbers = words.get(index + 1..).unwrap_or_default();
    // A count that does not fit is not said: it stands among the attributes, with what there is.
    let fits = usize::try_from(count) == Ok(numbers.len());
    out.push('{');
    out.push_str(if fits { "" } else { UNSAID });
    for (position, number) in numbers.iter().enumerate().filter(|_| fits) {
        let _ = write!(out, "{}{prefix}{number}", if position > 0 { ", " } else { "" });
    }
    out.push('}');
    if fits { words.len() } else { index }
}
