//! AMDGPU ELF files as they are read: header, sections, symbols, relocations, all borrowed from the input. Separate
//! because a link and a page about a file both begin here.

use bstr::BStr;
use located::Frame;
use object::LittleEndian as LE;
use object::elf::{self, FileHeader64, Rel64, Rela64, SectionHeader64, Sym64};
use object::pod;

use crate::error::{ErrorKind, Result};
use crate::limits;
use crate::target::Target;

/// An ELF file: the fields of its header, and its tables.
#[derive(Debug, Clone)]
pub struct Elf<'a> {
    /// The whole input.
    pub data: &'a [u8],
    /// Operating system ABI: 64 HSA, 65 PAL, 66 Mesa.
    pub os_abi: u8,
    /// Version of the OS ABI.
    pub abi_version: u8,
    /// `e_type`; 1 (`ET_REL`) also for finished pipelines.
    pub file_type: u16,
    /// `e_flags`: the processor and its settings.
    pub flags: u32,
    /// Sections in order; the first is the null section.
    pub sections: Vec<Section<'a>>,
    /// Symbols in order; the first is the null symbol.
    pub symbols: Vec<Symbol<'a>>,
}

/// A section header and the section's bytes.
#[derive(Debug, Clone, Copy)]
pub struct Section<'a> {
    /// Its name.
    pub name: &'a BStr,
    /// Its type (`SHT_…`).
    pub kind: u32,
    /// Its flags (`SHF_…`).
    pub flags: u64,
    /// Its offset in the file.
    pub offset: u64,
    /// Size in bytes: that of `data`, but for sections without bytes in the file.
    pub size: u64,
    /// Its bytes.
    pub data: &'a [u8],
    /// `sh_link`: the index of a related section, by type.
    pub link: u32,
    /// `sh_info`: for relocations, the index of the section they apply to.
    pub info: u32,
    /// Its alignment, a power of two; 0 means 1.
    pub alignment: u64,
    /// Size of an entry, for tables.
    pub entry_size: u64,
}

/// A symbol.
#[derive(Debug, Clone, Copy)]
pub struct Symbol<'a> {
    /// Its name.
    pub name: &'a BStr,
    /// Offset in its section.
    pub value: u64,
    /// Size in bytes.
    pub size: u64,
    /// Binding (`STB_…`).
    pub binding: u8,
    /// Its type (`STT_…`).
    pub kind: u8,
    /// Visibility.
    pub other: u8,
    /// Index of its section; reserved numbers (`SHN_ABS`…) as they are, 0 for a symbol that is not defined here.
    pub section: u16,
}

/// A relocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relocation {
    /// Offset of the field it applies to, in its section.
    pub offset: u64,
    /// Its type (`R_AMDGPU_…`).
    pub kind: u32,
    /// Index of its symbol.
    pub symbol: u32,
    /// The addend; `None` where the field itself holds it.
    pub addend: Option<i64>,
}

impl Symbol<'_> {
    /// Whether it is a function of section `section`.
    pub fn is_function_of(&self, section: usize) -> bool {
        self.kind == elf::STT_FUNC.0 && usize::from(self.section) == section
    }

    /// Whether the file defines the symbol in one of its sections.
    pub fn is_defined(&self) -> bool {
        self.section != elf::SHN_UNDEF.0 && self.section < elf::SHN_LORESERVE
    }
}

impl Section<'_> {
    /// Whether the section is contents of the program, not a table of the file itself.
    pub fn is_contents(&self) -> bool {
        self.kind == elf::SHT_PROGBITS.0
    }

    /// Whether it holds code.
    pub fn is_code(&self) -> bool {
        self.flags & elf::SHF_EXECINSTR.0 != 0
    }
}

impl<'a> Elf<'a> {
    /// Reads the tables of a file. Their records are copied, their names and bytes are not.
    ///
    /// # Errors
    /// When the file is no 64-bit little-endian ELF for AMDGPU, or a table, name or section lies outside it.
    pub fn parse(data: &'a [u8]) -> Result<Self> {
        let header = header(data)?;
        let headers = section_headers(data, header)?;
        let names_index = header.e_shstrndx.get(LE).0;
        let names = match headers.get(usize::from(names_index)) {
            Some(table) if names_index != 0 => contents(data, table)?,
            _ if headers.len() <= 1 => &[][..],
            _ => {
                let kind = ErrorKind::SectionIndex {
                    what: "e_shstrndx",
                    index: names_index.into(),
                    count: headers.len(),
                };
                return Err(kind.at(0x3e, 2));
            }
        };
        let mut sections = Vec::with_capacity(headers.len());
        let mut total = 0_u64;
        for (index, header) in headers.iter().enumerate() {
            let section = section(data, header, names)
                .map_err(|error| error.within(item(index)).within(Frame::Node("section headers")))?;
            total = total.saturating_add(size(section.data));
            sections.push(section);
        }
        if total > size(data).saturating_mul(limits::MAX_SHARED_BYTES) {
            return Err(ErrorKind::Overlap { found: total, size: size(data) }.unplaced());
        }
        let symbols = symbols(&sections).map_err(|error| error.within(Frame::Node("symbol table")))?;
        Ok(Self {
            data,
            os_abi: header.e_ident.os_abi.0,
            abi_version: header.e_ident.abi_version,
            file_type: header.e_type.get(LE).0,
            flags: header.e_flags.get(LE).0,
            sections,
            symbols,
        })
    }

    /// The processor that the flags name.
    ///
    /// # Errors
    /// When the processor's number is unknown.
    pub fn target(&self) -> Result<Target> {
        Target::from_flags(self.flags).ok_or_else(|| ErrorKind::UnknownMachine(self.flags & 0xff).at(0x30, 4))
    }

    /// The first section named `name`, with its index.
    pub fn section_named(&self, name: &str) -> Option<(usize, &Section<'a>)> {
        self.sections.iter().enumerate().find(|(_, section)| section.name == name)
    }

    /// The relocations that section `index` holds for another one.
    ///
    /// # Errors
    /// When its size is no multiple of its entries'.
    pub fn relocations(&self, index: usize) -> Result<Relocations<'a>> {
        let Some(section) = self.sections.get(index) else { return Ok(Relocations::Rel(&[])) };
        let frame = || Frame::Name(section.name.to_string());
        match elf::SectionType(section.kind) {
            elf::SHT_REL => Ok(Relocations::Rel(records(section).map_err(|error| error.within(frame()))?)),
            elf::SHT_RELA => Ok(Relocations::Rela(records(section).map_err(|error| error.within(frame()))?)),
            _ => Ok(Relocations::Rel(&[])),
        }
    }

    /// The symbol that a relocation refers to.
    ///
    /// # Errors
    /// When the file has fewer symbols.
    pub fn symbol(&self, relocation: &Relocation) -> Result<&Symbol<'a>> {
        usize::try_from(relocation.symbol).ok().and_then(|index| self.symbols.get(index)).ok_or_else(|| {
            ErrorKind::SymbolIndex { index: relocation.symbol, count: self.symbols.len() }.unplaced()
        })
    }
}

/// The relocation records of a section.
#[derive(Debug, Clone, Copy)]
pub enum Relocations<'a> {
    /// `SHT_REL`: addends are in the fields.
    Rel(&'a [Rel64<LE>]),
    /// `SHT_RELA`: each record has its addend.
    Rela(&'a [Rela64<LE>]),
}

impl Relocations<'_> {
    /// The number of relocations.
    pub fn len(&self) -> usize {
        match self {
            Self::Rel(records) => records.len(),
            Self::Rela(records) => records.len(),
        }
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The relocation with this index.
    pub fn get(&self, index: usize) -> Option<Relocation> {
        match self {
            Self::Rel(records) => records.get(index).map(|record| Relocation {
                offset: record.r_offset.get(LE),
                kind: record.r_type(LE).0,
                symbol: record.r_sym(LE),
                addend: None,
            }),
            Self::Rela(records) => records.get(index).map(|record| Relocation {
                offset: record.r_offset.get(LE),
                kind: record.r_type(LE, false).0,
                symbol: record.r_sym(LE, false),
                addend: Some(record.r_addend.get(LE)),
            }),
        }
    }

    /// All relocations, in order.
    pub fn iter(&self) -> impl Iterator<Item = Relocation> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

fn item(index: usize) -> Frame {
    Frame::Item(length(index))
}

fn header(data: &[u8]) -> Result<&FileHeader64<LE>> {
    if !data.starts_with(&elf::ELFMAG) {
        return Err(ErrorKind::NoElf.at(0, 4));
    }
    let Ok((header, _)) = pod::from_bytes::<FileHeader64<LE>>(data) else {
        return Err(ErrorKind::Truncated { what: "ELF header", needed: 64, left: size(data) }.at(0, 64));
    };
    let ident = &header.e_ident;
    if ident.class != elf::ELFCLASS64 || ident.data != elf::ELFDATA2LSB {
        let kind =
            ErrorKind::Unsupported { what: "ELF class or byte order", expected: "64 bits, little endian" };
        return Err(kind.at(4, 2));
    }
    let machine = header.e_machine.get(LE);
    if machine != elf::EM_AMDGPU {
        return Err(ErrorKind::Machine(machine.0).at(0x12, 2));
    }
    Ok(header)
}

/// The size of bytes, as files and errors count.
fn size(data: &[u8]) -> u64 {
    length(data.len())
}

/// A length as 64 bits, as files and errors count.
pub(crate) fn length(len: usize) -> u64 {
    len.try_into().unwrap_or(u64::MAX)
}

/// The bytes from `offset` on; `None` where the file ends before it.
fn tail(data: &[u8], offset: u64) -> Option<&[u8]> {
    data.get(usize::try_from(offset).ok()?..)
}

fn section_headers<'a>(data: &'a [u8], header: &FileHeader64<LE>) -> Result<&'a [SectionHeader64<LE>]> {
    let offset = header.e_shoff.get(LE);
    let count = header.e_shnum.get(LE);
    if offset == 0 || count == 0 {
        return Ok(&[]);
    }
    let entry = header.e_shentsize.get(LE);
    if entry != 64 {
        let kind = ErrorKind::Value { what: "e_shentsize", found: entry.into(), expected: "64" };
        return Err(kind.at(0x3a, 2));
    }
    let needed = 64 * u64::from(count);
    let records = tail(data, offset).and_then(|tail| pod::slice_from_bytes(tail, count.into()).ok());
    let Some((headers, _)) = records else {
        let left = size(data).saturating_sub(offset);
        return Err(ErrorKind::Truncated { what: "section header table", needed, left }.at(offset, needed));
    };
    Ok(headers)
}

/// The bytes that a section has in the file.
fn contents<'a>(data: &'a [u8], header: &SectionHeader64<LE>) -> Result<&'a [u8]> {
    let kind = header.sh_type.get(LE);
    if kind == elf::SHT_NOBITS || kind == elf::SHT_NULL {
        return Ok(&[]);
    }
    let (offset, needed) = (header.sh_offset.get(LE), header.sh_size.get(LE));
    let end = usize::try_from(needed).ok();
    end.and_then(|end| tail(data, offset)?.get(..end)).ok_or_else(|| {
        let left = size(data).saturating_sub(offset);
        ErrorKind::Truncated { what: "section contents", needed, left }.at(offset, needed)
    })
}

fn section<'a>(data: &'a [u8], header: &SectionHeader64<LE>, names: &'a [u8]) -> Result<Section<'a>> {
    let alignment = header.sh_addralign.get(LE);
    if alignment != 0 && !alignment.is_power_of_two() || alignment > limits::MAX_ALIGNMENT {
        let kind = ErrorKind::Value {
            what: "sh_addralign",
            found: alignment,
            expected: "a power of two up to 65536",
        };
        return Err(kind.unplaced());
    }
    Ok(Section {
        name: string(names, header.sh_name.get(LE), "a section's name")?,
        kind: header.sh_type.get(LE).0,
        flags: header.sh_flags.get(LE).0,
        offset: header.sh_offset.get(LE),
        size: header.sh_size.get(LE),
        data: contents(data, header)?,
        link: header.sh_link.get(LE),
        info: header.sh_info.get(LE),
        alignment,
        entry_size: header.sh_entsize.get(LE),
    })
}

/// The string at `offset` of a table, up to its NUL.
fn string<'a>(table: &'a [u8], offset: u32, what: &'static str) -> Result<&'a BStr> {
    if offset == 0 && table.is_empty() {
        return Ok(BStr::new(b""));
    }
    let bytes = usize::try_from(offset).ok().and_then(|offset| table.get(offset..));
    let end = bytes.and_then(|bytes| bytes.iter().take(limits::MAX_NAME_SIZE).position(|byte| *byte == 0));
    match (bytes, end) {
        (Some(bytes), Some(end)) => Ok(BStr::new(bytes.get(..end).unwrap_or_default())),
        (Some(bytes), None) if bytes.len() > limits::MAX_NAME_SIZE => {
            Err(ErrorKind::LongName { what, offset }.unplaced())
        }
        _ => Err(ErrorKind::String { what, offset, size: size(table) }.unplaced()),
    }
}

fn records<'a, T: pod::Pod>(section: &Section<'a>) -> Result<&'a [T]> {
    let wanted = size_of::<T>();
    if section.entry_size != 0 && usize::try_from(section.entry_size) != Ok(wanted) {
        let expected = if wanted == 16 { "16" } else { "24" };
        let kind = ErrorKind::Value { what: "sh_entsize", found: section.entry_size, expected };
        return Err(kind.at(section.offset, 0));
    }
    pod::slice_from_all_bytes(section.data).map_err(|()| {
        let kind =
            ErrorKind::Value { what: "sh_size", found: section.size, expected: "a multiple of sh_entsize" };
        kind.at(section.offset, section.size)
    })
}

fn symbols<'a>(sections: &[Section<'a>]) -> Result<Vec<Symbol<'a>>> {
    let mut tables = sections.iter().filter(|section| section.kind == elf::SHT_SYMTAB.0);
    let Some(table) = tables.next() else { return Ok(Vec::new()) };
    if let Some(second) = tables.next() {
        return Err(ErrorKind::Repeated("symbol table").at(second.offset, second.size));
    }
    let names = usize::try_from(table.link).ok().and_then(|link| sections.get(link)).ok_or_else(|| {
        let kind = ErrorKind::SectionIndex { what: "sh_link", index: table.link, count: sections.len() };
        kind.at(table.offset, 0)
    })?;
    if names.kind != elf::SHT_STRTAB.0 {
        let kind = ErrorKind::Value {
            what: "type of the symbol string table",
            found: names.kind.into(),
            expected: "3 (SHT_STRTAB)",
        };
        return Err(kind.at(names.offset, names.size));
    }
    let records: &[Sym64<LE>] = records(table)?;
    let mut symbols = Vec::with_capacity(records.len());
    for (index, record) in records.iter().enumerate() {
        let section = record.st_shndx.get(LE).0;
        if section < elf::SHN_LORESERVE && usize::from(section) >= sections.len() {
            let kind =
                ErrorKind::SectionIndex { what: "st_shndx", index: section.into(), count: sections.len() };
            return Err(kind.at(table.offset, 0).within(item(index)));
        }
        symbols.push(Symbol {
            name: string(names.data, record.st_name.get(LE), "a symbol's name")
                .map_err(|error| error.within(item(index)))?,
            value: record.st_value.get(LE),
            size: record.st_size.get(LE),
            binding: record.st_info.st_bind().0,
            kind: record.st_info.st_type().0,
            other: record.st_other.0,
            section,
        });
    }
    Ok(symbols)
}
