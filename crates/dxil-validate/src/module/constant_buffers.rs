//! Constant buffers: structures whose members lie where their annotations say, within the buffer and not on each other.

use std::collections::BTreeMap;
use std::fmt;

use dx_container::enums::{ElementType, MatrixOrientation, ResourceClass};
use dxil::shader::{Cbuffer, FieldProperties, StructAnnotation, TypeAnnotations};
use dxil_ir::{Type, TypeId};
use hashbrown::{HashMap, HashSet};

use super::bounds;
use super::context::Context;
use crate::report::Report;
use crate::rule::Rule;

const CLASS: ResourceClass = ResourceClass::CBUFFER;

/// Bytes of a row of four components, which arrays and structures begin at.
const ROW: u64 = 16;

/// How deep structures may lie in each other, as those of HLSL do.
const DEPTH: usize = 256;

/// How many members of constant buffers are laid out in all: members of elements of arrays of structures are laid out
/// each, and small modules may have arrays of arrays of such. A buffer has at most 65536 bytes, of which each is some
/// member's.
const MEMBERS: usize = 1 << 20;

pub(super) fn check(context: &Context<'_>, report: &mut Report) {
    let mut annotations = HashMap::new();
    for list in &context.shader.type_annotations {
        if let TypeAnnotations::Structs(structures) = list {
            for structure in structures {
                annotations.insert(structure.ty, structure);
            }
        }
    }
    let mut left = MEMBERS;
    // Types in which nothing was wrong: what is asked of members depends on nothing else.
    let mut sound = HashSet::new();
    for buffer in context.resources.iter().flat_map(|all| &all.cbuffers).flatten() {
        check_buffer(context, buffer, &annotations, (&mut left, &mut sound), report);
    }
}

type Annotations<'m> = HashMap<TypeId, &'m StructAnnotation>;

fn check_buffer(
    context: &Context<'_>,
    buffer: &Cbuffer,
    annotations: &Annotations<'_>,
    (left, sound): (&mut usize, &mut HashSet<TypeId>),
    report: &mut Report,
) {
    let Some(mut ty) = buffer.range.hlsl_type(context.module) else { return };
    let mut is_one = buffer.range.size == 1;
    if let Some(Type::Array(element, _)) = context.ty(ty) {
        (ty, is_one) = (*element, true);
    }
    // Several buffers are an array; the reference gives up where they are not.
    if !is_one || context.module.types.members(ty).is_none() {
        let message = format_args!("holds a type that is not a struct");
        context.report_resource(
            report,
            Rule::SM_CBUFFER_TEMPLATE_TYPE_MUST_BE_STRUCT,
            (CLASS, &buffer.range),
            message,
        );
        return;
    }
    if buffer.size > bounds::CONSTANT_BUFFER {
        let most = bounds::CONSTANT_BUFFER;
        let message = format_args!("has {} bytes, expected at most {most}", buffer.size);
        context.report_resource(report, Rule::SM_CBUFFER_SIZE, (CLASS, &buffer.range), message);
        return;
    }
    if sound.contains(&ty) {
        return;
    }
    let before = report.errors;
    let mut layout = Layout { context, buffer, annotations, spans: BTreeMap::new(), left };
    layout.structure(ty, report);
    if report.errors == before {
        sound.insert(ty);
    }
}

/// A member by its name, where its annotations say it.
struct Member<'m>(&'m FieldProperties);

impl fmt::Display for Member<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.name() {
            Some(name) => write!(f, "`{name}`"),
            None => f.write_str("(no name)"),
        }
    }
}

/// The members of one buffer.
struct Layout<'a, 'm> {
    context: &'a Context<'m>,
    buffer: &'a Cbuffer,
    annotations: &'a Annotations<'a>,
    /// The last byte of each member by its first one.
    spans: BTreeMap<u64, u64>,
    left: &'a mut usize,
}

impl Layout<'_, '_> {
    fn find(&self, rule: Rule, message: fmt::Arguments<'_>, report: &mut Report) {
        self.context.report_resource(report, rule, (CLASS, &self.buffer.range), message);
    }

    fn structure(&mut self, ty: TypeId, report: &mut Report) {
        // Structures that are yet to be laid out, where, and how deep.
        let mut waiting = vec![(ty, 0_u64, 0_usize)];
        while let Some((ty, base, depth)) = waiting.pop() {
            let Some(annotation) = self.annotations.get(&ty).copied() else { continue };
            let Some(members) = self.context.module.types.members(ty) else { continue };
            for (member, field) in members.iter().zip(&annotation.fields) {
                let Some(left) = self.left.checked_sub(1) else {
                    self.find(
                        Rule::SM_CBUFFER_SIZE,
                        format_args!("cannot be checked: constant buffers have more than {MEMBERS} members"),
                        report,
                    );
                    return;
                };
                *self.left = left;
                if depth < DEPTH {
                    self.member(annotation, (*member, field), base, (&mut waiting, depth + 1), report);
                }
            }
        }
    }

    fn member(
        &mut self,
        annotation: &StructAnnotation,
        (ty, field): (TypeId, &FieldProperties),
        base: u64,
        (waiting, depth): (&mut Vec<(TypeId, u64, usize)>, usize),
        report: &mut Report,
    ) {
        let context = self.context;
        let offset = u64::from(field.cbuffer_offset().copied().unwrap_or(0));
        let size = self.size(ty, field);
        let (count, element) = context.facts.array(ty);
        let is_array = element != ty;
        if is_array && offset % ROW != 0 {
            let message = format_args!(
                "has array {} at byte {offset} of a struct, expected a multiple of {ROW}",
                Member(field)
            );
            self.find(Rule::SM_CBUFFER_ARRAY_OFFSET_ALIGNMENT, message, report);
            return;
        }
        let step = size.next_multiple_of(ROW);
        let whole = count.saturating_sub(1).saturating_mul(step).saturating_add(size);
        if offset.saturating_add(whole) > annotation.size.into() {
            let message = format_args!(
                "has member {} of {whole} bytes at byte {offset} of a struct of only {} bytes",
                Member(field),
                annotation.size
            );
            self.find(Rule::SM_CBUFFER_ELEMENT_OVERFLOW, message, report);
            return;
        }
        let start = base.saturating_add(offset);
        if self.annotations.contains_key(&element) {
            for index in 0..count.min(*self.left as u64) {
                waiting.push((element, start.saturating_add(index.saturating_mul(step)), depth));
            }
        } else if whole > 0 {
            let last = start + whole - 1;
            let before = self.spans.range(..=last).next_back().filter(|(_, end)| **end >= start);
            if let Some((other, end)) = before {
                let message = format_args!(
                    "has member {} at bytes {start} to {last}, which overlaps the member at bytes {other} to {end}",
                    Member(field)
                );
                self.find(Rule::SM_CBUFFER_OFFSET_OVERLAP, message, report);
            } else {
                self.spans.insert(start, last);
            }
        }
    }

    /// Bytes of a member, of an array those of one element.
    fn size(&self, ty: TypeId, field: &FieldProperties) -> u64 {
        use ElementType as E;
        let context = self.context;
        let ty = context.innermost(ty);
        let component = match field.element_type().copied().unwrap_or(E::INVALID) {
            E::I64 | E::U64 | E::F64 | E::SNORM_F64 | E::UNORM_F64 => 8,
            E::I16 | E::U16 | E::F16 | E::SNORM_F16 | E::UNORM_F16 if !context.has_min_precision => 2,
            _ => 4,
        };
        match context.ty(ty) {
            Some(Type::Vector(_, count)) => count.saturating_mul(component),
            Some(Type::Named(_) | Type::Literal { .. }) => {
                match (self.annotations.get(&ty), field.matrix()) {
                    (Some(annotation), _) => annotation.size.into(),
                    (None, Some(matrix)) => {
                        let (rows, columns) = match matrix.orientation {
                            MatrixOrientation::COLUMN_MAJOR => (matrix.columns, matrix.rows),
                            _ => (matrix.rows, matrix.columns),
                        };
                        u64::from(rows).saturating_sub(1).saturating_mul(ROW)
                            + u64::from(columns).saturating_mul(4)
                    }
                    (None, None) => 0,
                }
            }
            _ => component,
        }
    }
}
