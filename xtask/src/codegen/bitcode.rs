//! The rows of `tables/bitcode.toml`: record codes as constants, numbers that stand for words as enumerations, nodes
//! of debug information as rows.

use std::fmt::Write as _;

use toml::{Table, Value};

use super::intrinsics::version;
use super::{STAMP, number, rows, text};

pub(super) fn bitcode(table: &Table, intrinsics: &Table) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! Blocks, records and the words in them: `tables/bitcode.toml`.\n\n\
         use crate::Dialect;\nuse crate::coded::coded;\nuse crate::dwarf;\n\
         use crate::flags::Flags;\nuse crate::intrinsics::LlvmVersion as V;\n\
         use crate::metadata::{{FieldKind, FieldText, NodeField, NodeRow, Shown}};\n\
         use crate::metadata::{{Encoding, NodeRecord, RecordHead, RecordOperand}};\nuse crate::names::BlockRow;\n"
    );
    let blocks = table.get("block").and_then(Value::as_table).ok_or("bitcode: no `block`")?;
    constants(&mut out, "block", "Identifiers of blocks.", blocks)?;
    let codes = table.get("codes").and_then(Value::as_table).ok_or("bitcode: no `codes`")?;
    for (block, codes) in codes {
        let codes = codes.as_table().ok_or("bitcode: `codes` holds more than tables")?;
        constants(&mut out, block, &format!("Records of {} blocks.", block.replace('_', " ")), codes)?;
    }
    names(&mut out, blocks, codes)?;
    operands(&mut out, table)?;
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
    cast_flags(&mut out, table, intrinsics)?;
    metadata_kinds(&mut out, table)?;
    nodes(&mut out, table)?;
    node_records(&mut out, table)?;
    Ok(out)
}

/// The flags of casts, in the order of the table.
fn cast_flags(out: &mut String, table: &Table, intrinsics: &Table) -> Result<(), String> {
    let casts = rows(table, "enum")?.into_iter().find(|row| text(row, "name") == Ok("CastOp"));
    let casts = rows(casts.ok_or("no enum CastOp")?, "values")?;
    let all = rows(table, "cast_flags")?;
    let doc = "The flags that modern LLVM allows on casts in the order of the bits, and the first version that allows them.";
    let _ = write!(
        out,
        "\n/// {doc}\npub(crate) static CAST_FLAGS: [(CastOp, &[Flags], V); {}] = [\n",
        all.len()
    );
    for row in all {
        let name = text(row, "cast")?;
        let cast = casts.iter().find(|cast| text(cast, "name") == Ok(name));
        let cast = text(cast.ok_or_else(|| format!("cast_flags: unknown cast {name}"))?, "const")?;
        let flags =
            row.get("flags").and_then(Value::as_array).ok_or_else(|| format!("{name}: no `flags`"))?;
        let flags = flags.iter().map(|flag| match flag.as_str() {
            Some("fast") => Ok("Flags::FAST_MATH".to_owned()),
            Some(flag) => Ok(format!("Flags::{}", flag.to_uppercase())),
            None => Err(format!("{name}: flag {flag} is not a name")),
        });
        let flags = flags.collect::<Result<Vec<_>, _>>()?.join(", ");
        let since = version(intrinsics, row, "since")?.unwrap_or_else(|| "V::OLDEST".to_owned());
        let _ = writeln!(out, "    (CastOp::{cast}, &[{flags}], {since}),");
    }
    out.push_str("];\n");
    Ok(())
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

/// The positions of the operands of records.
fn operands(out: &mut String, table: &Table) -> Result<(), String> {
    out.push_str("\n/// Positions of the operands of records.\npub(crate) mod operand {\n");
    for row in rows(table, "record")? {
        let (block, name) = (text(row, "block")?, text(row, "name")?);
        let names =
            row.get("operands").and_then(Value::as_array).ok_or_else(|| format!("{name}: no `operands`"))?;
        let _ = writeln!(out, "    /// {name} in {block} blocks.");
        out.push_str("    #[allow(dead_code, reason = \"all that the format has\")]\n");
        let _ = writeln!(out, "    pub(crate) mod {} {{", name.to_lowercase());
        for (position, operand) in names.iter().filter_map(Value::as_str).enumerate() {
            let _ = writeln!(out, "        /// {position}.");
            let _ = writeln!(out, "        pub(crate) const {}: usize = {position};", operand.to_uppercase());
        }
        let _ = writeln!(out, "        /// The number of known operands.");
        let _ = writeln!(out, "        pub(crate) const COUNT: usize = {};\n    }}", names.len());
    }
    out.push_str("}\n");
    Ok(())
}

/// The records of modern nodes.
fn node_records(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "node")?;
    let rows: Vec<_> = rows.iter().enumerate().filter(|(_, row)| row.contains_key("record")).collect();
    let _ = write!(
        out,
        "\n/// The records of modern nodes.\npub(crate) static NODE_RECORDS: [NodeRecord; {}] = [\n",
        rows.len()
    );
    for (index, row) in rows {
        let name = text(row, "name")?;
        let fields = super::rows(row, "fields")?;
        let place = |wanted: &str| {
            let place = fields.iter().position(|field| text(field, "name").is_ok_and(|name| name == wanted));
            place.ok_or_else(|| format!("{name}: unknown field {wanted} in its record"))
        };
        let (mut operands, mut required) = (Vec::new(), None);
        let names = row.get("record").and_then(Value::as_array).into_iter().flatten();
        for operand in names.filter_map(Value::as_str) {
            let (field, encoding) = operand.split_once(':').unwrap_or((operand, "plain"));
            match field {
                "|" => required = Some(operands.len()),
                "-" => operands.push("RecordOperand::Ignored".to_owned()),
                field => operands.push(format!(
                    "RecordOperand::Field(Encoding::{}, {})",
                    super::camel(encoding),
                    place(field)?
                )),
            }
        }
        let last = fields.last().and_then(|field| field.get("kind")).and_then(Value::as_str);
        let is_open = matches!(last, Some("rest" | "nodes"));
        let head = row.get("head").and_then(Value::as_table);
        let bits = |key: &str| head.and_then(|head| head.get(key)).and_then(Value::as_integer).unwrap_or(0);
        let flag = head.and_then(|head| head.get("flag")).and_then(Value::as_str).map(place).transpose()?;
        let _ = writeln!(
            out,
            "    NodeRecord {{ row: {index}, code: {}, head: RecordHead {{ fixed: {}, size: {}, flag: {flag:?} }}, \
             required: {}, operands: &[{}] }},",
            number(row, "code")?,
            bits("fixed"),
            bits("size"),
            required.unwrap_or(operands.len() - usize::from(is_open)),
            operands.join(", ")
        );
    }
    out.push_str("];\n");
    Ok(())
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
        let place = |wanted: &str| {
            let place = fields.iter().position(|field| text(field, "name").is_ok_and(|name| name == wanted));
            place.ok_or_else(|| format!("{name}: unknown field {wanted}"))
        };
        let _ = writeln!(
            out,
            "    NodeRow {{ name: {name:?}, dialect: Dialect::{}, code: {}, is_distinct: {}, fields: &[",
            super::camel(text(row, "dialect")?),
            number(row, "code")?,
            row.get("distinct").and_then(Value::as_bool).unwrap_or(false)
        );
        let (mut nodes, mut all) = (Vec::new(), Vec::new());
        for field in &fields {
            let (field_name, kind) = (text(field, "name")?, text(field, "kind")?);
            let (held, said) = kinds(kind, field)?;
            let shown = shown(field, &place)?;
            let number_or = |key: &str, other| field.get(key).and_then(Value::as_integer).unwrap_or(other);
            let _ = writeln!(
                out,
                "        NodeField {{ name: {field_name:?}, kind: FieldKind::{held}, text: FieldText::{said}, \
                 shown: Shown::{shown}, default: {:#x}, bits: {}, is_required: {} }},",
                number_or("default", 0),
                number_or("bits", 64),
                field.get("required").and_then(Value::as_bool).unwrap_or(false)
            );
            if ["Node", "Plain", "Nodes"].contains(&held) {
                nodes.push(field_name);
            }
            all.push(field_name);
        }
        let list = |key: &str, usual: &[&str]| {
            let names = match row.get(key).and_then(Value::as_array) {
                None => usual.to_vec(),
                Some(names) => names.iter().filter_map(Value::as_str).collect(),
            };
            let places = names.iter().map(|name| Ok(place(name)?.to_string()));
            places.collect::<Result<Vec<_>, String>>()
        };
        let operands = list("operands", &nodes)?;
        if operands.len() != nodes.len() {
            return Err(format!("{name}: operands must be {nodes:?}, in LLVM's order"));
        }
        let said = list("text", &all)?;
        let _ =
            writeln!(out, "    ], operands: &[{}], text: &[{}] }},", operands.join(", "), said.join(", "));
    }
    out.push_str("];\n");
    Ok(())
}

/// What a field holds and how assembly says it.
fn kinds(kind: &str, field: &Table) -> Result<(&'static str, String), String> {
    let words = || text(field, "words").map(|words| format!("(&dwarf::{})", words.to_uppercase()));
    let said = super::camel(kind);
    Ok(match kind {
        "node" | "text" | "string" | "size" | "bound" | "bound-expression" => ("Node", said),
        "plain" => ("Plain", said),
        "number" | "integer" | "signed" | "enumerator" | "optional" => ("Number", said),
        "flag" => ("Flag", said),
        "word" | "optional-word" | "flags" => ("Number", said + &words()?),
        "rest" => ("Rest", said),
        "nodes" => ("Nodes", said),
        _ => return Err(format!("unknown kind of field: {kind}")),
    })
}

/// When assembly says a field.
fn shown(field: &Table, place: &dyn Fn(&str) -> Result<usize, String>) -> Result<String, String> {
    Ok(match field.get("shown") {
        None => "NotDefault".to_owned(),
        Some(Value::String(when)) => super::camel(when),
        Some(Value::Table(unless)) => {
            let mask = unless.get("mask").and_then(Value::as_integer);
            let mask = mask.map_or_else(|| "u64::MAX".to_owned(), |mask| format!("{mask:#x}"));
            let (field, is) = (place(text(unless, "unless")?)?, number(unless, "is")?);
            format!("Unless {{ field: {field}, mask: {mask}, is: {is:#x} }}")
        }
        Some(other) => return Err(format!("`shown` is {other}")),
    })
}

/// The kinds of metadata that every module of a dialect has.
fn metadata_kinds(out: &mut String, table: &Table) -> Result<(), String> {
    let kinds =
        table.get("metadata_kinds").and_then(Value::as_table).ok_or("bitcode: no `metadata_kinds`")?;
    for (dialect, names) in kinds {
        let names = names.as_array().ok_or("bitcode: `metadata_kinds` must be lists")?;
        let _ = write!(
            out,
            "\n/// The kinds of metadata that every module of this dialect has, by number.\n\
             pub(crate) static METADATA_KINDS_{}: [&str; {}] = [\n",
            dialect.to_uppercase(),
            names.len()
        );
        for name in names.iter().filter_map(Value::as_str) {
            let _ = writeln!(out, "    {name:?},");
        }
        out.push_str("];\n");
    }
    Ok(())
}
