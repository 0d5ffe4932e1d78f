//! The rows of `tables/amdgpu/elf.toml`: processors, relocations, notes and operating systems of AMDGPU ELFs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use toml::Table;

use super::{STAMP, number, rows, text};

/// Lists of values with names: their keys in the table, what they become, what they are.
const NAMES: [(&str, &str, &str); 8] = [
    ("feature", "FEATURES", "The states of a feature in e_flags."),
    ("os_abi", "OS_ABIS", "Operating systems by `EI_OSABI`."),
    ("file_type", "FILE_TYPES", "Kinds of files, without `ET_`."),
    ("section_type", "SECTION_TYPES", "Kinds of sections, without `SHT_`."),
    ("section_flag", "SECTION_FLAGS", "Flags of sections, by letter."),
    ("symbol_type", "SYMBOL_TYPES", "Kinds of symbols, without `STT_`."),
    ("binding", "BINDINGS", "Bindings of symbols, without `STB_`."),
    ("section_index", "SECTION_INDICES", "Numbers of sections that are none of the file's, without `SHN_`."),
];

pub(super) fn elf(table: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! Numbers of AMDGPU ELFs: `tables/amdgpu/elf.toml`.\n\n\
         use crate::elf_names::{{NoteRow, RelocationAction, RelocationType}};\nuse crate::target::{{MachineRow, Target}};\n\n"
    );
    for row in rows(table, "constant")? {
        let ty = match text(row, "name")? {
            "EM_AMDGPU" => "u16",
            "MACHINE_OFFSET" => "usize",
            _ => "u32",
        };
        let _ = writeln!(
            out,
            "/// {}\npub const {}: {ty} = {:#x};",
            text(row, "about")?,
            text(row, "name")?,
            number(row, "value")?
        );
    }
    for (key, list, about) in NAMES {
        names(&mut out, table, key, list, about)?;
    }
    for row in rows(table, "os_abi")? {
        let (name, value) = (text(row, "name")?, number(row, "value")?);
        let _ = writeln!(out, "/// `EI_OSABI` of {name}.\npub const ELFOSABI_{name}: u8 = {value};");
    }
    notes(&mut out, table)?;
    relocations(&mut out, table)?;
    machines(&mut out, table)?;
    Ok(out)
}

fn names(out: &mut String, table: &Table, key: &str, list: &str, about: &str) -> Result<(), String> {
    let rows = rows(table, key)?;
    let _ = writeln!(out, "\n/// {about}\npub(crate) static {list}: [(u32, &str); {}] = [", rows.len());
    for row in rows {
        let _ = writeln!(out, "    ({:#x}, {:?}),", number(row, "value")?, text(row, "name")?);
    }
    out.push_str("];\n\n");
    Ok(())
}

fn notes(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "note")?;
    for row in &rows {
        let (owner, ty, name) = (text(row, "owner")?, number(row, "type")?, text(row, "name")?);
        let _ =
            writeln!(out, "/// The type of a note of the owner `{owner}`.\npub const {name}: u32 = {ty};");
    }
    let _ = writeln!(out, "\n/// The known notes.\npub(crate) static NOTES: [NoteRow; {}] = [", rows.len());
    for row in rows {
        let (owner, ty, name) = (text(row, "owner")?, number(row, "type")?, text(row, "name")?);
        let _ = writeln!(out, "    NoteRow {{ owner: {owner:?}, ty: {ty}, name: {name:?} }},");
    }
    out.push_str("];\n");
    Ok(())
}

fn relocations(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "relocation")?;
    out.push('\n');
    for row in &rows {
        let (name, number) = (text(row, "name")?, number(row, "number")?);
        let _ = writeln!(out, "/// A type of relocation.\npub const {name}: u32 = {number};");
    }
    let _ = writeln!(
        out,
        "\n/// The types of relocations by number.\npub(crate) static RELOCATIONS: [RelocationType; {}] = [",
        rows.len()
    );
    let mut seen = BTreeSet::new();
    for row in rows {
        let (name, number) = (text(row, "name")?, number(row, "number")?);
        if !seen.insert(number) {
            return Err(format!("{name}: {number} is defined twice"));
        }
        let action = match text(row, "action")? {
            "ignore" => "Ignore",
            "resolve" => "Resolve",
            "pass" => "Pass",
            "refuse" => "Refuse",
            other => return Err(format!("{name}: unknown action {other}")),
        };
        let _ = writeln!(
            out,
            "    RelocationType {{ number: {number}, name: {name:?}, action: RelocationAction::{action} }},"
        );
    }
    out.push_str("];\n");
    Ok(())
}

fn machines(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "machine")?;
    let _ = writeln!(
        out,
        "\n/// The processors, rising.\npub(crate) static MACHINES: [MachineRow; {}] = [",
        rows.len()
    );
    let mut seen = BTreeSet::new();
    for row in rows {
        let value = number(row, "value")?;
        if !seen.insert(value) {
            return Err(format!("machine {value:#x} is defined twice"));
        }
        let _ = writeln!(
            out,
            "    MachineRow {{ value: {value:#x}, target: Target {{ major: {}, minor: {}, stepping: {} }} }},",
            number(row, "major")?,
            number(row, "minor")?,
            number(row, "stepping")?
        );
    }
    out.push_str("];\n");
    Ok(())
}
