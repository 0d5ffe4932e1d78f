//! The rows of `tables/dxbc.toml`. Separate because its forms are cut into pieces here, once, rather than by
//! every program that prints or reads one.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, number, rows, text, unique};

/// The one word that is the high half of the next one rather than a word of its own.
const SHARED: &str = "array-length";

pub(super) fn tokens(table: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! Opcodes, operands and their words: `tables/dxbc.toml`.\n\n\
         use crate::opcode::{{Class, Control, Literal, Opcode, OpcodeRow, Piece, Spelling, Word}};\n\
         use crate::operand::{{RegisterKind, RegisterRow}};\n"
    );
    names(&mut out, table)?;
    controls(&mut out, table)?;
    opcodes(&mut out, table)?;
    registers(&mut out, table)?;
    Ok(out)
}

fn names(out: &mut String, table: &Table) -> Result<(), String> {
    let lists = table.get("names").and_then(Value::as_table).ok_or("dxbc: no `names`")?;
    for (name, values) in lists {
        let values = values.as_table().ok_or("dxbc: `names` holds more than tables")?;
        let _ = writeln!(
            out,
            "\n/// What the values of a {} are called.\npub static {}: &[(u32, &str)] = &{};",
            name.replace('-', " "),
            constant(name),
            pairs(values)?
        );
    }
    Ok(())
}

fn controls(out: &mut String, table: &Table) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    out.push_str("\nimpl Control {\n");
    for row in rows(table, "control")? {
        let name = text(row, "name")?;
        unique(&mut seen, name)?;
        let spelling = match (row.get("flag"), row.get("names"), row.get("bits")) {
            (Some(Value::String(word)), None, None) => format!("Spelling::Flag({word:?})"),
            (None, Some(Value::Table(values)), None) => format!("Spelling::Names(&{})", pairs(values)?),
            (None, None, Some(Value::Table(bits))) => format!("Spelling::Bits(&{})", pairs(bits)?),
            (None, None, None) => "Spelling::Number".to_owned(),
            _ => return Err(format!("{name}: more than one spelling, expected one")),
        };
        let (shift, width) = (number(row, "shift")?, number(row, "width")?);
        let _ = writeln!(out, "    /// `{name}`: {width} bits from bit {shift} on.");
        let _ = writeln!(
            out,
            "    pub const {}: Self = Self {{ name: {name:?}, shift: {shift}, width: {width}, spelling: {spelling} }};",
            constant(name)
        );
    }
    out.push_str("}\n");
    Ok(())
}

fn opcodes(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "opcode")?;
    out.push_str("\nimpl Opcode {\n");
    for row in &rows {
        let shown = row.get("name").and_then(Value::as_str).unwrap_or("not printed");
        let _ = writeln!(out, "    /// `{shown}`.");
        let _ =
            writeln!(out, "    pub const {}: Self = Self({});", text(row, "const")?, number(row, "value")?);
    }
    let _ = write!(
        out,
        "}}\n\n/// The opcodes by number.\npub static OPCODES: [OpcodeRow; {}] = [\n",
        rows.len()
    );
    for (index, row) in rows.iter().enumerate() {
        if number(row, "value")? != i64::try_from(index).unwrap_or(-1) {
            return Err(format!("opcode {index} is missing or out of order"));
        }
        opcode(out, row).map_err(|e| format!("opcode {index}: {e}"))?;
    }
    out.push_str("];\n");
    Ok(())
}

fn opcode(out: &mut String, row: &Table) -> Result<(), String> {
    let name = row.get("name").and_then(Value::as_str).unwrap_or("");
    let count = |key: &str| row.get(key).and_then(Value::as_integer).unwrap_or(0);
    let controls = strings(row, "controls");
    let literals: Vec<String> =
        strings(row, "literal").iter().map(|word| format!("Literal::{}", super::camel(word))).collect();
    let words = strings(row, "words");
    let least = words.iter().filter(|word| !word.ends_with('?') && *word != SHARED).count();
    let words: Vec<&str> = words.iter().map(|word| word.trim_end_matches('?')).collect();
    let form = match row.get("form").and_then(Value::as_str) {
        Some(form) => pieces(form, &controls, &words)?,
        None => String::new(),
    };
    let _ = writeln!(
        out,
        "    OpcodeRow {{ name: {name:?}, since: {:?}, class: Class::{}, writes: {}, operands: {}, literals: &[{}], \
         controls: &[{}], words: &[{}], least_words: {least}, form: &[{form}] }},",
        text(row, "since")?,
        super::camel(text(row, "class")?),
        count("to"),
        count("operands"),
        literals.join(", "),
        controls.iter().map(|name| format!("Control::{}", constant(name))).collect::<Vec<_>>().join(", "),
        words
            .iter()
            .filter(|name| **name != SHARED)
            .map(|name| format!("Word::{}", super::camel(name)))
            .collect::<Vec<_>>()
            .join(", "),
    );
    Ok(())
}

/// `a {b} {0}` as text, a control or a word, and an operand.
fn pieces(form: &str, controls: &[String], words: &[&str]) -> Result<String, String> {
    let mut out = Vec::new();
    let mut left = form;
    while let Some((before, from)) = left.split_once('{') {
        let (name, after) = from.split_once('}').ok_or("a `{` without `}`")?;
        if !before.is_empty() {
            out.push(format!("Piece::Text({before:?})"));
        }
        if let Ok(index) = name.parse::<usize>() {
            out.push(format!("Piece::Operand({index})"));
        } else if let Some(position) = words.iter().position(|word| *word == name) {
            let index = words.iter().take(position).filter(|word| **word != SHARED).count();
            out.push(format!("Piece::Word({index}, Word::{})", super::camel(name)));
        } else if controls.iter().any(|control| control == name) {
            out.push(format!("Piece::Control(Control::{})", constant(name)));
        } else {
            return Err(format!("{{{name}}} is not a control, word or operand of the opcode"));
        }
        left = after;
    }
    if !left.is_empty() {
        out.push(format!("Piece::Text({left:?})"));
    }
    Ok(out.join(", "))
}

fn registers(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "register")?;
    out.push_str("\nimpl RegisterKind {\n");
    for row in &rows {
        let _ = writeln!(out, "    /// `{}`.", text(row, "name")?);
        let _ =
            writeln!(out, "    pub const {}: Self = Self({});", text(row, "const")?, number(row, "value")?);
    }
    let _ = write!(
        out,
        "}}\n\n/// The kinds of operands by number.\npub static REGISTERS: [RegisterRow; {}] = [\n",
        rows.len()
    );
    for (index, row) in rows.iter().enumerate() {
        if number(row, "value")? != i64::try_from(index).unwrap_or(-1) {
            return Err(format!("register {index} is missing or out of order"));
        }
        let bare: Vec<i64> = match row.get("bare").and_then(Value::as_array) {
            Some(values) => values.iter().filter_map(Value::as_integer).collect(),
            None => vec![0, 0],
        };
        let _ = writeln!(out, "    RegisterRow {{ name: {:?}, bare: {bare:?} }},", text(row, "name")?);
    }
    out.push_str("];\n");
    Ok(())
}

/// `{ 0 = "a" }` as `[(0, "a")]`, by number.
pub(super) fn pairs(values: &Table) -> Result<String, String> {
    let mut pairs = Vec::new();
    for (value, name) in values {
        let value: u32 = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
        let name = name.as_str().ok_or_else(|| format!("value {value} has no name"))?;
        pairs.push((value, name));
    }
    pairs.sort_by_key(|(value, _)| *value);
    Ok(format!("{pairs:?}"))
}

pub(super) fn strings(row: &Table, key: &str) -> Vec<String> {
    let values = row.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

pub(super) fn constant(name: &str) -> String {
    name.replace('-', "_").to_uppercase()
}
