//! The rows of `tables/amdgpu/formats.toml`: formats of vertex attributes and colour targets.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, number, rows, text};

/// Numbers and constants by name.
type Names<'t> = BTreeMap<&'t str, (usize, &'t str)>;

pub(super) fn formats(table: &Table) -> Result<String, String> {
    let (data, numbers) = (names(table, "data")?, names(table, "number")?);
    let mut out = format!(
        "// {STAMP}\n//! Formats of vertex attributes and colour targets: `tables/amdgpu/formats.toml`.\n\n\
         use crate::state::format::{{DataFormat, DataFormatRow, ExportFormat, NumberFormat}};\n"
    );
    constants(&mut out, "DataFormat", table, "data")?;
    constants(&mut out, "NumberFormat", table, "number")?;
    let exports = names(table, "export")?;
    constants(&mut out, "ExportFormat", table, "export")?;
    let _ = write!(
        out,
        "\n/// The data formats by number.\npub(crate) static DATA_FORMATS: [DataFormatRow; {}] = [\n",
        data.len()
    );
    for row in rows(table, "data")? {
        data_row(&mut out, row, &data)?;
    }
    out.push_str("];\n");
    for (key, list, count) in
        [("number", "NUMBER_FORMATS", numbers.len()), ("export", "EXPORT_FORMATS", exports.len())]
    {
        let about = format!("The names of {key} formats by number.");
        let _ = write!(out, "\n/// {about}\npub(crate) static {list}: [&str; {count}] = [\n");
        for row in rows(table, key)? {
            let _ = writeln!(out, "    {:?},", text(row, "name")?);
        }
        out.push_str("];\n");
    }
    for generation in ["gfx10", "gfx11"] {
        buffer(&mut out, table, generation, &data, &numbers)?;
    }
    Ok(out)
}

fn names<'t>(table: &'t Table, key: &str) -> Result<Names<'t>, String> {
    let mut names = Names::new();
    for (index, row) in rows(table, key)?.into_iter().enumerate() {
        let (name, constant) = (text(row, "name")?, text(row, "const")?);
        if usize::try_from(number(row, "number")?) != Ok(index) {
            return Err(format!("{key}: {name} is out of order"));
        }
        if names.insert(name, (index, constant)).is_some() {
            return Err(format!("{key}: {name} is defined twice"));
        }
    }
    Ok(names)
}

fn constants(out: &mut String, owner: &str, table: &Table, key: &str) -> Result<(), String> {
    let _ = write!(out, "\nimpl {owner} {{\n");
    for row in rows(table, key)? {
        let (name, constant, number) = (text(row, "name")?, text(row, "const")?, number(row, "number")?);
        let _ = writeln!(out, "    /// `{name}`.\n    pub const {constant}: Self = Self({number});");
    }
    out.push_str("}\n");
    Ok(())
}

fn data_row(out: &mut String, row: &Table, data: &Names<'_>) -> Result<(), String> {
    let format = |key: &str| match row.get(key).and_then(Value::as_str) {
        Some(name) => match data.get(name) {
            Some((_, constant)) => Ok(format!("DataFormat::{constant}")),
            None => Err(format!("unknown data format {name}")),
        },
        None => Ok("DataFormat::INVALID".to_owned()),
    };
    let flag = |key: &str| row.get(key).and_then(Value::as_bool).unwrap_or(false);
    let _ = writeln!(
        out,
        "    DataFormatRow {{ name: {:?}, channels: {}, bytes: {}, bits: {}, alpha: {}, loads: {}, component: {}, \
         packed: {}, whole: {}, swaps: {} }},",
        text(row, "name")?,
        number(row, "channels")?,
        number(row, "bytes")?,
        number(row, "bits")?,
        flag("alpha"),
        format("loads")?,
        format("component")?,
        flag("packed"),
        flag("whole"),
        flag("swaps"),
    );
    Ok(())
}

/// The codes of one generation, by data and number format, and back.
fn buffer(
    out: &mut String,
    table: &Table,
    generation: &str,
    data: &Names<'_>,
    numbers: &Names<'_>,
) -> Result<(), String> {
    let mut codes = vec![vec![0; numbers.len()]; data.len()];
    let mut formats = BTreeMap::new();
    for row in rows(table, "buffer")? {
        let name = text(row, "data")?;
        let (index, constant) = data.get(name).ok_or_else(|| format!("unknown data format {name}"))?;
        let run = row.get(&format!("{generation}_numbers")).or_else(|| row.get("numbers"));
        let run = run.and_then(Value::as_array).ok_or_else(|| format!("{name}: missing `numbers`"))?;
        for (code, word) in (number(row, generation)?..).zip(run) {
            let (at, number) =
                word.as_str().and_then(|word| numbers.get(word)).ok_or("unknown number format")?;
            codes[*index][*at] = code;
            if formats.insert(code, (constant, number)).is_some() {
                return Err(format!("{generation}: {code} is defined twice"));
            }
        }
    }
    let upper = generation.to_uppercase();
    let _ = write!(
        out,
        "\n/// Codes of {generation}'s buffer formats by data and number format; 0 where there is none.\n\
         pub(crate) static {upper}_CODES: [[u8; {}]; {}] = [\n",
        numbers.len(),
        data.len()
    );
    for row in codes {
        let _ = writeln!(out, "    {row:?},");
    }
    let _ = write!(
        out,
        "];\n\n/// {generation}'s buffer formats by code, the first is 1.\n\
         pub(crate) static {upper}_FORMATS: [(DataFormat, NumberFormat); {}] = [\n",
        formats.len()
    );
    for (index, (code, (data, number))) in (1..).zip(formats) {
        if index != code {
            return Err(format!("{generation}: missing buffer format {index}"));
        }
        let _ = writeln!(out, "    (DataFormat::{data}, NumberFormat::{number}),");
    }
    out.push_str("];\n");
    Ok(())
}
