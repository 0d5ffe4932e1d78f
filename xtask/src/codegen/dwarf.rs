//! The rows of `tables/dwarf.toml`: words for the numbers of debug information.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, number, rows, text};

/// The dialects, each with the name of its list.
const DIALECTS: [&str; 2] = ["dxil37", "modern"];

pub(super) fn words(table: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! Words of debug information: `tables/dwarf.toml`.\n\nuse crate::dwarf::{{Operation, Words}};\n"
    );
    for (name, list) in table {
        let list = list.as_table().ok_or_else(|| format!("{name} is not a table"))?;
        let prefix =
            list.get("prefix").and_then(Value::as_str).ok_or_else(|| format!("{name}: missing prefix"))?;
        let about = if prefix.is_empty() { String::new() } else { format!(" that begin with `{prefix}`") };
        let _ = write!(
            out,
            "\n/// Words of {}{about}, by number.\npub static {}: Words = Words {{\n",
            name.replace('_', " "),
            name.to_uppercase()
        );
        for dialect in DIALECTS {
            let _ = writeln!(out, "    {dialect}: &[");
            for row in of_dialect(list, dialect)? {
                let (value, word) = (number(row, "value")?, text(row, "word")?);
                let _ = writeln!(out, "        ({value:#x}, \"{prefix}{word}\"),");
            }
            out.push_str("    ],\n");
        }
        out.push_str("};\n");
        if name == "operation" {
            operations(&mut out, list)?;
        }
    }
    Ok(out)
}

/// The rows of a list that a dialect has.
fn of_dialect<'t>(list: &'t Table, dialect: &str) -> Result<Vec<&'t Table>, String> {
    let has = |table: &Table| table.get("dialect").and_then(Value::as_str).is_none_or(|only| only == dialect);
    Ok(rows(list, "rows")?.into_iter().filter(|row| has(list) && has(row)).collect())
}

/// How many numbers follow operations, of those that make an expression.
fn operations(out: &mut String, list: &Table) -> Result<(), String> {
    for dialect in DIALECTS {
        let _ = write!(
            out,
            "\n/// The operations that expressions of this dialect consist of.\n\
             pub(crate) static OPERATIONS_{}: &[Operation] = &[\n",
            dialect.to_uppercase()
        );
        for row in of_dialect(list, dialect)? {
            if row.contains_key("operands") {
                let (value, operands) = (number(row, "value")?, number(row, "operands")?);
                let _ = writeln!(out, "    Operation {{ number: {value:#x}, operands: {operands} }},");
            }
        }
        out.push_str("];\n");
    }
    Ok(())
}
