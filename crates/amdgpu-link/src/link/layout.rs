//! Phase 4: layout of sections and symbols. Separate because relocations need all offsets before the first is applied.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use bstr::BStr;
use located::Frame;
use object::elf;

use super::glue::{GluePiece, Seat};
use super::inputs::Input;
use crate::elf::{Section, Symbol, length};
use crate::error::{ErrorKind, Result};
use crate::limits;
use crate::target::Target;

/// Maximum alignment of code that follows glue code.
const GLUE_ALIGNMENT: u64 = 64;

/// Alignment of an entry point.
const ENTRY_ALIGNMENT: u64 = 256;

/// The layout of the pipeline.
#[derive(Debug)]
pub(super) struct Output<'a> {
    /// Its sections; the first is `.text`.
    pub sections: Vec<OutSection<'a>>,
    /// The place of each section of each input.
    pub placed: Vec<Vec<Option<Placed>>>,
    /// Global symbols.
    pub globals: Vec<OutSymbol<'a>>,
    /// Indices of global symbols by name.
    pub by_name: HashMap<&'a BStr, usize>,
    /// Local symbols of relocations that are passed on.
    pub locals: Vec<OutSymbol<'a>>,
}

/// A section of the pipeline.
#[derive(Debug)]
pub(super) struct OutSection<'a> {
    pub name: &'a BStr,
    pub kind: u32,
    pub flags: u64,
    pub entry_size: u64,
    pub alignment: u64,
    pub size: u64,
    pub pieces: Vec<Piece<'a>>,
    /// Words that relocations overwrite.
    pub patches: Vec<Patch>,
    /// Relocations that are passed on, with addends in place and of their own.
    pub relocations: [Vec<OutRelocation>; 2],
}

/// A piece of a section.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece<'a> {
    pub offset: u64,
    pub contents: Contents<'a>,
}

/// The contents of a piece.
#[derive(Debug, Clone, Copy)]
pub(super) enum Contents<'a> {
    Bytes(&'a [u8]),
    Code(&'a [u32]),
}

/// The place of an input's section in the pipeline.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    /// Index of the section of the output.
    pub section: usize,
    /// Offset in that section.
    pub offset: u64,
    /// The number of bytes that were kept.
    pub size: u64,
}

/// A word that a relocation overwrites.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patch {
    /// Offset in its section.
    pub offset: u64,
    pub word: u32,
}

/// A symbol of the output.
#[derive(Debug, Clone)]
pub(super) struct OutSymbol<'a> {
    pub name: &'a BStr,
    /// The part of a local symbol, the suffix of its name.
    pub part: Option<&'static str>,
    pub value: u64,
    pub size: u64,
    pub binding: u8,
    pub kind: u8,
    pub other: u8,
    /// Index of the section of the output; `None` for an absolute symbol.
    pub section: Option<usize>,
}

/// A relocation that is passed on.
#[derive(Debug, Clone, Copy)]
pub(super) struct OutRelocation {
    pub offset: u64,
    pub kind: u32,
    pub symbol: SymbolRef,
    pub addend: i64,
}

/// A symbol of the output.
#[derive(Debug, Clone, Copy)]
pub(super) enum SymbolRef {
    Local(usize),
    Global(usize),
}

impl Contents<'_> {
    pub(super) fn len(&self) -> u64 {
        let len = match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Code(words) => words.len() * 4,
        };
        length(len)
    }
}

impl OutSection<'_> {
    pub(super) fn is_code(&self) -> bool {
        self.flags & elf::SHF_EXECINSTR.0 != 0
    }
}

pub(super) fn layout<'a>(
    inputs: &'a [Input<'a>],
    glue: &'a [GluePiece],
    target: Target,
) -> Result<Output<'a>> {
    let mut layout = Layout::new(inputs, inputs.len() == 1 && glue.is_empty());
    for (index, input) in inputs.iter().enumerate() {
        layout
            .sections_of(index, input, glue)
            .map_err(|error| error.within(Frame::Name(input.file.clone())))?;
    }
    for piece in glue.iter().filter(|piece| piece.seat == Seat::Alone) {
        layout.glue(piece, ENTRY_ALIGNMENT)?;
    }
    layout.trim(target);
    for (index, input) in inputs.iter().enumerate() {
        layout.symbols_of(index, input).map_err(|error| error.within(Frame::Name(input.file.clone())))?;
    }
    layout.join_sizes(glue);
    Ok(layout.output)
}

/// The layout of a file with one piece of glue code.
pub(super) fn of_glue(piece: &GluePiece) -> Result<Output<'_>> {
    let mut layout = Layout::new(&[], true);
    layout.glue(piece, ENTRY_ALIGNMENT)?;
    Ok(layout.output)
}

struct Layout<'a> {
    output: Output<'a>,
    sections_by_name: HashMap<&'a BStr, usize>,
    /// Whether a single input is kept as it is, padding included.
    is_whole: bool,
    /// The number of bytes of padding between pieces so far.
    padding: u64,
}

impl<'a> Layout<'a> {
    fn new(inputs: &[Input<'a>], is_whole: bool) -> Self {
        let text = OutSection {
            name: BStr::new(b".text"),
            kind: elf::SHT_PROGBITS.0,
            flags: elf::SHF_ALLOC.0 | elf::SHF_EXECINSTR.0,
            entry_size: 0,
            alignment: ENTRY_ALIGNMENT,
            size: 0,
            pieces: Vec::new(),
            patches: Vec::new(),
            relocations: [Vec::new(), Vec::new()],
        };
        let output = Output {
            sections: vec![text],
            placed: inputs.iter().map(|input| vec![None; input.elf.sections.len()]).collect(),
            globals: Vec::new(),
            by_name: HashMap::new(),
            locals: Vec::new(),
        };
        Self { output, sections_by_name: HashMap::from([(BStr::new(b".text"), 0)]), is_whole, padding: 0 }
    }

    fn sections_of(&mut self, index: usize, input: &'a Input<'a>, glue: &'a [GluePiece]) -> Result<()> {
        let ends = function_ends(input);
        for (number, section) in input.elf.sections.iter().enumerate() {
            if !section.is_contents() || is_dropped(section) {
                continue;
            }
            let is_text = number == input.text;
            let seated = |seat: Seat| glue.iter().find(|piece| is_text && piece.seat == seat);
            let mut alignment = section.alignment.max(1);
            if let Some(prologue) = seated(Seat::Before(index)) {
                self.glue(prologue, ENTRY_ALIGNMENT)?;
                // Other entry points of the section would no longer lie where they must.
                if has_one_function(input) {
                    alignment = alignment.min(GLUE_ALIGNMENT);
                }
            }
            let mut data = section.data;
            if section.is_code() {
                let (end, last) = ends.get(number).copied().unwrap_or_default();
                if end > section.size {
                    let symbol = input
                        .elf
                        .symbols
                        .get(last)
                        .map_or_else(String::new, |symbol| symbol.name.to_string());
                    let kind = ErrorKind::SymbolEnd { name: symbol, end, size: section.size };
                    return Err(kind.unplaced());
                }
                if !self.is_whole && end > 0 {
                    data = usize::try_from(end).ok().and_then(|end| data.get(..end)).unwrap_or(data);
                }
            }
            let out = self.section(section);
            let placed = self.push(out, Contents::Bytes(data), alignment)?;
            if let Some(slot) = self.output.placed.get_mut(index).and_then(|placed| placed.get_mut(number)) {
                *slot = Some(placed);
            }
            if let Some(epilogue) = seated(Seat::After(index)) {
                self.glue(epilogue, GLUE_ALIGNMENT)?;
            }
        }
        Ok(())
    }

    /// The index of the output's section of this name; its type and flags are those of the first input.
    fn section(&mut self, section: &Section<'a>) -> usize {
        let sections = &mut self.output.sections;
        *self.sections_by_name.entry(section.name).or_insert_with(|| {
            sections.push(OutSection {
                name: section.name,
                kind: section.kind,
                flags: section.flags,
                entry_size: section.entry_size,
                alignment: 1,
                size: 0,
                pieces: Vec::new(),
                patches: Vec::new(),
                relocations: [Vec::new(), Vec::new()],
            });
            sections.len() - 1
        })
    }

    fn glue(&mut self, piece: &'a GluePiece, alignment: u64) -> Result<()> {
        let placed = self.push(0, Contents::Code(&piece.code.glue().code), alignment)?;
        let name = BStr::new(piece.symbol.as_bytes());
        self.global(OutSymbol {
            name,
            part: None,
            value: placed.offset,
            size: placed.size,
            binding: elf::STB_GLOBAL.0,
            kind: elf::STT_FUNC.0,
            other: 0,
            section: Some(0),
        })
    }

    fn push(&mut self, section: usize, contents: Contents<'a>, alignment: u64) -> Result<Placed> {
        let too_big = || ErrorKind::Missing("file offset below 2^64 for a section").unplaced();
        let out = self.output.sections.get_mut(section).ok_or_else(too_big)?;
        let offset = out.size.checked_next_multiple_of(alignment).ok_or_else(too_big)?;
        self.padding = self.padding.saturating_add(offset - out.size);
        if self.padding > limits::MAX_PADDING {
            return Err(ErrorKind::Padding(self.padding).unplaced());
        }
        out.alignment = out.alignment.max(alignment);
        out.size = offset.checked_add(contents.len()).ok_or_else(too_big)?;
        out.pieces.push(Piece { offset, contents });
        Ok(Placed { section, offset, size: contents.len() })
    }

    /// Pads merged code at its end for the prefetch of the instruction cache; a single input keeps its compiler's
    /// padding.
    fn trim(&mut self, target: Target) {
        for section in self.output.sections.iter_mut().filter(|section| section.is_code()) {
            if !self.is_whole && target.major >= 10 {
                let line = if target.major >= 11 { 128 } else { 64 };
                section.size = section.size.next_multiple_of(line) + 3 * line;
            }
        }
    }

    fn symbols_of(&mut self, index: usize, input: &'a Input<'a>) -> Result<()> {
        for symbol in &input.elf.symbols {
            if symbol.binding == elf::STB_LOCAL.0 || symbol.section == elf::SHN_UNDEF.0 {
                continue;
            }
            if symbol.section == elf::SHN_ABS.0 {
                self.global(out_symbol(symbol, symbol.value, None))?;
                continue;
            }
            let placed =
                self.output.placed.get(index).and_then(|placed| placed.get(usize::from(symbol.section)));
            // What lies in a section that is not kept is not kept.
            let Some(Some(placed)) = placed else { continue };
            let value = placed.offset.saturating_add(symbol.value);
            let section = Some(placed.section);
            self.global(out_symbol(symbol, value, section))?;
        }
        Ok(())
    }

    fn global(&mut self, symbol: OutSymbol<'a>) -> Result<()> {
        let globals = &mut self.output.globals;
        let entry = match self.output.by_name.entry(symbol.name) {
            Entry::Vacant(entry) => {
                entry.insert(globals.len());
                globals.push(symbol);
                return Ok(());
            }
            Entry::Occupied(entry) => entry,
        };
        // Text that compilers add to each file, under one name.
        if symbol.binding == elf::STB_WEAK.0 || symbol.name == "llvmir" {
            return Ok(());
        }
        match globals.get_mut(*entry.get()) {
            Some(first) if first.binding == elf::STB_WEAK.0 => *first = symbol,
            _ => return Err(ErrorKind::DuplicateSymbol(symbol.name.to_string()).unplaced()),
        }
        Ok(())
    }

    /// Extends the symbol of a body with glue code to cover both: they are one function.
    fn join_sizes(&mut self, glue: &'a [GluePiece]) {
        for piece in glue {
            let find = |name: &str| self.output.by_name.get(BStr::new(name.as_bytes())).copied();
            let (first, last) = match piece.seat {
                Seat::Before(_) => (find(piece.symbol), find(piece.body)),
                Seat::After(_) => (find(piece.body), find(piece.symbol)),
                Seat::Alone => continue,
            };
            let globals = &mut self.output.globals;
            let end =
                last.and_then(|last| globals.get(last)).map(|last| last.value.saturating_add(last.size));
            if let (Some(end), Some(first)) = (end, first.and_then(|first| globals.get_mut(first))) {
                first.size = end.saturating_sub(first.value);
            }
        }
    }
}

/// Whether a section is debug information, which is left out: no loader of pipelines reads it, and its relocations
/// would have to be applied.
pub(super) fn is_dropped(section: &Section<'_>) -> bool {
    section.is_contents() && section.name.starts_with(b".debug_")
}

fn out_symbol<'a>(symbol: &Symbol<'a>, value: u64, section: Option<usize>) -> OutSymbol<'a> {
    OutSymbol {
        name: symbol.name,
        part: None,
        value,
        size: symbol.size,
        binding: symbol.binding,
        kind: symbol.kind,
        other: symbol.other,
        section,
    }
}

fn has_one_function(input: &Input<'_>) -> bool {
    input.elf.symbols.iter().filter(|symbol| symbol.kind == elf::STT_FUNC.0).count() == 1
}

/// The end of the last function of each section and the index of its symbol, or 0 without functions. The rest is
/// padding; a function without a size may extend to the section's end.
fn function_ends(input: &Input<'_>) -> Vec<(u64, usize)> {
    let mut ends = vec![(0, 0); input.elf.sections.len()];
    for (index, symbol) in input.elf.symbols.iter().enumerate() {
        let end = match input.elf.sections.get(usize::from(symbol.section)) {
            Some(section) if symbol.size == 0 => symbol.value.max(section.size),
            _ => symbol.value.saturating_add(symbol.size),
        };
        match ends.get_mut(usize::from(symbol.section)) {
            Some(last) if symbol.kind == elf::STT_FUNC.0 && end > last.0 => *last = (end, index),
            _ => {}
        }
    }
    ends
}
