//! `reflect` beside listings: resources, buffers with the offsets of all that lies in them, signatures. Of every file
//! of the corpus that has one (`NAME.dxil`, `NAME.dis.ll`) it is DXC's own; of the examples ours, which is the same to
//! the byte.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::{self, containers};
use dx_container::Container;
use dx_container::enums::{
    ConstantBufferType, ElementType, InterpolationMode, ResourceClass, ResourceKind, VariableClass,
    VariableType,
};
use dx_container::flags::RuntimeResourceFlags;
use dx_reflect::{Element, Reflection, Resource};
use dxil::stored::{self, LISTED, StoredProgram};
use dxil_text::listing;
use testkit::{Test, note, tests};

pub(crate) const TESTS: &[Test] =
    tests![bindings_agree, buffers_agree, signatures_agree, interpolation_agrees];

/// The files that have a listing.
fn listings() -> Vec<(PathBuf, String)> {
    let named = |(path, bytes): (PathBuf, Vec<u8>)| {
        let text = match fs::read(path.with_extension("dis.ll")) {
            Ok(text) => String::from_utf8_lossy(&text).into_owned(),
            Err(_) => header(&bytes)?,
        };
        Some((path, text))
    };
    containers().into_iter().filter_map(named).collect()
}

/// The tables that our listing has; `None` where there is no program.
fn header(bytes: &[u8]) -> Option<String> {
    let container = Container::parse(bytes).expect("it is one");
    let program = StoredProgram::find(&container, &LISTED).expect("it is one")?;
    let module = program.module().expect("it is bitcode");
    let reflection = stored::reflection(&container);
    Some(listing::header(Some(&container), Some(&module), reflection.as_ref()) + "\ntarget datalayout")
}

fn reflect(path: &Path) -> Reflection {
    files::reflect(&fs::read(path).expect("it can be read"))
}

/// The lines of a section, without the marks of comments, up to `end`.
fn section<'t>(text: &'t str, title: &str, end: &str) -> impl Iterator<Item = &'t str> {
    let header = text.split("\ntarget ").next().unwrap_or_default();
    let body = header.split_once(title).map_or("", |(_, rest)| rest.split(end).next().unwrap_or_default());
    body.lines().map(|line| line.trim_start_matches(';').trim())
}

fn format(resource: &Resource) -> &'static str {
    match (resource.class, resource.kind) {
        (Some(ResourceClass::CBUFFER | ResourceClass::SAMPLER), _) => "NA",
        (_, Some(ResourceKind::RAW_BUFFER)) => "byte",
        (_, Some(ResourceKind::STRUCTURED_BUFFER)) => "struct",
        _ => match resource.element_type.unwrap_or_default() {
            ElementType::I1 => "i1",
            ElementType::I16 => "i16",
            ElementType::U16 => "u16",
            ElementType::I32 => "i32",
            ElementType::U32 => "u32",
            ElementType::I64 => "i64",
            ElementType::U64 => "u64",
            ElementType::F16 => "f16",
            ElementType::F32 => "f32",
            ElementType::F64 => "f64",
            ElementType::SNORM_F16 => "snorm_f16",
            ElementType::UNORM_F16 => "unorm_f16",
            ElementType::SNORM_F32 => "snorm_f32",
            ElementType::UNORM_F32 => "unorm_f32",
            ElementType::PACKED_S8X32 => "p32i8",
            ElementType::PACKED_U8X32 => "p32u8",
            _ => "invalid",
        },
    }
}

fn dimension(resource: &Resource) -> String {
    let is_buffer = matches!(resource.kind, Some(ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER));
    let has_counter =
        resource.flags.declared.is_some_and(|flags| flags.contains(RuntimeResourceFlags::UAV_COUNTER));
    let name = match (resource.class, resource.kind) {
        (Some(ResourceClass::CBUFFER | ResourceClass::SAMPLER), _) => "NA",
        (Some(ResourceClass::SRV), _) if is_buffer => "r/o",
        _ if is_buffer && has_counter => "r/w+cnt",
        _ if is_buffer => "r/w",
        (_, Some(ResourceKind::TEXTURE_1D)) => "1d",
        (_, Some(ResourceKind::TEXTURE_2D)) => "2d",
        (_, Some(ResourceKind::TEXTURE_2D_MS)) => "2dMS",
        (_, Some(ResourceKind::TEXTURE_3D)) => "3d",
        (_, Some(ResourceKind::TEXTURE_CUBE)) => "cube",
        (_, Some(ResourceKind::TEXTURE_1D_ARRAY)) => "1darray",
        (_, Some(ResourceKind::TEXTURE_2D_ARRAY)) => "2darray",
        (_, Some(ResourceKind::TEXTURE_2D_MS_ARRAY)) => "2darrayMS",
        (_, Some(ResourceKind::TEXTURE_CUBE_ARRAY)) => "cubearray",
        (_, Some(ResourceKind::TYPED_BUFFER)) => "buf",
        (_, Some(ResourceKind::TBUFFER)) => "tbuffer",
        (_, Some(ResourceKind::RT_ACCELERATION_STRUCTURE)) => "ras",
        (_, Some(ResourceKind::FEEDBACK_TEXTURE_2D)) => "fbtex2d",
        (_, Some(ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY)) => "fbtex2darray",
        _ => "invalid",
    };
    match resource.samples {
        Some(samples @ 1..) => format!("{name}{samples}"),
        _ => name.to_owned(),
    }
}

/// A resource as the table of bindings has it: name, type, format, dimension, number, binding, count.
fn row(resource: &Resource) -> String {
    let (ty, id, register) = match resource.class {
        Some(ResourceClass::CBUFFER) => ("cbuffer", "CB", "cb"),
        Some(ResourceClass::SAMPLER) => ("sampler", "S", "s"),
        Some(ResourceClass::SRV) => ("texture", "T", "t"),
        _ => ("UAV", "U", "u"),
    };
    let space = if resource.space == 0 { String::new() } else { format!(",space{}", resource.space) };
    let name = resource.name.as_ref().map(ToString::to_string).unwrap_or_default();
    let count = resource.count().map_or_else(|| "unbounded".to_owned(), |count| count.to_string());
    let text = format!(
        "{name} {ty} {} {} {id}{} {register}{}{space} {count}",
        format(resource),
        dimension(resource),
        resource.id.expect("programs number them"),
        resource.lower_bound,
    );
    text.trim().to_owned()
}

fn bindings_agree() {
    let (mut files, mut resources) = (0, 0);
    for (path, text) in listings() {
        let reflection = reflect(&path);
        assert!(reflection.unread.is_empty(), "{}: {:?}", path.display(), reflection.unread);
        assert!(reflection.disagreements.is_empty(), "{}: {:?}", path.display(), reflection.disagreements);
        let rows = section(&text, "Resource Bindings:", "ViewId state");
        let rows =
            rows.skip_while(|line| !line.starts_with("---")).skip(1).take_while(|line| !line.is_empty());
        let mut listed: Vec<String> =
            rows.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let mut told: Vec<String> = reflection.resources.iter().map(row).collect();
        // Wide columns run into each other.
        listed.iter_mut().chain(&mut told).for_each(|line| line.retain(|c| c != ' '));
        listed.sort();
        told.sort();
        assert_eq!(told, listed, "{}", path.display());
        (files, resources) = (files + 1, resources + told.len());
    }
    note!("{files} files, {resources} resources");
    assert!(files >= 10 && resources >= 20);
}

/// The lines of a type's members: type, name and offset.
fn add_members(lines: &mut Vec<String>, reflection: &Reflection, of: (u32, &[u8], u32)) {
    let (type_index, name, offset) = of;
    let found = &reflection.types[type_index as usize];
    let array = if found.elements > 0 { format!("[{}]", found.elements) } else { String::new() };
    let name = String::from_utf8_lossy(name);
    if found.class == VariableClass::STRUCT {
        for member in &found.members {
            add_members(lines, reflection, (member.type_index, &member.name, offset + member.offset));
        }
        lines.push(format!("}} {name}{array} {offset}"));
        return;
    }
    lines.push(format!("{}{name}{array} {offset}", shape(reflection, type_index)));
}

/// The type of what is no structure, in the words of the listing.
fn shape(reflection: &Reflection, type_index: u32) -> String {
    let found = &reflection.types[type_index as usize];
    let word = match found.kind {
        VariableType::BOOL => "bool",
        VariableType::INT => "int",
        VariableType::UINT => "uint",
        VariableType::FLOAT => "float",
        VariableType::DOUBLE => "double",
        VariableType::INT64 => "int64_t",
        VariableType::UINT64 => "uint64_t",
        VariableType::MIN16FLOAT => "min16float",
        VariableType::MIN16INT => "min16i",
        VariableType::MIN16UINT => "min16ui",
        VariableType::FLOAT16 => "half",
        VariableType::INT16 => "int16_t",
        VariableType::UINT16 => "uint16_t",
        _ => "unknown",
    };
    match found.class {
        VariableClass::MATRIX_ROWS => format!("row_major {word}{}x{} ", found.rows, found.columns),
        VariableClass::MATRIX_COLUMNS => format!("column_major {word}{}x{} ", found.rows, found.columns),
        VariableClass::VECTOR => format!("{word}{} ", found.columns),
        _ => format!("{word} "),
    }
}

/// The line without the number of elements, as DXC's listing prints an array of matrices that is stored with a single
/// array dimension: the listing mistakes this dimension for a dimension of the matrix.
fn without_elements(line: &str) -> Option<String> {
    let is_matrix = line.starts_with("row_major ") || line.starts_with("column_major ");
    let (before, rest) = line.split_once('[').filter(|_| is_matrix)?;
    Some(format!("{before}{}", rest.split_once(']')?.1))
}

/// The same of a line of the listing: type, name, offset, and the size where there is one.
fn member(line: &str) -> Option<String> {
    let (what, place) = line.split_once("; Offset:")?;
    let place: Vec<&str> = place.split_whitespace().filter(|word| *word != "Size:").collect();
    let what = what.trim().trim_end_matches(';');
    Some(format!("{what} {}", place.join(" ")))
}

fn buffers_agree() {
    let (mut files, mut buffers, mut lines, mut left_out) = (0, 0, 0, 0);
    let mut wrong = Vec::new();
    for (path, text) in listings() {
        let reflection = reflect(&path);
        let listed: Vec<String> =
            section(&text, "Buffer Definitions:", "Resource Bindings:").filter_map(member).collect();
        let mut told = Vec::new();
        for buffer in reflection.constant_buffers.iter().filter(|buffer| !buffer.variables.is_empty()) {
            buffers += 1;
            for variable in &buffer.variables {
                add_members(&mut told, &reflection, (variable.type_index, &variable.name, variable.offset));
            }
            if buffer.kind != ConstantBufferType::RESOURCE_BIND_INFO {
                let name = buffer.name.as_ref().map(ToString::to_string).unwrap_or_default();
                told.push(format!("}} {name} 0"));
            }
            // The outermost line has a size, if there is any.
            if let Some(line) = told.last_mut().filter(|_| buffer.size != 0) {
                line.push_str(&format!(" {}", buffer.size));
            }
        }
        files += 1;
        lines += listed.len();
        for (line, listed) in told.iter_mut().zip(&listed).filter(|(line, listed)| line != listed) {
            if let Some(shorter) = without_elements(line).filter(|shorter| shorter == listed) {
                *line = shorter;
                left_out += 1;
            }
        }
        if told != listed {
            wrong.push(format!("{}\n  told   {told:?}\n  listed {listed:?}", path.display()));
        }
    }
    note!("{files} files, {buffers} buffers, {lines} lines, {left_out} without elements");
    assert!(left_out <= files / 100, "{left_out} lines of {files} files lack elements");
    assert!(buffers >= 5 && lines >= 20);
    assert!(
        wrong.is_empty(),
        "{} of {files}:\n{}",
        wrong.len(),
        wrong.iter().take(8).cloned().collect::<Vec<_>>().join("\n")
    );
}

/// The letters of a mask.
fn letters(mask: u8) -> String {
    "xyzw".chars().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, letter)| letter).collect()
}

/// Name, index, mask, register and what is used. The listing has no mask of what lies in no register.
fn element(element: &Element, is_input: bool) -> String {
    let mask = element.exclusive_mask.expect("signature parts tell it");
    let used = if is_input { mask } else { !mask };
    let (mask, register, used) = match element.register {
        Some(register) => (letters(element.mask), register.to_string(), letters(used)),
        None => ("N/A".to_owned(), "none".to_owned(), if used == 0 { "NO" } else { "YES" }.to_owned()),
    };
    format!("{} {} {mask} {register} {used}", element.semantic, element.index)
}

/// The same of a line; a name that is too long shifts what follows it.
fn listed_element(line: &str) -> String {
    let name = line.split(' ').next().unwrap_or_default();
    let rest = line[name.len().max(20)..].trim_start();
    let (index, rest) = rest.split_once(' ').expect("there is an index");
    let (mask, rest) = rest.split_at(7);
    let mut words = rest.split_whitespace();
    let register = words.next().expect("there is a register");
    let register = register.parse::<u32>().map_or("none".to_owned(), |number| number.to_string());
    // A system value that lies in no register stands in its place.
    let used: String = words.skip(2).collect();
    format!("{name} {index} {} {register} {used}", mask.replace(' ', ""))
}

/// The rows of the tables with this title and these columns.
fn tables<'t>(text: &'t str, title: &str, column: &str) -> Vec<&'t str> {
    let header = text.split("\ntarget ").next().unwrap_or_default();
    let title = format!("\n; {title} signature:");
    let tables = header.split(&title).skip(1);
    let mut rows = Vec::new();
    for table in tables {
        let mut lines = table.lines().map(|line| line.trim_start_matches(';').trim());
        if lines.find(|line| line.starts_with("Name ")).is_some_and(|line| line.contains(column)) {
            rows.extend(lines.skip(1).take_while(|line| !line.is_empty() && *line != "no parameters"));
        }
    }
    rows
}

fn signatures_agree() {
    let (mut files, mut rows) = (0, 0);
    for (path, text) in listings() {
        let signatures = reflect(&path).signatures;
        for (title, told) in [("Input", &signatures.input), ("Output", &signatures.output)] {
            let Some(told) = told else { continue };
            let listed: Vec<String> = tables(&text, title, "Mask").into_iter().map(listed_element).collect();
            let told: Vec<String> = told.iter().map(|row| element(row, title == "Input")).collect();
            assert_eq!(told, listed, "{}", path.display());
            rows += told.len();
        }
        files += 1;
    }
    note!("{files} files, {rows} rows of signatures");
    assert!(files >= 10 && rows >= 20);
}

fn interpolation(mode: InterpolationMode) -> &'static str {
    match mode {
        InterpolationMode::CONSTANT => "nointerpolation",
        InterpolationMode::LINEAR => "linear",
        InterpolationMode::LINEAR_CENTROID => "centroid",
        InterpolationMode::LINEAR_NOPERSPECTIVE => "noperspective",
        InterpolationMode::LINEAR_NOPERSPECTIVE_CENTROID => "noperspectivecentroid",
        InterpolationMode::LINEAR_SAMPLE => "sample",
        InterpolationMode::LINEAR_NOPERSPECTIVE_SAMPLE => "noperspectivesample",
        _ => "",
    }
}

/// The tables of the program have an element once: its first row is compared. Some elements parts do not have.
fn interpolation_agrees() {
    let mut elements = 0;
    for (path, text) in listings() {
        let signatures = reflect(&path).signatures;
        for (title, told) in [
            ("Input", &signatures.input),
            ("Output", &signatures.output),
            ("Vertex Output", &signatures.output),
            ("Patch Constant", &signatures.patch_constant),
            ("Primitive Output", &signatures.primitive),
        ] {
            for line in tables(&text, title, "InterpMode") {
                let mut words = line.split_whitespace();
                let (name, index) = (words.next().unwrap(), words.next().unwrap());
                let listed: String = words.collect();
                let is_it = |row: &&Element| row.semantic == name && row.index.to_string() == index;
                let Some(row) = told.iter().flatten().find(is_it) else { continue };
                let mode = interpolation(row.interpolation.expect("programs tell it"));
                let told = format!("{mode}{}", letters(row.dynamic_mask.expect("programs tell it")));
                assert_eq!(told, listed, "{}: {line}", path.display());
                elements += 1;
            }
        }
    }
    note!("{elements} elements");
    assert!(elements >= 20);
}
