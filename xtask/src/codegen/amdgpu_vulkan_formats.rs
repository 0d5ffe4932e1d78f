//! The rows of `tables/amdgpu/vulkan_formats.toml`: Vulkan's formats by name.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, rows, text};

pub(super) fn vulkan_formats(table: &Table, formats: &Table) -> Result<String, String> {
    let (data, numbers) = (constants(formats, "data")?, constants(formats, "number")?);
    let mut lines = BTreeMap::new();
    for row in rows(table, "format")? {
        let name = text(row, "name")?;
        let constant = |of: &BTreeMap<&str, &str>, key: &str| -> Result<String, String> {
            let word = text(row, key)?;
            Ok((*of.get(word).ok_or_else(|| format!("{name}: unknown {key} format {word}"))?).to_owned())
        };
        let (data, number) = (constant(&data, "data")?, constant(&numbers, "number")?);
        let (vertex, color) = match text(row, "use")? {
            "vertex" => (true, false),
            "color" => (false, true),
            "both" => (true, true),
            word => return Err(format!("{name}: unknown use {word}")),
        };
        let line = format!(
            "data: DataFormat::{data}, number: NumberFormat::{number}, vertex: {vertex}, color: {color}"
        );
        if lines.insert(name, line).is_some() {
            return Err(format!("{name} is defined twice"));
        }
    }
    for name in table.get("neither").and_then(Value::as_array).ok_or("no list `neither`")? {
        let name = name.as_str().ok_or("`neither` holds names")?;
        let line = "data: DataFormat::INVALID, number: NumberFormat::UNORM, vertex: false, color: false";
        if lines.insert(name, line.to_owned()).is_some() {
            return Err(format!("{name} is defined twice"));
        }
    }
    let mut out = format!(
        "// {STAMP}\n//! Vulkan's formats: `tables/amdgpu/vulkan_formats.toml`.\n\n\
         use crate::state::format::{{DataFormat, NumberFormat}};\n\
         use crate::state::pipe::vulkan::VulkanFormat;\n\n\
         /// By name, for a binary search.\n\
         pub(crate) static VULKAN_FORMATS: [VulkanFormat; {}] = [\n",
        lines.len()
    );
    for (name, line) in lines {
        let _ = writeln!(out, "    VulkanFormat {{ name: {name:?}, {line} }},");
    }
    out.push_str("];\n");
    Ok(out)
}

fn constants<'t>(table: &'t Table, key: &str) -> Result<BTreeMap<&'t str, &'t str>, String> {
    rows(table, key)?.into_iter().map(|row| Ok((text(row, "name")?, text(row, "const")?))).collect()
}
