//! The rows of `tables/bounds.toml`: what Direct3D allows at most, or at least. Separate because values are of several
//! types.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, rows, text, unique};

pub(super) fn bounds(table: &Table) -> Result<String, String> {
    let mut constants = BTreeSet::new();
    let mut out =
        format!("// {STAMP}\n//! What Direct3D allows at most, or at least: `tables/bounds.toml`.\n");
    for row in rows(table, "bound")? {
        let constant = text(row, "const")?;
        unique(&mut constants, constant)?;
        let value = row.get("value").ok_or_else(|| format!("{constant}: missing `value`"))?;
        let _ = writeln!(out, "\n/// {}", text(row, "sentence")?);
        let value = several(value, ['(', ')'])?;
        let _ = writeln!(out, "pub(crate) const {constant}: {} = {value};", text(row, "type")?);
    }
    Ok(out)
}

/// A number; several as a tuple, in which several more are an array.
fn several(value: &Value, [open, close]: [char; 2]) -> Result<String, String> {
    match value {
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(format!("{number:?}")),
        Value::Array(values) => {
            let values: Vec<_> =
                values.iter().map(|value| several(value, ['[', ']'])).collect::<Result<_, _>>()?;
            Ok(format!("{open}{}{close}", values.join(", ")))
        }
        other => Err(format!("{other} is not a number")),
    }
}
