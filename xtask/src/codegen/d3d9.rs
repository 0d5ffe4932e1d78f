//! The rows of `tables/d3d9.toml`. Separate because versions and variants of names are worked out here, once.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use toml::{Table, Value};

use super::dxbc::{constant, pairs, strings};
use super::{STAMP, camel, number, rows, text};

/// The names of comparisons.
const COMPARISON: &str = "comparison";

pub(super) fn tokens(table: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! Opcodes, registers and names of Direct3D 9 programs: `tables/d3d9.toml`.\n\n\
         use crate::d3d9::opcode::{{Block, Class, Opcode, OpcodeRow, Words}};\n\
         use crate::d3d9::register::{{RegisterKind, RegisterRow}};\n"
    );
    let names = table.get("names").and_then(Value::as_table).ok_or("d3d9: no `names`")?;
    for (name, values) in names {
        // It is in the names of opcodes.
        if name == COMPARISON {
            continue;
        }
        let values = values.as_table().ok_or("d3d9: `names` holds more than tables")?;
        let _ = writeln!(
            out,
            "\n/// What the values of a {} are called.\npub(crate) static {}: &[(u32, &str)] = &{};",
            name.replace('-', " "),
            constant(name),
            pairs(values)?
        );
    }
    opcodes(&mut out, table, names)?;
    registers(&mut out, table)?;
    Ok(out)
}

fn opcodes(out: &mut String, table: &Table, names: &Table) -> Result<(), String> {
    let rows = rows(table, "opcode")?;
    constants(out, "Opcode", &rows)?;
    let _ = write!(
        out,
        "\n/// The opcodes by number, and by version where they differ.\npub static OPCODES: [OpcodeRow; {}] = [\n",
        rows.len()
    );
    let mut last = 0;
    for row in rows {
        let name = text(row, "name")?;
        let value = number(row, "value")?;
        if value < last {
            return Err(format!("opcode {name} is out of order"));
        }
        last = value;
        opcode(out, row, names).map_err(|error| format!("opcode {name}: {error}"))?;
    }
    out.push_str("];\n");
    Ok(())
}

fn opcode(out: &mut String, row: &Table, names: &Table) -> Result<(), String> {
    let count = |key: &str| row.get(key).and_then(Value::as_integer).unwrap_or(0);
    let word = |key: &str| row.get(key).and_then(Value::as_str).map_or("None".to_owned(), camel);
    let range = |stage: &str| match strings(row, stage).as_slice() {
        [] => Ok("None".to_owned()),
        [first, last] => Ok(format!("Some(({}, {}))", version(first)?, version(last)?)),
        _ => Err(format!("`{stage}` is no first and last version")),
    };
    let variants = match (row.get("compare").and_then(Value::as_str), row.get("controls")) {
        (Some(prefix), None) => {
            let comparisons = names.get(COMPARISON).and_then(Value::as_table).ok_or("no comparisons")?;
            let named = comparisons.iter().map(|(value, name)| {
                (value.clone(), Value::String(format!("{prefix}_{}", name.as_str().unwrap_or_default())))
            });
            pairs(&named.collect())?
        }
        (None, Some(Value::Table(controls))) => pairs(controls)?,
        (None, None) => "[]".to_owned(),
        _ => return Err("both `compare` and `controls`".to_owned()),
    };
    let _ = writeln!(
        out,
        "    OpcodeRow {{ opcode: Opcode::{}, name: {:?}, class: Class::{}, vs: {}, ps: {}, writes: {}, operands: {}, \
         reads_first: {}, words: Words::{}, variants: &{variants}, block: Block::{}, slots: {} }},",
        constant(text(row, "const")?),
        text(row, "name")?,
        word("class"),
        range("vs")?,
        range("ps")?,
        count("to"),
        count("operands"),
        row.get("reads").is_some(),
        word("words"),
        word("block"),
        count("slots"),
    );
    Ok(())
}

fn registers(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "register")?;
    constants(out, "RegisterKind", &rows)?;
    let _ = write!(
        out,
        "\n/// The kinds of registers of each stage, and by version where they differ.\n\
         pub static REGISTERS: [RegisterRow; {}] = [\n",
        rows.len()
    );
    for row in rows {
        let access = text(row, "access")?;
        let counts = row.get("counts").and_then(Value::as_array).ok_or("a register without counts")?;
        let counts: Vec<String> = counts
            .iter()
            .map(|entry| match entry.as_array().map(Vec::as_slice) {
                Some([Value::String(since), Value::Integer(count)]) => {
                    Ok(format!("({}, {count})", version(since)?))
                }
                _ => Err("an entry of `counts` is no version and number".to_owned()),
            })
            .collect::<Result<_, String>>()?;
        let relative = match row.get("relative").and_then(Value::as_str) {
            Some(since) => format!("Some({})", version(since)?),
            None => "None".to_owned(),
        };
        let _ = writeln!(
            out,
            "    RegisterRow {{ kind: RegisterKind::{}, is_vertex: {}, name: {:?}, names: &{:?}, base: {}, reads: {}, \
             writes: {}, counts: &[{}], relative: {relative} }},",
            text(row, "const")?,
            text(row, "stage")? == "vs",
            row.get("name").and_then(Value::as_str).unwrap_or_default(),
            strings(row, "names"),
            row.get("base").and_then(Value::as_integer).unwrap_or(0),
            access.contains('r'),
            access.contains('w'),
            counts.join(", "),
        );
    }
    out.push_str("];\n");
    Ok(())
}

/// A constant for each name in the column `const`.
fn constants(out: &mut String, owner: &str, rows: &[&Table]) -> Result<(), String> {
    let _ = writeln!(out, "\nimpl {owner} {{");
    let mut seen = BTreeSet::new();
    for row in rows {
        let name = text(row, "const")?;
        if seen.insert(name) {
            let shown = row.get("name").and_then(Value::as_str).map(str::to_owned);
            let shown = shown.unwrap_or_else(|| strings(row, "names").join("`, `"));
            let value = number(row, "value")?;
            let _ = writeln!(out, "    /// `{shown}`.\n    pub const {name}: Self = Self({value});");
        }
    }
    out.push_str("}\n");
    Ok(())
}

/// `2.x` as major and minor version in a byte each.
fn version(text: &str) -> Result<String, String> {
    let (major, minor) = text.split_once('.').ok_or_else(|| format!("`{text}` is no version"))?;
    let minor = match minor {
        "x" => 1,
        "sw" => 255,
        minor => minor.parse::<u8>().map_err(|_| format!("`{text}` is no version"))?,
    };
    let major: u8 = major.parse().map_err(|_| format!("`{text}` is no version"))?;
    Ok(format!("0x{major:02x}{minor:02x}"))
}
