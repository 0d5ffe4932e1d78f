//! The rows of `tables/intrinsics.toml`: what LLVM declares of its intrinsics.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, rows, text};

pub(super) fn intrinsics(table: &Table, attributes: &Table) -> Result<String, String> {
    let attributes = rows(attributes, "attribute")?;
    let mut out = format!(
        "// {STAMP}\n//! LLVM's intrinsics: `tables/intrinsics.toml`.\n\n\
         use crate::AttributeKind as K;\n\
         use crate::attributes::{{Access as M, Attribute as A, Captures, Location as L, MemoryEffects}};\n\
         use crate::intrinsics::{{IntrinsicRow, LlvmVersion as V, Plain as P, Shape as S, llvm_versions}};\n"
    );
    versions(&mut out, table)?;
    let mut others = table.get("others").map(texts).transpose()?.ok_or("no `others`")?;
    others.sort_unstable();
    let _ = write!(
        out,
        "\n/// Intrinsics without a row, and how the names of families of them begin.\npub(crate) static OTHERS: [&str; {}] = [\n",
        others.len()
    );
    for other in others {
        let _ = writeln!(out, "    {other:?},");
    }
    out.push_str("];\n");
    list(&mut out, (table, &attributes), "INTRINSICS", "The intrinsics by name.", rows(table, "intrinsic")?)?;
    let doc = "The intrinsics that LLVM 22 does not have, or declares otherwise, by name.";
    list(&mut out, (table, &attributes), "NEWER_INTRINSICS", doc, rows(table, "newer_intrinsic")?)?;
    Ok(out)
}

/// A list of intrinsics.
fn list(
    out: &mut String,
    (table, attributes): (&Table, &[&Table]),
    constant: &str,
    doc: &str,
    mut rows: Vec<&Table>,
) -> Result<(), String> {
    rows.sort_by_key(|row| text(row, "name").unwrap_or_default());
    let _ = write!(out, "\n/// {doc}\npub(crate) static {constant}: [IntrinsicRow; {}] = [\n", rows.len());
    for row in rows {
        let name = text(row, "name")?;
        let failed = |message: String| format!("{name}: {message}");
        let shapes = |key: &str| {
            let shapes = row.get(key).map(texts).transpose()?.unwrap_or_default();
            let shapes = shapes.into_iter().map(shape).collect::<Result<Vec<_>, _>>()?;
            Ok::<_, String>(format!("&[{}]", shapes.join(", ")))
        };
        let places = row.get("on_parameters").map(texts).transpose().map_err(failed)?.unwrap_or_default();
        let places = places.into_iter().map(|words| values(words, attributes));
        let places = places.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let optional = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
        let range = match row.get("range").and_then(Value::as_array).map(Vec::as_slice) {
            None => "None".to_owned(),
            Some([Value::Integer(lower), Value::Integer(upper)]) => format!("Some(({lower}, {upper}))"),
            Some(_) => return Err(format!("{name}: a range has two ends")),
        };
        let _ = writeln!(
            out,
            "    IntrinsicRow {{ name: {name:?}, since: {}, until: {}, result: {}, parameters: {}, attributes: {}, on_result: {}, on_parameters: &[{}], range: {range} }},",
            version(table, row, "since").map_err(failed)?.unwrap_or_else(|| "V::OLDEST".to_owned()),
            version(table, row, "until").map_err(failed)?.unwrap_or_else(|| "V::NEWEST".to_owned()),
            shapes("result").map_err(failed)?,
            shapes("parameters").map_err(failed)?,
            values(optional("attributes"), attributes).map_err(failed)?,
            values(optional("on_result"), attributes).map_err(failed)?,
            places.join(", "),
        );
    }
    out.push_str("];\n");
    Ok(())
}

/// Emits the versions of LLVM, oldest first.
fn versions(out: &mut String, table: &Table) -> Result<(), String> {
    out.push_str("\nllvm_versions! {\n");
    for row in rows(table, "llvm_version")? {
        let _ = writeln!(out, "    {} {:?};", text(row, "const")?, text(row, "name")?);
    }
    out.push_str("}\n");
    Ok(())
}

/// The version of LLVM in a column, as a Rust path; `None` without the column. `table` is `tables/intrinsics.toml`.
pub(super) fn version(table: &Table, row: &Table, column: &str) -> Result<Option<String>, String> {
    let Some(name) = row.get(column).and_then(Value::as_str) else { return Ok(None) };
    let all = rows(table, "llvm_version")?;
    let known = all.iter().find(|version| text(version, "name") == Ok(name));
    let known = known.ok_or_else(|| format!("{column} is {name}, which llvm_version does not list"))?;
    Ok(Some(format!("V::{}", text(known, "const")?)))
}

fn texts(value: &Value) -> Result<Vec<&str>, String> {
    let list = value.as_array().ok_or_else(|| format!("expected a list of texts, found {value}"))?;
    list.iter().map(|text| text.as_str().ok_or_else(|| format!("expected a text, found {text}"))).collect()
}

/// A type as the table spells it.
fn shape(text: &str) -> Result<String, String> {
    let inner = |name: &str| text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')');
    Ok(match text {
        "any" => "S::Any".to_owned(),
        "anyint" => "S::AnyInteger".to_owned(),
        "anyfloat" => "S::AnyFloat".to_owned(),
        "anyvector" => "S::AnyVector".to_owned(),
        "anyptr" => "S::AnyPointer".to_owned(),
        _ => {
            if let Some(slot) = inner("match") {
                format!("S::Match({slot})")
            } else if let Some(slot) = inner("elem") {
                format!("S::Element({slot})")
            } else if let Some((slot, element)) = inner("sameshape").and_then(|rest| rest.split_once(", ")) {
                format!("S::SameShape({slot}, {})", plain(element)?)
            } else if let Some((length, element)) = text
                .strip_prefix('<')
                .and_then(|rest| rest.strip_suffix('>'))
                .and_then(|rest| rest.split_once(" x "))
            {
                format!("S::Vector({length}, {})", plain(element)?)
            } else {
                format!("S::Plain({})", plain(text)?)
            }
        }
    })
}

fn plain(text: &str) -> Result<String, String> {
    if let Some(bits) = text.strip_prefix('i')
        && bits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Ok(format!("P::Integer({bits})"));
    }
    Ok(match text {
        "half" => "P::Half",
        "float" => "P::Float",
        "double" => "P::Double",
        "ptr" => "P::Pointer",
        "metadata" => "P::Metadata",
        "token" => "P::Token",
        _ => return Err(format!("unknown type {text}")),
    }
    .to_owned())
}

/// Attributes as assembly spells them.
fn values(words: &str, attributes: &[&Table]) -> Result<String, String> {
    let mut values = Vec::new();
    let mut left = words;
    while !left.is_empty() {
        let end = left.find([' ', '(']).unwrap_or(left.len());
        let (word, behind) = left.split_at(end);
        let (argument, behind) = match behind.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((argument, behind)) => (Some(argument), behind),
            None => (None, behind),
        };
        left = behind.trim_start();
        let row = attributes.iter().find(|row| text(row, "name").is_ok_and(|name| name == word));
        let row = row.ok_or_else(|| format!("unknown attribute {word}"))?;
        values.push(match (word, argument) {
            (_, None) => format!("A::Flag(K::{})", text(row, "const")?),
            ("captures", Some("none")) => "A::Captures(Captures::NONE)".to_owned(),
            ("memory", Some(effects)) => memory(effects)?,
            _ => return Err(format!("unknown attribute {word} with a value")),
        });
    }
    Ok(format!("&[{}]", values.join(", ")))
}

fn memory(effects: &str) -> Result<String, String> {
    let access = |word: &str| match word {
        "none" => Ok("M::None"),
        "read" => Ok("M::Read"),
        "write" => Ok("M::Write"),
        "readwrite" => Ok("M::ReadWrite"),
        _ => Err(format!("unknown access {word}")),
    };
    let (mut all, mut with) = ("M::None", String::new());
    for part in effects.split(", ") {
        match part.split_once(": ") {
            None => all = access(part)?,
            Some((location, word)) => {
                let location = match location {
                    "argmem" => "Arguments",
                    "inaccessiblemem" => "Inaccessible",
                    _ => return Err(format!("unknown memory {location}")),
                };
                let _ = write!(with, ".with(L::{location}, {})", access(word)?);
            }
        }
    }
    Ok(format!("A::Memory(MemoryEffects::all({all}){with})"))
}
