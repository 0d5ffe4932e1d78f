//! Phase 7: writing of the ELF file: header, section headers, then the sections. Separate because their order and
//! contents were decided before.
//!
//! As in LGC, the section headers follow the ELF header, and `.strtab` holds the names of sections as well as symbols.

use az::SaturatingAs as _;
use object::LittleEndian as LE;
use object::elf::{self, FileHeader64, Rel64, Rela64, SectionHeader64, Sym64};
use object::endian::{U16, U32, U64};
use object::pod::bytes_of;

use super::inputs::Input;
use super::layout::{Contents, OutRelocation, OutSection, OutSymbol, Output, SymbolRef};
use crate::elf::length;
use crate::elf_names::EM_AMDGPU;
use crate::error::{ErrorKind, Result};
use crate::metadata::Metadata;
use crate::note;

/// `s_nop 0`: filler between pieces of code that execution passes over.
const S_NOP: u32 = 0xbf80_0000;

/// `s_code_end`: filler after all code.
const S_CODE_END: u32 = 0xbf9f_0000;

/// Maximum alignment of a section in the file: that of its records.
const FILE_ALIGNMENT: u64 = 8;

const HEADER_SIZE: usize = 64;
const STRTAB: usize = 1;
const SYMTAB: usize = 2;
const TEXT: usize = 3;
const NOTE: usize = 4;

/// The subject of a section header.
#[derive(Clone, Copy)]
enum Row {
    /// A section of the output, by its index.
    Section(usize),
    /// The relocations of a section: with addends in place or of their own.
    Relocations(usize, usize),
}

pub(super) fn emit(inputs: &[Input<'_>], output: &Output<'_>, metadata: &Metadata<'_>) -> Result<Vec<u8>> {
    let (rows, header_of) = rows(output);
    let count = NOTE + rows.len();
    if count >= usize::from(elf::SHN_LORESERVE) {
        return Err(ErrorKind::TooManySections(count).unplaced());
    }
    // What is not known yet: names, symbols, the metadata.
    let rest = 2048 + 64 * (output.globals.len() + output.locals.len());
    let contents = output
        .sections
        .iter()
        .map(|section| usize::try_from(section.size).unwrap_or_default())
        .sum::<usize>();
    let mut file = File::new(count, contents.saturating_add(rest));
    file.symbols(output, &header_of);
    for (row, index) in rows.iter().zip(std::iter::once(TEXT).chain(NOTE + 1..)) {
        match *row {
            Row::Section(section) => {
                let Some(out) = output.sections.get(section) else { continue };
                file.contents(index, out)?;
            }
            Row::Relocations(section, kind) => {
                let Some(out) = output.sections.get(section) else { continue };
                let target = header_of.get(section).copied().unwrap_or_default();
                file.relocations(index, out, kind, target, output.locals.len());
            }
        }
    }
    file.strings()?;
    // The first name of an instruction set is that of all.
    file.notes(inputs.iter().find_map(|input| input.isa_name).unwrap_or_default(), metadata);
    Ok(file.finish(inputs.first().map_or(0, |input| input.elf.flags)))
}

/// The section headers from `.text` on, without `.note`, and the header index of each section.
fn rows(output: &Output<'_>) -> (Vec<Row>, Vec<usize>) {
    let mut rows = Vec::with_capacity(output.sections.len() + 1);
    let mut header_of = Vec::with_capacity(output.sections.len());
    for (index, section) in output.sections.iter().enumerate() {
        header_of.push(if rows.is_empty() { TEXT } else { NOTE + rows.len() });
        rows.push(Row::Section(index));
        for (kind, relocations) in section.relocations.iter().enumerate() {
            if !relocations.is_empty() {
                rows.push(Row::Relocations(index, kind));
            }
        }
    }
    (rows, header_of)
}

struct File {
    out: Vec<u8>,
    headers: Vec<SectionHeader64<LE>>,
    strings: Vec<u8>,
}

impl File {
    /// Creates a file with room for this number of section headers, the null one included.
    fn new(sections: usize, contents: usize) -> Self {
        let empty = SectionHeader64 {
            sh_name: U32::new(LE, 0),
            sh_type: U32::new(LE, elf::SHT_NULL),
            sh_flags: U64::new(LE, elf::SectionFlags(0)),
            sh_addr: U64::new(LE, 0),
            sh_offset: U64::new(LE, 0),
            sh_size: U64::new(LE, 0),
            sh_link: U32::new(LE, 0),
            sh_info: U32::new(LE, 0),
            sh_addralign: U64::new(LE, 0),
            sh_entsize: U64::new(LE, 0),
        };
        let headers = vec![empty; sections];
        let start = HEADER_SIZE + 64 * sections;
        let mut out = Vec::with_capacity(start.saturating_add(contents));
        out.resize(start, 0);
        let mut strings = Vec::with_capacity(256);
        strings.push(0);
        Self { out, headers, strings }
    }

    /// Adds a name to the string table; its offset there.
    fn string(&mut self, pieces: &[&[u8]]) -> u32 {
        let offset = self.strings.len();
        for piece in pieces {
            self.strings.extend_from_slice(piece);
        }
        self.strings.push(0);
        u32::try_from(offset).unwrap_or_default()
    }

    /// Begins a section: the bytes that follow are its contents.
    fn begin(&mut self, index: usize, name: &[&[u8]], kind: elf::SectionType, alignment: u64) {
        let name = self.string(name);
        let step = alignment.clamp(1, FILE_ALIGNMENT) as usize;
        self.out.resize(self.out.len().next_multiple_of(step), 0);
        let offset = length(self.out.len());
        if let Some(header) = self.headers.get_mut(index) {
            header.sh_name.set(LE, name);
            header.sh_type.set(LE, kind);
            header.sh_offset.set(LE, offset);
            header.sh_addralign.set(LE, alignment);
        }
    }

    /// Ends the section.
    fn end(&mut self, index: usize) -> Option<&mut SectionHeader64<LE>> {
        let end = length(self.out.len());
        let header = self.headers.get_mut(index)?;
        header.sh_size.set(LE, end - header.sh_offset.get(LE));
        Some(header)
    }

    fn symbols(&mut self, output: &Output<'_>, header_of: &[usize]) {
        self.begin(SYMTAB, &[b".symtab"], elf::SHT_SYMTAB, 8);
        self.out.resize(self.out.len() + size_of::<Sym64<LE>>(), 0);
        for symbol in output.locals.iter().chain(&output.globals) {
            self.symbol(symbol, header_of);
        }
        let locals = (output.locals.len() + 1).saturating_as::<u32>();
        if let Some(header) = self.end(SYMTAB) {
            header.sh_link.set(LE, index32(STRTAB));
            header.sh_info.set(LE, locals);
            header.sh_entsize.set(LE, length(size_of::<Sym64<LE>>()));
        }
    }

    fn symbol(&mut self, symbol: &OutSymbol<'_>, header_of: &[usize]) {
        let name = match symbol.part {
            Some(part) => self.string(&[symbol.name, b".", part.as_bytes()]),
            None => self.string(&[symbol.name]),
        };
        let section = match symbol.section.and_then(|section| header_of.get(section)) {
            Some(header) => elf::SymbolSection::new(index32(*header)),
            None => elf::SHN_ABS,
        };
        let record = Sym64 {
            st_name: U32::new(LE, name),
            st_info: elf::SymbolInfo::new(elf::SymbolBind(symbol.binding), elf::SymbolType(symbol.kind)),
            st_other: elf::SymbolOther(symbol.other),
            st_shndx: U16::new(LE, section),
            st_value: U64::new(LE, symbol.value),
            st_size: U64::new(LE, symbol.size),
        };
        self.out.extend_from_slice(bytes_of(&record));
    }

    fn contents(&mut self, index: usize, section: &OutSection<'_>) -> Result<()> {
        self.begin(index, &[section.name], elf::SectionType(section.kind), section.alignment);
        let start = self.out.len();
        for piece in &section.pieces {
            self.fill(start, piece.offset, if section.is_code() { S_NOP } else { 0 });
            match piece.contents {
                Contents::Bytes(bytes) => self.out.extend_from_slice(bytes),
                Contents::Code(words) => {
                    words.iter().for_each(|word| self.out.extend_from_slice(&word.to_le_bytes()))
                }
            }
        }
        self.fill(start, section.size, S_CODE_END);
        for patch in &section.patches {
            let at = usize::try_from(patch.offset).ok().and_then(|offset| start.checked_add(offset));
            let word = at.and_then(|at| self.out.get_mut(at..)?.first_chunk_mut());
            let missing = || ErrorKind::Missing("bytes that a relocation patches").unplaced();
            *word.ok_or_else(missing)? = patch.word.to_le_bytes();
        }
        if let Some(header) = self.end(index) {
            header.sh_flags.set(LE, elf::SectionFlags(section.flags));
            header.sh_entsize.set(LE, section.entry_size);
        }
        Ok(())
    }

    /// Fills a section up to `offset` from its start with a word, at multiples of four.
    fn fill(&mut self, start: usize, offset: u64, word: u32) {
        let end = start + usize::try_from(offset).unwrap_or_default();
        let bytes = word.to_le_bytes();
        while self.out.len() < end {
            let at = (self.out.len() - start) % 4;
            self.out.push(bytes.get(at).copied().unwrap_or_default());
        }
    }

    fn relocations(
        &mut self,
        index: usize,
        section: &OutSection<'_>,
        kind: usize,
        target: usize,
        locals: usize,
    ) {
        let with_addends = kind == 1;
        let (prefix, section_kind, entry): (&[u8], _, _) = if with_addends {
            (b".rela", elf::SHT_RELA, size_of::<Rela64<LE>>())
        } else {
            (b".rel", elf::SHT_REL, size_of::<Rel64<LE>>())
        };
        self.begin(index, &[prefix, section.name], section_kind, 8);
        for relocation in section.relocations.get(kind).into_iter().flatten() {
            let OutRelocation { offset, kind, symbol, addend } = *relocation;
            let symbol = match symbol {
                SymbolRef::Local(index) => index + 1,
                SymbolRef::Global(index) => index + 1 + locals,
            };
            let info = length(symbol) << 32 | u64::from(kind);
            let (offset, info) = (U64::new(LE, offset), U64::new(LE, info));
            self.out.extend_from_slice(bytes_of(&Rel64 { r_offset: offset, r_info: info }));
            if with_addends {
                self.out.extend_from_slice(&addend.to_le_bytes());
            }
        }
        if let Some(header) = self.end(index) {
            header.sh_flags.set(LE, elf::SHF_INFO_LINK);
            header.sh_link.set(LE, index32(SYMTAB));
            header.sh_info.set(LE, index32(target));
            header.sh_entsize.set(LE, length(entry));
        }
    }

    fn strings(&mut self) -> Result<()> {
        // Names of the sections that follow must be there already.
        let note = self.string(&[b".note"]);
        self.begin(STRTAB, &[b".strtab"], elf::SHT_STRTAB, 1);
        let strings = std::mem::take(&mut self.strings);
        if u32::try_from(strings.len()).is_err() {
            return Err(ErrorKind::NamesTooLong(length(strings.len())).unplaced());
        }
        self.out.extend_from_slice(&strings);
        self.end(STRTAB);
        if let Some(header) = self.headers.get_mut(NOTE) {
            header.sh_name.set(LE, note);
        }
        Ok(())
    }

    fn notes(&mut self, isa: &[u8], metadata: &Metadata<'_>) {
        self.out.resize(self.out.len().next_multiple_of(4), 0);
        let start = length(self.out.len());
        note::write(&mut self.out, note::ISA_NAME, |out| out.extend_from_slice(isa));
        note::write(&mut self.out, note::METADATA, |out| metadata.write(out));
        let end = length(self.out.len());
        if let Some(header) = self.headers.get_mut(NOTE) {
            header.sh_type.set(LE, elf::SHT_NOTE);
            header.sh_offset.set(LE, start);
            header.sh_size.set(LE, end - start);
            header.sh_addralign.set(LE, 4);
        }
    }

    fn finish(mut self, flags: u32) -> Vec<u8> {
        let header = FileHeader64 {
            e_ident: elf::Ident {
                magic: elf::ELFMAG,
                class: elf::ELFCLASS64,
                data: elf::ELFDATA2LSB,
                version: elf::EV_CURRENT,
                os_abi: elf::OsAbi(crate::elf_names::ELFOSABI_AMDGPU_PAL),
                abi_version: 0,
                padding: [0; 7],
            },
            e_type: U16::new(LE, elf::ET_REL),
            e_machine: U16::new(LE, elf::Machine(EM_AMDGPU)),
            e_version: U32::new(LE, 1),
            e_entry: U64::new(LE, 0),
            e_phoff: U64::new(LE, 0),
            e_shoff: U64::new(LE, length(HEADER_SIZE)),
            e_flags: U32::new(LE, elf::FileFlags(flags)),
            e_ehsize: U16::new(LE, 64),
            e_phentsize: U16::new(LE, 0),
            e_phnum: U16::new(LE, 0),
            e_shentsize: U16::new(LE, 64),
            e_shnum: U16::new(LE, self.headers.len().saturating_as::<u16>()),
            e_shstrndx: U16::new(LE, elf::SymbolSection::new(index32(STRTAB))),
        };
        if let Some(place) = self.out.first_chunk_mut::<HEADER_SIZE>() {
            place.copy_from_slice(bytes_of(&header));
        }
        let places = self.out.get_mut(HEADER_SIZE..).unwrap_or_default().chunks_exact_mut(64);
        for (place, header) in places.zip(&self.headers) {
            place.copy_from_slice(bytes_of(header));
        }
        self.out
    }
}

fn index32(index: usize) -> u32 {
    index.saturating_as::<u32>()
}
