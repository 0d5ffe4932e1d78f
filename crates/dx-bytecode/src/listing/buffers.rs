//! `Buffer Definitions`: constant buffers and what RDEF describes like them, with the types of their variables.

use std::fmt::Write as _;

use bstr::BStr;
use dx_container::enums::{ConstantBufferType, VariableClass, VariableType};
use dx_container::flags::VariableFlags;
use dx_container::names::NamedValue as _;
use dx_container::parts::rdef::{ConstantBuffer, Rdef, Type, TypeIndex, Variable};

use super::page::{self, Page};

type ViewType<'a> = Type<&'a BStr, &'a [u8]>;

/// Where the offset of a variable stands, behind `// `.
const OFFSET_COLUMN: usize = 37;
/// How far a variable is set in behind `// `, and what is in a structure behind that.
const INDENT: usize = 2;
const STEP: usize = 4;

pub(super) fn print(page: &mut Page<'_>, rdef: &Rdef<'_>) {
    if rdef.constant_buffers.is_empty() {
        return;
    }
    page.blank();
    page.line("Buffer Definitions: ");
    page.blank();
    for buffer in &rdef.constant_buffers {
        if page.is_full() {
            return;
        }
        print_buffer(page, rdef, buffer);
    }
}

fn print_buffer(page: &mut Page<'_>, rdef: &Rdef<'_>, buffer: &ConstantBuffer<&BStr, &[u8]>) {
    let kind = match buffer.kind {
        ConstantBufferType::TBUFFER => "tbuffer",
        ConstantBufferType::INTERFACE_POINTERS => "interfaces",
        ConstantBufferType::RESOURCE_BIND_INFO => "Resource bind info for",
        _ => "cbuffer",
    };
    page.line(format_args!("{kind} {}", page::name(buffer.name.unwrap_or_default())));
    page.line("{");
    for (index, variable) in buffer.variables.iter().enumerate() {
        if page.is_full() {
            return;
        }
        print_variable(page, rdef, variable, index == 0);
    }
    page.blank();
    page.line("}");
    page.blank();
}

fn print_variable(page: &mut Page<'_>, rdef: &Rdef<'_>, variable: &Variable<&BStr, &[u8]>, first: bool) {
    if first {
        page.blank();
    }
    let place = Place { indent: INDENT, offset: variable.offset, first };
    let declared = declaration(page, rdef, variable.kind, variable.name, place);
    let size = if variable.size == 0 { "N/A".to_owned() } else { variable.size.to_string() };
    let unused = if variable.flags.contains(VariableFlags::USED) { "" } else { " [unused]" };
    page.line(format_args!("{declared} Size: {size:>5}{unused}"));
    let Some(default) = variable.default else { return };
    for (index, row) in default.chunks(16).enumerate() {
        let mut line = String::from(if index == 0 { "     = " } else { "       " });
        let (words, rest) = row.as_chunks::<4>();
        for word in words {
            let _ = write!(line, "0x{:08x} ", u32::from_le_bytes(*word));
        }
        for byte in rest {
            let _ = write!(line, "0x{byte:02x} ");
        }
        page.line(line);
        if page.is_full() {
            return;
        }
    }
}

/// Where something is declared: how far set in, at which offset, whether before all others.
#[derive(Clone, Copy)]
struct Place {
    indent: usize,
    offset: u32,
    first: bool,
}

/// The last line of a declaration, up to its offset; writes the lines before that.
fn declaration(page: &mut Page<'_>, rdef: &Rdef<'_>, kind: TypeIndex, name: &BStr, place: Place) -> String {
    let (name, margin) = (page::name(name), " ".repeat(place.indent));
    let found = rdef.type_at(kind);
    let opening = match found {
        Some(found) if found.class == VariableClass::STRUCT => {
            print_structure(page, rdef, found, place);
            "}".to_owned()
        }
        Some(found) => type_name(found),
        None => String::new(),
    };
    let array = match found.map_or(0, |found| found.elements) {
        // fxc does not show an array of one, which every buffer of an array of buffers is.
        0 | 1 => String::new(),
        elements => format!("[{elements}]"),
    };
    let declared = format!("{margin}{opening} {name}{array};");
    let offset = if place.offset == u32::MAX { "N/A".to_owned() } else { place.offset.to_string() };
    format!("{declared:<OFFSET_COLUMN$}// Offset: {offset:>4}")
}

/// The lines of a structure before its closing brace. How deep structures nest has been checked on reading.
fn print_structure(page: &mut Page<'_>, rdef: &Rdef<'_>, structure: &ViewType<'_>, place: Place) {
    let margin = " ".repeat(place.indent);
    if !place.first {
        page.line(&margin);
    }
    match structure.name {
        Some(name) if !name.is_empty() => page.line(format_args!("{margin}struct {}", page::name(name))),
        _ => page.line(format_args!("{margin}struct")),
    }
    page.line(format_args!("{margin}{{"));
    let indent = place.indent + STEP;
    for (index, member) in structure.members.iter().enumerate() {
        if page.is_full() {
            return;
        }
        let first = index == 0;
        if first {
            page.line(" ".repeat(indent));
        }
        let place = Place { indent, offset: place.offset.wrapping_add(member.offset), first };
        let declared = declaration(page, rdef, member.kind, member.name, place);
        page.line(declared);
    }
    page.blank();
}

/// A type in HLSL's words.
fn type_name(kind: &ViewType<'_>) -> String {
    let (rows, columns) = (kind.rows, kind.columns);
    let word = base_name(kind);
    match kind.class {
        VariableClass::SCALAR => word,
        VariableClass::VECTOR => format!("{word}{columns}"),
        VariableClass::MATRIX_ROWS => format!("row_major {word}{rows}x{columns}"),
        VariableClass::MATRIX_COLUMNS => format!("{word}{rows}x{columns}"),
        VariableClass::INTERFACE_CLASS | VariableClass::INTERFACE_POINTER => {
            format!("interface {}", page::name(kind.name.unwrap_or_default()))
        }
        _ => match kind.name {
            Some(name) if !name.is_empty() => page::name(name),
            _ => word,
        },
    }
}

/// What a scalar, or each component, is.
fn base_name(kind: &ViewType<'_>) -> String {
    match (kind.kind.name(), kind.kind) {
        (_, VariableType::SAMPLER) => "SamplerState".to_owned(),
        (Some(name), kind) if !is_object(kind) => name.to_ascii_lowercase(),
        (Some(name), _) => name.to_owned(),
        (None, kind) => format!("type{}", kind.0),
    }
}

/// Whether a type is an object, whose name has capitals, rather than a number.
fn is_object(kind: VariableType) -> bool {
    let numbers = [VariableType::UINT, VariableType::UINT8, VariableType::DOUBLE];
    kind > VariableType::STRING && kind < VariableType::MIN8FLOAT && !numbers.contains(&kind)
}
