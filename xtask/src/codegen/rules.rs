//! The rows of `tables/rules/*.toml`: the rules of the validator, one file a family. Separate because they are numbered
//! over all files, as the reference validator numbers them, with those of our own behind.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, camel, number, rows, text, unique};

pub(super) fn rules(families: &[(String, Table)]) -> Result<String, String> {
    let mut all = Vec::new();
    for (family, table) in families {
        for row in rows(table, "rule")? {
            let number = if row.contains_key("number") { Some(number(row, "number")?) } else { None };
            all.push((number.is_none(), number, family, row));
        }
    }
    // Sorting is stable: rules without a number stay in their files' order.
    all.sort_by_key(|(ours, number, ..)| (*ours, *number));
    let (mut ids, mut constants) = (BTreeSet::new(), BTreeSet::new());
    let mut out = format!(
        "// {STAMP}\n//! The rules of the validator: `tables/rules/*.toml`.\n\n\
         use crate::rule::{{Rule, RuleRow, Severity}};\n\nimpl Rule {{\n"
    );
    for (index, (_, number, _, row)) in all.iter().enumerate() {
        let (id, constant) = (text(row, "id")?, text(row, "const")?);
        unique(&mut ids, id)?;
        unique(&mut constants, constant)?;
        if number.is_some_and(|number| i64::try_from(index) != Ok(number)) {
            return Err(format!("{id} is out of order: expected number {index}"));
        }
        let _ = writeln!(out, "    /// `{id}`: {}", text(row, "sentence")?);
        let _ = writeln!(out, "    pub const {constant}: Self = Self({index});");
    }
    let _ = write!(
        out,
        "}}\n\n/// Every rule: those of the reference validator by number, then ours.\n\
         pub static RULES: [RuleRow; {}] = [\n",
        all.len()
    );
    for (_, number, family, row) in all {
        let severity = row.get("severity").and_then(Value::as_str).unwrap_or("error");
        let check = row.get("check").and_then(Value::as_bool).unwrap_or(true);
        // Why nothing checks it.
        let why = if check { "" } else { text(row, "why")? };
        let _ = writeln!(
            out,
            "    RuleRow {{ id: {:?}, family: {family:?}, number: {number:?}, since: {}, severity: Severity::{}, \
             check: {check}, sentence: {:?}, hint: {:?}, why: {why:?} }},",
            text(row, "id")?,
            version(text(row, "since")?)?,
            camel(severity),
            text(row, "sentence")?,
            text(row, "hint")?
        );
    }
    out.push_str("];\n");
    Ok(out)
}

/// `1.8` as `(1, 8)`.
fn version(text: &str) -> Result<String, String> {
    let numbers = text
        .split_once('.')
        .and_then(|(major, minor)| Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?)));
    let (major, minor) = numbers.ok_or_else(|| format!("{text} is not a version"))?;
    Ok(format!("({major}, {minor})"))
}
