//! The signatures of the converted shader, and the element of each register component. Separate because all
//! instructions address registers, and DXIL addresses elements.
//!
//! Elements keep the registers of DXBC, so that converted stages of a pipeline match. There are two exceptions, which
//! the packing rules of DXIL require. Tessellation factors, which are single-row elements in DXBC, become one element.
//! If a row has a factor in x and other components, the factor moves to w, in hull and domain shaders alike.

use bstr::{BString, ByteSlice as _};
use dx_bytecode::operand::RegisterKind;
use dx_container::enums::{
    ComponentType, ElementType, InterpolationMode, MinPrecision, SemanticKind, ShaderKind, SystemValue,
};
use dx_container::parts::signature::Element;
use dxil::emit::{self, ShaderBuilder, Slot};
use dxil::ops::Opcode as Operation;
use dxil::semantics::{
    Interpretation, SignatureKind, SignaturePoint, canonical_name, interpretation, semantic_named,
};

use crate::error::{Error, Result};
use crate::plan::Plan;
use crate::source::Source;

/// The registers of a signature.
const REGISTERS: usize = 32;
/// The components of a register.
const COMPONENTS: usize = 4;

/// The number of elements of a signature: one for each component of each register of four streams.
const MAX_ELEMENTS: usize = REGISTERS * COMPONENTS * 4;

/// The elements of all signatures by register.
#[derive(Debug, Default)]
pub(crate) struct Interface {
    pub(crate) inputs: Registers,
    /// The outputs of each stream; stages other than the geometry stage have one.
    pub(crate) outputs: [Registers; 4],
    pub(crate) patch_constants: Registers,
    /// True if tessellation factors have other components than in the program.
    pub(crate) has_moved_factors: bool,
    /// The input that is true for front faces.
    front_face: Option<Slot>,
}

/// The elements of a signature by register.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    cells: [[Option<Cell>; COMPONENTS]; REGISTERS],
    /// Outputs without a register, such as depth.
    pub(crate) unnumbered: Vec<(SemanticKind, Cell)>,
}

/// A component of a signature.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cell {
    /// A component of an element.
    Element { slot: Slot, row: u32, column: u32, ty: ElementType },
    /// An input that an operation returns instead.
    Operation(Operation),
}

impl Registers {
    pub(crate) fn get(&self, register: u32, component: u8) -> Option<Cell> {
        *self.cells.get(register as usize)?.get(usize::from(component))?
    }

    /// All components in the order of registers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u8, Cell)> + '_ {
        (0..).zip(&self.cells).flat_map(|(register, cells)| {
            (0..).zip(cells).filter_map(move |(component, cell)| Some((register, component, (*cell)?)))
        })
    }
}

/// A group of DXBC elements that becomes one element.
struct Group<'s> {
    elements: Vec<&'s Element<BString>>,
    semantic: SemanticKind,
    name: String,
}

impl Interface {
    /// Declares the signatures of a shader.
    pub(crate) fn declare(source: &Source, plan: &Plan<'_>, shader: &mut ShaderBuilder) -> Result<Self> {
        let mut interface = Self::default();
        let stage = plan.stage();
        for (signature, elements) in [
            (SignatureKind::Input, &source.inputs),
            (SignatureKind::Output, &source.outputs),
            (SignatureKind::PatchConstantOrPrimitive, &source.patch_constants),
        ] {
            let Some(point) = SignaturePoint::of(stage, signature) else { continue };
            if elements.len() > MAX_ELEMENTS {
                let what =
                    format!("a signature has {} elements, expected at most {MAX_ELEMENTS}", elements.len());
                return Err(Error::signature(what, "correct the signature part of the container"));
            }
            let is_factored = stage == ShaderKind::HULL || stage == ShaderKind::DOMAIN;
            let groups = grouped(elements, point, |one, other| {
                is_factored && one.semantic == other.semantic && is_factor(one.semantic)
                    || plan.is_indexed_together(signature, one.register(), other.register())
            })?;
            if point == SignaturePoint::PixelInput {
                plan.check_modes(&groups)?;
            }
            for group in &groups {
                interface.declare_group(group, (signature, point), &groups, plan, shader)?;
            }
        }
        Ok(interface)
    }

    /// True for the input that is true for front faces.
    pub(crate) fn is_front_face(&self, cell: Cell) -> bool {
        matches!(cell, Cell::Element { slot, .. } if Some(slot) == self.front_face)
    }

    fn declare_group(
        &mut self,
        group: &Group<'_>,
        (signature, point): (SignatureKind, SignaturePoint),
        all: &[Group<'_>],
        plan: &Plan<'_>,
        shader: &mut ShaderBuilder,
    ) -> Result<()> {
        let Some(first) = group.elements.first() else { return Ok(()) };
        let registers = match signature {
            SignatureKind::Input => &mut self.inputs,
            SignatureKind::Output => self.outputs.get_mut(first.stream as usize).ok_or_else(|| {
                Error::signature(
                    format!("output `{}` is in stream {}", group.name, first.stream),
                    "a geometry shader has streams 0 to 3",
                )
            })?,
            SignatureKind::PatchConstantOrPrimitive => &mut self.patch_constants,
        };
        let kind = interpretation(group.semantic, point).unwrap_or(Interpretation::Arbitrary);
        let operation = operation_of(group.semantic);
        if kind == Interpretation::NotInSignature {
            for element in &group.elements {
                registers.set(element, |_| operation.map(Cell::Operation));
            }
            return Ok(());
        }
        let (column, columns) = columns_of(first)?;
        let ty = element_type(first)?;
        let is_packed = !matches!(kind, Interpretation::NotPacked | Interpretation::Shadow);
        let shift = if is_packed { rotation(group, all) } else { 0 };
        self.has_moved_factors |= shift != 0;
        let mut declared = emit::Element::new(&group.name, ty, columns);
        declared.index = first.index;
        declared.stream = first.stream;
        declared = declared.rows(u32::try_from(group.elements.len()).unwrap_or(u32::MAX));
        if is_packed {
            let register = u8::try_from(first.register).map_err(|_| no_register(&group.name))?;
            declared.register = Some((register, (column + shift) % 4));
        }
        declared.interpolation = match point {
            SignaturePoint::PixelInput => plan.interpolation_of(first),
            // Only pixel shaders declare interpolation. In other stages a row can have floats and integers, whose
            // default modes differ.
            _ if has_mixed_row(group, all) => Some(InterpolationMode::UNDEFINED),
            _ => None,
        };
        let slot = match signature {
            SignatureKind::Input => shader.input(declared),
            SignatureKind::Output => shader.output(declared),
            SignatureKind::PatchConstantOrPrimitive => shader.patch_or_primitive(declared),
        };
        let slot =
            slot.map_err(|error| Error::signature(error, "correct the signature part of the container"))?;
        if (signature, group.semantic) == (SignatureKind::Input, SemanticKind::IS_FRONT_FACE) {
            self.front_face = Some(slot);
        }
        for (row, element) in (0..).zip(&group.elements) {
            let cell = |component: u8| Cell::Element {
                slot,
                row,
                column: u32::from(component.saturating_sub(column)),
                ty,
            };
            match (is_packed, operation) {
                (false, Some(operation)) if kind == Interpretation::Shadow => {
                    registers.set(element, |_| Some(Cell::Operation(operation)));
                }
                (false, _) => registers.unnumbered.push((group.semantic, cell(column))),
                _ => registers.set(element, |component| Some(cell(component))),
            }
        }
        Ok(())
    }
}

impl Registers {
    fn set(&mut self, element: &Element<BString>, cell: impl Fn(u8) -> Option<Cell>) {
        let Some(cells) = self.cells.get_mut(element.register as usize) else { return };
        for (component, place) in (0..).zip(cells) {
            if element.mask >> component & 1 != 0 {
                *place = cell(component);
            }
        }
    }
}

impl Group<'_> {
    fn register(&self) -> u32 {
        self.elements.first().map_or(0, |first| first.register)
    }

    /// True if an element continues the group: the next register and semantic index, with the same components.
    fn is_continued_by(&self, next: &Element<BString>) -> bool {
        self.elements.last().is_some_and(|last| {
            last.register.checked_add(1) == Some(next.register)
                && last.index.checked_add(1) == Some(next.index)
                && (last.mask, last.stream, last.component_type, last.min_precision)
                    == (next.mask, next.stream, next.component_type, next.min_precision)
                && last.name.eq_ignore_ascii_case(&next.name)
        })
    }
}

/// The elements in groups: elements that `is_joined` accepts and that continue a group become rows of it.
fn grouped<'s>(
    elements: &'s [Element<BString>],
    point: SignaturePoint,
    is_joined: impl Fn(&Group<'_>, &Group<'_>) -> bool,
) -> Result<Vec<Group<'s>>> {
    let mut sorted: Vec<_> = elements.iter().collect();
    sorted.sort_by_key(|element| (element.stream, element.register, element.mask));
    let mut groups: Vec<Group<'s>> = Vec::new();
    for element in sorted {
        let (semantic, name) = semantic_of(element, point);
        let new = Group { elements: vec![element], semantic, name };
        let joined = groups.iter_mut().rev().find(|group| group.is_continued_by(element));
        match joined.filter(|group| is_joined(group, &new)) {
            Some(group) => group.elements.push(element),
            None => groups.push(new),
        }
    }
    Ok(groups)
}

/// The semantic at a point, and its canonical name, or the name in the signature.
fn semantic_of(element: &Element<BString>, point: SignaturePoint) -> (SemanticKind, String) {
    let of_system = SYSTEM_VALUES.iter().find(|(value, _)| *value == element.system_value);
    let name = element.name.to_str_lossy();
    let semantic = of_system.map(|(_, semantic)| *semantic).or_else(|| semantic_named(&name));
    let semantic = semantic.filter(|semantic| {
        interpretation(*semantic, point).is_some_and(|kind| kind != Interpretation::Arbitrary)
    });
    match (semantic, of_system) {
        (Some(semantic), _) => match canonical_name(semantic) {
            // The spelling of the source is kept.
            Some(canonical) if !canonical.eq_ignore_ascii_case(&name) => (semantic, canonical.to_owned()),
            _ => (semantic, name.into_owned()),
        },
        (None, _) => (SemanticKind::ARBITRARY, name.into_owned()),
    }
}

/// The semantics of system values.
const SYSTEM_VALUES: [(SystemValue, SemanticKind); 25] = {
    use {SemanticKind as K, SystemValue as V};
    [
        (V::POSITION, K::POSITION),
        (V::CLIP_DISTANCE, K::CLIP_DISTANCE),
        (V::CULL_DISTANCE, K::CULL_DISTANCE),
        (V::RENDER_TARGET_ARRAY_INDEX, K::RENDER_TARGET_ARRAY_INDEX),
        (V::VIEW_PORT_ARRAY_INDEX, K::VIEW_PORT_ARRAY_INDEX),
        (V::VERTEX_ID, K::VERTEX_ID),
        (V::PRIMITIVE_ID, K::PRIMITIVE_ID),
        (V::INSTANCE_ID, K::INSTANCE_ID),
        (V::IS_FRONT_FACE, K::IS_FRONT_FACE),
        (V::SAMPLE_INDEX, K::SAMPLE_INDEX),
        (V::FINAL_QUAD_EDGE_TESSFACTOR, K::TESS_FACTOR),
        (V::FINAL_QUAD_INSIDE_TESSFACTOR, K::INSIDE_TESS_FACTOR),
        (V::FINAL_TRI_EDGE_TESSFACTOR, K::TESS_FACTOR),
        (V::FINAL_TRI_INSIDE_TESSFACTOR, K::INSIDE_TESS_FACTOR),
        (V::FINAL_LINE_DETAIL_TESSFACTOR, K::TESS_FACTOR),
        (V::FINAL_LINE_DENSITY_TESSFACTOR, K::TESS_FACTOR),
        (V::BARYCENTRICS, K::BARYCENTRICS),
        (V::SHADING_RATE, K::SHADING_RATE),
        (V::TARGET, K::TARGET),
        (V::DEPTH, K::DEPTH),
        (V::COVERAGE, K::COVERAGE),
        (V::DEPTH_GE, K::DEPTH_GREATER_EQUAL),
        (V::DEPTH_LE, K::DEPTH_LESS_EQUAL),
        (V::STENCIL_REF, K::STENCIL_REF),
        (V::INNER_COVERAGE, K::INNER_COVERAGE),
    ]
};

/// The operation that returns a value which is not a loadable element.
fn operation_of(semantic: SemanticKind) -> Option<Operation> {
    Some(match semantic {
        SemanticKind::SAMPLE_INDEX => Operation::SAMPLE_INDEX,
        SemanticKind::PRIMITIVE_ID => Operation::PRIMITIVE_ID,
        SemanticKind::COVERAGE => Operation::COVERAGE,
        SemanticKind::INNER_COVERAGE => Operation::INNER_COVERAGE,
        SemanticKind::GS_INSTANCE_ID => Operation::GS_INSTANCE_ID,
        SemanticKind::OUTPUT_CONTROL_POINT_ID => Operation::OUTPUT_CONTROL_POINT_ID,
        _ => return None,
    })
}

fn is_factor(semantic: SemanticKind) -> bool {
    matches!(semantic, SemanticKind::TESS_FACTOR | SemanticKind::INSIDE_TESS_FACTOR)
}

/// The first column and the number of columns of an element.
fn columns_of(element: &Element<BString>) -> Result<(u8, u8)> {
    let mask = element.mask & 15;
    if mask == 0 {
        return Err(Error::signature(
            format!("element `{}{}` has no components", element.name, element.index),
            "correct the mask in the signature part",
        ));
    }
    let first = u8::try_from(mask.trailing_zeros()).unwrap_or(0);
    let last = 7 - u8::try_from(mask.leading_zeros()).unwrap_or(7);
    Ok((first, last - first + 1))
}

fn element_type(element: &Element<BString>) -> Result<ElementType> {
    Ok(match element.min_precision {
        MinPrecision::FLOAT16 | MinPrecision::FLOAT2_8 => ElementType::F16,
        MinPrecision::S_INT16 => ElementType::I16,
        MinPrecision::U_INT16 => ElementType::U16,
        _ => match element.component_type {
            ComponentType::FLOAT32 => ElementType::F32,
            ComponentType::S_INT32 => ElementType::I32,
            ComponentType::U_INT32 => ElementType::U32,
            ComponentType::FLOAT16 => ElementType::F16,
            ComponentType::S_INT16 => ElementType::I16,
            ComponentType::U_INT16 => ElementType::U16,
            other => {
                return Err(Error::signature(
                    format!("element `{}{}` has components of type {other}", element.name, element.index),
                    "use components of at most 32 bits",
                ));
            }
        },
    })
}

/// The number of columns by which the rows of a group rotate. The packing rules require that tessellation factors
/// follow other components of their row. In DXBC, tessellation factors precede them.
fn rotation(group: &Group<'_>, all: &[Group<'_>]) -> u8 {
    let rows = |group: &Group<'_>| group.elements.iter().map(|element| element.register).collect::<Vec<_>>();
    let own = rows(group);
    let is_mixed = |factors: &Group<'_>| {
        let registers = rows(factors);
        let is_first = factors.elements.iter().all(|element| element.mask == 1);
        let others = all.iter().filter(|other| !std::ptr::eq(*other, factors));
        is_factor(factors.semantic)
            && is_first
            && others.flat_map(rows).any(|register| registers.contains(&register))
    };
    let shares = |factors: &&Group<'_>| rows(factors).iter().any(|register| own.contains(register));
    match all.iter().filter(shares).any(is_mixed) {
        true => 3,
        false => 0,
    }
}

/// True if a row of the group has elements of floats and of integers.
fn has_mixed_row(group: &Group<'_>, all: &[Group<'_>]) -> bool {
    let is_float = |element: &Element<BString>| element.component_type == ComponentType::FLOAT32;
    let mut own = group.elements.iter();
    own.any(|element| {
        let neighbours = all.iter().flat_map(|group| &group.elements);
        let same_row =
            |other: &&&Element<BString>| (other.register, other.stream) == (element.register, element.stream);
        neighbours.filter(same_row).any(|other| is_float(other) != is_float(element))
    })
}

fn no_register(name: &str) -> Error {
    Error::signature(
        format!("element `{name}` has no register"),
        "correct the register in the signature part",
    )
}

impl Plan<'_> {
    /// True if a variable indexes both registers of a signature.
    fn is_indexed_together(&self, signature: SignatureKind, one: u32, other: u32) -> bool {
        let is_read = |kind: RegisterKind, is_patch_constant: bool| match signature {
            SignatureKind::Input => {
                matches!(kind, RegisterKind::INPUT | RegisterKind::INPUT_CONTROL_POINT)
            }
            SignatureKind::Output => {
                kind == RegisterKind::OUTPUT_CONTROL_POINT
                    || kind == RegisterKind::OUTPUT && !is_patch_constant
            }
            SignatureKind::PatchConstantOrPrimitive => {
                kind == RegisterKind::INPUT_PATCH_CONSTANT
                    || kind == RegisterKind::OUTPUT && is_patch_constant
            }
        };
        self.ranges.iter().any(|range| {
            is_read(range.kind, range.is_patch_constant) && range.contains(one) && range.contains(other)
        })
    }

    /// Returns an error if inputs of a pixel shader share a register and have different interpolation modes.
    fn check_modes(&self, groups: &[Group<'_>]) -> Result<()> {
        for (at, group) in groups.iter().enumerate() {
            let mode = |group: &Group<'_>| group.elements.first().and_then(|it| self.interpolation_of(it));
            let shares = |other: &&Group<'_>| {
                let register = |group: &Group<'_>| {
                    let rows = u32::try_from(group.elements.len()).unwrap_or(u32::MAX);
                    group.register()..group.register().saturating_add(rows)
                };
                let (one, other) = (register(group), register(other));
                one.start < other.end && other.start < one.end
            };
            let mut others = groups.iter().take(at).filter(shares);
            if let Some(other) = others.find(|other| mode(other) != mode(group)) {
                return Err(Error::signature(
                    format!(
                        "the inputs `{}` and `{}` share register v{} and have different interpolation modes, which \
                         DXIL does not allow",
                        other.name,
                        group.name,
                        group.register()
                    ),
                    "compile the shader with the inputs in different registers",
                ));
            }
        }
        Ok(())
    }

    /// The declared interpolation mode of an input of a pixel shader, or the mode of another component of the row.
    fn interpolation_of(&self, element: &Element<BString>) -> Option<InterpolationMode> {
        let of_row = || self.interpolation.iter().filter(|(register, ..)| *register == element.register);
        let own = of_row().find(|(_, mask, _)| mask & element.mask != 0);
        let found = own.or_else(|| of_row().next());
        found.map(|(_, _, mode)| *mode).filter(|mode| *mode != InterpolationMode::UNDEFINED)
    }
}
