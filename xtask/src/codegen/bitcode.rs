//! The rows of `tables/bitcode.toml`: record codes as constants, numbers that stand for words as enumerations, nodes
//! of debug information as rows.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, number, rows, text};

pub(super) fn bitcode(table: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! Blocks, records and the words in them: `tables/bitcode.toml`.\n\n\
         use crate::coded::coded;\nuse crate::metadata::{{FieldKind, NodeField, NodeRow}};\n\
         use crate::names::BlockRow;\n"
    );
    let blocks = table.get("block").and_then(Value::as_table).ok_or("bitcode: no `block`")?;
    constants(&mut out, "block", "Identifiers of blocks.", blocks)?;
    let codes = table.get("codes").and_then(Value::as_table).ok_or("bitcode: no `codes`")?;
    for (block, codes) in codes {
        let codes = codes.as_table().ok_or("bitcode: `codes` holds more than tables")?;
        constants(&mut out, block, &format!("Records of {} blocks.", block.replace('_', " ")), codes)?;
    }
    names(&mut out, blocks, codes)?;
    for row in rows(table, "enum")? {
        let _ = write!(
            out,
            "\ncoded! {{\n    /// {}\n    pub enum {} {{\n",
            text(row, "doc")?,
            text(row, "name")?
        );
        for value in rows(row, "values")? {
            let _ = writeln!(
                out,
                "        {} = {} {:?},",
                text(value, "const")?,
                number(value, "value")?,
                text(value, "name")?
            );
        }
        out.push_str("    }\n}\n");
    }
    nodes(&mut out, table)?;
    Ok(out)
}

fn constants(out: &mut String, name: &str, doc: &str, table: &Table) -> Result<(), String> {
    // `type` is a word of Rust's own.
    let module = if name == "type" { "types" } else { name };
    let _ = write!(
        out,
        "\n/// {doc}\n#[allow(dead_code, reason = \"all that the format has\")]\npub(crate) mod {module} {{\n"
    );
    for (name, value) in table {
        let value = value.as_integer().ok_or_else(|| format!("{name} is not a number"))?;
        let _ = writeln!(out, "    /// {value}.\n    pub(crate) const {name}: u32 = {value};");
    }
    out.push_str("}\n");
    Ok(())
}

/// Blocks and the records in them, both by number.
fn names(out: &mut String, blocks: &Table, codes: &Table) -> Result<(), String> {
    let _ = write!(
        out,
        "\n/// The blocks by number, each with its records.\npub(crate) static BLOCKS: [BlockRow; {}] = [\n",
        blocks.len()
    );
    for (id, name) in by_number(blocks)? {
        let lower = name.to_lowercase();
        let key = match lower.as_str() {
            "type_new" => "type",
            // It has records of metadata blocks.
            "metadata_attachment" => "metadata",
            key => key,
        };
        let records = codes.get(key).and_then(Value::as_table).map(by_number).transpose()?;
        let _ = writeln!(out, "    BlockRow {{ id: {id}, name: {name:?}, records: &[");
        for (code, name) in records.unwrap_or_default() {
            let _ = writeln!(out, "        ({code}, {name:?}),");
        }
        out.push_str("    ] },\n");
    }
    out.push_str("];\n");
    Ok(())
}

/// The rows of a table of numbers, sorted by these.
fn by_number(table: &Table) -> Result<Vec<(i64, &str)>, String> {
    let number =
        |name: &str, value: &Value| value.as_integer().ok_or_else(|| format!("{name} is not a number"));
    let rows = table.iter().map(|(name, value)| Ok((number(name, value)?, name.as_str())));
    let mut rows = rows.collect::<Result<Vec<_>, String>>()?;
    rows.sort_unstable();
    Ok(rows)
}

fn nodes(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "node")?;
    let _ = write!(
        out,
        "\n/// The nodes of debug information.\npub static NODES: [NodeRow; {}] = [\n",
        rows.len()
    );
    for row in &rows {
        let name = text(row, "name")?;
        let fields = super::rows(row, "fields")?;
        let _ = writeln!(out, "    NodeRow {{ name: {name:?}, code: {}, fields: &[", number(row, "code")?);
        let mut nodes = Vec::new();
        for field in &fields {
            let (name, kind) = (text(field, "name")?, text(field, "kind")?);
            let _ = writeln!(
                out,
                "        NodeField {{ name: {name:?}, kind: FieldKind::{} }},",
                super::camel(kind)
            );
            if ["node", "plain", "nodes"].contains(&kind) {
                nodes.push(name);
            }
        }
        let operands = match row.get("operands").and_then(Value::as_array) {
            None => nodes.clone(),
            Some(names) => names.iter().filter_map(Value::as_str).collect(),
        };
        let indices = operands.iter().map(|operand| {
            let index =
                fields.iter().position(|field| text(field, "name").is_ok_and(|name| name == *operand));
            index.map(|index| index.to_string()).ok_or_else(|| format!("{name}: unknown field {operand}"))
        });
        let indices = indices.collect::<Result<Vec<_>, _>>()?;
        if indices.len() != nodes.len() {
            return Err(format!("{name}: node operands are {operands:?}, expected {nodes:?}"));
        }
        let _ = writeln!(out, "    ], operands: &[{}] }},", indices.join(", "));
    }
    out.push_str("];\n");
    Ok(())
}
