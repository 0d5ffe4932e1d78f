//! The arguments and the result of the entry point: signature elements and built-in values. Separate from functions
//! that are called, whose arguments are values.
//!
//! The row of an element is its location, and the position has the last row. So the elements that two stages share have
//! the same registers, and any vertex shader links to any fragment shader.

use dx_container::enums::{ElementType, InterpolationMode};
use dx_container::flags::ShaderFlags;
use dxil::emit::{Element, ShaderBuilder, Slot};
use dxil::semantics::SignatureKind;
use dxil::shader::EntryProperty;
use naga::{
    Binding, BuiltIn, ConservativeDepth, EarlyDepthTest, Expression, Function, Handle, Interpolation,
    MeshOutputTopology, MeshStageInfo, Module, Sampling, Scalar, ScalarKind, ShaderStage, Span, Type,
    TypeInner,
};

use crate::error::{Fault, Result};
use crate::lower::numeric::Shape;
use crate::lower::subject::Subject;
use crate::lower::types::{Ty, Types};

/// The row of the position, the last one of a signature.
const POSITION_ROW: u8 = 31;
/// The number of render targets of Direct3D.
const RENDER_TARGETS: u32 = 8;
/// The row of the first four clip or cull distances; the next four have the row before.
const DISTANCE_ROW: u8 = 30;

/// The interface of the entry point.
#[derive(Debug)]
pub(super) struct Interface {
    /// The parts of each argument.
    pub(super) arguments: Vec<Vec<Part>>,
    /// The parts of the result.
    pub(super) result: Vec<Part>,
    pub(super) mesh: MeshOutputs,
}

/// The members of the vertices and primitives of a mesh shader.
#[derive(Debug, Default)]
pub(super) struct MeshOutputs {
    /// The index and the signature element of each member.
    pub(super) vertices: Vec<(u32, Part)>,
    pub(super) primitives: Vec<(u32, Part)>,
    /// The member of primitives that has the indices of vertices.
    pub(super) indices: u32,
}

/// A part of an argument or of the result: a value with a binding.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) ty: Ty,
    pub(super) source: Source,
    pub(super) built_in: Option<BuiltIn>,
}

#[derive(Debug, Clone)]
pub(super) enum Source {
    Slots(Vec<Slot>),
    /// An input of which the shader reads the value at each vertex of the triangle.
    PerVertex(Slot),
    /// A value that operations return.
    Operation(BuiltIn),
}

/// The index of an argument, and the type and the binding of a part of it.
type ArgumentPart<'n> = ((usize, Handle<Type>), Option<&'n Binding>);

/// The parts of the arguments of a function.
pub(super) fn arguments<'n>(module: &'n Module, function: &'n Function) -> Vec<ArgumentPart<'n>> {
    let mut parts = Vec::new();
    for (index, argument) in function.arguments.iter().enumerate() {
        for (ty, binding) in bindings(module, argument.ty, argument.binding.as_ref()) {
            parts.push(((index, ty), binding));
        }
    }
    parts
}

/// The type with its binding, or the members of the structure with theirs.
fn bindings<'n>(
    module: &'n Module,
    ty: Handle<Type>,
    binding: Option<&'n Binding>,
) -> Vec<(Handle<Type>, Option<&'n Binding>)> {
    match &module.types[ty].inner {
        TypeInner::Struct { members, .. } if binding.is_none() => {
            members.iter().map(|member| (member.ty, member.binding.as_ref())).collect()
        }
        _ => vec![(ty, binding)],
    }
}

/// Declares the signature elements of an entry point.
struct Declaration<'a, 'n> {
    subject: &'a Subject<'n>,
    types: &'a Types<'n>,
    shader: &'a mut ShaderBuilder,
    model: (u32, u32),
    signature: SignatureKind,
    /// The declared clip and cull distances.
    distances: u8,
}

impl Interface {
    pub(super) fn declare(
        subject: &Subject<'_>,
        types: &Types<'_>,
        shader: &mut ShaderBuilder,
        model: (u32, u32),
    ) -> Result<Self> {
        let function = &subject.entry.function;
        let mut inputs =
            Declaration { subject, types, shader, model, signature: SignatureKind::Input, distances: 0 };
        let mut parts = vec![Vec::new(); function.arguments.len()];
        for ((index, ty), binding) in arguments(subject.module, function) {
            let part = inputs.part(ty, binding).map_err(|fault| fault.at(argument_span(function, index)))?;
            if let Some(parts) = parts.get_mut(index) {
                parts.push(part);
            }
        }
        let mut outputs = Declaration { signature: SignatureKind::Output, distances: 0, ..inputs };
        let mut result = Vec::new();
        if let Some(declared) = &function.result {
            for (ty, binding) in bindings(subject.module, declared.ty, declared.binding.as_ref()) {
                result.push(outputs.part(ty, binding)?);
            }
        }
        let mesh = outputs.mesh()?;
        if subject.entry.early_depth_test == Some(EarlyDepthTest::Force) {
            shader.property(EntryProperty::ShaderFlags(ShaderFlags::FORCE_EARLY_DEPTH_STENCIL));
        }
        Ok(Self { arguments: parts, result, mesh })
    }
}

/// The location of an argument of a function.
pub(super) fn argument_span(function: &Function, index: usize) -> Span {
    let is_argument = |expression: &Expression| match expression {
        Expression::FunctionArgument(argument) => *argument as usize == index,
        _ => false,
    };
    let found = function.expressions.iter().find(|(_, expression)| is_argument(expression));
    found.map_or(Span::UNDEFINED, |(handle, _)| function.expressions.get_span(handle))
}

impl Declaration<'_, '_> {
    fn part(&mut self, handle: Handle<Type>, binding: Option<&Binding>) -> Result<Part> {
        let ty = self.types.of(handle)?;
        let binding =
            binding.ok_or_else(|| Fault::malformed("an entry point whose arguments have no bindings"))?;
        let mut value = None;
        let source = match *binding {
            Binding::BuiltIn(built_in) => {
                value = Some(built_in);
                self.built_in(built_in, ty)?
            }
            Binding::Location { location, interpolation, sampling, blend_src, per_primitive } => {
                let interpolation = if per_primitive { Some(Interpolation::Flat) } else { interpolation };
                self.location((location, blend_src), ty, interpolation, sampling)?
            }
        };
        Ok(Part { ty, source, built_in: value })
    }

    /// Returns an error if the shader model of the target is older.
    fn needs(&self, what: &str, required: (u32, u32)) -> Result<()> {
        match self.model >= required {
            true => Ok(()),
            false => Err(Fault::model(what, required, self.model)),
        }
    }

    fn is_output(&self) -> bool {
        self.signature != SignatureKind::Input
    }

    /// Declares the members of the vertices and primitives of a mesh shader.
    fn mesh(&mut self) -> Result<MeshOutputs> {
        let mut outputs = MeshOutputs::default();
        let Some(info) = &self.subject.entry.mesh_info else { return Ok(outputs) };
        outputs.indices = indices_member(self.types, info)?;
        outputs.vertices = self.members(info.vertex_output_type, None)?;
        self.signature = SignatureKind::PatchConstantOrPrimitive;
        outputs.primitives = self.members(info.primitive_output_type, Some(outputs.indices))?;
        Ok(outputs)
    }

    fn members(&mut self, structure: Handle<Type>, except: Option<u32>) -> Result<Vec<(u32, Part)>> {
        let members = (0..).zip(self.types.members(structure));
        let members = members.filter(|(index, _)| Some(*index) != except);
        members.map(|(index, member)| Ok((index, self.part(member.ty, member.binding.as_ref())?))).collect()
    }

    fn declare(&mut self, mut element: Element) -> Result<Slot> {
        if self.subject.entry.stage == ShaderStage::Mesh {
            // The rows of vertices and primitives together are limited, so they are packed.
            element.register = None;
        }
        Ok(match self.signature {
            SignatureKind::Input => self.shader.input(element)?,
            SignatureKind::Output => self.shader.output(element)?,
            SignatureKind::PatchConstantOrPrimitive => self.shader.patch_or_primitive(element)?,
        })
    }

    fn location(
        &mut self,
        (location, blend_src): (u32, Option<u32>),
        ty: Ty,
        interpolation: Option<Interpolation>,
        sampling: Option<Sampling>,
    ) -> Result<Source> {
        let (shape, scalar, is_per_vertex) = match ty {
            Ty::Numeric(shape @ (Shape::Scalar | Shape::Vector(_)), scalar) => (shape, scalar, false),
            Ty::Array { base, length: Some(3), .. } if interpolation == Some(Interpolation::PerVertex) => {
                match self.types.of(base)? {
                    Ty::Numeric(shape, scalar) => (shape, scalar, true),
                    _ => return Err(Fault::malformed("an attribute of vertices that is not numeric")),
                }
            }
            _ => {
                return Err(Fault::unsupported(
                    format!("a value at location {location} that is neither a scalar nor a vector"),
                    "split it",
                ));
            }
        };
        let (element, columns) =
            (element_type(scalar)?, u8::try_from(shape.len()).map_err(Fault::malformed)?);
        let is_target = self.is_output() && self.subject.entry.stage == ShaderStage::Fragment;
        if is_target && location >= RENDER_TARGETS {
            let remedy = format!("use locations below {RENDER_TARGETS}");
            return Err(Fault::unsupported(format!("the render target {location}"), remedy));
        }
        let element = match is_target {
            true => Element::new(&format!("SV_Target{}", blend_src.unwrap_or(location)), element, columns),
            false => {
                let row = u8::try_from(location).ok().filter(|row| *row < POSITION_ROW).ok_or_else(|| {
                    Fault::unsupported(
                        format!("location {location}"),
                        format!("use locations below {POSITION_ROW}"),
                    )
                })?;
                let named = Element::new(&format!("LOC{location}"), element, columns).row(row);
                match self.subject.entry.stage == ShaderStage::Vertex && !self.is_output() {
                    true => named,
                    false => named.interpolated(mode(interpolation, sampling, scalar)),
                }
            }
        };
        let slot = self.declare(element)?;
        Ok(if is_per_vertex { Source::PerVertex(slot) } else { Source::Slots(vec![slot]) })
    }

    fn built_in(&mut self, built_in: BuiltIn, ty: Ty) -> Result<Source> {
        use BuiltIn as B;
        use ElementType as E;
        let element = match (built_in, self.is_output()) {
            (B::Position { .. }, _) => {
                let element = Element::new("SV_Position", E::F32, 4).row(POSITION_ROW);
                match self.subject.entry.early_depth_test {
                    // Direct3D requires it of shaders that write conservative depth.
                    Some(EarlyDepthTest::Allow { conservative })
                        if conservative != ConservativeDepth::Unchanged =>
                    {
                        element.interpolated(InterpolationMode::LINEAR_NOPERSPECTIVE_CENTROID)
                    }
                    _ => element,
                }
            }
            (B::ClipDistances, _) => return self.distances("SV_ClipDistance", ty),
            (B::CullDistance, _) => return self.distances("SV_CullDistance", ty),
            (B::FragDepth, true) => {
                let name = match self.subject.entry.early_depth_test {
                    Some(EarlyDepthTest::Allow { conservative: ConservativeDepth::GreaterEqual }) => {
                        "SV_DepthGreaterEqual"
                    }
                    Some(EarlyDepthTest::Allow { conservative: ConservativeDepth::LessEqual }) => {
                        "SV_DepthLessEqual"
                    }
                    _ => "SV_Depth",
                };
                Element::new(name, E::F32, 1)
            }
            (B::SampleMask, true) => Element::new("SV_Coverage", E::U32, 1),
            (B::VertexIndex, false) => Element::new("SV_VertexID", E::U32, 1),
            (B::InstanceIndex, false) => Element::new("SV_InstanceID", E::U32, 1),
            (B::PrimitiveIndex, true) => Element::new("SV_PrimitiveID", E::U32, 1),
            (B::CullPrimitive, true) => Element::new("SV_CullPrimitive", E::I1, 1),
            (B::MeshTaskSize, true) => return Ok(Source::Operation(built_in)),
            (B::FrontFacing, false) => Element::new("SV_IsFrontFace", E::U32, 1),
            (B::PrimitiveIndex, false) => Element::new("SV_PrimitiveID", E::U32, 1),
            (B::SampleIndex, false) => {
                // The operation reads the value; the element states the use.
                self.declare(Element::new("SV_SampleIndex", E::U32, 1))?;
                return Ok(Source::Operation(built_in));
            }
            (B::Barycentric { perspective }, false) => {
                self.needs("barycentric coordinates", (6, 1))?;
                let mode = match perspective {
                    true => InterpolationMode::LINEAR,
                    false => InterpolationMode::LINEAR_NOPERSPECTIVE,
                };
                Element::new("SV_Barycentrics", E::F32, 3).interpolated(mode)
            }
            // Direct3D has no points with a size.
            (B::PointSize, true) => return Ok(Source::Slots(Vec::new())),
            (built_in, false) => return Ok(Source::Operation(built_in)),
            (built_in, true) => {
                return Err(Fault::unsupported(format!("the output {built_in:?}"), "remove the output"));
            }
        };
        Ok(Source::Slots(vec![self.declare(element)?]))
    }

    /// Clip and cull distances, at most eight together: they follow each other in two rows.
    fn distances(&mut self, name: &str, ty: Ty) -> Result<Source> {
        let mut slots = Vec::new();
        let mut rest = u8::try_from(self.types.scalars(ty)?).map_err(Fault::malformed)?;
        while rest > 0 {
            let (row, column) = (self.distances / 4, self.distances % 4);
            if row > 1 {
                return Err(Fault::unsupported("more than eight clip and cull distances", "remove some"));
            }
            let columns = rest.min(4 - column);
            let element = Element::new(&format!("{name}{}", slots.len()), ElementType::F32, columns);
            slots.push(self.declare(element.at(DISTANCE_ROW - row, column))?);
            self.distances += columns;
            rest -= columns;
        }
        Ok(Source::Slots(slots))
    }
}

fn element_type(scalar: Scalar) -> Result<ElementType> {
    use ScalarKind as K;
    Ok(match (scalar.kind, scalar.width) {
        (K::Float, 4) => ElementType::F32,
        (K::Float, 2) => ElementType::F16,
        (K::Sint, 4) => ElementType::I32,
        (K::Sint, 2) => ElementType::I16,
        (K::Uint, 4) => ElementType::U32,
        (K::Uint, 2) => ElementType::U16,
        _ => return Err(Fault::unsupported("an attribute of this type", "use scalars of 16 or 32 bits")),
    })
}

fn mode(
    interpolation: Option<Interpolation>,
    sampling: Option<Sampling>,
    scalar: Scalar,
) -> InterpolationMode {
    use InterpolationMode as M;
    let is_float = scalar.kind == ScalarKind::Float;
    match (interpolation, sampling) {
        (Some(Interpolation::Flat | Interpolation::PerVertex), _) => M::CONSTANT,
        (None, _) if !is_float => M::CONSTANT,
        (Some(Interpolation::Linear), Some(Sampling::Centroid)) => M::LINEAR_NOPERSPECTIVE_CENTROID,
        (Some(Interpolation::Linear), Some(Sampling::Sample)) => M::LINEAR_NOPERSPECTIVE_SAMPLE,
        (Some(Interpolation::Linear), _) => M::LINEAR_NOPERSPECTIVE,
        (_, Some(Sampling::Centroid)) => M::LINEAR_CENTROID,
        (_, Some(Sampling::Sample)) => M::LINEAR_SAMPLE,
        _ => M::LINEAR,
    }
}

/// The member of a structure with this binding.
pub(super) fn member(types: &Types<'_>, structure: Handle<Type>, built_in: BuiltIn) -> Result<u32> {
    let is_it = |binding: &Option<Binding>| *binding == Some(Binding::BuiltIn(built_in));
    let position = types.members(structure).iter().position(|member| is_it(&member.binding));
    let position = position.and_then(|position| u32::try_from(position).ok());
    position.ok_or_else(|| Fault::malformed(format!("mesh outputs without {built_in:?}")))
}

/// The member of the primitives with the indices of vertices.
pub(super) fn indices_member(types: &Types<'_>, info: &MeshStageInfo) -> Result<u32> {
    let built_in = match info.topology {
        MeshOutputTopology::Points => BuiltIn::PointIndex,
        MeshOutputTopology::Lines => BuiltIn::LineIndices,
        MeshOutputTopology::Triangles => BuiltIn::TriangleIndices,
    };
    member(types, info.primitive_output_type, built_in)
}
