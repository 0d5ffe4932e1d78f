//! Statements that are looked for in the programs of fxc: those of shader models 4 and 5, and Direct3D 9 programs,
//! alone or in part Aon9. Separate from modules because these are read statement by statement and never held.

use dx_bytecode::Statement;
use dx_bytecode::custom_data::CustomDataClass;
use dx_bytecode::d3d9;
use dx_bytecode::d3d9::opcode::Words;
use dx_bytecode::instruction::Instruction;
use dx_bytecode::operand::Operand;
use dx_bytecode::program::PartStatements;
use dx_container::reader::Payload;
use dx_container::{Container, D3d9Version};

use super::found::{Hit, Section};
use super::query::{Query, WantedConstant};
use crate::error::Error;
use crate::listings::statement_lines::StatementLines;

/// A statement that is looked for.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    statement: usize,
    /// Which of its lines, from 0.
    line: usize,
}

/// The statements of a part SHDR or SHEX that are looked for.
pub fn in_part(payload: Payload<'_>, query: &Query) -> dx_bytecode::Result<Vec<Place>> {
    let mut found = Vec::new();
    if query.operations.is_empty() && query.constants.is_empty() {
        return Ok(found);
    }
    for (index, statement) in PartStatements::of(payload)?.enumerate() {
        match statement?.0 {
            Statement::Instruction(instruction) if is_wanted(&instruction, query) => {
                found.push(Place { statement: index, line: 0 });
            }
            Statement::CustomData(data) if data.class == CustomDataClass::IMMEDIATE_CONSTANT_BUFFER => {
                // A line of the listing has four words.
                let rows = data.words.chunks(4).enumerate();
                let rows =
                    rows.filter(|(_, row)| query.constants.iter().any(|wanted| is_in_words(row, *wanted)));
                found.extend(rows.map(|(line, _)| Place { statement: index, line }));
            }
            _ => {}
        }
    }
    Ok(found)
}

fn is_wanted(instruction: &Instruction, query: &Query) -> bool {
    let has_constant =
        |operand: &Operand| query.constants.iter().any(|wanted| is_in_words(&operand.values, *wanted));
    query.operations.iter().any(|operation| operation.is(instruction))
        || !instruction.opcode.is_declaration() && instruction.operands.iter().any(has_constant)
}

/// Whether one of these words is a number, as an integer or a float, or two are as a double.
fn is_in_words(words: &[u32], wanted: WantedConstant) -> bool {
    let is_word = |word: &u32| {
        wanted.is_integer(i64::from(word.cast_signed()), 32) || wanted.is_float((*word).into(), 32)
    };
    let pairs = words.chunks_exact(2).filter_map(|pair| <[u32; 2]>::try_from(pair).ok());
    let mut doubles = pairs.map(|[low, high]| u64::from(high) << 32 | u64::from(low));
    words.iter().any(is_word) || doubles.any(|bits| wanted.is_float(bits, 64))
}

/// The statements of a Direct3D 9 program that are looked for; `offset` is that of its first byte in the file.
pub fn in_direct3d9(program: &[u8], offset: u64, query: &Query) -> dx_bytecode::Result<Vec<Place>> {
    let mut found = Vec::new();
    if query.operations.is_empty() && query.constants.is_empty() {
        return Ok(found);
    }
    let statements = d3d9::Statements::of(program, offset)?;
    let version = statements.version();
    for (index, statement) in statements.enumerate() {
        if let d3d9::Statement::Instruction(instruction) = statement?.0
            && is_wanted_direct3d9(&instruction, version, query)
        {
            found.push(Place { statement: index, line: 0 });
        }
    }
    Ok(found)
}

/// Constants stand in definitions alone, which say whether they are floats or integers.
fn is_wanted_direct3d9(instruction: &d3d9::Instruction, version: D3d9Version, query: &Query) -> bool {
    let row = instruction.opcode.row(version);
    let is_constant = |wanted: &WantedConstant| {
        instruction.words.iter().any(|word| match row.map(|row| row.words) {
            Some(Words::Floats) => wanted.is_float((*word).into(), 32),
            Some(Words::Ints | Words::Bool) => wanted.is_integer(i64::from(word.cast_signed()), 32),
            _ => false,
        })
    };
    query.operations.iter().any(|operation| operation.is_direct3d9(instruction, version))
        || query.constants.iter().any(is_constant)
}

/// What is looked for in a container: in its program, and in the Direct3D 9 program of part Aon9.
#[derive(Default)]
pub struct InContainer<'a> {
    /// SHDR or SHEX.
    pub tokens: Option<(Payload<'a>, Vec<Place>)>,
    /// The program of Aon9.
    pub level9: Option<InLevel9<'a>>,
}

/// What is looked for in the program of part Aon9.
pub struct InLevel9<'a> {
    /// The program.
    pub program: &'a [u8],
    /// Where it begins in the container.
    pub offset: u64,
    pub places: Vec<Place>,
}

impl InContainer<'_> {
    /// How many statements were found.
    pub fn count(&self) -> usize {
        self.tokens.as_ref().map_or(0, |(_, places)| places.len())
            + self.level9.as_ref().map_or(0, |found| found.places.len())
    }

    /// Their lines in the listing that `dis` prints of both programs.
    pub fn lines(&self, container: &Container<'_>) -> Result<Section, Error> {
        let mut text = String::new();
        dx_bytecode::listing::print(&mut text, container)?;
        let mut found = Vec::new();
        if let Some(InLevel9 { program, offset, places }) = &self.level9
            && !places.is_empty()
        {
            let lines = StatementLines::of_direct3d9(program, *offset)?;
            found.extend(hits(&lines, lines.before_first(&text), places));
        }
        if let Some((payload, places)) = &self.tokens
            && !places.is_empty()
        {
            let lines = StatementLines::of_part(*payload)?;
            found.extend(hits(&lines, lines.before_last(&text), places));
        }
        found.sort_by_key(|hit: &Hit| hit.line);
        Ok(Section { label: None, text, hits: found })
    }
}

/// The lines of statements in the listing of a Direct3D 9 program that is a file.
pub fn direct3d9_lines(program: &[u8], places: &[Place]) -> Result<Section, Error> {
    let mut text = String::new();
    d3d9::listing::print(&mut text, program, 0)?;
    let lines = StatementLines::of_direct3d9(program, 0)?;
    let hits = hits(&lines, lines.before_first(&text), places).collect();
    Ok(Section { label: None, text, hits })
}

/// The lines of statements in a listing with `before` lines before the program.
fn hits(lines: &StatementLines, before: usize, places: &[Place]) -> impl Iterator<Item = Hit> {
    places.iter().filter_map(move |place| {
        let line = before + lines.line(place.statement, place.line)?;
        Some(Hit { line, function: None, source: None })
    })
}
