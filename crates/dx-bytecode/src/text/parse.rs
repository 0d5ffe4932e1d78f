//! Programs from text, statement by statement.

use std::collections::HashMap;
use std::sync::OnceLock;

use az::SaturatingAs as _;
use dx_container::ProgramVersion;

use crate::instruction::{CONTROLS, Extension, Instruction};
use crate::limits::{MAX_ERRORS, MAX_EXTENSIONS, MAX_INSTRUCTION_WORDS};
use crate::opcode::{Control, OPCODES, Opcode, OpcodeRow, Piece, RETURN_TYPE, SYSTEM_VALUE, Spelling, Word};
use crate::operand::EXTENDED;
use crate::program::{Program, Statement};
use crate::text::annotation::{BITS, EXTENSIONS, REST, TOKEN, UNSAID};
use crate::text::custom_data;
use crate::text::literal;
use crate::text::print::is_behind_extensions;
use crate::text::print_operand::{LETTERS, Role, Scope};
use crate::text::scanner::{AssemblyError, AssemblyErrorKind, Result, Scanner, shown};
use crate::text::version_name::parse_version_name;
use crate::text::word_list::parse_word_list;

/// The program that `text` describes.
///
/// # Errors
///
/// Every line that makes no sense, up to [`MAX_ERRORS`] of them.
pub fn parse(text: &str) -> std::result::Result<Program, Vec<AssemblyError>> {
    let mut s = Scanner::new(text);
    let version = parse_version(&mut s).map_err(|error| vec![error])?;
    let parser = Parser { scope: Scope::of(version) };
    let (mut statements, mut errors) = (Vec::new(), Vec::new());
    loop {
        s.skip_lines();
        if s.is_at_end() {
            break;
        }
        s.skip_numbering();
        match parser.statement(&mut s) {
            Ok(statement) => statements.push(statement),
            Err(error) => {
                errors.push(error);
                skip_statement(&mut s);
                if errors.len() >= MAX_ERRORS {
                    break;
                }
            }
        }
    }
    if errors.is_empty() { Ok(Program { version, statements }) } else { Err(errors) }
}

/// Goes on behind the line at hand and those that can only belong to it: the vectors of a constant buffer.
fn skip_statement(s: &mut Scanner<'_>) {
    s.skip_line();
    let mut ahead = s.clone();
    loop {
        ahead.skip_lines();
        if ahead.peek() != Some('{') {
            return;
        }
        ahead.skip_line();
        *s = ahead.clone();
    }
}

/// Takes `ps_5_0`, and the word itself where it follows.
fn parse_version(s: &mut Scanner<'_>) -> Result<ProgramVersion> {
    s.skip_lines();
    s.skip_numbering();
    let start = s.position();
    let word = s.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut version = parse_version_name(word);
    let end = s.clone();
    s.skip_space();
    if !word.is_empty() && s.eat(TOKEN) {
        version = Some(ProgramVersion(s.number("a version token")?));
    }
    version.ok_or_else(|| {
        let expected = "a profile such as ps_5_0".to_owned();
        end.error(start, AssemblyErrorKind::Expected { expected, found: shown(word) })
    })
}

/// Opcodes by mnemonic.
fn mnemonics() -> &'static HashMap<&'static str, Opcode> {
    static MNEMONICS: OnceLock<HashMap<&'static str, Opcode>> = OnceLock::new();
    MNEMONICS.get_or_init(|| {
        let opcodes = (0..).map(Opcode).zip(&OPCODES);
        opcodes.filter(|(_, row)| !row.name.is_empty()).map(|(opcode, row)| (row.name, opcode)).collect()
    })
}

struct Parser {
    scope: Scope,
}

impl Parser {
    /// Takes a statement and the end of its line.
    fn statement(&self, s: &mut Scanner<'_>) -> Result<Statement> {
        let start = s.position();
        let statement = if let Some(data) = custom_data::parse(s, self.scope)? {
            Statement::CustomData(data)
        } else {
            let (opcode, row) = parse_mnemonic(s)?;
            let mut instruction = Instruction::new(opcode);
            if row.form.is_empty() {
                self.plain(s, &mut instruction, row, start)?;
            } else {
                self.form(s, &mut instruction, row)?;
            }
            parse_unsaid(s, &mut instruction)?;
            if instruction.length() > MAX_INSTRUCTION_WORDS {
                let what = "number of dwords in an instruction";
                return Err(s.error(start, AssemblyErrorKind::TooMuch { what, limit: MAX_INSTRUCTION_WORDS }));
            }
            Statement::Instruction(instruction)
        };
        if s.is_at_line_end() { Ok(statement) } else { Err(s.expected("end of line")) }
    }

    /// Takes suffixes and operands.
    fn plain(
        &self,
        s: &mut Scanner<'_>,
        instruction: &mut Instruction,
        row: &'static OpcodeRow,
        start: usize,
    ) -> Result<()> {
        for control in row.controls.iter().filter(|control| !is_behind_extensions(control)) {
            parse_control(s, instruction, *control)?;
        }
        parse_extensions(s, instruction)?;
        for control in row.controls.iter().filter(|control| is_behind_extensions(control)) {
            parse_control(s, instruction, *control)?;
        }
        if s.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            return Err(unknown_mnemonic(s, start));
        }
        let expected = usize::from(row.operands);
        let mut found = 0;
        while !s.is_at_line_end() && !s.left().starts_with(TOKEN) {
            if found > 0 {
                s.expect(",")?;
            }
            let written = found < usize::from(row.writes);
            let role = if written { Role::Written } else { Role::Read(row.literal(found)) };
            let operand = self.scope.parse(s, role)?;
            // Those that are too many are counted and not kept: a line may have millions.
            if found < expected {
                instruction.operands.push(operand);
            }
            found += 1;
        }
        if found != expected {
            return Err(s.error(start, AssemblyErrorKind::OperandCount { name: row.name, expected, found }));
        }
        Ok(())
    }

    /// Takes a declaration as its row says.
    fn form(
        &self,
        s: &mut Scanner<'_>,
        instruction: &mut Instruction,
        row: &'static OpcodeRow,
    ) -> Result<()> {
        let role = if instruction.opcode.is_declaration() { Role::Declared } else { Role::Called };
        // The high half of a word whose low half comes later.
        let mut array_length = 0;
        for (position, piece) in row.form.iter().enumerate() {
            match *piece {
                Piece::Text(text) if position == 0 => {
                    expect_text(s, text.get(row.name.len()..).unwrap_or_default())?
                }
                Piece::Text(text) => expect_text(s, text)?,
                Piece::Control(control) => parse_control(s, instruction, control)?,
                Piece::Operand(_) => instruction.operands.push(self.scope.parse(s, role)?),
                Piece::Word(_, Word::ArrayLength) => {
                    array_length = parse_number_up_to(s, "the number of interfaces", 0xffff)? << 16;
                }
                Piece::Word(_, word @ (Word::Bodies | Word::Tables)) => {
                    parse_numbers(s, &mut instruction.words, word, array_length)?;
                }
                Piece::Word(_, word) => parse_word(s, &mut instruction.words, word)?,
            }
        }
        Ok(())
    }
}

/// Takes the longest mnemonic that begins here and ends before a suffix.
fn parse_mnemonic(s: &mut Scanner<'_>) -> Result<(Opcode, &'static OpcodeRow)> {
    // Longer than any: a word of a million parts would be looked up a million times.
    const LONGEST: usize = 64;
    let start = s.position();
    let mut ahead = s.clone();
    let mut word = ahead.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
    word = word.get(..LONGEST).unwrap_or(word);
    loop {
        if let Some(opcode) = mnemonics().get(word).copied()
            && let Some(row) = opcode.row()
            && (takes_suffixes(row) || !s.left().get(word.len()..).unwrap_or_default().starts_with('_'))
        {
            let _ = s.eat(word);
            return Ok((opcode, row));
        }
        let Some((shorter, _)) = word.rsplit_once('_') else { break };
        word = shorter;
    }
    Err(unknown_mnemonic(s, start))
}

/// Whether the mnemonic may be followed by more of the same word, as `dcl_resource` is and
/// `dcl_resource_structured` is not.
fn takes_suffixes(row: &OpcodeRow) -> bool {
    match row.form.first() {
        Some(Piece::Text(text)) => !text.get(row.name.len()..).unwrap_or_default().starts_with(' '),
        _ => true,
    }
}

#[cold]
fn unknown_mnemonic(s: &Scanner<'_>, start: usize) -> AssemblyError {
    let mut end = s.clone();
    end.rewind(start);
    let name = end.take_while(|c| c.is_alphanumeric() || c == '_');
    if name.is_empty() {
        end.rewind(start);
        return end.expected("an instruction or a declaration");
    }
    let nearest = nearest(name, OPCODES.iter().map(|row| row.name));
    let models = "of shader models 4 and 5";
    end.error(start, AssemblyErrorKind::UnknownMnemonic { name: shown(name), nearest, models })
}

/// The candidate with the longest beginning and end in common with `name`, if that is most of it.
pub(crate) fn nearest(name: &str, candidates: impl Iterator<Item = &'static str>) -> &'static str {
    let common = |candidate: &&str| {
        let same = |(a, b): &(u8, u8)| a == b;
        let front = name.bytes().zip(candidate.bytes()).take_while(same).count();
        let back = name.bytes().rev().zip(candidate.bytes().rev()).take_while(same).count();
        (front + back).min(name.len().min(candidate.len()))
    };
    let best = candidates.max_by_key(|candidate| (common(candidate), std::cmp::Reverse(candidate.len())));
    best.filter(|best| 2 * common(best) >= best.len().max(name.len())).unwrap_or_default()
}

/// Takes these characters; a space is any number of spaces.
fn expect_text(s: &mut Scanner<'_>, text: &str) -> Result<()> {
    for word in text.split_inclusive(' ') {
        let visible = word.trim_end();
        if !visible.is_empty() && !s.eat(visible) {
            s.expect(visible)?;
        }
        if word.ends_with(' ') {
            s.skip_space();
        }
    }
    Ok(())
}

fn parse_control(s: &mut Scanner<'_>, instruction: &mut Instruction, control: Control) -> Result<()> {
    let value = match control.spelling {
        Spelling::Flag(word) => u32::from(s.eat(word)),
        Spelling::Names(names) => parse_name(s, names)?,
        Spelling::Bits(names) if control.name == Control::SYNC.name => {
            let mut value = 0;
            while let Some((bit, _)) = longest(s, names) {
                value |= 1 << bit;
            }
            value
        }
        Spelling::Bits(names) => {
            let mut value = 0;
            while !s.is_at_line_end() && !s.left().starts_with(TOKEN) {
                if value != 0 {
                    s.expect("|")?;
                    s.skip_space();
                }
                value |= 1 << parse_name(s, names)?;
            }
            value
        }
        Spelling::Number if control.name == Control::PRECISE.name => parse_precise(s)?,
        Spelling::Number if control.name == Control::SAMPLES.name => {
            if s.eat("(") {
                let samples = parse_number_up_to(s, "a sample count", control.get(u32::MAX))?;
                s.expect(")")?;
                samples
            } else {
                0
            }
        }
        Spelling::Number => parse_number_up_to(s, "a number", control.get(u32::MAX))?,
    };
    instruction.controls = control.set(instruction.controls, value);
    Ok(())
}

/// Takes a number that is `most` at most.
fn parse_number_up_to(s: &mut Scanner<'_>, what: &'static str, most: u32) -> Result<u32> {
    s.skip_space();
    let start = s.position();
    match s.number(what)? {
        number if number > most => Err(s.out_of_range(start, what, &format!("at most {most}"))),
        number => Ok(number),
    }
}

/// Takes the longest of `names`; one that is empty need not be there.
fn parse_name(s: &mut Scanner<'_>, names: &[(u32, &'static str)]) -> Result<u32> {
    let start = s.position();
    match longest(s, names) {
        Some((value, _)) => Ok(value),
        None => Err(expected_one_of(s, names, start)),
    }
}

fn longest(s: &mut Scanner<'_>, names: &[(u32, &'static str)]) -> Option<(u32, &'static str)> {
    let known = names.iter().filter(|(_, name)| s.left().starts_with(name) && ends_word(s.left(), name));
    let (value, name) = known.max_by_key(|(_, name)| name.len()).copied()?;
    let _ = s.eat(name);
    Some((value, name))
}

/// Whether `name` at the beginning of `text` is a word of its own; suffixes may follow it.
fn ends_word(text: &str, name: &str) -> bool {
    name.is_empty() || !text.get(name.len()..).unwrap_or_default().starts_with(|c: char| c.is_alphanumeric())
}

#[cold]
fn expected_one_of(s: &Scanner<'_>, names: &[(u32, &str)], start: usize) -> AssemblyError {
    const SHOWN: usize = 6;
    let mut here = s.clone();
    here.rewind(start);
    let mut list: Vec<String> = names.iter().take(SHOWN).map(|(_, name)| format!("`{name}`")).collect();
    if names.len() > SHOWN {
        list.push("…".to_owned());
    }
    here.expected(&format!("one of {}", list.join(", ")))
}

/// Takes ` [precise]` or ` [precise(xy)]`, if it is there.
fn parse_precise(s: &mut Scanner<'_>) -> Result<u32> {
    let mut ahead = s.clone();
    ahead.skip_space();
    if !ahead.eat("[precise") {
        return Ok(0);
    }
    *s = ahead;
    let mut value = 15;
    if s.eat("(") {
        value = 0;
        for letter in s.take_while(|c| LETTERS.contains(&c)).chars() {
            value |= LETTERS.iter().position(|known| *known == letter).map_or(0, |component| 1 << component);
        }
        s.expect(")")?;
    }
    s.expect("]")?;
    Ok(value)
}

/// Takes `_aoffimmi`, `_indexable` and what they say.
fn parse_extensions(s: &mut Scanner<'_>, instruction: &mut Instruction) -> Result<()> {
    let offsets = s.eat("_aoffimmi");
    let view = s.eat("_indexable");
    if offsets {
        s.expect("(")?;
        let mut values = [0; 3];
        for (index, value) in values.iter_mut().enumerate() {
            if index > 0 {
                s.expect(",")?;
            }
            s.skip_space();
            let start = s.position();
            let text = s.take_while(|c| c == '-' || c.is_ascii_digit());
            let offset = text.parse().ok().filter(|offset| (-8..8).contains(offset));
            *value = offset.ok_or_else(|| s.out_of_range(start, "a texel offset", "-8 to 7"))?;
        }
        s.expect(")")?;
        instruction.extensions.push(Extension::from_offsets(values));
    }
    if view {
        s.expect("(")?;
        let Spelling::Names(names) = Control::DIMENSION.spelling else { return Ok(()) };
        let dimension = parse_name(s, names)?;
        let mut stride = 0;
        s.skip_space();
        if s.eat(",") {
            s.expect("stride")?;
            s.expect("=")?;
            stride = parse_number_up_to(s, "a stride", 0xfff)?;
        }
        s.expect(")")?;
        let returns = parse_returns(s)?;
        instruction
            .extensions
            .extend([Extension::from_dimension(dimension, stride), Extension::from_returns(returns)]);
    }
    Ok(())
}

/// Takes `(float,float,float,float)`.
fn parse_returns(s: &mut Scanner<'_>) -> Result<u32> {
    let mut returns = 0;
    for (component, separator) in ["(", ",", ",", ","].into_iter().enumerate() {
        s.expect(separator)?;
        s.skip_space();
        let kind = match longest(s, RETURN_TYPE) {
            Some((kind, _)) => kind,
            None if s.peek().is_some_and(|c| c.is_ascii_digit()) => {
                parse_number_up_to(s, "a return type", 15)?
            }
            None => return Err(expected_one_of(s, RETURN_TYPE, s.position())),
        };
        returns |= kind << (4 * component);
    }
    s.expect(")")?;
    Ok(returns)
}

fn parse_word(s: &mut Scanner<'_>, words: &mut Vec<u32>, word: Word) -> Result<()> {
    let value = match word {
        Word::Function if s.eat(UNSAID) => return Ok(()),
        Word::Returns => {
            s.skip_space();
            // Where the word has no spelling it stands among the attributes.
            if s.peek() != Some('(') {
                return Ok(());
            }
            parse_returns(s)?
        }
        Word::Space => {
            s.skip_space();
            if !s.eat(",") {
                return Ok(());
            }
            s.expect("space")?;
            s.expect("=")?;
            s.number("a register space")?
        }
        Word::Vectors => {
            s.skip_space();
            if !s.eat("[") {
                return Ok(());
            }
            let vectors = s.number("the size in vectors")?;
            s.expect("]")?;
            vectors
        }
        Word::SystemValue => {
            s.skip_space();
            match longest(s, SYSTEM_VALUE) {
                Some((value, _)) => value,
                None if s.peek().is_some_and(|c| c.is_ascii_digit()) => s.number("a system value")?,
                None => return Err(expected_one_of(s, SYSTEM_VALUE, s.position())),
            }
        }
        Word::Factor => {
            s.skip_space();
            let start = s.position();
            let text = s.take_while(|c| !matches!(c, ')' | ',' | '\n')).trim_end();
            let expected = "a float".to_owned();
            let kind = || AssemblyErrorKind::Expected { expected, found: shown(text) };
            let bits = if text.starts_with("0x") { literal::parse(text) } else { literal::parse_float(text) };
            bits.ok_or_else(|| s.error(start, kind()))?
        }
        _ => s.number("a number")?,
    };
    words.push(value);
    Ok(())
}

/// Takes `{fb0, fb1}`. The words of a list that does not fit its count stand among the attributes.
fn parse_numbers(s: &mut Scanner<'_>, words: &mut Vec<u32>, word: Word, array_length: u32) -> Result<()> {
    let prefix = if word == Word::Tables { "ft" } else { "fb" };
    s.expect("{")?;
    let mut numbers = Vec::new();
    s.skip_space();
    if s.eat(UNSAID) {
        return s.expect("}");
    }
    while s.peek() != Some('}') {
        if !numbers.is_empty() {
            s.expect(",")?;
        }
        s.expect(prefix)?;
        numbers.push(s.number("a number")?);
        s.skip_space();
    }
    s.expect("}")?;
    let count = numbers.len().saturating_as::<u32>();
    words.push(array_length | count);
    words.append(&mut numbers);
    Ok(())
}

/// Takes the attributes at the end of a line.
fn parse_unsaid(s: &mut Scanner<'_>, instruction: &mut Instruction) -> Result<()> {
    s.skip_space();
    let start = s.position();
    if s.eat(BITS) {
        let bits = parse_words(s)?.into_iter().fold(0, |bits, word| bits | word);
        if bits & !CONTROLS != 0 {
            return Err(s.out_of_range(start, "the opcode controls", &format!("bits of {CONTROLS:#010x}")));
        }
        instruction.controls |= bits;
        s.skip_space();
    }
    let start = s.position();
    if s.eat(EXTENSIONS) {
        let words = parse_words(s)?;
        if !instruction.extensions.is_empty() {
            let expected =
                "no extended opcode tokens, which the suffixes of the instruction already state".to_owned();
            let found = EXTENSIONS.to_owned();
            return Err(s.error(start, AssemblyErrorKind::Expected { expected, found }));
        }
        if words.len() > MAX_EXTENSIONS {
            let what = "number of extended opcode tokens";
            return Err(s.error(start, AssemblyErrorKind::TooMuch { what, limit: MAX_EXTENSIONS }));
        }
        if words.iter().any(|word| word & EXTENDED != 0) {
            return Err(s.out_of_range(start, "an extended opcode token", "a 31-bit number"));
        }
        instruction.extensions = words.into_iter().map(Extension).collect();
        s.skip_space();
    }
    if s.eat(REST) {
        instruction.words.extend(parse_words(s)?);
    }
    Ok(())
}

/// Takes `(0x00000001, 0x00000002)`.
fn parse_words(s: &mut Scanner<'_>) -> Result<Vec<u32>> {
    s.expect("(")?;
    let words = parse_word_list(s, ')')?;
    s.expect(")")?;
    Ok(words)
}
