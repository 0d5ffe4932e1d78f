//! The rows of `tables/attributes.toml`: a kind of attribute each, and what both dialects know of it.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use toml::{Table, Value};

use super::intrinsics::version;
use super::{STAMP, camel, number, rows, text, unique};

pub(super) fn attributes(table: &Table, intrinsics: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! Attributes: `tables/attributes.toml`.\n\n\
         use crate::attribute_kinds::{{Allowed, AttributeRow, Form, Places, attribute_kinds}};\n\
         use crate::intrinsics::LlvmVersion as V;\n\nattribute_kinds! {{\n"
    );
    let mut names = BTreeSet::new();
    let all = rows(table, "attribute")?;
    let (mut codes, mut modern_codes) = (BTreeSet::new(), BTreeSet::new());
    for row in &all {
        let name = text(row, "name")?;
        unique(&mut names, name)?;
        let [dxil, modern] = ["dxil", "modern"].map(|key| row.get(key).and_then(Value::as_table));
        let code = dxil.map(|dxil| number(dxil, "code")).transpose()?;
        let modern_code = modern.map(|modern| number(modern, "code")).transpose()?;
        let is_known = modern_code.is_some_and(|code| !modern_codes.insert(code));
        if is_known || code.is_some_and(|code| !codes.insert(code)) {
            return Err(format!("{name}: another attribute has the same code"));
        }
        let _ = writeln!(
            out,
            "    {} {name:?} {code:?}, {modern_code:?}, {}, {}, {}, {};",
            text(row, "const")?,
            allowed(dxil)?,
            allowed(modern)?,
            since(intrinsics, modern)?.unwrap_or_else(|| "V::OLDEST".to_owned()),
            moved(intrinsics, modern, &all)?
        );
    }
    out.push_str("}\n");
    Ok(out)
}

fn allowed(dialect: Option<&Table>) -> Result<String, String> {
    let Some(dialect) = dialect else { return Ok("None".to_owned()) };
    let places =
        dialect.get("on").and_then(Value::as_array).ok_or_else(|| format!("no `on` in {dialect}"))?;
    let places = places.iter().map(|place| match place.as_str() {
        Some("function") => Ok("Places::FUNCTION"),
        Some("parameter") => Ok("Places::PARAMETER"),
        Some("return") => Ok("Places::RETURN"),
        _ => Err(format!("unknown place {place}")),
    });
    let places = places.collect::<Result<Vec<_>, _>>()?;
    let places = match &*places {
        [] => return Err(format!("no place in {dialect}")),
        [first, rest @ ..] => {
            rest.iter().fold((*first).to_owned(), |all, place| format!("{all}.and({place})"))
        }
    };
    Ok(format!("Some(Allowed {{ form: Form::{}, places: {places} }})", camel(text(dialect, "form")?)))
}

/// The version of LLVM in the column `since`, as a Rust path. `intrinsics` lists the versions.
fn since(intrinsics: &Table, row: Option<&Table>) -> Result<Option<String>, String> {
    Ok(row.map(|row| version(intrinsics, row, "since")).transpose()?.flatten())
}

/// The version that sorts an attribute after another one, and that attribute, as a Rust expression.
fn moved(intrinsics: &Table, dialect: Option<&Table>, all: &[&Table]) -> Result<String, String> {
    let Some(moved) = dialect.and_then(|dialect| dialect.get("moved")) else { return Ok("None".to_owned()) };
    let since = since(intrinsics, moved.as_table())?.ok_or_else(|| format!("no `since` in {moved}"))?;
    let after = moved.get("after").and_then(Value::as_str);
    let row = all.iter().find(|row| row.get("name").and_then(Value::as_str) == after);
    let row = row.ok_or_else(|| format!("the attribute that `after` names does not exist, in {moved}"))?;
    Ok(format!("Some(({since}, AttributeKind::{}))", text(row, "const")?))
}
