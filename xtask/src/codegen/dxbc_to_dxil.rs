//! The rows of `tables/dxbc_to_dxil.toml`. Separate because they join opcodes of token programs with LLVM instructions
//! and DXIL operations, so the names of three tables are checked here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use toml::{Table, Value};

use super::ops::strings;
use super::{STAMP, camel, number, rows, text};

/// LLVM instructions with their variants of `Computation`, and the number of their operands.
const INSTRUCTIONS: [(&str, &str, i64); 18] = [
    ("add", "Binary(B::Add)", 2),
    ("sub", "Binary(B::Sub)", 2),
    ("and", "Binary(B::And)", 2),
    ("or", "Binary(B::Or)", 2),
    ("xor", "Binary(B::Xor)", 2),
    ("shl", "Binary(B::Shl)", 2),
    ("lshr", "Binary(B::LShr)", 2),
    ("ashr", "Binary(B::AShr)", 2),
    ("fadd", "Binary(B::Add)", 2),
    ("fmul", "Binary(B::Mul)", 2),
    // The IR has one operator for signed and floating-point division.
    ("fdiv", "Binary(B::SDiv)", 2),
    ("fptosi", "Cast(C::FpToSi)", 1),
    ("fptoui", "Cast(C::FpToUi)", 1),
    ("sitofp", "Cast(C::SiToFp)", 1),
    ("uitofp", "Cast(C::UiToFp)", 1),
    ("fpext", "Cast(C::FpExt)", 1),
    ("fcmp", "Compare(P::Float", 2),
    ("icmp", "Compare(P::Int", 2),
];

pub(super) fn conversions(table: &Table, tokens: &Table, operations: &[Table]) -> Result<String, String> {
    let mut opcodes = BTreeMap::new();
    for row in rows(tokens, "opcode")? {
        let count = |key: &str| row.get(key).and_then(Value::as_integer).unwrap_or(0);
        opcodes.insert(text(row, "const")?, (number(row, "value")?, count("operands") - count("to")));
    }
    let mut arguments = BTreeMap::new();
    for file in operations {
        for row in rows(file, "operation")? {
            // Reserved operations have no constant.
            let Some(name) = row.get("const").and_then(Value::as_str) else { continue };
            arguments.insert(name, i64::try_from(strings(row, "arguments")?.len()));
        }
    }
    let mut sorted = BTreeMap::new();
    let mut types = BTreeSet::new();
    for row in rows(table, "conversion")? {
        let name = text(row, "opcode")?;
        let (value, sources) = *opcodes.get(name).ok_or_else(|| format!("unknown opcode {name}"))?;
        let constant = |key: &str| row.get(key).and_then(Value::as_integer);
        let (first, last) = (constant("first"), constant("last"));
        let computation = text(row, "as")?;
        let (words, operands) = match computation.chars().all(|c| c.is_ascii_lowercase() || c == '.') {
            true => instruction(computation).ok_or_else(|| format!("{name}: unknown `{computation}`"))?,
            false => match arguments.get(computation) {
                Some(Ok(count)) => (format!("Operation(O::{computation})"), *count),
                _ => return Err(format!("{name}: unknown operation {computation}")),
            },
        };
        let found = sources + i64::from(first.is_some()) + i64::from(last.is_some());
        if found != operands {
            return Err(format!("{name}: {computation} has {operands} operands, the row has {found}"));
        }
        let kind = |key: &str| Ok::<_, String>(camel(text(row, key)?));
        let (from, to) = (kind("from")?, kind("to")?);
        types.extend([from.clone(), to.clone()]);
        let line = format!(
            "    Conversion {{ opcode: T::{name}, from: K::{from}, to: K::{to}, by: {words}, first: {first:?}, \
             last: {last:?} }},"
        );
        if sorted.insert(value, line).is_some() {
            return Err(format!("{name} has two rows"));
        }
    }
    let mut out = format!(
        "// {STAMP}\n//! Arithmetic opcodes as DXIL: `tables/dxbc_to_dxil.toml`.\n\n\
         use dx_bytecode::opcode::Opcode as T;\nuse dxil::ops::Opcode as O;\n\
         use dxil_ir::{{BinaryOp as B, CastOp as C, Predicate as P}};\n\n\
         use crate::conversion::Computation::{{Binary, Cast, Compare, Operation}};\n\
         use crate::conversion::{{Conversion, Kind as K}};\n\n\
         /// The rows by opcode.\npub(crate) static CONVERSIONS: [Conversion; {}] = [\n",
        sorted.len()
    );
    for line in sorted.values() {
        let _ = writeln!(out, "{line}");
    }
    out.push_str("];\n");
    Ok(out)
}

/// The computation of an LLVM instruction, and the number of its operands.
fn instruction(name: &str) -> Option<(String, i64)> {
    let (name, predicate) = name.split_once('.').unwrap_or((name, ""));
    let (_, words, operands) = INSTRUCTIONS.iter().find(|(known, ..)| *known == name)?;
    match (words.ends_with(')'), predicate) {
        (true, "") => Some(((*words).to_owned(), *operands)),
        (false, predicate) if !predicate.is_empty() => {
            Some((format!("{words}{})", camel(predicate)), *operands))
        }
        _ => None,
    }
}
