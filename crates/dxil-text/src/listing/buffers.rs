//! The definitions of buffers: which members the structures have that lie in them, and where. Separate from the layout
//! of one structure: `structure.rs`.

use az::SaturatingAs as _;
use dx_container::enums::{ResourceClass, ResourceKind};
use dxil_ir::{Type, TypeId};

use super::page::{Name, Page};
use super::program::Program;
use super::resource::{Resource, constant_buffers, srvs, uavs};
use super::structure::{Field, Place, Rules, Structures};

/// What a structured buffer calls what it is made of.
const ELEMENT: &[u8] = b"$Element";

/// Where definitions begin.
const OUTERMOST: Place = Place { offset: 0, indent: 3, column: 50 };

/// Writes the definitions of all buffers.
pub(super) fn print(page: &mut Page, program: &Program<'_>) {
    page.lines(&["", " Buffer Definitions:", ""]);
    let Some(resources) = program.resources() else { return };
    let mut structures = Structures::of(program);
    for buffer in constant_buffers(resources) {
        print_constant_buffer(page, &mut structures, &buffer);
    }
    for buffer in srvs(resources).chain(uavs(resources)) {
        match (buffer.kind, buffer.class) {
            (ResourceKind::STRUCTURED_BUFFER, _) => print_structured_buffer(page, &mut structures, &buffer),
            (ResourceKind::TBUFFER, ResourceClass::SRV) => {
                print_constant_buffer(page, &mut structures, &buffer);
            }
            _ => {}
        }
    }
}

/// A constant buffer or a texture buffer, which say the same in other words.
fn print_constant_buffer(page: &mut Page, structures: &mut Structures<'_>, buffer: &Resource<'_>) {
    let is_constant_buffer = buffer.class == ResourceClass::CBUFFER;
    let title = if is_constant_buffer { "cbuffer" } else { "tbuffer" };
    page.line(format_args!(" {title} {}", Name(&buffer.range.name)));
    page.lines(&[" {", ""]);
    // Of an array of buffers, the bindings say how many there are.
    let ty = buffer.range.hlsl_type(structures.module).map(|ty| match structures.module.types.get(ty) {
        Some(Type::Array(element, _)) => *element,
        _ => ty,
    });
    match ty.and_then(|ty| Some((ty, structures.said.annotation(ty)?))) {
        Some((ty, annotation)) => {
            let size = if is_constant_buffer { buffer.size } else { annotation.size };
            structures.print(page, ty, &buffer.range.name, OUTERMOST, Rules::ConstantBuffer, size);
        }
        None if is_constant_buffer => {
            page.line(format_args!("   [{} x i8] (type annotation not present)", buffer.size));
            page.blank();
        }
        None => page.lines(&["   (type annotation not present)", ""]),
    }
    page.lines(&[" }", ""]);
}

fn print_structured_buffer(page: &mut Page, structures: &mut Structures<'_>, buffer: &Resource<'_>) {
    page.line(format_args!(" Resource bind info for {}", Name(&buffer.range.name)));
    page.lines(&[" {", ""]);
    // The class of the buffer, and what it is a buffer of: its first member.
    let class =
        buffer.range.hlsl_type(structures.module).map(|ty| structures.module.types.innermost_element(ty));
    let element = class.and_then(|class| structures.module.types.members(class)?.first().copied());
    match (class, element) {
        (Some(class), Some(element)) => print_element(page, structures, class, element),
        _ => page.lines(&["   (type not present)", ""]),
    }
    page.lines(&[" }", ""]);
}

fn print_element(page: &mut Page, structures: &mut Structures<'_>, class: TypeId, element: TypeId) {
    let is_plain = !structures.said.is_structure(element) || structures.said.is_matrix(element);
    let ty = if is_plain { class } else { element };
    let size = structures.layout.size(ty);
    match structures.said.annotation(ty) {
        None => page.line(format_args!("   [{size} x i8] (type annotation not present)")),
        Some(annotation) => {
            let size = (size & u64::from(u32::MAX)).saturating_as::<u32>();
            if is_plain {
                let mut field = Field::of(annotation, 0);
                field.name = ELEMENT;
                structures.print_field(page, element, &field, OUTERMOST, Rules::ConstantBuffer, size);
            } else {
                structures.print(page, element, ELEMENT, OUTERMOST, Rules::Memory, size);
            }
        }
    }
    if is_plain {
        page.blank();
    }
}
