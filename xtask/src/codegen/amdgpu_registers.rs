//! The rows of `tables/amdgpu/registers.toml`: registers with their bit fields, and what user data registers may hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, number, rows, text};

/// The generations whose registers differ: how the table spells them, and the variants that they become.
const GENERATIONS: [(&str, &str); 5] =
    [("gfx9", "Gfx9"), ("gfx10.1", "Gfx101"), ("gfx10.3", "Gfx103"), ("gfx11", "Gfx11"), ("gfx12", "Gfx12")];

/// A field by its name, first bit and width.
type Field = (String, i64, i64);

/// A list of fields, called after the first register that has it.
struct FieldList {
    name: String,
    fields: Vec<Field>,
}

/// One register of some generations: its fields are an index into the lists of fields.
struct Row {
    number: i64,
    name: String,
    generations: Vec<usize>,
    fields: usize,
}

pub(super) fn registers(table: &Table) -> Result<String, String> {
    let (registers, lists) = expand(table)?;
    let mut out = format!(
        "// {STAMP}\n//! Registers and user data: `tables/amdgpu/registers.toml`.\n\n\
         use crate::registers::{{\n    Bits, Field, Fields, Generation, Generations, Name, Register, RegisterName, UserData, UserDataRow,\n}};\n\nuse Generation::*;\n"
    );
    constants(&mut out, table, &registers)?;
    bits(&mut out, table, &registers, &lists)?;
    user_data(&mut out, table)?;
    let count: usize = lists.iter().map(|list| list.fields.len()).sum();
    let _ =
        write!(out, "\n/// The fields of all registers.\npub(crate) static FIELDS: [Field; {count}] = [\n");
    for FieldList { name, fields } in &lists {
        let _ = writeln!(out, "    // {name}");
        for (name, first, width) in fields {
            let _ = writeln!(out, "    Field::new({name:?}, {first}, {width}),");
        }
    }
    out.push_str("];\n\n");
    let mut first = 0;
    for FieldList { name, fields } in &lists {
        let count = fields.len();
        let _ = writeln!(out, "const {name}: Fields = Fields {{ first: {first}, count: {count} }};");
        first += count;
    }
    let _ = write!(
        out,
        "\n/// The registers by number, those of one number by generation.\npub(crate) static REGISTERS: [Register; {}] = [\n",
        registers.len()
    );
    for Row { number, name, generations, fields } in &registers {
        let generations: Vec<&str> = generations
            .iter()
            .filter_map(|&index| GENERATIONS.get(index))
            .map(|(_, variant)| *variant)
            .collect();
        let list = lists.get(*fields).map_or("", |list| list.name.as_str());
        let _ = writeln!(
            out,
            "    Register {{ number: {number:#x}, name: Name::new({name:?}), generations: Generations::of(&[{}]), fields: {} }},",
            generations.join(", "),
            list
        );
    }
    out.push_str("];\n");
    Ok(out)
}

/// Every register of every run, and the lists of fields that they share.
fn expand(table: &Table) -> Result<(Vec<Row>, Vec<FieldList>), String> {
    let (mut registers, mut fields, mut known) = (Vec::new(), Vec::new(), BTreeMap::new());
    let mut taken = BTreeSet::new();
    for row in rows(table, "register")? {
        let (name, first_number) = (text(row, "name")?, number(row, "number")?);
        let optional = |key: &str, default| row.get(key).and_then(Value::as_integer).unwrap_or(default);
        let (count, first) = (optional("count", 1), optional("first", 0));
        if (count > 1) != name.contains("{}") {
            return Err(format!("{name}: a run needs `count` and a place for the number"));
        }
        let generations =
            generations(row, "generations")?.ok_or_else(|| format!("{name}: missing `generations`"))?;
        let list = field_list(row)?;
        let fields = *known.entry(list.clone()).or_insert_with(|| {
            fields.push(FieldList {
                name: list_name(&name.replace("{}", &first.to_string()), &generations),
                fields: list,
            });
            fields.len() - 1
        });
        for index in 0..count {
            let number = first_number + index;
            for generation in &generations {
                if !taken.insert((number, *generation)) {
                    return Err(format!("{name}: number {number:#x} is already used in a generation"));
                }
            }
            let name = name.replace("{}", &(first + index).to_string());
            registers.push(Row { number, name, generations: generations.clone(), fields });
        }
    }
    registers.sort_by(|a, b| (a.number, &a.generations).cmp(&(b.number, &b.generations)));
    Ok((registers, fields))
}

/// The name of the fields of a register in its first generation.
fn list_name(register: &str, generations: &[usize]) -> String {
    let generation = generations.first().and_then(|&index| GENERATIONS.get(index));
    let generation = generation.map_or(String::new(), |(_, variant)| variant.to_uppercase());
    format!("{register}_{generation}")
}

fn field_list(row: &Table) -> Result<Vec<Field>, String> {
    let bad = || format!("invalid field, expected [name, first bit, width]: {row}");
    let (mut list, mut free): (Vec<Field>, i64) = (Vec::new(), 0);
    for field in row.get("fields").and_then(Value::as_array).ok_or_else(bad)? {
        let [name, first, width] = field.as_array().map(Vec::as_slice).ok_or_else(bad)? else {
            return Err(bad());
        };
        let name = name.as_str().ok_or_else(bad)?;
        let (first, width) = (first.as_integer().ok_or_else(bad)?, width.as_integer().ok_or_else(bad)?);
        if first < free || width < 1 || first + width > 32 {
            return Err(format!("field {name} overlaps another field or exceeds the register: {row}"));
        }
        free = first + width;
        list.push((name.to_owned(), first, width));
    }
    Ok(list)
}

/// The generations under `key`, as indices.
fn generations(row: &Table, key: &str) -> Result<Option<Vec<usize>>, String> {
    let Some(names) = row.get(key).and_then(Value::as_array) else { return Ok(None) };
    let index = |name: &Value| {
        let index = GENERATIONS.iter().position(|(known, _)| Some(*known) == name.as_str());
        index.ok_or_else(|| format!("unknown generation {name}"))
    };
    Ok(Some(names.iter().map(index).collect::<Result<_, _>>()?))
}

fn constants(out: &mut String, table: &Table, registers: &[Row]) -> Result<(), String> {
    out.push_str("\n/// Registers that code names.\nimpl Register {\n");
    for row in rows(table, "constant")? {
        let name = text(row, "name")?;
        let of = generations(row, "of")?;
        let wanted = |generation: &usize| of.as_ref().is_none_or(|of| of.contains(generation));
        let found: BTreeSet<i64> = registers
            .iter()
            .filter(|register| register.name == name && register.generations.iter().any(wanted))
            .map(|register| register.number)
            .collect();
        let [number] = found.iter().copied().collect::<Vec<_>>()[..] else {
            return Err(format!("{name} has several numbers, expected one: {found:x?}"));
        };
        let constant = row.get("as").and_then(Value::as_str).unwrap_or(name);
        let _ = writeln!(
            out,
            "    /// `{name}`.\n    pub const {constant}: RegisterName = RegisterName::new({number:#x}, {name:?});"
        );
    }
    out.push_str("}\n");
    Ok(())
}

fn bits(out: &mut String, table: &Table, registers: &[Row], fields: &[FieldList]) -> Result<(), String> {
    out.push_str("\n/// Places of fields in registers.\nimpl Bits {\n");
    for row in rows(table, "bits")? {
        let (register, field) = (text(row, "register")?, text(row, "field")?);
        let found: BTreeSet<(i64, i64)> = registers
            .iter()
            .filter(|row| row.name == register)
            .filter_map(|row| fields.get(row.fields))
            .flat_map(|list| &list.fields)
            .filter(|(name, ..)| name == field)
            .map(|(_, first, width)| (*first, *width))
            .collect();
        let [(first, width)] = found.iter().copied().collect::<Vec<_>>()[..] else {
            return Err(format!("{register}.{field} has several places, expected one: {found:?}"));
        };
        let _ = writeln!(
            out,
            "    /// `{field}` of `{register}`.\n    pub const {}: Self = Self::new({first}, {width});",
            text(row, "name")?
        );
    }
    out.push_str("}\n");
    Ok(())
}

fn user_data(out: &mut String, table: &Table) -> Result<(), String> {
    let rows = rows(table, "user_data")?;
    out.push_str("\n/// What a user data register may hold, but for offsets.\nimpl UserData {\n");
    for row in &rows {
        let (name, value) = (text(row, "name")?, number(row, "value")?);
        let _ =
            writeln!(out, "    /// `{name}`.\n    pub const {}: Self = Self({value:#x});", constant(name));
    }
    let _ = write!(
        out,
        "}}\n\n/// The named values, rising.\npub(crate) static USER_DATA: [UserDataRow; {}] = [\n",
        rows.len()
    );
    let mut free = 0;
    for row in &rows {
        let (name, value) = (text(row, "name")?, number(row, "value")?);
        if value < free {
            return Err(format!("{name} = {value:#x} is out of order"));
        }
        let count = row.get("count").and_then(Value::as_integer).unwrap_or(1);
        free = value + count;
        let _ = writeln!(out, "    UserDataRow {{ first: {value:#x}, count: {count:#x}, name: {name:?} }},");
    }
    out.push_str("];\n");
    Ok(())
}

/// `GlobalTable` as `GLOBAL_TABLE`.
fn constant(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.push(letter.to_ascii_uppercase());
    }
    out
}
