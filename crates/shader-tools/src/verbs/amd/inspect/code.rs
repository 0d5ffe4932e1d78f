//! Code by the symbols in it. Separate because which of it is glue shows in the order of the symbols alone.

use amdgpu_link::Encoding;
use amdgpu_link::elf::Elf;
use amdgpu_link::isa::{self, Line};
use dx_container::fields::Printable;

/// Code from one symbol to the next.
pub struct Piece<'a> {
    /// The section's index.
    pub section: usize,
    /// The symbol at its begin, or the section where there is none.
    pub name: String,
    /// Where it begins in its section.
    pub offset: usize,
    /// The bytes.
    pub data: &'a [u8],
    /// Whether it was put in front of or after a shader when that was linked.
    pub is_glue: bool,
}

/// An instruction, or a word that is not decoded.
pub struct Instruction {
    /// The offset in the section.
    pub offset: usize,
    /// The words.
    pub words: Vec<u32>,
    /// The text, if it is known.
    pub text: Option<String>,
}

/// What the text of a word that is no known instruction begins with.
const UNKNOWN: &str = ".long";
/// What an entry point is called that values must be fetched in front of.
const FETCHLESS: &[u8] = b"_fetchless";
/// What code is called that exports colours after a shader; a second source of blending adds to the name.
const COLOR_EXPORT: &[u8] = b"color_export_shader";

/// The pieces of all code, in order.
pub fn pieces<'a>(elf: &Elf<'a>) -> Vec<Piece<'a>> {
    let code = |index: usize| elf.sections.get(index).filter(|section| section.is_code());
    let functions = elf.symbols.iter().filter_map(|symbol| {
        let section = usize::from(symbol.section);
        let offset = usize::try_from(symbol.value).ok()?;
        let is_begin = code(section).is_some_and(|code| offset < code.data.len());
        (is_begin && symbol.is_function_of(section)).then_some((section, offset, &**symbol.name))
    });
    let sections = (0..elf.sections.len()).filter_map(|index| Some((index, 0, &**code(index)?.name)));
    // Of several names at one place the first symbol's counts, the section's where there is none.
    let mut begins: Vec<(usize, usize, &[u8])> = functions.chain(sections).collect();
    begins.sort_by_key(|(section, offset, _)| (*section, *offset));
    begins.dedup_by_key(|(section, offset, _)| (*section, *offset));
    let mut pieces = Vec::with_capacity(begins.len());
    for (at, &(section, offset, name)) in begins.iter().enumerate() {
        let Some(code) = code(section) else { continue };
        let next = begins.get(at + 1).filter(|(other, ..)| *other == section);
        let end = next.map_or(code.data.len(), |(_, offset, _)| *offset);
        let body = next.and_then(|(.., body)| body.strip_suffix(FETCHLESS));
        pieces.push(Piece {
            section,
            name: Printable(name.into()).to_string(),
            offset,
            data: code.data.get(offset..end).unwrap_or_default(),
            is_glue: body == Some(name) || name.starts_with(COLOR_EXPORT),
        });
    }
    pieces
}

impl Piece<'_> {
    /// The instructions with their words, and their text up to the first unknown one: the length of an unknown
    /// instruction is unknown too, so that the words after it may belong to it.
    pub fn instructions(&self, encoding: Option<Encoding>) -> impl Iterator<Item = Instruction> {
        let words: Vec<u32> =
            self.data.chunks_exact(4).map(|word| word.try_into().map_or(0, u32::from_le_bytes)).collect();
        let known: Vec<Line> = encoding.map_or_else(Vec::new, |encoding| {
            isa::disassemble(&words, encoding).take_while(|line| !line.text.starts_with(UNKNOWN)).collect()
        });
        let len = known.iter().map(|line| line.words.len()).sum::<usize>();
        let begin = self.offset;
        let known = known.into_iter().scan(begin, |offset, line| {
            let instruction = Instruction { offset: *offset, text: Some(line.text), words: line.words };
            *offset += 4 * instruction.words.len();
            Some(instruction)
        });
        let rest = words.into_iter().enumerate().skip(len);
        known.chain(rest.map(move |(at, word)| Instruction {
            offset: begin + 4 * at,
            words: vec![word],
            text: None,
        }))
    }
}
