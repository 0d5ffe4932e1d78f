//! The rows of `tables/dwarf.toml`: words for the numbers of debug information.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, number, rows, text};

pub(super) fn words(table: &Table) -> Result<String, String> {
    let mut out = format!("// {STAMP}\n//! Words of debug information: `tables/dwarf.toml`.\n");
    for (name, list) in table {
        let list = list.as_table().ok_or_else(|| format!("{name} is not a table"))?;
        let prefix =
            list.get("prefix").and_then(Value::as_str).ok_or_else(|| format!("{name}: missing prefix"))?;
        let name = name.to_uppercase();
        let _ = write!(
            out,
            "\n/// Words that begin with `{prefix}`, by number.\npub(crate) const {name}: &[(u64, &str)] = &[\n"
        );
        for row in rows(list, "rows")? {
            let _ = writeln!(out, "    ({:#x}, \"{prefix}{}\"),", number(row, "value")?, text(row, "word")?);
        }
        out.push_str("];\n");
    }
    Ok(out)
}
