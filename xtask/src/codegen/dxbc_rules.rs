//! The rows of `tables/dxbc_rules.toml`. Separate because they refer to opcodes and registers by the names that
//! `tables/dxbc.toml` gives them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use toml::{Table, Value};

use super::dxbc::strings;
use super::{STAMP, camel, number, rows, text, unique};

/// The bit of each stage, by its number in a version word.
const STAGES: [&str; 6] = ["pixel", "vertex", "geometry", "hull", "domain", "compute"];
const ALL_STAGES: u8 = 63;

pub(super) fn rules(table: &Table, tokens: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! Rules, and what opcodes and registers are for: `tables/dxbc_rules.toml`.\n\n\
         use crate::check::rule::{{OpcodeUse, RegisterUse, Rule, RuleRow, SamplerUse, Severity, ViewUse}};\n"
    );
    rule_rows(&mut out, table)?;
    opcode_uses(&mut out, table, tokens)?;
    register_uses(&mut out, table, tokens)?;
    Ok(out)
}

fn rule_rows(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "rule")?;
    let (mut ids, mut constants) = (BTreeSet::new(), BTreeSet::new());
    out.push_str("\nimpl Rule {\n");
    for (index, row) in rows.iter().enumerate() {
        let (id, constant) = (text(row, "id")?, text(row, "const")?);
        unique(&mut ids, id)?;
        unique(&mut constants, constant)?;
        let _ = writeln!(out, "    /// `{id}`.\n    pub const {constant}: Self = Self({index});");
    }
    let _ = write!(
        out,
        "}}\n\n/// Every rule, in the order of the table.\npub static RULES: [RuleRow; {}] = [\n",
        rows.len()
    );
    for row in rows {
        let example = match row.contains_key("fails") {
            true => format!("Some(({:?}, {:?}))", text(row, "fails")?, text(row, "passes")?),
            false => "None".to_owned(),
        };
        let _ = writeln!(
            out,
            "    RuleRow {{ id: {:?}, severity: Severity::{}, sentence: {:?}, hint: {:?}, example: {example} }},",
            text(row, "id")?,
            camel(text(row, "severity")?),
            text(row, "sentence")?,
            text(row, "hint")?
        );
    }
    out.push_str("];\n");
    Ok(())
}

/// The number of each name in a list of `tables/dxbc.toml`.
fn numbers<'t>(tokens: &'t Table, list: &str) -> Result<BTreeMap<&'t str, i64>, String> {
    rows(tokens, list)?.into_iter().map(|row| Ok((text(row, "const")?, number(row, "value")?))).collect()
}

fn opcode_uses(out: &mut String, table: &Table, tokens: &Table) -> Result<(), String> {
    let opcodes = numbers(tokens, "opcode")?;
    let mut stages = BTreeMap::new();
    for row in rows(table, "stage")? {
        let bits = stage_bits(row)?;
        for opcode in numbers_of(row, &opcodes)? {
            if stages.insert(opcode, bits).is_some() {
                return Err(format!("opcode {opcode} has two rows of stages"));
            }
        }
    }
    let mut views = BTreeMap::new();
    for row in rows(table, "view")? {
        let sampler = match row.get("sampler").and_then(Value::as_str) {
            Some(mode) => format!("Some(SamplerUse::{})", camel(mode)),
            None => "None".to_owned(),
        };
        let used = format!(
            "Some(({}, ViewUse::{})), sampler: {sampler}",
            number(row, "at")?,
            camel(text(row, "on")?)
        );
        for opcode in numbers_of(row, &opcodes)? {
            if views.insert(opcode, used.clone()).is_some() {
                return Err(format!("opcode {opcode} has two rows of views"));
            }
        }
    }
    let _ = write!(
        out,
        "\n/// What each opcode is for.\npub(crate) static OPCODE_USES: [OpcodeUse; {}] = [\n",
        opcodes.len()
    );
    for opcode in 0..i64::try_from(opcodes.len()).unwrap_or_default() {
        let bits = stages.get(&opcode).copied().unwrap_or(ALL_STAGES);
        let view = views.get(&opcode).map_or("None, sampler: None", String::as_str);
        let _ = writeln!(out, "    OpcodeUse {{ stages: {bits}, view: {view} }},");
    }
    out.push_str("];\n");
    Ok(())
}

fn register_uses(out: &mut String, table: &Table, tokens: &Table) -> Result<(), String> {
    let kinds = numbers(tokens, "register")?;
    let rows = rows(table, "register")?;
    let _ = write!(
        out,
        "\n/// What each kind of register is for.\npub(crate) static REGISTER_USES: [RegisterUse; {}] = [\n",
        rows.len()
    );
    for (index, row) in rows.iter().enumerate() {
        let name = text(row, "const")?;
        if kinds.get(name).copied() != i64::try_from(index).ok() || rows.len() != kinds.len() {
            return Err(format!(
                "register {name} is out of order: expected number {index} of {}",
                kinds.len()
            ));
        }
        let value = strings(row, "value");
        let pair = |key: &str| -> Option<String> {
            let values = row.get(key)?.as_array()?;
            match values.as_slice() {
                [from, to] => Some(format!("[{}, {}]", from.as_integer()?, to.as_integer()?)),
                _ => None,
            }
        };
        let indices =
            pair("indices").ok_or_else(|| format!("{name}: invalid `indices`, expected [from, to]"))?;
        let ranged = pair("ranged").unwrap_or_else(|| indices.clone());
        let stages = if row.contains_key("stages") { stage_bits(row)? } else { ALL_STAGES };
        let has = |word: &str| value.iter().any(|found| found == word);
        let _ = writeln!(
            out,
            "    RegisterUse {{ stages: {stages}, indices: {indices}, ranged: {ranged}, read: {}, write: {} }},",
            has("read"),
            has("write")
        );
    }
    out.push_str("];\n");
    Ok(())
}

fn stage_bits(row: &Table) -> Result<u8, String> {
    strings(row, "stages").iter().try_fold(0, |bits, stage| {
        let bit =
            STAGES.iter().position(|name| name == stage).ok_or_else(|| format!("unknown stage {stage}"))?;
        Ok(bits | 1 << bit)
    })
}

fn numbers_of(row: &Table, opcodes: &BTreeMap<&str, i64>) -> Result<Vec<i64>, String> {
    let names = strings(row, "opcodes");
    let number =
        |name: &String| opcodes.get(name.as_str()).copied().ok_or_else(|| format!("unknown opcode {name}"));
    names.iter().map(number).collect()
}
