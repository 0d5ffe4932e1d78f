//! `cargo xtask codegen`: the rows of `tables/*.toml` as Rust, committed and checked for freshness.
//!
//! Generated files hold rows only: constants and lists for the macros of `names.rs` and the table of
//! parts. Whatever has logic is written by hand.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use toml::{Table, Value};

use crate::{Outcome, root};

mod amdgpu_elf;
mod amdgpu_formats;
mod amdgpu_isa;
mod amdgpu_merge;
mod amdgpu_registers;
mod amdgpu_vulkan_formats;
mod attributes;
mod bitcode;
mod bounds;
mod codes;
mod d3d9;
mod dwarf;
mod dxbc;
mod dxbc_rules;
mod dxbc_to_dxil;
mod hlsl;
mod intrinsics;
mod modern;
mod ops;
mod row;
mod rules;
mod semantics;

use row::{STAMP, camel, enum_values, number, rows, text, unique};

/// A generated file: where it lies, relative to the workspace, and its text.
pub struct Generated {
    pub path: PathBuf,
    pub text: String,
}

/// Everything the tables turn into.
pub fn generate() -> Result<Vec<Generated>, String> {
    let amdgpu = PathBuf::from("crates/amdgpu-link/src/generated");
    let container = PathBuf::from("crates/dx-container/src/generated");
    Ok(vec![
        Generated { path: amdgpu.join("elf.rs"), text: amdgpu_elf::elf(&table("amdgpu/elf")?)? },
        Generated {
            path: amdgpu.join("registers.rs"),
            text: amdgpu_registers::registers(&table("amdgpu/registers")?)?,
        },
        Generated { path: container.join("enums.rs"), text: enums(&table("enums")?)? },
        Generated { path: container.join("flags.rs"), text: flags(&table("flags")?)? },
        Generated { path: container.join("part_kinds.rs"), text: part_kinds(&table("parts")?)? },
        Generated { path: container.join("parts.rs"), text: parts(&table("parts")?)? },
        Generated { path: container.join("rdat.rs"), text: rdat(&table("rdat")?, &table("enums")?)? },
        Generated {
            path: "crates/dxil-ir/src/generated/attributes.rs".into(),
            text: attributes::attributes(&table("attributes")?, &table("intrinsics")?)?,
        },
        Generated {
            path: "crates/dxil-ir/src/generated/bitcode.rs".into(),
            text: bitcode::bitcode(&table("bitcode")?, &table("intrinsics")?)?,
        },
        Generated {
            path: "crates/dxil-ir/src/generated/intrinsics.rs".into(),
            text: intrinsics::intrinsics(&table("intrinsics")?, &table("attributes")?)?,
        },
        Generated {
            path: "crates/dxil-ir/src/generated/dwarf.rs".into(),
            text: dwarf::words(&table("dwarf")?)?,
        },
        Generated {
            path: "crates/dxil/src/generated/hlsl.rs".into(),
            text: hlsl::intrinsics(&table("ops/hlsl")?, &table("ops/types")?, &op_files()?)?,
        },
        Generated {
            path: "crates/dxil/src/generated/modern.rs".into(),
            text: modern::correspondences(&table("ops/modern")?, &op_files()?, &table("intrinsics")?)?,
        },
        Generated {
            path: "crates/dxil/src/generated/ops.rs".into(),
            text: ops::ops(&table("ops/types")?, &op_files()?)?,
        },
        Generated {
            path: "crates/dxil/src/generated/semantics.rs".into(),
            text: semantics::semantics(&table("semantics")?, &table("enums")?)?,
        },
        Generated {
            path: "crates/dxil/src/generated/signature_points.rs".into(),
            text: semantics::signature_points(&table("semantics")?)?,
        },
        Generated {
            path: "crates/dx-bytecode/src/generated/tokens.rs".into(),
            text: dxbc::tokens(&table("dxbc")?)?,
        },
        Generated {
            path: "crates/dx-bytecode/src/generated/d3d9.rs".into(),
            text: d3d9::tokens(&table("d3d9")?)?,
        },
        Generated {
            path: "crates/dx-bytecode/src/generated/rules.rs".into(),
            text: dxbc_rules::rules(&table("dxbc_rules")?, &table("dxbc")?)?,
        },
        Generated {
            path: "crates/dxbc-to-dxil/src/generated/conversions.rs".into(),
            text: dxbc_to_dxil::conversions(&table("dxbc_to_dxil")?, &table("dxbc")?, &op_files()?)?,
        },
        Generated {
            path: "crates/dxil-validate/src/generated/bounds.rs".into(),
            text: bounds::bounds(&table("bounds")?)?,
        },
        Generated {
            path: "crates/dxil-validate/src/generated/rules.rs".into(),
            text: rules::rules(&folder("rules")?)?,
        },
        Generated {
            path: "crates/shader-tools/src/generated/codes.rs".into(),
            text: codes::codes(&table("codes")?)?,
        },
        Generated {
            path: amdgpu.join("formats.rs"),
            text: amdgpu_formats::formats(&table("amdgpu/formats")?)?,
        },
        Generated { path: amdgpu.join("isa.rs"), text: amdgpu_isa::isa(&table("amdgpu/isa")?)? },
        Generated { path: amdgpu.join("merge.rs"), text: amdgpu_merge::merge(&table("amdgpu/merge")?)? },
        Generated {
            path: amdgpu.join("vulkan_formats.rs"),
            text: amdgpu_vulkan_formats::vulkan_formats(
                &table("amdgpu/vulkan_formats")?,
                &table("amdgpu/formats")?,
            )?,
        },
    ])
}

/// Writes the generated files, or with `check` says which of them are stale.
pub fn run(check: bool) -> Outcome {
    let mut stale = Vec::new();
    for Generated { path, text } in generate()? {
        let file = root().join(&path);
        if fs::read_to_string(&file).is_ok_and(|old| old == text) {
            continue;
        }
        if check {
            stale.push(path.display().to_string());
        } else {
            fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        }
    }
    stale.extend(crate::copies::run(check)?.iter().map(|path| path.display().to_string()));
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("stale: {} (run `cargo xtask codegen`)", stale.join(", ")))
}

fn table(name: &str) -> Result<Table, String> {
    let path = root().join("tables").join(name).with_extension("toml");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    text.parse().map_err(|e| format!("{}: {e}", path.display()))
}

/// The tables of operations: all files of the folder but those that say something else of them.
pub(crate) fn op_files() -> Result<Vec<Table>, String> {
    let files =
        folder("ops")?.into_iter().filter(|(name, _)| !["types", "modern", "hlsl"].contains(&name.as_str()));
    Ok(files.map(|(_, table)| table).collect())
}

/// The tables of a folder, by name.
fn folder(name: &str) -> Result<Vec<(String, Table)>, String> {
    let folder = root().join("tables").join(name);
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            names.extend(path.file_stem().map(|name| name.display().to_string()));
        }
    }
    names.sort();
    let read = |file: String| Ok((file.clone(), table(&format!("{name}/{file}"))?));
    names.into_iter().map(read).collect()
}

fn enums(table: &Table) -> Result<String, String> {
    let mut out =
        format!("// {STAMP}\n//! Named values: `tables/enums.toml`.\n\nuse crate::names::named_values;\n");
    let mut seen = BTreeSet::new();
    for row in rows(table, "enum")? {
        let name = text(row, "name")?;
        unique(&mut seen, name)?;
        let _ = write!(out, "\nnamed_values! {{\n{}    pub struct {name} {{\n", doc(row)?);
        named_rows(&mut out, name, rows(row, "values")?)?;
        out.push_str("    }\n}\n");
    }
    Ok(out)
}

fn flags(table: &Table) -> Result<String, String> {
    let mut out =
        format!("// {STAMP}\n//! Flag words: `tables/flags.toml`.\n\nuse crate::names::named_flags;\n");
    let mut seen = BTreeSet::new();
    for row in rows(table, "flags")? {
        let name = text(row, "name")?;
        unique(&mut seen, name)?;
        let width = number(row, "width")?;
        let _ = write!(out, "\nnamed_flags! {{\n{}    pub struct {name}: u{width} {{\n", doc(row)?);
        named_rows(&mut out, name, rows(row, "bits")?)?;
        out.push_str("    }\n}\n");
    }
    Ok(out)
}

/// One line a value: `CONST = value "Name" "about";`.
fn named_rows(out: &mut String, owner: &str, values: Vec<&Table>) -> Outcome {
    let (mut numbers, mut names) = (BTreeSet::new(), BTreeSet::new());
    for row in values {
        let (name, constant, value) = (text(row, "name")?, text(row, "const")?, number(row, "value")?);
        if !numbers.insert(value) || !names.insert(name) {
            return Err(format!("{owner}: {name} = {value} is defined twice"));
        }
        let about = row.get("about").and_then(Value::as_str).unwrap_or("");
        let value = if value < 1024 { value.to_string() } else { format!("{value:#x}") };
        let _ = writeln!(out, "        {constant} = {value} {name:?} {about:?};");
    }
    Ok(())
}

fn parts(table: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! The parts by FourCC: `tables/parts.toml`.\n\n\
         use crate::fourcc::FourCc;\nuse crate::parts::{{PartKind, PartRow, StripGroup}};\n\nimpl FourCc {{\n"
    );
    let rows = rows(table, "part")?;
    let mut seen = BTreeSet::new();
    for row in &rows {
        let (fourcc, title) = (text(row, "fourcc")?, text(row, "title")?);
        unique(&mut seen, fourcc)?;
        if fourcc.len() != 4 {
            return Err(format!("{fourcc}: expected four bytes in a FourCC"));
        }
        let _ = writeln!(out, "    /// `{fourcc}`: {title}.");
        let _ = writeln!(out, "    pub const {}: Self = Self(*b\"{fourcc}\");", fourcc.to_uppercase());
    }
    let _ = write!(
        out,
        "}}\n\n/// Every part the table knows, in its order.\npub static PARTS: [PartRow; {}] = [\n",
        rows.len()
    );
    for row in &rows {
        let decoder = row.get("decoder").and_then(Value::as_str).unwrap_or("Opaque");
        let note = row.get("note").and_then(Value::as_str).unwrap_or("");
        let strip = match row.get("strip").and_then(Value::as_str) {
            Some(group) => format!("Some(StripGroup::{})", camel(group)),
            None => "None".to_owned(),
        };
        let _ = writeln!(
            out,
            "    PartRow {{ fourcc: FourCc::{}, title: {:?}, kind: PartKind::{decoder}, strip: {strip}, note: {note:?} }},",
            text(row, "fourcc")?.to_uppercase(),
            text(row, "title")?,
        );
    }
    out.push_str("];\n");
    Ok(out)
}

/// The enumeration of the decoders. Separate from the rows, whose type names it.
fn part_kinds(table: &Table) -> Result<String, String> {
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in rows(table, "part")? {
        let Some(decoder) = row.get("decoder").and_then(Value::as_str) else { continue };
        let fourcc = text(row, "fourcc")?;
        match kinds.iter_mut().find(|(known, _)| *known == decoder) {
            Some((_, parts)) => parts.push(fourcc),
            None => kinds.push((decoder, vec![fourcc])),
        }
    }
    let mut out = format!(
        "// {STAMP}\n//! The decoders of parts: `tables/parts.toml`.\n\n\
         /// The type that reads a part.\n\
         #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\npub enum PartKind {{\n"
    );
    for (decoder, parts) in kinds {
        let _ = writeln!(out, "    /// Reads `{}`.\n    {decoder},", parts.join("`, `"));
    }
    out.push_str("    /// No decoder; the part is kept as bytes.\n    Opaque,\n}\n");
    Ok(out)
}

fn rdat(table: &Table, enums: &Table) -> Result<String, String> {
    let parts = enum_values(enums, "RuntimeDataPart")?;
    let part = |name: &str| -> Result<String, String> {
        let row = parts.iter().find(|row| row.get("name").and_then(Value::as_str) == Some(name));
        let row = row.ok_or_else(|| format!("unknown RuntimeDataPart {name}"))?;
        Ok(format!("RuntimeDataPart::{}", text(row, "const")?))
    };
    let order = table.get("order").and_then(Value::as_array).ok_or("rdat: missing list `order`")?;
    let records = rows(table, "record")?;
    let mut out = format!(
        "// {STAMP}\n//! The records of RDAT: `tables/rdat.toml`.\n\n\
         use crate::enums::*;\nuse crate::fields::Show;\nuse crate::flags::*;\nuse crate::names::{{NamedFlags, NamedValue}};\n\
         use crate::parts::rdat::record::{{FieldKind, FieldRow, NULL_OR_ROW, RecordRow, UNBOUNDED_OR_NUMBER}};\n\n\
         /// The parts in the order in which DXC writes them.\n\
         pub(crate) static ORDER: [RuntimeDataPart; {}] = [\n",
        order.len()
    );
    for name in order {
        let _ = writeln!(out, "    {},", part(name.as_str().unwrap_or_default())?);
    }
    let _ = write!(
        out,
        "];\n\n/// The records by the part they lie in.\npub static RECORDS: [RecordRow; {}] = [\n",
        records.len()
    );
    for record in records {
        let size = number(record, "size")?;
        let least = record.get("least").and_then(Value::as_integer).unwrap_or(size);
        let selector = record.get("selector").and_then(Value::as_integer);
        let table = text(record, "table")?;
        let _ = writeln!(
            out,
            "    RecordRow {{ table: {}, name: {table:?}, size: {size}, least: {least}, selector: {selector:?}, fields: &[",
            part(table)?
        );
        for field in rows(record, "fields")? {
            let (name, offset) = (text(field, "name")?, number(field, "offset")?);
            let kind = rdat_kind(field, part)?;
            let cases = field.get("cases").and_then(Value::as_array).cloned().unwrap_or_default();
            let cases: Vec<i64> = cases.iter().filter_map(Value::as_integer).collect();
            let first = field.get("first").and_then(Value::as_bool).unwrap_or(false);
            let _ = writeln!(
                out,
                "        FieldRow {{ name: {name:?}, offset: {offset}, kind: {kind}, cases: &{cases:?}, first: {first} }},"
            );
        }
        out.push_str("    ] },\n");
    }
    out.push_str("];\n");
    Ok(out)
}

fn rdat_kind(field: &Table, part: impl Fn(&str) -> Result<String, String>) -> Result<String, String> {
    let kind = text(field, "kind")?;
    let show = match ["enum", "flags", "show"].map(|key| field.get(key).and_then(Value::as_str)) {
        [None, None, None] => "Show::Plain".to_owned(),
        [Some(name), None, None] => format!("Show::Enum(<{name} as NamedValue>::NAMES)"),
        [None, Some(name), None] => format!("Show::Flags(<{name} as NamedFlags>::NAMES)"),
        [None, None, Some("Null")] => "Show::Special(NULL_OR_ROW)".to_owned(),
        [None, None, Some("Unbounded")] => "Show::Special(UNBOUNDED_OR_NUMBER)".to_owned(),
        [None, None, Some(show)] => format!("Show::{show}"),
        _ => return Err(format!("more than one of `enum`, `flags` and `show`: {field}")),
    };
    Ok(match kind {
        "u8" => format!("FieldKind::Number(1, {show})"),
        "u16" => format!("FieldKind::Number(2, {show})"),
        "u32" => format!("FieldKind::Number(4, {show})"),
        "u64" => format!("FieldKind::Number(8, {show})"),
        "text" => "FieldKind::Text".to_owned(),
        "texts" => "FieldKind::Texts".to_owned(),
        "words" => "FieldKind::Words".to_owned(),
        "bytes" => "FieldKind::Bytes".to_owned(),
        "row" => format!("FieldKind::Row({})", part(text(field, "of")?)?),
        "rows" => format!("FieldKind::Rows({})", part(text(field, "of")?)?),
        _ => return Err(format!("unknown kind of field: {field}")),
    })
}

fn doc(row: &Table) -> Result<String, String> {
    Ok(format!("    /// {}\n    ///\n    /// Source: {}.\n", text(row, "doc")?, text(row, "source")?))
}
