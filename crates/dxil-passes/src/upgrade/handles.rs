//! `handles`: converts operations that create handles (`dx.op.createHandle*`) to intrinsics that return resources of
//! target extension types, such as `llvm.dx.resource.handlefrombinding`.
//!
//! The target extension type contains the kind and the element type of the resource. Other operations use the result of
//! `llvm.dx.resource.casthandle`, which converts the resource back to a `dx.op` handle, until `operations` converts
//! them. A handle that is used by a phi, a select, a call or a memory access remains: LLVM does not allow this for
//! resources.
//!
//! Each function is walked twice: the first walk decides which handles are converted, from all of their annotations,
//! and the second walk converts them.
//!
//! Precondition: the target triple is a triple of LLVM's DirectX target.
//!
//! Postcondition: a handle that only operations use, and whose resource is known and has a type in LLVM, is the result
//! of a `casthandle` call; with LLVM 22, handles from a descriptor heap are an exception.

use bstr::{BString, ByteSlice as _};
use dx_container::enums::ResourceClass;
use dxil::handles::{Binding, HandleOrigin};
use dxil::non_uniform::has_mark;
use dxil::ops::Opcode;
use dxil::shader::{HandleProperties, ResourceRange};
use dxil_ir::arena::IdSet;
use dxil_ir::attributes::{Access, Attribute, MemoryEffects, Slot};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Rewriter;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{
    AttributeKind, BinaryOp, Global, GlobalId, InstructionId, Linkage, Module, Op, TypeId, UnnamedAddress,
    Value, ValueKind,
};
use hashbrown::HashMap;

use super::descriptors::{Description, Descriptor};
use super::state::{Parts, State};
use super::{Reason, target_types};
use crate::error::{PassError, Result, invalid};

/// The intrinsic that converts a resource of a target extension type to a `dx.op` handle.
pub(super) const CAST: &str = "llvm.dx.resource.casthandle";
const FROM_BINDING: &str = "llvm.dx.resource.handlefrombinding";
const FROM_HEAP: &str = "llvm.dx.resource.handlefromheap";
const NON_UNIFORM: &str = "llvm.dx.resource.nonuniformindex";

pub(super) fn run(state: &mut State) -> Result<()> {
    let mut names = Names::default();
    state.each_function(|rewriter, parts| raise_all(rewriter, parts, &mut names))
}

/// Converts the operations of a function that create handles.
pub(super) fn raise_all(rewriter: &mut Rewriter<'_>, parts: &mut Parts<'_>, names: &mut Names) -> Result<()> {
    // Annotations of a handle can be in any later block, so this walk plans all conversions before the next walk
    // begins.
    let mut plan = Plan::default();
    rewriter.walk(|rewriter, id| -> Result<()> {
        let Some((opcode, arguments)) = parts.operation(rewriter, id) else { return Ok(()) };
        let Some(origin) = HandleOrigin::of(opcode, arguments).filter(|origin| !origin.is_annotation())
        else {
            return Ok(());
        };
        match plan.add(rewriter, parts, id, &origin) {
            Ok(annotations) => {
                parts.summary.raise(opcode);
                (0..annotations).for_each(|_| parts.summary.raise(Opcode::ANNOTATE_HANDLE));
            }
            Err(reason) => parts.summary.keep(opcode, reason),
        }
        Ok(())
    })?;
    if plan.handles.is_empty() {
        return Ok(());
    }
    let wanted: IdSet<InstructionId> = plan.handles.keys().copied().collect();
    rewriter.walk(|rewriter, id| {
        if !wanted.contains(id) {
            return Ok(());
        }
        let Some((location, ty)) = plan.handles.get(&id) else { return Ok(()) };
        let Some(location) = plan.locations.get(*location) else { return Ok(()) };
        convert(rewriter, parts, names, id, location, *ty)
    })
}

/// The global string constants with the names of resources. Resources with equal names share a constant.
#[derive(Default)]
pub(super) struct Names {
    strings: HashMap<BString, GlobalId>,
}

/// The resource of a handle, as the call that creates the handle specifies it.
struct Origin {
    location: Location,
    /// The declaration of the resource in the shader metadata. A handle without one is described by its annotations.
    description: Option<Description>,
}

/// The location of a descriptor.
enum Location {
    /// A range of registers, and the index of the register in the range.
    Binding { space: u32, lower_bound: u32, size: u32, name: BString, index: Index },
    /// An index in the descriptor heap of resources or samplers.
    Heap { index: Value, is_non_uniform: bool },
}

/// The index of a register in a range: `value - base`.
struct Index {
    /// `None` for the first register of the range.
    value: Option<Value>,
    /// The value for the first register of the range.
    base: u32,
    is_non_uniform: bool,
}

/// The handles that are converted.
#[derive(Default)]
struct Plan {
    locations: Vec<Location>,
    /// The calls that are replaced: creations of handles and annotations. The value is the index in `locations` and the
    /// target extension type of the resource.
    handles: HashMap<InstructionId, (usize, TypeId)>,
}

impl Plan {
    /// Plans the conversion of the handle that call `id` creates, and of its annotations. Returns the number of
    /// annotations, or the reason for which the handle remains.
    fn add(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        parts: &Parts<'_>,
        id: InstructionId,
        handle: &HandleOrigin,
    ) -> std::result::Result<usize, Reason> {
        if matches!(handle, HandleOrigin::Heap { .. }) && parts.options.llvm < LlvmVersion::Main {
            return Err(Reason::OnlyMain);
        }
        let origin = origin(rewriter, parts, handle).ok_or(Reason::Unknown)?;
        let users: Vec<_> = rewriter.users(id).collect();
        // The annotations of the handle or, without annotations, its creation, with descriptions of the resource.
        let mut handles = Vec::new();
        let annotated: Option<Vec<_>> = users.iter().map(|user| annotation(rewriter, parts, *user)).collect();
        match (annotated, origin.description) {
            (Some(annotated), known) => {
                for (user, properties) in annotated {
                    if !is_used_by_operations(rewriter, parts, user) {
                        return Err(Reason::Flow);
                    }
                    let description = Description::of_properties(properties);
                    let same = known.filter(|known| known.kind == description.kind);
                    let description = Description {
                        element: same.and_then(|known| known.element),
                        sampler: same.map_or(description.sampler, |known| known.sampler),
                        ..description
                    };
                    handles.push((user, description));
                }
            }
            (None, Some(known)) if is_used_by_operations(rewriter, parts, id) => {
                handles.push((id, known));
            }
            (None, Some(_)) => return Err(Reason::Flow),
            (None, None) => return Err(Reason::Unknown),
        }
        let mut types = Vec::with_capacity(handles.len());
        for (user, description) in &handles {
            types.push((*user, target_types::make(rewriter.module(), description)?));
        }
        let annotations = handles.iter().filter(|(user, _)| *user != id).count();
        self.handles.extend(types.into_iter().map(|(user, ty)| (user, (self.locations.len(), ty))));
        self.locations.push(origin.location);
        if annotations > 0 || users.is_empty() {
            rewriter.erase(id);
        }
        Ok(annotations)
    }
}

/// Replaces call `id`, which returns a handle, by a `casthandle` of a resource of type `ty`.
fn convert(
    rewriter: &mut Rewriter<'_>,
    parts: &mut Parts<'_>,
    names: &mut Names,
    id: InstructionId,
    location: &Location,
    ty: TypeId,
) -> Result<()> {
    let resource = create_resource(rewriter, parts, names, location, ty)?;
    let handle_type = rewriter.type_of(id.into()).map_err(invalid)?;
    let cast = intrinsic(rewriter, parts, CAST, &[resource], &[handle_type])?.ok_or_else(not_declared)?;
    if let ValueKind::Instruction(call) = cast.kind() {
        // LLVM's declaration of `casthandle` has no attributes, so LLVM could not move instructions across the call.
        let attributes = [
            Attribute::Flag(AttributeKind::NoUnwind),
            Attribute::Flag(AttributeKind::WillReturn),
            Attribute::Memory(MemoryEffects::all(Access::None)),
        ];
        for attribute in attributes {
            rewriter.add_call_attribute(call, Slot::Function, attribute).map_err(invalid)?;
        }
    }
    rewriter.become_made(id, cast).map_err(invalid)
}

/// Returns the error for an intrinsic of the table that cannot be declared with the types of its arguments.
fn not_declared() -> PassError {
    invalid(dxil_ir::builder::BuildError::NotFunction { what: "an intrinsic" })
}

/// Returns the resource of a handle from the operands of the call that creates it, or `None` if the operands are not
/// constant or the module does not declare the resource.
fn origin(rewriter: &Rewriter<'_>, parts: &Parts<'_>, handle: &HandleOrigin) -> Option<Origin> {
    let module = rewriter.context();
    let is_set = |value: Value| Some(module.signed_integer(value)? & 1 != 0);
    match *handle {
        HandleOrigin::Id { class, id, index, is_non_uniform } => {
            let class = ResourceClass(u32::try_from(module.integer(class)?).ok()?);
            let id = u32::try_from(module.integer(id)?).ok()?;
            let descriptor = parts.resources.numbered(class, id)?;
            let base = descriptor.lower_bound;
            let index = Index { value: Some(index), base, is_non_uniform: is_set(is_non_uniform)? };
            Some(bound(descriptor, index))
        }
        HandleOrigin::Binding { binding, index, is_non_uniform } => {
            let Binding { class, space, lower_bound, upper_bound } = Binding::of(module, binding)?;
            let size = match upper_bound {
                u32::MAX => ResourceRange::UNBOUNDED,
                last => last.checked_sub(lower_bound)?.checked_add(1)?,
            };
            let known = parts.resources.bound(class, space, lower_bound);
            let name = known.map(|known| known.name.clone()).unwrap_or_default();
            let is_non_uniform = is_set(is_non_uniform)?;
            let index = Index { value: Some(index), base: lower_bound, is_non_uniform };
            let description = known.map(|known| known.description);
            let location = Location::Binding { space, lower_bound, size, name, index };
            Some(Origin { location, description })
        }
        HandleOrigin::Heap { index, is_non_uniform, .. } => {
            let is_non_uniform = is_set(is_non_uniform)?;
            Some(Origin { location: Location::Heap { index, is_non_uniform }, description: None })
        }
        HandleOrigin::Library { resource } => of_variable(rewriter, parts, resource),
        HandleOrigin::Annotation { .. } => None,
    }
}

/// Returns the origin of a handle of a declared resource.
fn bound(descriptor: &Descriptor, index: Index) -> Origin {
    let Descriptor { space, lower_bound, size, ref name, description, .. } = *descriptor;
    let location = Location::Binding { space, lower_bound, size, name: name.clone(), index };
    Origin { location, description: Some(description) }
}

/// Returns the origin of a handle that a library loads from the global variable of a resource, directly or through a
/// GEP with one array index. Returns `None` if the resource does not have registers yet, or the address has another
/// form.
fn of_variable(rewriter: &Rewriter<'_>, parts: &Parts<'_>, loaded: Value) -> Option<Origin> {
    let module = rewriter.context();
    let ValueKind::Instruction(load) = loaded.kind() else { return None };
    let Some(Op::Load(pointer, _)) = rewriter.op(load) else { return None };
    let is_marked = |id| has_mark(module, rewriter.attachments(id).into_iter());
    let mut is_non_uniform = is_marked(load);
    let (base, indices) = match pointer.kind() {
        ValueKind::Global(id) => (id, Vec::new()),
        ValueKind::Constant(id) => {
            let ConstantKind::ElementPointer { operands, .. } = &module.constants.get(id)?.kind else {
                return None;
            };
            let (base, indices) = operands.split_first()?;
            let ValueKind::Global(id) = base.kind() else { return None };
            (id, indices.to_vec())
        }
        ValueKind::Instruction(id) => {
            let Some(Op::ElementPointer { .. }) = rewriter.op(id) else { return None };
            is_non_uniform |= is_marked(id);
            let operands = rewriter.operands(id);
            let (base, indices) = operands.split_first()?;
            let ValueKind::Global(id) = base.kind() else { return None };
            (id, indices.to_vec())
        }
        _ => return None,
    };
    let descriptor = parts.resources.of_global(base)?;
    // The linker has not allocated registers yet.
    if descriptor.lower_bound == u32::MAX || descriptor.size == 0 {
        return None;
    }
    let value = match indices[..] {
        [] => None,
        [zero, index] if module.integer(zero) == Some(0) => Some(index),
        _ => return None,
    };
    Some(bound(descriptor, Index { value, base: 0, is_non_uniform }))
}

/// Returns an instruction and its handle properties if it is a call of `dx.op.annotateHandle`, otherwise `None`.
fn annotation(
    rewriter: &Rewriter<'_>,
    parts: &Parts<'_>,
    user: InstructionId,
) -> Option<(InstructionId, HandleProperties)> {
    let (opcode, arguments) = parts.operation(rewriter, user)?;
    let HandleOrigin::Annotation { properties, .. } = HandleOrigin::of(opcode, arguments)? else {
        return None;
    };
    Some((user, HandleProperties::of(rewriter.context(), properties)?))
}

/// Returns true if all users of a handle are calls of operations.
fn is_used_by_operations(rewriter: &Rewriter<'_>, parts: &Parts<'_>, id: InstructionId) -> bool {
    let is_operation = |user| parts.operation(rewriter, user).is_some();
    rewriter.users(id).all(is_operation) && !rewriter.is_used_as_metadata(id)
}

/// Calls the intrinsic that returns the resource of type `ty` at a location.
fn create_resource(
    rewriter: &mut Rewriter<'_>,
    parts: &mut Parts<'_>,
    names: &mut Names,
    location: &Location,
    ty: TypeId,
) -> Result<Value> {
    let i32 = rewriter.module().types.int(32);
    match location {
        Location::Heap { index, is_non_uniform } => {
            let index = non_uniform(rewriter, parts, *index, *is_non_uniform)?;
            intrinsic(rewriter, parts, FROM_HEAP, &[index], &[ty])?.ok_or_else(not_declared)
        }
        Location::Binding { space, lower_bound, size, name, index } => {
            let mut value = match index.value {
                Some(value) => value,
                None => rewriter.int(i32, 0),
            };
            if index.base != 0 {
                value = match rewriter.context().signed_integer(value) {
                    Some(number) => rewriter.int(i32, number.wrapping_sub(index.base.into())),
                    None => {
                        let base = rewriter.int(i32, index.base.into());
                        rewriter.binary(BinaryOp::Sub, value, base)
                    }
                };
            }
            let value = non_uniform(rewriter, parts, value, index.is_non_uniform)?;
            let size = match *size {
                // The size of an unbounded array is -1 in LLVM 22, and 0 since LLVM 23.
                ResourceRange::UNBOUNDED if parts.options.llvm > LlvmVersion::V22 => 0,
                size => size,
            };
            let [space, lower, size] =
                [*space, *lower_bound, size].map(|word| rewriter.int(i32, word.into()));
            let name = names.string(rewriter.module(), name);
            let arguments = [space, lower, size, value, name];
            intrinsic(rewriter, parts, FROM_BINDING, &arguments, &[ty])?.ok_or_else(not_declared)
        }
    }
}

/// Marks an index as non-uniform if `is_non_uniform` is true. The index stays unmarked if LLVM does not have the
/// intrinsic.
fn non_uniform(
    rewriter: &mut Rewriter<'_>,
    parts: &mut Parts<'_>,
    index: Value,
    is_non_uniform: bool,
) -> Result<Value> {
    if !is_non_uniform {
        return Ok(index);
    }
    let i32 = rewriter.module().types.int(32);
    Ok(intrinsic(rewriter, parts, NON_UNIFORM, &[index], &[i32])?.unwrap_or(index))
}

/// Calls an intrinsic; `None` if LLVM does not have the intrinsic, or not with these types.
fn intrinsic(
    rewriter: &mut Rewriter<'_>,
    parts: &mut Parts<'_>,
    name: &str,
    arguments: &[Value],
    results: &[TypeId],
) -> Result<Option<Value>> {
    match parts.intrinsics.row(name) {
        Some(row) => parts.intrinsics.call(rewriter, row, arguments, results),
        None => Ok(None),
    }
}

impl Names {
    /// Returns a pointer to a NUL-terminated string constant with the name, or null for an empty name.
    fn string(&mut self, module: &mut Module, name: &BString) -> Value {
        let pointer = module.types.intern(dxil_ir::Type::Pointer(None.into(), 0));
        if name.is_empty() {
            return module.null(pointer);
        }
        if let Some(known) = self.strings.get(name) {
            return (*known).into();
        }
        let mut bytes = name.as_bytes().to_vec();
        bytes.push(0);
        let byte = module.types.int(8);
        let ty = module.types.array(byte, bytes.len() as u64);
        let content = module.constant(ty, ConstantKind::Bytes(bytes.into()));
        let wanted = format!("{}.str", name.to_str_lossy());
        let id = module.add_variable("", ty, 0, Some(content));
        let exists = module.global_named(wanted.as_str().into()).is_some();
        if let Some(global) = module.globals.get_mut(id) {
            *global = Global {
                name: if exists { format!("{wanted}.{}", self.strings.len()).into() } else { wanted.into() },
                linkage: Linkage::Private,
                unnamed_address: UnnamedAddress::Insignificant,
                ..global.clone()
            };
            if let dxil_ir::globals::GlobalKind::Variable(variable) = &mut global.kind {
                variable.is_constant = true;
            }
        }
        self.strings.insert(name.clone(), id);
        id.into()
    }
}
