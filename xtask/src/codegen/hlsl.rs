//! The rows of `tables/ops/hlsl.toml`: what HLSL calls operations. Separate because they are names of people's, not of
//! the format.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use toml::Table;

use super::ops::strings;
use super::{STAMP, number, rows, text};

/// An operation: its number, and its arguments with the last word of their types.
struct Operation<'t> {
    opcode: i64,
    arguments: Vec<(&'t str, &'t str)>,
}

pub(super) fn intrinsics(table: &Table, types: &Table, operations: &[Table]) -> Result<String, String> {
    let mut by_name = BTreeMap::new();
    for file in operations {
        for row in rows(file, "operation")? {
            let arguments = strings(row, "arguments")?.into_iter().filter_map(|it| it.split_once(": "));
            let arguments = arguments.map(|(name, ty)| (name, ty.rsplit(' ').next().unwrap_or(ty))).collect();
            by_name.insert(text(row, "name")?, Operation { opcode: number(row, "opcode")?, arguments });
        }
    }
    let mut words = BTreeMap::new();
    for row in rows(types, "values")? {
        words.insert(text(row, "name")?, strings(row, "values")?);
    }
    let mut sorted = Vec::new();
    for row in rows(table, "intrinsic")? {
        let name = text(row, "name")?;
        let failed = |message: String| format!("{name}: {message}");
        let becomes = strings(row, "operations")?;
        let all =
            becomes.iter().map(|it| by_name.get(it).ok_or_else(|| failed(format!("unknown operation {it}"))));
        let all = all.collect::<Result<Vec<_>, String>>()?;
        let when = strings(row, "when")?;
        let [of, more @ ..] = all.as_slice() else { return Err(failed("no operation".to_owned())) };
        if !when.is_empty() && !more.is_empty() {
            return Err(failed("conditions of several operations".to_owned()));
        }
        let conditions = when.into_iter().map(|condition| equals(condition, of, &words).map_err(failed));
        let conditions = conditions.collect::<Result<Vec<_>, String>>()?.join(", ");
        let opcodes: Vec<_> = all.iter().map(|of| format!("Opcode({})", of.opcode)).collect();
        sorted.push((name.to_ascii_lowercase(), name, opcodes.join(", "), conditions));
    }
    sorted.sort();
    let mut out = format!(
        "// {STAMP}\n//! What HLSL calls operations: `tables/ops/hlsl.toml`.\n\n\
         use crate::ops::Opcode;\nuse crate::ops::called::Intrinsic;\n\n\
         /// The rows by name in lower case; several may have one name.\n\
         pub(crate) static INTRINSICS: [Intrinsic; {}] = [\n",
        sorted.len()
    );
    for (_, name, opcodes, when) in sorted {
        let _ = writeln!(out, "    Intrinsic {{ name: {name:?}, opcodes: &[{opcodes}], when: &[{when}] }},");
    }
    out.push_str("];\n");
    Ok(out)
}

/// A condition: which argument behind the opcode, and the number that it is.
fn equals(condition: &str, of: &Operation<'_>, words: &BTreeMap<&str, Vec<&str>>) -> Result<String, String> {
    let (name, value) =
        condition.split_once(" = ").ok_or_else(|| format!("unknown condition `{condition}`"))?;
    let index = of.arguments.iter().position(|(argument, _)| *argument == name);
    let index = index.ok_or_else(|| format!("there is no argument `{name}`"))?;
    let kind = of.arguments.get(index).map_or("", |(_, kind)| *kind);
    let word = words.get(kind).and_then(|words| words.iter().position(|word| *word == value));
    let value = match word {
        Some(word) => word.to_string(),
        None => {
            value.parse::<u32>().map_err(|_| format!("`{value}` is no number and no {kind}"))?.to_string()
        }
    };
    Ok(format!("({index}, {value})"))
}
