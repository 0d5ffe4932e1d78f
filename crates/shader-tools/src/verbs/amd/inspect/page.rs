//! The page for people: the header, then each table, the metadata, the code.

use std::io::{self, Write};

use amdgpu_link::Target;
use amdgpu_link::elf::{Elf, Section, Symbol};
use amdgpu_link::elf_names::{
    FLAG_FEATURE, FLAG_MACHINE, FLAG_SRAMECC_SHIFT, FLAG_XNACK_SHIFT, FeatureState, binding_name,
    file_type_name, note_name, os_abi_name, section_flag_letters, section_index_name, section_type_name,
    symbol_type_name,
};
use amdgpu_link::metadata::Tree as _;
use amdgpu_link::note::{self, Note};
use dx_container::fields::Printable;

use super::elf_file::ElfFile;
use super::{code, meaning, metadata, relocations};
use crate::error::Error;
use crate::layout::write_pairs;
use crate::selection::input::Input;
use crate::style::{DIM, KEY, NOTE, TITLE, counted, grouped, paint};
use crate::table::table;

/// Rows of a table that a page shows; compilers write about ten sections and fewer symbols.
const SHOWN_ROWS: usize = 200;
/// Instructions that a page shows of one piece of code.
const SHOWN_INSTRUCTIONS: usize = 100_000;

pub fn write(input: &Input, file: &ElfFile<'_>, out: &mut dyn Write) -> Result<(), Error> {
    let elf = &file.elf;
    writeln!(out, "{}, {} bytes\n", paint(TITLE, input.name()), grouped(elf.data.len() as u64))?;
    write_pairs(out, &header(file))?;
    write_table(
        out,
        "Sections",
        &["", "name", "type", "flags", "offset", "size", "align"],
        elf.sections.iter().enumerate().map(|(index, section)| section_row(index, section)),
    )?;
    write_table(
        out,
        "Symbols",
        &["value", "size", "type", "binding", "section", "name"],
        elf.symbols.iter().skip(1).map(|symbol| symbol_row(elf, symbol)),
    )?;
    write_relocations(out, file)?;
    let notes = file.notes.as_deref().unwrap_or_default();
    write_table(out, "Notes", &["owner", "type", "size", "content"], notes.iter().map(note_row))?;
    let generation = elf.target().ok().and_then(Target::generation);
    for document in file.documents.iter().flatten() {
        writeln!(out, "\n{}", paint(TITLE, "Metadata"))?;
        metadata::write(out, document, generation)?;
    }
    write_code(out, file)?;
    Ok(())
}

fn header(file: &ElfFile<'_>) -> Vec<(&'static str, String)> {
    let elf = &file.elf;
    let target = match elf.target() {
        Ok(target) => target.to_string(),
        Err(_) => paint(NOTE, format!("unknown processor {:#x}", elf.flags & FLAG_MACHINE)),
    };
    let features = [("xnack", FeatureState::xnack(elf.flags)), ("sramecc", FeatureState::sramecc(elf.flags))];
    let features: String = features.map(|(name, state)| format!(", {name} {}", state.name())).concat();
    let known = FLAG_MACHINE | FLAG_FEATURE << FLAG_XNACK_SHIFT | FLAG_FEATURE << FLAG_SRAMECC_SHIFT;
    let unknown = match elf.flags & !known {
        0 => String::new(),
        bits => paint(NOTE, format!(", unknown bits {bits:#x}")),
    };
    let system = os_abi_name(elf.os_abi).map_or_else(|| elf.os_abi.to_string(), str::to_owned);
    let ty = file_type_name(elf.file_type).map_or_else(|| elf.file_type.to_string(), str::to_owned);
    let mut lines = vec![
        ("target", format!("{target}{features}{unknown}")),
        ("flags", format!("{:#x}", elf.flags)),
        ("system", format!("{system}, ABI version {}", elf.abi_version)),
        ("type", ty),
    ];
    let versions = file.documents.iter().flatten().filter_map(|document| document.root.get("amdpal.version"));
    lines.extend(versions.filter_map(meaning::version).map(|version| ("metadata", version)));
    lines
}

/// A table with its title; nothing where it has no rows.
fn write_table(
    out: &mut dyn Write,
    title: &str,
    columns: &[&str],
    rows: impl ExactSizeIterator<Item = Vec<String>>,
) -> io::Result<()> {
    let count = rows.len();
    if count == 0 {
        return Ok(());
    }
    writeln!(out, "\n{}", paint(TITLE, title))?;
    write!(out, "{}", table(columns, &rows.take(SHOWN_ROWS).collect::<Vec<_>>()))?;
    if let Some(more @ 1..) = count.checked_sub(SHOWN_ROWS) {
        writeln!(
            out,
            "  {}",
            paint(NOTE, format!("... and {} more; use --json to see all", grouped(more as u64)))
        )?;
    }
    Ok(())
}

fn section_row(index: usize, section: &Section<'_>) -> Vec<String> {
    let (mut flags, rest) = section_flag_letters(section.flags);
    if rest != 0 {
        flags = format!("{flags}+{rest:#x}");
    }
    vec![
        index.to_string(),
        Printable(section.name).to_string(),
        section_type_name(section.kind).map_or_else(|| format!("{:#x}", section.kind), str::to_owned),
        flags,
        format!("{:#06x}", section.offset),
        grouped(section.size),
        grouped(section.alignment),
    ]
}

fn symbol_row(elf: &Elf<'_>, symbol: &Symbol<'_>) -> Vec<String> {
    let section = match section_index_name(symbol.section) {
        Some(name) => name.to_owned(),
        None => elf
            .sections
            .get(usize::from(symbol.section))
            .map_or_else(|| format!("{:#x}", symbol.section), |section| Printable(section.name).to_string()),
    };
    vec![
        format!("{:#06x}", symbol.value),
        grouped(symbol.size),
        symbol_type_name(symbol.kind).map_or_else(|| symbol.kind.to_string(), str::to_owned),
        binding_name(symbol.binding).map_or_else(|| symbol.binding.to_string(), str::to_owned),
        section,
        Printable(symbol.name).to_string(),
    ]
}

fn write_relocations(out: &mut dyn Write, file: &ElfFile<'_>) -> io::Result<()> {
    let elf = &file.elf;
    for (index, relocations) in file.relocations.iter().take(SHOWN_ROWS) {
        let Some(section) = elf.sections.get(*index) else { continue };
        let rows = (0..relocations.len()).map(|index| {
            let Some(relocation) = relocations.get(index) else { return Vec::new() };
            let addend = relocations::addend(elf, section.info, &relocation);
            vec![
                format!("{:#06x}", relocation.offset),
                relocations::type_name(&relocation),
                relocations::symbol_name(elf, &relocation).unwrap_or_else(|_| relocation.symbol.to_string()),
                addend.map(|addend| addend.to_string()).unwrap_or_default(),
                relocations::meaning(elf, &relocation),
            ]
        });
        let title = format!("Relocations, {}", Printable(section.name));
        write_table(out, &title, &["offset", "type", "symbol", "addend", "meaning"], rows)?;
    }
    Ok(())
}

fn note_row(note: &Note<'_>) -> Vec<String> {
    let name = note_name(note.owner, note.kind);
    let content = if note.is(note::ISA_NAME) {
        Printable(note.data.into()).to_string()
    } else if note.is(note::METADATA) {
        "PAL metadata".to_owned()
    } else {
        String::new()
    };
    vec![
        Printable(note.owner).to_string(),
        name.map_or_else(|| note.kind.to_string(), str::to_owned),
        grouped(note.data.len() as u64),
        content,
    ]
}

fn write_code(out: &mut dyn Write, file: &ElfFile<'_>) -> io::Result<()> {
    let encoding = file.elf.target().ok().and_then(Target::encoding);
    let pieces = code::pieces(&file.elf);
    for piece in pieces.iter().filter(|piece| file.all_code || piece.is_glue).take(SHOWN_ROWS) {
        let what = if piece.is_glue { "Glue code" } else { "Code" };
        let size = counted(piece.data.len(), "byte");
        writeln!(out, "\n{} {}", paint(TITLE, format!("{what} {}", piece.name)), paint(DIM, size))?;
        write_instructions(out, piece.instructions(encoding).take(SHOWN_INSTRUCTIONS))?;
    }
    Ok(())
}

/// One instruction a line; of many that are the same, such as what code is padded with, the first.
fn write_instructions(
    out: &mut dyn Write,
    instructions: impl Iterator<Item = code::Instruction>,
) -> io::Result<()> {
    let mut instructions = instructions.peekable();
    while let Some(code::Instruction { offset, words, text }) = instructions.next() {
        let shown: Vec<String> = words.iter().map(|word| format!("{word:08x}")).collect();
        let shown = shown.join(" ");
        match text {
            Some(text) => writeln!(out, "  {offset:#06x}  {KEY}{text:50}{KEY:#}  {DIM}{shown}{DIM:#}")?,
            None => writeln!(out, "  {offset:#06x}  {shown}")?,
        }
        let mut more = 0;
        while instructions.next_if(|next| next.words == words).is_some() {
            more += 1;
        }
        if more > 0 {
            writeln!(
                out,
                "  {}",
                paint(
                    DIM,
                    format!(
                        "... repeated {} more {}",
                        grouped(more),
                        if more == 1 { "time" } else { "times" }
                    )
                )
            )?;
        }
    }
    Ok(())
}
