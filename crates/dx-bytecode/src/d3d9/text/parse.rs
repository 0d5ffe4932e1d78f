//! Programs from text, statement by statement.

use dx_container::D3d9Version;
use dx_container::enums::D3d9Stage;

use super::parse_operand::parse_operand;
use super::{COMMENT, INSTRUCTION, RESERVED_COMMENT, TOKEN, TRAILING, USAGE, WORDS, number};
use crate::d3d9::instruction::{COISSUE, Instruction, LENGTH, MAX_LENGTH, PREDICATED};
use crate::d3d9::opcode::{OPCODES, Opcode, OpcodeRow, Words};
use crate::d3d9::operand::PARAMETER;
use crate::d3d9::program::{Comment, MAX_COMMENT, Program, Statement};
use crate::generated::d3d9::{RESULT, SHIFT, TEXTURE, USAGE as USAGES};
use crate::limits::MAX_ERRORS;
use crate::text::nearest;
use crate::text::scanner::{AssemblyError, AssemblyErrorKind, Result, Scanner, shown};

/// The program that `text` describes: from the line with the version on, up to the end of the text.
///
/// # Errors
///
/// Every line that makes no sense, up to [`MAX_ERRORS`] of them.
pub fn parse(text: &str) -> std::result::Result<Program, Vec<AssemblyError>> {
    let mut s = Scanner::new(text);
    let version = parse_version(&mut s).map_err(|error| vec![error])?;
    let mut program = Program { version, statements: Vec::new(), trailing: Vec::new() };
    let mut errors = Vec::new();
    loop {
        s.skip_lines();
        if s.is_at_end() {
            break;
        }
        s.skip_numbering();
        if let Err(error) = parse_line(&mut s, &mut program) {
            errors.push(error);
            s.skip_line();
            if errors.len() >= MAX_ERRORS {
                break;
            }
        }
    }
    if errors.is_empty() { Ok(program) } else { Err(errors) }
}

/// Whether a word is the profile of a Direct3D 9 program, such as `vs_2_0`: then a text that begins with it is one.
pub fn is_version(word: &str) -> bool {
    version_of(word).is_some_and(|version| (1..=3).contains(&version.major()))
}

/// The version that is spelled so: `vs_2_0`, `ps_2_x`, also `vs.1.1`.
pub(super) fn version_of(word: &str) -> Option<D3d9Version> {
    let mut pieces = word.split(['_', '.']);
    let stage = match pieces.next()? {
        "vs" => D3d9Stage::VERTEX,
        "ps" => D3d9Stage::PIXEL,
        _ => return None,
    };
    let major: u8 = pieces.next()?.parse().ok()?;
    let minor: u8 = match pieces.next()? {
        "x" if major == 2 => 1,
        "sw" => 255,
        minor => minor.parse().ok()?,
    };
    let version = D3d9Version(stage.0 << 16 | u32::from(major) << 8 | u32::from(minor));
    pieces.next().is_none().then_some(version)
}

/// Takes the version, and its token where that follows.
fn parse_version(s: &mut Scanner<'_>) -> Result<D3d9Version> {
    s.skip_lines();
    s.skip_numbering();
    let start = s.position();
    let word = s.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    let mut version = version_of(word);
    let end = s.clone();
    s.skip_space();
    if !word.is_empty() && s.eat("@") {
        let token = D3d9Version(s.number("a version token")?);
        version = Some(token).filter(|token| matches!(token.stage(), D3d9Stage::VERTEX | D3d9Stage::PIXEL));
    }
    let version = version.ok_or_else(|| {
        let expected = "a profile such as vs_2_0 or ps_3_0".to_owned();
        end.error(start, AssemblyErrorKind::Expected { expected, found: shown(word) })
    })?;
    expect_line_end(s)?;
    Ok(version)
}

fn expect_line_end(s: &mut Scanner<'_>) -> Result<()> {
    if s.is_at_line_end() { Ok(()) } else { Err(s.expected("end of line")) }
}

/// Takes a line, or the lines of a comment.
fn parse_line(s: &mut Scanner<'_>, program: &mut Program) -> Result<()> {
    // Lines of HLSL that fxc mentions.
    if s.peek() == Some('#') {
        s.skip_line();
        return Ok(());
    }
    let start = s.position();
    if !program.trailing.is_empty() {
        return Err(s.expected(&format!("end of text after {TRAILING}")));
    }
    if s.eat(TRAILING) {
        program.trailing = parse_words(s, usize::MAX)?;
    } else if s.eat(INSTRUCTION) {
        let words = parse_words(s, usize::MAX)?;
        let instruction = unknown_instruction(&words, program.version);
        let instruction = instruction.ok_or_else(|| {
            let expected =
                "the tokens of an instruction with an unknown opcode: as many as the stated length"
                    .to_owned();
            s.error(start, AssemblyErrorKind::Expected { expected, found: String::new() })
        })?;
        program.statements.push(Statement::Instruction(instruction));
    } else if s.eat(RESERVED_COMMENT) {
        let words = parse_words(s, MAX_COMMENT)?;
        program.statements.push(Statement::Comment(Comment { words, reserved: true }));
    } else if s.eat(COMMENT) {
        let words = parse_words(s, MAX_COMMENT)?;
        program.statements.push(Statement::Comment(Comment { words, reserved: false }));
    } else {
        let instruction = parse_instruction(s, program.version)?;
        program.statements.push(Statement::Instruction(instruction));
    }
    expect_line_end(s)
}

/// Takes words in hexadecimal in parentheses, on one line or several; the first may be a tag of four letters.
fn parse_words(s: &mut Scanner<'_>, most: usize) -> Result<Vec<u32>> {
    s.expect("(")?;
    let start = s.position();
    let mut words = Vec::new();
    loop {
        s.skip_lines();
        if words.is_empty() && s.eat(")") {
            return Ok(words);
        }
        let at = s.position();
        let word = s.take_while(|c| c.is_ascii_alphanumeric());
        let tag = word.as_bytes().first_chunk().filter(|_| words.is_empty() && word.len() == 4);
        let word = match (word.strip_prefix("0x").map(|digits| u32::from_str_radix(digits, 16)), tag) {
            (Some(Ok(word)), None) => word,
            (_, Some(tag)) => u32::from_le_bytes(*tag),
            _ => {
                s.rewind(at);
                return Err(s.expected("a dword in hexadecimal, such as 0x0000ffff"));
            }
        };
        if words.len() == most {
            return Err(s.error(start, AssemblyErrorKind::TooMuch { what: "number of dwords", limit: most }));
        }
        words.push(word);
        s.skip_lines();
        if s.eat(")") {
            return Ok(words);
        }
        s.expect(",")?;
    }
}

/// The instruction that these tokens are, if its opcode is unknown and its length is theirs.
fn unknown_instruction(words: &[u32], version: D3d9Version) -> Option<Instruction> {
    let (token, behind) = words.split_first()?;
    let opcode = Opcode(u16::try_from(token & 0xffff).ok()?);
    let is_end = *token == Opcode::END.0.into();
    if !opcode.rows().is_empty() || opcode == Opcode::COMMENT || is_end {
        return None;
    }
    let has_length = version.major() >= 2;
    let kept = if has_length { !LENGTH } else { u32::MAX };
    let controls = token & 0xffff_0000 & kept;
    let instruction = Instruction { controls, words: behind.to_vec(), ..Instruction::new(opcode) };
    let is_whole = if has_length {
        behind.len() <= MAX_LENGTH && instruction.token(version) == *token
    } else {
        behind.iter().all(|word| word & PARAMETER != 0)
    };
    is_whole.then_some(instruction)
}

/// What a mnemonic says.
struct Mnemonic {
    row: &'static OpcodeRow,
    controls: u32,
    /// Modifiers of the destination.
    destination: u32,
    /// The token in front of a register that is declared.
    usage: u32,
}

fn parse_instruction(s: &mut Scanner<'_>, version: D3d9Version) -> Result<Instruction> {
    let start = s.position();
    let coissue = if s.eat("+") { COISSUE } else { 0 };
    s.skip_space();
    let mut predicate = None;
    if s.eat("(") {
        predicate = Some(parse_operand(s, false, version)?);
        s.expect(")")?;
        s.skip_space();
    }
    let name_at = s.position();
    let name = s.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
    let mnemonic = mnemonic_of(name, version).ok_or_else(|| {
        if name.is_empty() {
            return s.expected("an instruction or a declaration");
        }
        let nearest = nearest(name, OPCODES.iter().map(|row| row.name));
        let models = "of this Direct3D 9 shader version";
        s.error(name_at, AssemblyErrorKind::UnknownMnemonic { name: shown(name), nearest, models })
    })?;
    let row = mnemonic.row;
    if predicate.is_some() && !Instruction::can_have_predicate(row, version) {
        s.rewind(start);
        return Err(s.expected("no predicate: definitions and shader model 1 do not support it"));
    }
    let mut instruction = Instruction {
        controls: mnemonic.controls | coissue,
        predicate,
        operands: Vec::with_capacity(row.operands),
        ..Instruction::new(row.opcode)
    };
    if row.words == Words::Declaration {
        instruction.words.push(mnemonic.usage);
    }
    parse_operands(s, version, row, &mut instruction)?;
    if let Some(first) = instruction.operands.first_mut().filter(|_| row.writes > 0) {
        first.token |= mnemonic.destination;
    }
    parse_attributes(s, version, &mut instruction)?;
    if version.major() >= 2 && instruction.length() - 1 > MAX_LENGTH {
        let kind =
            AssemblyErrorKind::TooMuch { what: "length of an instruction in dwords", limit: MAX_LENGTH };
        return Err(s.error(start, kind));
    }
    Ok(instruction)
}

/// Takes operands and values.
fn parse_operands(
    s: &mut Scanner<'_>,
    version: D3d9Version,
    row: &'static OpcodeRow,
    instruction: &mut Instruction,
) -> Result<()> {
    let in_front = usize::from(row.words == Words::Declaration);
    let expected = row.operands + row.words.count() - in_front;
    let start = s.position();
    for index in 0..expected {
        s.skip_space();
        let missing = if index == 0 { s.is_at_line_end() } else { !s.eat(",") };
        if missing {
            let found = index;
            return Err(s.error(start, AssemblyErrorKind::OperandCount { name: row.name, expected, found }));
        }
        if index < row.operands {
            instruction.operands.push(parse_operand(s, index < row.writes, version)?);
            continue;
        }
        s.skip_space();
        let at = s.position();
        let text = s.take_while(|c| c.is_ascii_alphanumeric() || ".+-".contains(c));
        let value = match (row.words, text) {
            (Words::Floats, _) => number::parse_float(text),
            (Words::Bool, "true") => Some(1),
            (Words::Bool, "false") => Some(0),
            _ => number::parse_int(text),
        };
        let value = value.ok_or_else(|| {
            s.rewind(at);
            s.expected(match row.words {
                Words::Floats => "a float, or a bit pattern such as 0x3f800000",
                Words::Bool => "true, false, or a bit pattern such as 0x1",
                _ => "a 32-bit integer",
            })
        })?;
        instruction.words.push(value);
    }
    s.skip_space();
    if s.peek() == Some(',') {
        let found = expected + 1 + s.left().lines().next().map_or(0, |line| line.matches(',').count() - 1);
        return Err(s.error(start, AssemblyErrorKind::OperandCount { name: row.name, expected, found }));
    }
    Ok(())
}

/// Takes what the spelling of an instruction does not say.
fn parse_attributes(s: &mut Scanner<'_>, version: D3d9Version, instruction: &mut Instruction) -> Result<()> {
    s.skip_space();
    let start = s.position();
    if s.eat(USAGE) {
        let words = parse_words(s, 1)?;
        match (instruction.opcode, instruction.words.first_mut(), words.first()) {
            (Opcode::DCL, Some(usage), Some(word)) => *usage = *word,
            _ => {
                s.rewind(start);
                return Err(s.expected("one dword of a declaration"));
            }
        }
    }
    s.skip_space();
    let start = s.position();
    if s.eat(WORDS) {
        if version.major() < 2 {
            s.rewind(start);
            return Err(s.expected("end of line: instructions of shader model 1 have no length"));
        }
        instruction.words.extend(parse_words(s, MAX_LENGTH)?);
    }
    s.skip_space();
    let start = s.position();
    if s.eat(TOKEN) {
        let token = parse_words(s, 1)?.first().copied().unwrap_or_default();
        let kept = if version.major() >= 2 { !LENGTH } else { u32::MAX };
        let predicated = if instruction.predicate.is_some() { PREDICATED } else { 0 };
        instruction.controls = token & 0xffff_0000 & kept & !predicated;
        let row = instruction.opcode.row(version);
        let lacks_predicate = instruction.controls & PREDICATED != 0
            && row.is_some_and(|row| Instruction::can_have_predicate(row, version));
        if instruction.token(version) != token || lacks_predicate {
            return Err(s.error(start, AssemblyErrorKind::Token { token }));
        }
    }
    Ok(())
}

/// What a word says as a mnemonic of this version.
fn mnemonic_of(word: &str, version: D3d9Version) -> Option<Mnemonic> {
    let mut name = word;
    let mut destination = 0;
    loop {
        let shift = SHIFT.iter().find_map(|row| Some((name.strip_suffix(row.1)?, row.0 << 24)));
        let result = || RESULT.iter().find_map(|row| Some((name.strip_suffix(row.1)?, 1 << (20 + row.0))));
        // A modifier twice is none.
        let Some((rest, bits)) = shift.or_else(result).filter(|(_, bits)| destination & bits == 0) else {
            break;
        };
        (name, destination) = (rest, destination | bits);
    }
    let (name, usage) = match name.strip_prefix("dcl") {
        Some(usage) => ("dcl", usage_of(usage)?),
        None => (name, 0),
    };
    let own = |row: &&OpcodeRow| row.opcode.row(version).is_some_and(|chosen| std::ptr::eq(chosen, *row));
    OPCODES.iter().filter(own).find_map(|row| {
        let variant = row.variants.iter().find(|variant| variant.1 == name).map(|variant| variant.0 << 16);
        let controls = variant.or_else(|| (row.name == name).then_some(0))?;
        (destination == 0 || row.writes > 0).then_some(Mnemonic { row, controls, destination, usage })
    })
}

/// The token that `_2d` or `_texcoord1` behind `dcl` stands for.
fn usage_of(word: &str) -> Option<u32> {
    if word.is_empty() {
        return Some(PARAMETER);
    }
    let word = word.strip_prefix('_')?;
    if let Some(texture) = TEXTURE.iter().find(|row| row.1 == word) {
        return Some(PARAMETER | texture.0 << 27);
    }
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let usage = USAGES.iter().find(|row| row.1 == name)?;
    let index = match word.get(name.len()..)? {
        "" => 0,
        digits => digits.parse::<u32>().ok().filter(|index| *index < 16)?,
    };
    Some(PARAMETER | usage.0 | index << 16)
}
