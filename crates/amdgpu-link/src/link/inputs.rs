//! Phase 1: reading and checking of an input. Separate because all later phases rely on the checks.

use bstr::BStr;
use located::Frame;

use crate::elf::{Elf, Symbol};
use crate::elf_names::ELFOSABI_AMDGPU_PAL;
use crate::error::{Error, ErrorKind, Result};
use crate::metadata::Metadata;
use crate::note;
use crate::relocation::SpecialSymbol;
use crate::state::Stages;
use crate::target::Target;

/// The part of a pipeline that a file is, in the pipeline's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The stages before rasterization.
    Vertex,
    /// The fragment shader.
    Fragment,
    /// A compute shader.
    Compute,
}

impl Part {
    /// The name, which is the suffix of local symbols.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Fragment => "fragment",
            Self::Compute => "compute",
        }
    }
}

/// An input file.
#[derive(Debug)]
pub(super) struct Input<'a> {
    /// Its name in messages.
    pub file: String,
    /// Its part of the pipeline.
    pub part: Part,
    pub elf: Elf<'a>,
    pub target: Target,
    /// The name of its instruction set, from its note.
    pub isa_name: Option<&'a [u8]>,
    /// Its metadata, until it is merged.
    pub metadata: Metadata<'a>,
    /// Index of `.text`.
    pub text: usize,
    /// The special symbol for each symbol, if any; see [`Self::find_specials`].
    pub specials: Vec<Option<SpecialSymbol>>,
}

/// `e_type` of a relocatable file.
const ET_REL: u16 = object::elf::ET_REL.0;

impl<'a> Input<'a> {
    pub(super) fn read(name: &str, data: &'a [u8]) -> Result<Self> {
        let elf = Elf::parse(data)?;
        if elf.os_abi != ELFOSABI_AMDGPU_PAL {
            let kind =
                ErrorKind::Value { what: "OS ABI", found: elf.os_abi.into(), expected: "65 (AMDGPU_PAL)" };
            return Err(kind.at(7, 1));
        }
        if elf.file_type != ET_REL {
            let kind =
                ErrorKind::Value { what: "e_type", found: elf.file_type.into(), expected: "1 (ET_REL)" };
            return Err(kind.at(0x10, 2));
        }
        let target = elf.target()?;
        let notes = note::notes(&elf)?;
        let metadata = Metadata::of_notes(&notes)?;
        let isa_name = notes.iter().find(|note| note.is(note::ISA_NAME)).map(|note| note.data);
        let within = |error: Error| error.within(Frame::Node("metadata"));
        metadata.version().map_err(within)?;
        metadata.pipeline().map_err(within)?;
        let mut texts = elf.sections.iter().enumerate().filter(|(_, section)| section.name == ".text");
        let Some((text, _)) = texts.next() else {
            return Err(ErrorKind::Missing(".text section").unplaced());
        };
        if let Some((_, second)) = texts.next() {
            return Err(ErrorKind::Repeated(".text section").at(second.offset, second.size));
        }
        let part = part(&elf).ok_or_else(|| {
            ErrorKind::Missing("symbol of an entry point, such as _amdgpu_vs_main").unplaced()
        })?;
        Ok(Self { file: name.to_owned(), part, elf, target, isa_name, metadata, text, specials: Vec::new() })
    }

    /// Finds the special symbols; returns whether there are any.
    ///
    /// # Errors
    /// A symbol with the prefix of a special symbol that does not parse.
    pub(super) fn find_specials(&mut self) -> Result<bool> {
        let specials = self.elf.symbols.iter().map(special).collect::<Result<_>>();
        self.specials = specials.map_err(|error| error.within(Frame::Name(self.file.clone())))?;
        Ok(self.specials.iter().any(Option::is_some))
    }

    /// The special symbol at a symbol index, if it is one.
    pub(super) fn special(&self, symbol: u32) -> Option<SpecialSymbol> {
        *self.specials.get(usize::try_from(symbol).ok()?)?
    }

    /// Checks that the input fits the first input and the state's target.
    pub(super) fn fits(&self, first: Option<&Self>, target: Option<Target>) -> Result<()> {
        let other = first.map(|first| (first.file.as_str(), first.target));
        for (what, other) in other.into_iter().chain(target.map(|target| ("the pipeline state", target))) {
            if other != self.target {
                let kind = ErrorKind::MixedTargets { found: self.target, what: what.to_owned(), other };
                return Err(kind.at(0x30, 4));
            }
        }
        if let Some(first) = first.filter(|first| first.elf.flags != self.elf.flags) {
            let kind = ErrorKind::MixedFlags {
                found: self.elf.flags,
                file: first.file.clone(),
                other: first.elf.flags,
            };
            return Err(kind.at(0x30, 4));
        }
        Ok(())
    }
}

/// The special symbol for an undefined symbol.
fn special(symbol: &Symbol<'_>) -> Result<Option<SpecialSymbol>> {
    match std::str::from_utf8(symbol.name) {
        Ok(name) if symbol.section == object::elf::SHN_UNDEF.0 && !name.is_empty() => {
            SpecialSymbol::parse(name)
        }
        _ => Ok(None),
    }
}

/// Checks that the inputs have entry points for the state's stages and no others.
pub(super) fn cover(inputs: &[Input<'_>], stages: Stages) -> Result<()> {
    let mut missing = [
        (Part::Vertex, stages.is_graphics() && stages != Stages::FRAGMENT, "the vertex stages"),
        (Part::Fragment, stages.contains(Stages::FRAGMENT), "the fragment shader"),
        // Task shaders run as compute shaders.
        (Part::Compute, stages.intersects(Stages::COMPUTE | Stages::TASK), "the compute shader"),
    ]
    .map(|(part, is_wanted, words)| (part, is_wanted.then_some(words), is_wanted));
    for input in inputs {
        for symbol in input.elf.symbols.iter().filter(|symbol| symbol.is_defined()) {
            let Some(part) = part_of(symbol.name) else { continue };
            let Some((_, missing, is_wanted)) = missing.iter_mut().find(|(other, ..)| *other == part) else {
                continue;
            };
            if !*is_wanted {
                let kind = ErrorKind::ExtraStage(symbol.name.to_string());
                return Err(kind.unplaced().within(Frame::Name(input.file.clone())));
            }
            *missing = None;
        }
    }
    match missing.into_iter().find_map(|(_, missing, _)| missing) {
        Some(words) => Err(ErrorKind::MissingStage(words).unplaced()),
        None => Ok(()),
    }
}

/// The hardware stage in an entry point's name, and whether the entry point lacks its prologue.
pub(super) fn entry_point(name: &BStr) -> Option<(&[u8], bool)> {
    let rest = name.strip_prefix(b"_amdgpu_")?;
    let (stage, rest) = rest.split_at_checked(2)?;
    match rest {
        b"_main" => Some((stage, false)),
        b"_main_fetchless" => Some((stage, true)),
        _ => None,
    }
}

fn part(elf: &Elf<'_>) -> Option<Part> {
    let defined = elf.symbols.iter().filter(|symbol| symbol.is_defined());
    defined.filter_map(|symbol| part_of(symbol.name)).min()
}

/// The part of the pipeline for an entry point.
fn part_of(name: &BStr) -> Option<Part> {
    match entry_point(name)?.0 {
        b"ls" | b"hs" | b"es" | b"gs" | b"vs" => Some(Part::Vertex),
        b"ps" => Some(Part::Fragment),
        b"cs" => Some(Part::Compute),
        _ => None,
    }
}
