//! A file as JSON: the file objects of `amd inspect --json`.

use amdgpu_link::elf::{Elf, Relocation, Section, Symbol};
use amdgpu_link::elf_names::{
    FeatureState, RelocationType, binding_name, file_type_name, note_name, os_abi_name, section_type_name,
    symbol_type_name,
};
use amdgpu_link::{Encoding, Target, note};
use serde::Serialize;

use super::elf_file::ElfFile;
use super::metadata_object::Metadata;
use super::{code, relocations};
use crate::error::ErrorObject;
use crate::json::{Each, Mapped, Named, Text, in_utf8};
use crate::selection::file_name::FileName;

/// The schema of the document.
pub(super) const SCHEMA: &str = "shader-tools.amd-inspect/1";

/// An ELF file of AMD shaders.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct File<'a> {
    #[serde(flatten)]
    file: FileName,
    /// The size of the file in bytes.
    size: usize,
    /// The processor; `null` if `e_flags` contains an unknown processor.
    target: Option<String>,
    /// The ELF header field `e_flags`.
    flags: u32,
    /// The XNACK setting of the code.
    xnack: &'static str,
    /// The SRAM-ECC setting of the code.
    sramecc: &'static str,
    /// The OS ABI in the ELF header.
    os_abi: Named,
    /// The version of the OS ABI.
    abi_version: u8,
    /// The ELF file type.
    #[serde(rename = "type")]
    file_type: Named,
    /// The sections; the first section is the null section.
    sections: Mapped<'a, Section<'a>, SectionObject<'a>>,
    /// The symbols, except the null symbol.
    symbols: Mapped<'a, Symbol<'a>, SymbolObject<'a>>,
    /// The relocations.
    relocations: Each<'a, RelocationObject<'a>>,
    /// The ELF notes.
    notes: Each<'a, NoteObject<'a>>,
    /// The PAL metadata documents, one per metadata note; `null` for an unreadable note. docs/json.md describes the
    /// keys.
    #[cfg_attr(test, schemars(with = "Vec<Option<std::collections::BTreeMap<String, serde_json::Value>>>"))]
    metadata: Each<'a, Option<Metadata<'a>>>,
    /// The symbols that contain code. Without `--code`, only glue code.
    code: Each<'a, PieceObject>,
    /// The errors in notes and metadata documents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<ErrorObject>,
}

/// A section.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Section"))]
#[serde(rename_all = "camelCase")]
struct SectionObject<'a> {
    /// The alignment of the section in bytes.
    alignment: u64,
    /// The size of a table entry in bytes; 0 for a section that is not a table.
    entry_size: u64,
    /// The section flags (`sh_flags`).
    flags: u64,
    /// The field `sh_info` of the section header.
    info: u32,
    /// The field `sh_link` of the section header.
    link: u32,
    /// The section name.
    name: Text<'a>,
    /// The offset of the section in the file.
    offset: u64,
    /// The section size in bytes.
    size: u64,
    /// The section type without the prefix `SHT_`.
    #[serde(rename = "type")]
    kind: Named,
}

/// A symbol.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Symbol"))]
struct SymbolObject<'a> {
    /// The symbol binding without the prefix `STB_`.
    binding: Named,
    /// The symbol name.
    name: Text<'a>,
    /// The index of the section that defines the symbol; 0 for an undefined symbol.
    section: u16,
    /// The symbol size in bytes.
    size: u64,
    /// The symbol type without the prefix `STT_`.
    #[serde(rename = "type")]
    kind: Named,
    /// The symbol value (`st_value`).
    value: u64,
}

/// A relocation.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Relocation"))]
struct RelocationObject<'a> {
    /// The addend; `null` if `offset` is outside the section.
    addend: Option<i64>,
    /// The value that the linker inserts.
    meaning: String,
    /// The byte offset in the section at which the relocation applies.
    offset: u64,
    /// The index of the section to which the relocation applies.
    section: u32,
    /// The name of the symbol; `null` if the symbol index is invalid.
    symbol: Option<Text<'a>>,
    /// The relocation type.
    #[serde(rename = "type")]
    kind: Named,
}

/// An ELF note.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Note"))]
struct NoteObject<'a> {
    /// The offset of the note content in the file.
    offset: u64,
    /// The owner name of the note.
    owner: Text<'a>,
    /// The size of the note content in bytes.
    size: usize,
    /// The ISA name; only for a note of type `NT_AMD_HSA_ISA_NAME`.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Text<'a>>,
    /// The note type.
    #[serde(rename = "type")]
    kind: Named,
}

/// A symbol that contains code.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Code"))]
#[serde(rename_all = "camelCase")]
struct PieceObject {
    /// The machine instructions.
    instructions: Vec<InstructionObject>,
    /// True for glue code, which the linker generates.
    is_glue: bool,
    /// The name of the symbol.
    name: String,
    /// The byte offset of the code in the section.
    offset: usize,
    /// The index of the section that contains the code.
    section: usize,
    /// The size of the code in bytes.
    size: usize,
}

/// A machine instruction.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Instruction"))]
struct InstructionObject {
    /// The byte offset of the instruction in the section.
    offset: usize,
    /// The disassembled instruction; `null` for an unknown instruction and for all instructions after it.
    text: Option<String>,
    /// The dwords of the instruction.
    words: Vec<u32>,
}

#[test]
fn schema_is_fresh() {
    use crate::json::schema::{Files, check};

    check::<Files<File<'static>>>(SCHEMA);
}

impl<'a> File<'a> {
    /// The object of the file called `name`.
    pub fn new(name: FileName, file: &'a ElfFile<'_>) -> Self {
        let elf = &file.elf;
        let target = elf.target().ok();
        let generation = target.and_then(Target::generation);
        let encoding = target.and_then(Target::encoding);
        let documents = move || {
            file.documents.iter().map(move |read| {
                read.as_ref().ok().map(|document| Metadata::new("", &document.root, generation))
            })
        };
        let pieces = move || {
            let shown = code::pieces(elf).into_iter().filter(|piece| file.all_code || piece.is_glue);
            shown.map(move |piece| PieceObject::new(&piece, encoding))
        };
        Self {
            file: name,
            size: elf.data.len(),
            target: target.map(|target| target.to_string()),
            flags: elf.flags,
            xnack: FeatureState::xnack(elf.flags).name(),
            sramecc: FeatureState::sramecc(elf.flags).name(),
            os_abi: Named::new(os_abi_name(elf.os_abi), elf.os_abi),
            abi_version: elf.abi_version,
            file_type: Named::new(file_type_name(elf.file_type), elf.file_type),
            sections: Mapped::new(&elf.sections, SectionObject::new),
            symbols: Mapped::new(elf.symbols.get(1..).unwrap_or_default(), SymbolObject::new),
            relocations: Each::new(move || relocation_objects(file)),
            notes: Each::new(move || file.notes.iter().flatten().map(NoteObject::new)),
            metadata: Each::new(documents),
            code: Each::new(pieces),
            errors: file.errors().map(ErrorObject::from).collect(),
        }
    }
}

impl<'a> SectionObject<'a> {
    fn new(section: &'a Section<'_>) -> Self {
        Self {
            alignment: section.alignment,
            entry_size: section.entry_size,
            flags: section.flags,
            info: section.info,
            link: section.link,
            name: in_utf8(section.name),
            offset: section.offset,
            size: section.size,
            kind: Named::new(section_type_name(section.kind), section.kind),
        }
    }
}

impl<'a> SymbolObject<'a> {
    fn new(symbol: &'a Symbol<'_>) -> Self {
        Self {
            binding: Named::new(binding_name(symbol.binding), symbol.binding),
            name: in_utf8(symbol.name),
            section: symbol.section,
            size: symbol.size,
            kind: Named::new(symbol_type_name(symbol.kind), symbol.kind),
            value: symbol.value,
        }
    }
}

fn relocation_objects<'a>(file: &'a ElfFile<'_>) -> impl Iterator<Item = RelocationObject<'a>> {
    let elf = &file.elf;
    file.relocations.iter().flat_map(move |(index, table)| {
        let section = elf.sections.get(*index).map_or(0, |section| section.info);
        table.iter().map(move |relocation| RelocationObject::new(elf, section, &relocation))
    })
}

impl<'a> RelocationObject<'a> {
    fn new(elf: &'a Elf<'_>, section: u32, relocation: &Relocation) -> Self {
        let name = RelocationType::of(relocation.kind).map(|ty| ty.name);
        Self {
            addend: relocations::addend(elf, section, relocation),
            meaning: relocations::meaning(elf, relocation),
            offset: relocation.offset,
            section,
            symbol: elf.symbol(relocation).ok().map(|symbol| in_utf8(symbol.name)),
            kind: Named::new(name, relocation.kind),
        }
    }
}

impl<'a> NoteObject<'a> {
    fn new(note: &'a note::Note<'_>) -> Self {
        Self {
            offset: note.offset,
            owner: in_utf8(note.owner),
            size: note.data.len(),
            text: note.is(note::ISA_NAME).then(|| in_utf8(note.data.into())),
            kind: Named::new(note_name(note.owner, note.kind), note.kind),
        }
    }
}

impl PieceObject {
    fn new(piece: &code::Piece<'_>, encoding: Option<Encoding>) -> Self {
        let instructions = piece.instructions(encoding);
        let instructions = instructions.map(|code::Instruction { offset, words, text }| InstructionObject {
            offset,
            text,
            words,
        });
        Self {
            instructions: instructions.collect(),
            is_glue: piece.is_glue,
            name: piece.name.clone(),
            offset: piece.offset,
            section: piece.section,
            size: piece.data.len(),
        }
    }
}
