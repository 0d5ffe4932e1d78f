//! Listings of Direct3D 9 programs as fxc and D3DX print them: the table of constants in comments, the program, how
//! many instruction slots it takes. Separate from `text`, which prints programs only.

use std::fmt::Write as _;

use dx_container::D3d9Version;

use crate::d3d9::constant_table::{Constant, ConstantTable};
use crate::d3d9::numbering::Numbering;
use crate::d3d9::opcode::Class;
use crate::d3d9::program::{Statement, Statements};
use crate::d3d9::text::{Printer, WORDS_ON_A_LINE};
use crate::error::Result;
use crate::listing::page::Page;
use crate::numbering::{Head, Role};
use crate::text::Shown;
use crate::text::numbered::Stored;

/// The narrowest column of names.
const NAME_WIDTH: usize = 12;
/// The widest.
const MAX_NAME_WIDTH: usize = 64;

/// Prints the listing of the program that `bytes` are; `offset` is that of the first one in the file, for errors.
///
/// # Errors
///
/// Fails at the first token that cannot be read; nothing is printed then.
pub fn print(out: &mut String, bytes: &[u8], offset: u64) -> Result<()> {
    print_with(out, bytes, offset, Shown::default())
}

/// Like [`print()`], but prints what `shown` selects; without tables if `shown` names a function.
///
/// # Errors
///
/// As [`print()`].
pub fn print_with(out: &mut String, bytes: &[u8], offset: u64, shown: Shown) -> Result<()> {
    if shown.function.is_some() {
        return print_plain_with(out, bytes, offset, shown);
    }
    let start = out.len();
    let printed =
        print_tables(out, bytes, offset).and_then(|()| print_program(out, bytes, offset, (true, shown)));
    if printed.is_err() {
        out.truncate(start);
    }
    printed
}

/// Prints the program alone.
///
/// # Errors
///
/// Those of [`print()`].
pub fn print_plain(out: &mut String, bytes: &[u8], offset: u64) -> Result<()> {
    print_plain_with(out, bytes, offset, Shown::default())
}

/// Like [`print_plain`], but prints what `shown` selects.
///
/// # Errors
///
/// As [`print()`].
pub fn print_plain_with(out: &mut String, bytes: &[u8], offset: u64, shown: Shown) -> Result<()> {
    let start = out.len();
    let printed = print_program(out, bytes, offset, (false, shown));
    if printed.is_err() {
        out.truncate(start);
    }
    printed
}

fn print_program(out: &mut String, bytes: &[u8], offset: u64, (counts, shown): (bool, Shown)) -> Result<()> {
    let mut statements = Statements::of(bytes, offset)?;
    if !shown.is_plain() {
        return print_shown(out, statements, (counts, shown));
    }
    let version = statements.version();
    let mut printer = Printer::new(out, version);
    let mut slots = Slots::default();
    for statement in &mut statements {
        let (statement, _) = statement?;
        slots.add(&statement, version);
        printer.print(out, &statement);
    }
    Printer::trailing(out, statements.trailing().iter().map(|word| word.get()));
    if counts {
        let _ = writeln!(out, "\n// approximately {slots}");
    }
    Ok(())
}

fn print_shown(
    out: &mut String,
    mut statements: Statements<'_>,
    (counts, shown): (bool, Shown),
) -> Result<()> {
    let version = statements.version();
    let mut lines = String::new();
    let mut printer = Printer::new(&mut lines, version);
    if shown.function.is_none() {
        let stored = Stored { number: None, offset: 0, words: statements.words_from(0), split: (0, 0) };
        shown.print(out, &lines, stored);
    }
    let mut slots = Slots::default();
    let mut numbering = Numbering::new(version);
    while let Some(statement) = statements.next() {
        let (statement, at) = statement?;
        slots.add(&statement, version);
        lines.clear();
        printer.print(&mut lines, &statement);
        let role = numbering.next(&statement);
        if shown.includes(numbering.head(), role) {
            let (number, words) = (role.number(), statements.words_from(at));
            shown.print(out, &lines, Stored { number, offset: 4 * at, words, split: split(&statement) });
        }
    }
    if shown.function.is_none() {
        Printer::trailing(out, statements.trailing().iter().map(|word| word.get()));
    }
    if counts {
        let _ = writeln!(out, "\n// approximately {slots}");
    }
    Ok(())
}

/// The words on the first line of a comment, which are its token and its tag, and on each later line.
fn split(statement: &Statement) -> (usize, usize) {
    match statement {
        Statement::Comment(comment) => (1 + usize::from(comment.tag().is_some()), WORDS_ON_A_LINE),
        Statement::Instruction(_) => (0, 0),
    }
}

/// The functions that contain instructions, in order.
///
/// # Errors
///
/// As [`print()`].
pub fn functions(bytes: &[u8], offset: u64) -> Result<Vec<Head>> {
    let statements = Statements::of(bytes, offset)?;
    let mut numbering = Numbering::new(statements.version());
    let mut heads = Vec::new();
    for statement in statements {
        if numbering.next(&statement?.0) == Role::Instruction(0) {
            heads.push(numbering.head());
        }
    }
    Ok(heads)
}

/// The tables of constants, of all comments that hold one.
fn print_tables(out: &mut String, bytes: &[u8], offset: u64) -> Result<()> {
    let mut page = Page::new(out, bytes.len());
    for statement in Statements::of(bytes, offset)? {
        let Statement::Comment(comment) = statement?.0 else { continue };
        if !comment.is_constant_table() {
            continue;
        }
        let content = comment.content();
        page.blank();
        match ConstantTable::parse(&content) {
            Some(table) => print_table(&mut page, &table),
            None => page.line("Unreadable constant table (CTAB): offsets exceed the comment"),
        }
        page.blank();
    }
    page.finish();
    Ok(())
}

fn print_table(page: &mut Page<'_>, table: &ConstantTable<'_>) {
    page.line(format_args!("Generated by {}", crate::listing::comment_name(table.creator)));
    if table.is_empty() {
        return;
    }
    page.blank();
    page.line("Parameters:");
    page.blank();
    for constant in table.constants() {
        match constant {
            Some(constant) => table.declare(&constant, &mut |line| {
                page.line(format_args!("  {line}"));
                !page.is_full()
            }),
            None => page.line("  a constant whose name or type is outside of the table"),
        }
        if page.is_full() {
            return;
        }
    }
    page.blank();
    page.blank();
    page.line("Registers:");
    page.blank();
    let width = |constant: Constant<'_>| constant.name.len();
    // No wider than the longest name that anybody reads: one name of many letters must not widen every row.
    let width =
        table.constants().flatten().map(width).max().unwrap_or_default().clamp(NAME_WIDTH, MAX_NAME_WIDTH);
    page.line(format_args!("  {:<width$} Reg   Size", "Name"));
    page.line(format_args!("  {:-<width$} ----- ----", ""));
    for constant in table.constants().flatten() {
        let name = crate::listing::comment_name(constant.name);
        page.line(format_args!("  {name:<width$} {:<5} {:>4}", constant.register_name(), constant.count));
        if page.is_full() {
            return;
        }
    }
}

/// How many instruction slots a program takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Slots {
    /// Those of all instructions.
    pub all: u64,
    /// Those of instructions that sample or address textures.
    pub texture: u64,
}

impl Slots {
    /// Counts a statement.
    pub fn add(&mut self, statement: &Statement, version: D3d9Version) {
        let Statement::Instruction(instruction) = statement else { return };
        let Some(row) = instruction.opcode.row(version) else { return };
        self.all += u64::from(row.slots);
        self.texture += if row.class == Class::Texture { row.slots.into() } else { 0 };
    }
}

/// Displays `15 instruction slots used`, and where textures are among them, how many.
impl std::fmt::Display for Slots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { all, texture } = self;
        write!(f, "{all} instruction slot{} used", if *all == 1 { "" } else { "s" })?;
        match texture {
            0 => Ok(()),
            _ => write!(f, " ({texture} texture, {} arithmetic)", all - texture),
        }
    }
}
