//! `reflect` beside DXC's own listings, on every file of the corpus that has one (`NAME.dxil`, `NAME.dis.ll`): resources,
//! buffers with the offsets of all that lies in them, signatures.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "tests fail by panicking"
)]

use std::fs;
use std::path::{Path, PathBuf};

use dx_container::Container;
use dx_container::enums::{ConstantBufferType, ElementType, ResourceClass, ResourceKind, VariableClass};
use dx_container::flags::RuntimeResourceFlags;
use dx_reflect::{Reflection, Resource};

/// The files that have a listing.
fn listings() -> Vec<(PathBuf, String)> {
    let Some(corpus) = std::env::var_os("SHADER_CORPUS") else {
        eprintln!("skipped: SHADER_CORPUS names no folder with shaders and their listings");
        return Vec::new();
    };
    let folder = fs::read_dir(Path::new(&corpus).join("dxc")).expect("there are listings");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("it can be walked").path()).collect();
    files.sort();
    let files = files.into_iter();
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "dxil"));
    files
        .map(|path| {
            let listing = path.with_extension("dis.ll");
            let text = fs::read(&listing).expect("it has a listing");
            (path, String::from_utf8_lossy(&text).into_owned())
        })
        .collect()
}

fn reflect(path: &Path) -> Reflection {
    let bytes = fs::read(path).expect("it can be read");
    Reflection::of(&Container::parse(&bytes).expect("it is one")).expect("it can be reflected")
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

#[test]
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
    eprintln!("{files} files, {resources} resources");
    assert!(files >= 100 || std::env::var_os("SHADER_CORPUS").is_none());
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

/// Rows and columns of what is no structure.
fn shape(reflection: &Reflection, type_index: u32) -> String {
    let found = &reflection.types[type_index as usize];
    match found.class {
        VariableClass::MATRIX_ROWS => format!("row_major {}x{} ", found.rows, found.columns),
        VariableClass::MATRIX_COLUMNS => format!("column_major {}x{} ", found.rows, found.columns),
        VariableClass::VECTOR => format!("{} ", found.columns),
        _ => String::new(),
    }
}

/// The same of a line of the listing.
fn member(line: &str) -> Option<String> {
    let (what, offset) = line.split_once("; Offset:")?;
    let offset = offset.split_whitespace().next()?;
    let what = what.trim().trim_end_matches(';');
    if let Some(name) = what.strip_prefix("} ") {
        return Some(format!("}} {name} {offset}"));
    }
    let (orientation, rest) = match what.split_once(' ') {
        Some((word @ ("row_major" | "column_major"), rest)) => (format!("{word} "), rest),
        _ => (String::new(), what),
    };
    let (ty, name) = rest.split_once(' ')?;
    let shape = ty.trim_start_matches(|c: char| !c.is_ascii_digit());
    // 16 and 64 are widths: what remains behind `_t` is the count; of `min16float4` the count stands at the end.
    let shape = match ty {
        _ if ty.contains("_t") => ty.rsplit("_t").next().unwrap_or_default(),
        _ if ty.starts_with("min16") => shape[2..].trim_start_matches(|c: char| !c.is_ascii_digit()),
        _ => shape,
    };
    let shape = if shape.is_empty() { String::new() } else { format!("{shape} ") };
    Some(format!("{orientation}{shape}{name} {offset}"))
}

#[test]
fn buffers_agree() {
    let (mut files, mut buffers, mut lines) = (0, 0, 0);
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
        }
        files += 1;
        lines += listed.len();
        if told != listed {
            wrong.push(format!("{}\n  told   {told:?}\n  listed {listed:?}", path.display()));
        }
    }
    eprintln!("{files} files, {buffers} buffers, {lines} lines");
    assert!(
        wrong.is_empty(),
        "{} of {files}:\n{}",
        wrong.len(),
        wrong.iter().take(8).cloned().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn signatures_agree() {
    let (mut files, mut rows) = (0, 0);
    for (path, text) in listings() {
        let signatures = reflect(&path).signatures;
        for (title, told) in
            [("\n; Input signature:", &signatures.input), ("\n; Output signature:", &signatures.output)]
        {
            let Some(told) = told else { continue };
            let body = section(&text, title, "\0").skip_while(|line| !line.starts_with("---")).skip(1);
            let body = body.take_while(|line| !line.is_empty() && *line != "no parameters");
            // Name, index, mask and register; a name that is too long shifts what follows it.
            let listed: Vec<String> = body
                .map(|line| {
                    let name = line.split(' ').next().unwrap_or_default();
                    let rest = line[name.len().max(20)..].trim_start();
                    let (index, rest) = rest.split_once(' ').expect("there is an index");
                    let (mask, rest) = rest.split_at(7);
                    let register = rest.split_whitespace().next().expect("there is a register");
                    let register =
                        register.parse::<u32>().map_or("none".to_owned(), |number| number.to_string());
                    format!("{name} {index} {} {register}", mask.replace(' ', ""))
                })
                .collect();
            let told: Vec<String> = told
                .iter()
                .map(|element| {
                    let mask: String = "xyzw"
                        .chars()
                        .enumerate()
                        .filter(|(bit, _)| element.mask >> bit & 1 == 1)
                        .map(|(_, c)| c)
                        .collect();
                    let register =
                        element.register.map_or("none".to_owned(), |register| register.to_string());
                    // The listing has no mask of what lies in no register.
                    let mask = if element.register.is_none() { "N/A".to_owned() } else { mask };
                    format!("{} {} {mask} {register}", element.semantic, element.index)
                })
                .collect();
            assert_eq!(told, listed, "{}", path.display());
            rows += told.len();
        }
        files += 1;
    }
    eprintln!("{files} files, {rows} rows of signatures");
}
