//! The rows of `tables/amdgpu/merge.toml`: how metadata is united.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, number, rows, text};

pub(super) fn merge(table: &Table) -> Result<String, String> {
    let (keys, registers) = (rows(table, "key")?, rows(table, "register")?);
    let mut out = format!(
        "// {STAMP}\n//! How metadata is united: `tables/amdgpu/merge.toml`.\n\n\
         use crate::metadata::merge::{{FieldRow, KeyRow, RegisterRow, Rule}};\n\
         use crate::registers::{{Bits, Register}};\n\n\
         /// Keys of text.\npub(crate) static KEYS: [KeyRow; {}] = [\n",
        keys.len()
    );
    for row in keys {
        let _ = writeln!(
            out,
            "    KeyRow {{ name: {:?}, rule: Rule::{}, of_body: {}, since: {}, inside: {} }},",
            text(row, "name")?,
            rule(text(row, "rule")?)?,
            truth(row, "body"),
            row.get("since").map_or(Ok(0), |_| number(row, "since"))?,
            truth(row, "inside"),
        );
    }
    let _ = write!(
        out,
        "];\n\n/// Registers.\npub(crate) static REGISTERS: [RegisterRow; {}] = [\n",
        registers.len()
    );
    for row in registers {
        let mut fields = String::new();
        for field in row.get("fields").and_then(Value::as_array).into_iter().flatten() {
            let Some([Value::String(bits), Value::String(name)]) = field.as_array().map(Vec::as_slice) else {
                return Err("invalid field, expected [bits, rule]".to_owned());
            };
            let _ = write!(fields, "FieldRow {{ bits: Bits::{bits}, rule: Rule::{} }}, ", rule(name)?);
        }
        let _ = writeln!(
            out,
            "    RegisterRow {{ register: Register::{}, of_body: {}, fields: &[{}] }},",
            text(row, "name")?,
            truth(row, "body"),
            fields.trim_end_matches(", "),
        );
    }
    out.push_str("];\n");
    Ok(out)
}

fn rule(name: &str) -> Result<&'static str, String> {
    match name {
        "max" => Ok("Max"),
        "min" => Ok("Min"),
        "or" => Ok("Or"),
        "body" => Ok("OfBody"),
        other => Err(format!("unknown merge rule {other}")),
    }
}

fn truth(row: &Table, key: &str) -> bool {
    row.get(key).and_then(Value::as_bool).unwrap_or_default()
}
