//! The rows of `tables/ops/*.toml`: the operations of DXIL by opcode, and the functions that they share. Separate
//! because the words of its columns, types of operands above all, are cut into pieces here, once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use toml::{Table, Value};

use super::{STAMP, number, rows, text, unique};

/// Numbers by their names in types, and by those in overloads.
const KINDS: [(&str, &str); 8] = [
    ("half", "f16"),
    ("float", "f32"),
    ("double", "f64"),
    ("i1", "i1"),
    ("i8", "i8"),
    ("i16", "i16"),
    ("i32", "i32"),
    ("i64", "i64"),
];

/// Kinds of shaders by their names in the tables, and the constants of `ShaderKind`.
const STAGES: [(&str, &str); 16] = [
    ("pixel", "PIXEL"),
    ("vertex", "VERTEX"),
    ("geometry", "GEOMETRY"),
    ("hull", "HULL"),
    ("domain", "DOMAIN"),
    ("compute", "COMPUTE"),
    ("library", "LIBRARY"),
    ("raygeneration", "RAY_GENERATION"),
    ("intersection", "INTERSECTION"),
    ("anyhit", "ANY_HIT"),
    ("closesthit", "CLOSEST_HIT"),
    ("miss", "MISS"),
    ("callable", "CALLABLE"),
    ("mesh", "MESH"),
    ("amplification", "AMPLIFICATION"),
    ("node", "NODE"),
];

/// Attributes of functions, and their names in `AttributeKind`.
const ATTRIBUTES: [(&str, &str); 6] = [
    ("argmemonly", "Argmemonly"),
    ("noduplicate", "NoDuplicate"),
    ("noreturn", "NoReturn"),
    ("nounwind", "NoUnwind"),
    ("readnone", "ReadNone"),
    ("readonly", "ReadOnly"),
];

/// Parts of shader-tools that need code for an operation, and their names in `Consumer`.
const CONSUMERS: [(&str, &str); 4] =
    [("run", "Run"), ("amd-compile", "AmdCompile"), ("upgrade", "Upgrade"), ("lower", "Lower")];

/// Where the number of a table begins in an opcode.
const TABLE_SHIFT: u32 = 16;

pub(super) fn ops(types: &Table, files: &[Table]) -> Result<String, String> {
    let mut out = format!(
        "// {STAMP}\n//! The operations of DXIL: `tables/ops/*.toml`.\n\n\
         use dx_container::enums::ShaderKind as S;\nuse dx_container::flags::ShaderFlags as F;\n\
         use dxil_ir::AttributeKind as A;\n\n\
         use crate::ops::{{\n    Argument, ArgumentName, ArgumentName as N, Consumer, Flag, Member, MemoryAccess, Opcode, \
         OperandType as T, Operation, OperationTable,\n    OverloadKind as K, OverloadKinds, OverloadSet, Reserved, Row, \
         SignatureAccess, Stages, StatisticsClass, StructRow, Values,\n}};\n\n\
         /// Where the number of a table begins in an opcode.\npub(crate) const TABLE_SHIFT: u32 = {TABLE_SHIFT};\n"
    );
    structs(&mut out, types)?;
    let mut operations = BTreeMap::new();
    for file in files {
        for row in rows(file, "operation")? {
            let opcode = number(row, "opcode")?;
            if operations.insert(opcode, row).is_some() {
                return Err(format!("opcode {opcode} is defined twice"));
            }
        }
    }
    opcodes(&mut out, &operations)?;
    argument_names(&mut out, &operations)?;
    classes(&mut out, &operations)?;
    tables(&mut out, types, &operations)?;
    Ok(out)
}

fn structs(out: &mut String, types: &Table) -> Result<(), String> {
    let rows = rows(types, "struct")?;
    let _ = write!(
        out,
        "\n/// The structures that operations take and give, whatever their overloads.\npub static STRUCTS: [StructRow; {}] = [\n",
        rows.len()
    );
    for row in &rows {
        let members = strings(row, "members")?;
        let members = members.into_iter().map(|member| match member {
            "i8*" => Ok("Member::BytePointer".to_owned()),
            _ => Ok(format!("Member::Number({})", kind(member)?)),
        });
        let members: Vec<String> = members.collect::<Result<_, String>>()?;
        let name = text(row, "name")?;
        let _ = writeln!(
            out,
            "    StructRow {{ name: \"dx.types.{name}\", members: &[{}] }},",
            members.join(", ")
        );
    }
    out.push_str("];\n");
    for (index, row) in rows.iter().enumerate() {
        let _ = writeln!(out, "const {}: T = T::Struct(&STRUCTS[{index}]);", shouted(text(row, "name")?));
    }
    Ok(())
}

/// The constant of a structure.
fn shouted(name: &str) -> String {
    format!("STRUCT_{}", name.to_uppercase())
}

fn opcodes(out: &mut String, operations: &BTreeMap<i64, &Table>) -> Result<(), String> {
    let (mut names, mut constants) = (BTreeSet::new(), BTreeSet::new());
    out.push_str("\nimpl Opcode {\n");
    for (opcode, row) in operations {
        let name = text(row, "name")?;
        unique(&mut names, name)?;
        let Some(constant) = row.get("const").and_then(Value::as_str) else { continue };
        unique(&mut constants, constant)?;
        let _ =
            writeln!(out, "    /// `{name}`.\n    pub const {constant}: Self = Self({});", shown(*opcode));
    }
    out.push_str("}\n");
    Ok(())
}

/// The names of arguments, each a constant, so that nobody can ask for one that no operation has.
fn argument_names(out: &mut String, operations: &BTreeMap<i64, &Table>) -> Result<(), String> {
    let mut names = BTreeSet::new();
    for row in operations.values() {
        for argument in strings(row, "arguments")? {
            names.extend(argument.split_once(": ").map(|(name, _)| name));
        }
    }
    out.push_str(
        "\n/// The names of arguments, spelled as DXC spells them.\n#[allow(non_upper_case_globals, reason = \"some differ in case \
         alone\")]\nimpl ArgumentName {\n",
    );
    for name in names {
        let _ = writeln!(out, "    /// `{name}`.\n    pub const {name}: Self = Self({name:?});");
    }
    out.push_str("}\n");
    Ok(())
}

/// An opcode as DXC prints it: those of the tables behind the first one in base 16.
fn shown(opcode: i64) -> String {
    if opcode >> TABLE_SHIFT == 0 { opcode.to_string() } else { format!("0x{opcode:08X}") }
}

fn classes(out: &mut String, operations: &BTreeMap<i64, &Table>) -> Result<(), String> {
    let mut classes = BTreeMap::<_, (_, Vec<String>)>::new();
    for row in operations.values() {
        let Some(constant) = row.get("const").and_then(Value::as_str) else { continue };
        let (function, class) = (text(row, "function")?, text(row, "class")?);
        let (known, opcodes) = classes.entry(function).or_insert((class, Vec::new()));
        if *known != class {
            return Err(format!("function {function} is used by both {known} and {class}"));
        }
        opcodes.push(format!("Opcode::{constant}"));
    }
    let _ = write!(
        out,
        "\n/// The operations of each function, by its name.\npub(crate) static CLASSES: [(&str, &[Opcode]); {}] = [\n",
        classes.len()
    );
    for (function, (_, opcodes)) in classes {
        let _ = writeln!(out, "    ({function:?}, &[{}]),", opcodes.join(", "));
    }
    out.push_str("];\n");
    Ok(())
}

fn tables(out: &mut String, types: &Table, operations: &BTreeMap<i64, &Table>) -> Result<(), String> {
    let values = values(types)?;
    let mut tables = BTreeMap::<_, Vec<_>>::new();
    for (opcode, row) in operations {
        tables.entry(opcode >> TABLE_SHIFT).or_default().push((opcode, row));
    }
    let _ = write!(
        out,
        "\n/// All that DXC knows, by opcode.\npub static TABLES: [OperationTable; {}] = [\n",
        tables.len()
    );
    for (id, rows) in tables {
        let _ = writeln!(out, "    OperationTable {{ id: {id:#x}, rows: &[");
        for (index, (opcode, row)) in (0..).zip(rows) {
            let expected = (id << TABLE_SHIFT) + index;
            if *opcode != expected {
                return Err(format!(
                    "tables/ops: opcode {expected} has no row, but a row has opcode {opcode}; use {expected}, or add rows \
                     to tables/ops/reserved.toml"
                ));
            }
            let row_text = match row.get("const") {
                Some(_) => operation(row, &values)?,
                None => reserved(*opcode, row)?,
            };
            out.push_str(&row_text);
        }
        out.push_str("    ] },\n");
    }
    out.push_str("];\n");
    Ok(())
}

/// What the numbers of arguments mean, by name.
fn values(types: &Table) -> Result<BTreeMap<&str, String>, String> {
    let lists = rows(types, "values")?.into_iter();
    lists
        .map(|row| {
            let name = text(row, "name")?;
            Ok((name, format!("Values::Names({name:?}, &{:?})", strings(row, "values")?)))
        })
        .collect()
}

fn reserved(opcode: i64, row: &Table) -> Result<String, String> {
    Ok(format!(
        "        Row::Reserved(Reserved {{ opcode: Opcode({}), name: {:?}, dxil: {} }}),\n",
        shown(opcode),
        text(row, "name")?,
        version(row, "dxil")?
    ))
}

fn operation(row: &Table, values: &BTreeMap<&str, String>) -> Result<String, String> {
    let name = text(row, "name")?;
    let failed = |error: String| format!("{name}: {error}");
    let mut out = format!(
        "        Row::Operation(Operation {{ opcode: Opcode::{}, name: {name:?}, category: {:?}, class: {:?}, function: {:?},\n",
        text(row, "const")?,
        row.get("category").and_then(Value::as_str).unwrap_or(""),
        text(row, "class")?,
        text(row, "function")?
    );
    let overloads = strings(row, "overloads")?.into_iter().map(overload);
    let overloads: Vec<String> = overloads.collect::<Result<_, _>>().map_err(failed)?;
    let result = row.get("returns").map_or(Ok("void"), |_| text(row, "returns"))?;
    let _ = write!(
        out,
        "            overloads: &[{}],\n            result: {},\n            arguments: &[",
        overloads.join(", "),
        operand_type(result, overloads.len()).map_err(failed)?
    );
    let mut names = BTreeSet::new();
    for argument in strings(row, "arguments")? {
        let (argument_name, argument) = argument_row(argument, overloads.len(), values).map_err(failed)?;
        unique(&mut names, argument_name).map_err(failed)?;
        let _ = write!(out, "\n                {argument},");
    }
    out.push_str(if names.is_empty() { "],\n" } else { "\n            ],\n" });
    let attributes = words(row, "attributes", &ATTRIBUTES, "A").map_err(failed)?;
    let stages = match row.get("stages") {
        None => "Stages::ALL".to_owned(),
        Some(_) => format!("Stages::of(&[{}])", words(row, "stages", &STAGES, "S").map_err(failed)?),
    };
    let flags = strings(row, "flags")?.into_iter().map(|flag| format!("Flag::{}", super::camel(flag)));
    let model = version(row, "model")?;
    let model = model.strip_prefix("Some(").and_then(|model| model.strip_suffix(')'));
    let _ = write!(
        out,
        "            attributes: &[{attributes}], model: {}, linked_model: {}, dxil: {},\n            \
         stages: {stages},\n            flags: &[{}], counters: &{:?},\n{} }}),\n",
        model.ok_or_else(|| format!("{name}: missing shader model"))?,
        version(row, "linked_model")?,
        version(row, "dxil")?,
        flags.collect::<Vec<_>>().join(", "),
        strings(row, "counters")?,
        properties(row).map_err(failed)?
    );
    Ok(out)
}

/// The fields of an operation that analyses and tests read.
fn properties(row: &Table) -> Result<String, String> {
    let shader_flags = match strings(row, "shader_flags")?.as_slice() {
        [] => "F::empty()".to_owned(),
        [first, others @ ..] => {
            let others: String = others.iter().map(|flag| format!(".union(F::{flag})")).collect();
            format!("F::{first}{others}")
        }
    };
    let optional = |key: &str, owner: &str| match row.get(key) {
        None => Ok("None".to_owned()),
        Some(_) => Ok::<_, String>(format!("Some({owner}::{})", super::camel(text(row, key)?))),
    };
    Ok(format!(
        "            shader_flags: {shader_flags}, memory: {}, signature: {}, statistics: StatisticsClass::{},\n            \
         unsupported: &[{}]",
        optional("memory", "MemoryAccess")?,
        optional("signature", "SignatureAccess")?,
        super::camel(text(row, "statistics")?),
        words(row, "unsupported", &CONSUMERS, "Consumer")?
    ))
}

/// `name: type`, then `constant`, then what its numbers mean.
fn argument_row<'t>(
    argument: &'t str,
    overloads: usize,
    values: &BTreeMap<&str, String>,
) -> Result<(&'t str, String), String> {
    let (name, rest) = argument.split_once(": ").ok_or_else(|| format!("{argument}: missing type"))?;
    let (rest, meaning) = match rest.rsplit_once(' ') {
        Some((rest, word)) if values.contains_key(word) => (rest, values[word].clone()),
        Some((rest, word)) if word.starts_with("0..=") => {
            let last: u32 =
                word[4..].parse().map_err(|_| format!("{argument}: missing number at the end"))?;
            (rest, format!("Values::UpTo({last})"))
        }
        _ => (rest, "Values::Any".to_owned()),
    };
    let (rest, is_constant) = match rest.strip_suffix(" constant") {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    let ty = operand_type(rest, overloads)?;
    let row =
        format!("Argument {{ name: N::{name}, ty: {ty}, is_constant: {is_constant}, values: {meaning} }}");
    Ok((name, row))
}

/// `f16 <f32>`: a half, or a vector of floats; or what structures it may be.
fn overload(words: &str) -> Result<String, String> {
    match words {
        "udt" => return Ok("OverloadSet::Udt".to_owned()),
        "object" => return Ok("OverloadSet::Object".to_owned()),
        _ => {}
    }
    let (mut scalars, mut vectors) = (Vec::new(), Vec::new());
    for word in words.split(' ') {
        let element = word.strip_prefix('<').and_then(|word| word.strip_suffix('>'));
        let (list, word) = element.map_or((&mut scalars, word), |element| (&mut vectors, element));
        let kind = KINDS.iter().find(|(_, name)| *name == word);
        let (_, name) = kind.ok_or_else(|| format!("unknown overload {word}"))?;
        list.push(format!("K::{}", name.to_uppercase()));
    }
    Ok(format!(
        "OverloadSet::Numbers {{ scalars: OverloadKinds::of(&[{}]), vectors: OverloadKinds::of(&[{}]) }}",
        scalars.join(", "),
        vectors.join(", ")
    ))
}

/// The type of an operand of an operation with so many overloads.
fn operand_type(word: &str, overloads: usize) -> Result<String, String> {
    let index = |digit: &str| {
        let index = if digit.is_empty() { Ok(0) } else { digit.parse::<usize>() };
        let index = index.ok().filter(|index| *index < overloads);
        index.ok_or_else(|| format!("unknown overload {word}"))
    };
    if let Some(lanes) = word.strip_suffix("-lanes") {
        return Ok(format!("T::Lanes({})", kind(lanes)?));
    }
    if let Some(digit) = word.strip_prefix("overload") {
        return Ok(format!("T::Overload({})", index(digit)?));
    }
    if let Some(digit) = word.strip_prefix("groupshared") {
        return Ok(format!("T::GroupShared({})", index(digit)?));
    }
    if let Some((length, element)) = word.strip_prefix('<').and_then(|word| word.split_once(" x ")) {
        return Ok(match element {
            "overload>" => format!("T::VectorOfOverload({length})"),
            _ => format!("T::Vector({}, {length})", kind(element.trim_end_matches('>'))?),
        });
    }
    Ok(match word {
        "void" => "T::Void".to_owned(),
        "float*" => "T::FloatPointer".to_owned(),
        "element" => "T::Element".to_owned(),
        "four" => "T::Four".to_owned(),
        "ResRet" => "T::ResRet".to_owned(),
        "CBufRet" => "T::CBufRet".to_owned(),
        _ => kind(word).map_or_else(|_| shouted(word), |kind| format!("T::Number({kind})")),
    })
}

/// A number by its name in types.
fn kind(word: &str) -> Result<String, String> {
    let kind = KINDS.iter().find(|(name, _)| *name == word);
    kind.map(|(_, name)| format!("K::{}", name.to_uppercase()))
        .ok_or_else(|| format!("{word} is not a number"))
}

/// A list of words, each as what stands for it in an enumeration.
fn words(row: &Table, key: &str, known: &[(&str, &str)], owner: &str) -> Result<String, String> {
    let words = strings(row, key)?.into_iter().map(|word| {
        let known = known.iter().find(|(name, _)| *name == word);
        known
            .map(|(_, name)| format!("{owner}::{name}"))
            .ok_or_else(|| format!("unknown value {word} of {key}"))
    });
    Ok(words.collect::<Result<Vec<_>, String>>()?.join(", "))
}

/// `6.10` as `Some((6, 10))`.
fn version(row: &Table, key: &str) -> Result<String, String> {
    let Some(version) = row.get(key).and_then(Value::as_str) else { return Ok("None".to_owned()) };
    match version.split_once('.').map(|(major, minor)| (major.parse::<u8>(), minor.parse::<u8>())) {
        Some((Ok(major), Ok(minor))) => Ok(format!("Some(({major}, {minor}))")),
        _ => Err(format!("{version} is not a version")),
    }
}

/// A list of strings; an absent one has none.
pub(super) fn strings<'t>(row: &'t Table, key: &str) -> Result<Vec<&'t str>, String> {
    let Some(list) = row.get(key) else { return Ok(Vec::new()) };
    let list = list.as_array().ok_or_else(|| format!("`{key}` is not a list: {row}"))?;
    list.iter()
        .map(|word| word.as_str().ok_or_else(|| format!("`{key}` must be a list of strings: {row}")))
        .collect()
}
