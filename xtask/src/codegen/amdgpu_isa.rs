//! The rows of `tables/amdgpu/isa.toml`: the instructions that glue code is made of.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, number, rows, text, unique};

pub(super) fn isa(table: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! The instructions that glue code is made of: `tables/amdgpu/isa.toml`.\n\n\
         use crate::isa::{{ExportTarget, Imm, Instruction, Kind, Layout, SpecialOperand}};\n"
    );
    let kinds = rows(table, "kind")?;
    let list = rows(table, "instruction")?;
    let mut seen = BTreeSet::new();
    for row in &list {
        unique(&mut seen, text(row, "id")?)?;
        instruction(&mut out, row)?;
    }
    let _ = write!(
        out,
        "\n/// Every instruction that the table knows.\npub(crate) static INSTRUCTIONS: [&Instruction; {}] = [\n",
        list.len()
    );
    for row in &list {
        let _ = writeln!(out, "    &{},", text(row, "id")?);
    }
    out.push_str("];\n");
    layouts(&mut out, &kinds)?;
    targets(&mut out, table)?;
    operands(&mut out, table)?;
    for row in rows(table, "convention")? {
        let (id, number) = (text(row, "id")?, number(row, "number")?);
        let _ = write!(
            out,
            "\n/// LLVM's calling convention of `{id}`.\npub(crate) const CONVENTION_{id}: u32 = {number};\n"
        );
    }
    Ok(out)
}

/// `vop1` as `Vop1`.
fn camel(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_uppercase() + rest
}

fn instruction(out: &mut String, row: &Table) -> Result<(), String> {
    let (id, name) = (text(row, "id")?, text(row, "name")?);
    let name11 = row.get("name11").and_then(Value::as_str).unwrap_or(name);
    let sources = row.get("src").and_then(Value::as_array).ok_or_else(|| format!("{id}: missing `src`"))?;
    let sources: Vec<i64> = sources.iter().filter_map(Value::as_integer).collect();
    let flag = |key: &str| row.get(key).and_then(Value::as_bool).unwrap_or(false);
    let imm = row.get("imm").and_then(Value::as_str).unwrap_or("none");
    let _ = write!(
        out,
        "\n/// `{name}`.\npub(crate) static {id}: Instruction = Instruction {{\n    \
         names: [{name:?}, {name11:?}],\n    kind: Kind::{},\n    opcodes: [{:#x}, {:#x}],\n    \
         dst: {},\n    src: &{sources:?},\n    imm: Imm::{},\n    vcc: {},\n    half: {},\n}};\n",
        camel(text(row, "kind")?),
        number(row, "gfx10")?,
        number(row, "gfx11")?,
        number(row, "dst")?,
        camel(imm),
        flag("vcc"),
        flag("half"),
    );
    Ok(())
}

fn layouts(out: &mut String, kinds: &[&Table]) -> Result<(), String> {
    out.push_str("\nimpl Kind {\n    /// How its first word is laid out.\n    pub(crate) const fn layout(self) -> Layout {\n        match self {\n");
    for row in kinds {
        let _ = writeln!(
            out,
            "            Self::{} => Layout {{ prefix: {:#x}, mask: {:#x}, shift: {}, bits: {} }},",
            camel(text(row, "name")?),
            number(row, "prefix")?,
            number(row, "mask")?,
            number(row, "shift")?,
            number(row, "bits")?,
        );
    }
    out.push_str("        }\n    }\n}\n");
    Ok(())
}

fn targets(out: &mut String, table: &Table) -> Result<(), String> {
    let list = rows(table, "target")?;
    let _ = write!(
        out,
        "\n/// What exports go to, by number.\npub(crate) static TARGETS: [ExportTarget; {}] = [\n",
        list.len()
    );
    for row in &list {
        let only = row.get("only").and_then(Value::as_str);
        let _ = writeln!(
            out,
            "    ExportTarget {{ name: {:?}, number: {}, count: {}, gfx10: {}, gfx11: {} }},",
            text(row, "name")?,
            number(row, "number")?,
            row.get("count").and_then(Value::as_integer).unwrap_or(1),
            only != Some("gfx11"),
            only != Some("gfx10"),
        );
    }
    out.push_str("];\n");
    for row in list {
        let Some(id) = row.get("id").and_then(Value::as_str) else { continue };
        let name = text(row, "name")?;
        let _ = write!(
            out,
            "\n/// The first export target of the name `{name}`.\npub(crate) const TARGET_{id}: u32 = {};\n",
            number(row, "number")?
        );
    }
    Ok(())
}

fn operands(out: &mut String, table: &Table) -> Result<(), String> {
    for row in rows(table, "operand")? {
        let id = text(row, "id")?;
        let (gfx10, gfx11) = (number(row, "gfx10")?, number(row, "gfx11")?);
        let _ = write!(
            out,
            "\n/// `{id}` as a source operand.\npub(crate) const {id}: SpecialOperand = SpecialOperand([{gfx10}, {gfx11}]);\n",
        );
    }
    let floats = rows(table, "float")?;
    let _ = write!(
        out,
        "\n/// Floats that are source operands: number, bits and text.\npub(crate) static FLOATS: [(u32, u32, &str); {}] = [\n",
        floats.len()
    );
    for row in floats {
        let _ = writeln!(
            out,
            "    ({}, {:#x}, {:?}),",
            number(row, "number")?,
            number(row, "bits")?,
            text(row, "text")?
        );
    }
    out.push_str("];\n");
    Ok(())
}
