//! A structure, member by member, with all that lies in it. Separate because it goes down into types, within bounds;
//! the buffers around it do not.

use std::fmt::Write as _;

use az::SaturatingAs as _;
use dx_container::enums::{ElementType, MatrixOrientation};
use dx_container::flags::ShaderFlags;
use dxil::shader::{FieldProperties, MatrixAnnotation, StructAnnotation};
use dxil_ir::data_layout::DataLayout;
use dxil_ir::{Module, Type, TypeId};

use super::component::component;
use super::limits;
use super::page::{Name, Page, left, right};
use super::program::Program;

/// What must be known to print structures of a module.
pub(super) struct Structures<'m> {
    pub(super) module: &'m Module,
    pub(super) said: dxil::shader::Structures<'m>,
    pub(super) layout: DataLayout<'m>,
    uses_min_precision: bool,
}

/// Where a member is: in the buffer and on the page.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Bytes from the beginning of the buffer.
    pub(super) offset: u32,
    /// Blanks in front.
    pub(super) indent: usize,
    /// How many bytes further the offset is written.
    pub(super) column: usize,
}

/// What says where members lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// The annotations.
    ConstantBuffer,
    /// The types.
    Memory,
}

/// A member of a structure, as HLSL said it.
#[derive(Clone, Copy)]
pub(super) struct Field<'m> {
    pub(super) name: &'m [u8],
    /// Where it is a matrix.
    matrix: Option<&'m MatrixAnnotation>,
    /// Where it lies in a constant buffer; all ones where that is not said.
    offset: u32,
    /// What a component of it is.
    component: ElementType,
}

impl<'m> Field<'m> {
    /// The member `index` of a structure.
    pub(super) fn of(annotation: &'m StructAnnotation, index: usize) -> Self {
        let said = annotation.fields.get(index);
        let component = said.and_then(FieldProperties::element_type);
        Self {
            name: said.and_then(FieldProperties::name).map_or(&[], |name| name),
            // One without columns is none.
            matrix: said.and_then(FieldProperties::matrix).filter(|matrix| matrix.columns != 0),
            offset: said.and_then(FieldProperties::cbuffer_offset).copied().unwrap_or(u32::MAX),
            component: component.copied().unwrap_or(ElementType::INVALID),
        }
    }
}

impl Place {
    /// Inside of it, `offset` bytes further.
    fn inside(self, offset: u32) -> Self {
        Self {
            offset: self.offset.wrapping_add(offset),
            indent: self.indent + 4,
            column: self.column.saturating_sub(4),
        }
    }
}

impl<'m> Structures<'m> {
    /// Those of a program.
    pub(super) fn of(program: &'m Program<'m>) -> Self {
        Self {
            module: program.module,
            said: dxil::shader::Structures::of(&program.module.types, &program.shader.type_annotations),
            layout: DataLayout::of(program.module),
            uses_min_precision: !program.flags().contains(ShaderFlags::USE_NATIVE_LOW_PRECISION),
        }
    }

    /// Prints a structure that is the variable `name`. A `size` of 0 is not shown.
    pub(super) fn print(
        &mut self,
        page: &mut Page,
        ty: TypeId,
        name: &[u8],
        place: Place,
        rules: Rules,
        size: u32,
    ) {
        // Structures can contain themselves, or others twice which contain others twice.
        if page.is_full() || place.indent > 4 * limits::TYPE_DEPTH {
            return;
        }
        let indent = " ".repeat(place.indent);
        let struct_name = self.module.types.named(ty).map_or(&b""[..], |named| &named.name);
        page.line(format_args!("{indent}struct {}", Name(struct_name)));
        page.line(format_args!("{indent}{{"));
        page.blank();
        match self.said.annotation(ty) {
            None if size == 0 => page.line(format_args!("{indent}    /* empty struct */")),
            None => page.line(format_args!("{indent}    [{size} x i8] (type annotation not present)")),
            Some(annotation) => {
                let offsets = match rules {
                    Rules::ConstantBuffer => Vec::new(),
                    Rules::Memory => self.layout.offsets(ty),
                };
                let module = self.module;
                for (index, member) in module.types.members(ty).unwrap_or_default().iter().enumerate() {
                    if page.is_full() {
                        return;
                    }
                    let field = Field::of(annotation, index);
                    let offset = offsets.get(index).map_or(field.offset, |offset| low_word(*offset));
                    self.print_field(page, *member, &field, place.inside(offset), rules, 0);
                }
            }
        }
        page.line(&indent);
        let variable = left(format_args!("{};", Name(name)), place.column.saturating_sub(2));
        page.line(format_args!("{indent}}} {variable}; {}", at(place.offset, size)));
        page.blank();
    }

    /// Prints a member.
    pub(super) fn print_field(
        &mut self,
        page: &mut Page,
        ty: TypeId,
        field: &Field<'_>,
        place: Place,
        rules: Rules,
        size: u32,
    ) {
        if field.matrix.is_none() && self.said.is_structure(ty) {
            return self.print(page, ty, field.name, place, rules, 0);
        }
        let (element, count) = self.said.array(ty, field.matrix);
        if field.matrix.is_none() && self.said.is_structure(element) && !self.said.is_matrix(element) {
            let mut name = field.name.to_vec();
            if count != 0 {
                name.extend(format!("[{count}]").into_bytes());
            }
            name.push(b';');
            return self.print(page, element, &name, place, rules, 0);
        }
        let mut text = self.type_name(element, field);
        // Writing to a string does not fail.
        let _ = write!(text, " {}", Name(field.name));
        if count != 0 {
            let _ = write!(text, "[{count}]");
        }
        text.push(';');
        let indent = " ".repeat(place.indent);
        page.line(format_args!("{indent}{}; {}", left(text, place.column), at(place.offset, size)));
    }

    /// The HLSL type of a member.
    fn type_name(&self, ty: TypeId, field: &Field<'_>) -> String {
        let words = component(field.component);
        let name = if self.uses_min_precision { words.min_precision_field } else { words.field };
        match (field.matrix, self.module.types.get(ty)) {
            (Some(matrix), _) => {
                let orientation = match matrix.orientation {
                    MatrixOrientation::ROW_MAJOR => "row_major ",
                    MatrixOrientation::COLUMN_MAJOR => "column_major ",
                    _ => "",
                };
                format!("{orientation}{name}{}x{}", matrix.rows, matrix.columns)
            }
            (None, Some(Type::Vector(_, count))) => format!("{name}{count}"),
            (None, _) => name.to_owned(),
        }
    }
}

/// Where something lies, and how large it is if that is shown.
fn at(offset: u32, size: u32) -> String {
    let offset = right(offset, 5);
    match size {
        0 => format!("Offset:{offset}"),
        size => format!("Offset:{offset} Size: {}", right(size, 5)),
    }
}

/// The lower 32 bits of a number.
fn low_word(number: u64) -> u32 {
    (number & u64::from(u32::MAX)).saturating_as::<u32>()
}
