//! The rows of `tables/codes.toml`: families with defaults for their codes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, camel, rows, text, unique};

pub(super) fn codes(table: &Table) -> Result<String, String> {
    let mut families = BTreeMap::new();
    for row in rows(table, "family")? {
        let name = text(row, "name")?;
        if families.insert(name, row).is_some() {
            return Err(format!("family {name} has two rows"));
        }
    }
    let mut out = format!(
        "// {STAMP}\n//! Codes of messages: `tables/codes.toml`.\n\nuse crate::codes::row::{{CodeRow, Kind}};\n\n\
         /// Every code, in the order of the table.\npub static CODES: &[CodeRow] = &[\n"
    );
    let (mut codes, mut used) = (BTreeSet::new(), BTreeSet::new());
    for row in rows(table, "code")? {
        let code = text(row, "code")?;
        unique(&mut codes, code)?;
        let own = |column: &str| row.get(column).and_then(Value::as_str);
        let name = own("family").unwrap_or_else(|| code.split('.').next().unwrap_or(code));
        let family = families.get(name).ok_or_else(|| format!("{code}: unknown family {name}"))?;
        used.insert(name);
        let inherited = |column: &str| own(column).map_or_else(|| text(family, column), Ok);
        let _ = writeln!(
            out,
            "    CodeRow {{ code: {code:?}, kind: Kind::{}, about: {:?}, meaning: {:?}, cause: {:?}, hint: {:?} }},",
            camel(own("kind").unwrap_or("error")),
            text(family, "about")?,
            text(row, "meaning")?,
            inherited("cause")?,
            inherited("hint")?
        );
    }
    out.push_str("];\n");
    match families.keys().find(|name| !used.contains(*name)) {
        Some(name) => Err(format!("family {name} has no code")),
        None => Ok(out),
    }
}
