//! Handles: what operations make of a class and a number, of a binding, of a place in a heap, or of a variable of a
//! library becomes a value of a type of the target, which says what the resource is. Operations go on with the handle
//! that a cast makes of it, until they are raised themselves.
//!
//! A handle that goes through a phi, a select, a call or memory stays what it was: LLVM's types of resources cannot.

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
use dxil_ir::{
    AttributeKind, BinaryOp, Global, GlobalId, InstructionId, Linkage, Module, Op, TypeId, UnnamedAddress,
    Value, ValueKind,
};
use hashbrown::HashMap;

use super::descriptors::{Description, Descriptor};
use super::state::{Parts, State};
use super::{Llvm, Reason, target_types};
use crate::error::{PassError, Result, invalid};

/// The intrinsic that makes a handle of a resource.
pub(super) const CAST: &str = "llvm.dx.resource.casthandle";
const FROM_BINDING: &str = "llvm.dx.resource.handlefrombinding";
const FROM_HEAP: &str = "llvm.dx.resource.handlefromheap";
const NON_UNIFORM: &str = "llvm.dx.resource.nonuniformindex";

pub(super) fn run(state: &mut State) -> Result<()> {
    let mut names = Names::default();
    state.each_function(|rewriter, parts| raise_all(rewriter, parts, &mut names))
}

/// Raises the handles of a function.
pub(super) fn raise_all(rewriter: &mut Rewriter<'_>, parts: &mut Parts<'_>, names: &mut Names) -> Result<()> {
    // What is said of a handle may stand anywhere behind it: which are raised is decided before one is.
    let mut plan = Plan::default();
    rewriter.walk(|rewriter, id| -> Result<()> {
        let Some((opcode, arguments)) = parts.operation(rewriter, id) else { return Ok(()) };
        let Some(origin) = HandleOrigin::of(opcode, arguments).filter(|it| !it.is_annotation()) else {
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
    if plan.made.is_empty() {
        return Ok(());
    }
    let wanted: IdSet<InstructionId> = plan.made.keys().copied().collect();
    rewriter.walk(|rewriter, id| {
        if !wanted.contains(id) {
            return Ok(());
        }
        let Some((origin, ty)) = plan.made.get(&id) else { return Ok(()) };
        let Some(origin) = plan.origins.get(*origin) else { return Ok(()) };
        make(rewriter, parts, names, id, origin, *ty)
    })
}

/// The strings that resources are called by, one for each name.
#[derive(Default)]
pub(super) struct Names {
    strings: HashMap<BString, GlobalId>,
}

/// Where a handle comes from.
struct Origin {
    place: Place,
    /// What it is, where that does not stand where it is used.
    description: Option<Description>,
}

enum Place {
    /// A range of registers, and which of them, from 0.
    Binding { space: u32, lower_bound: u32, size: u32, name: BString, index: Index },
    /// A place in the heap of resources or samplers.
    Heap { index: Value, is_non_uniform: bool },
}

struct Index {
    /// `None` for the first one.
    value: Option<Value>,
    /// What the value begins at.
    base: u32,
    is_non_uniform: bool,
}

/// Which handles are raised.
#[derive(Default)]
struct Plan {
    origins: Vec<Place>,
    /// Calls that give a handle, and the place in `origins` and the type of the resource that it is of.
    made: HashMap<InstructionId, (usize, TypeId)>,
}

impl Plan {
    /// Adds a handle, and all that is said of it where it is used; gives how often that is, or why it stays.
    fn add(
        &mut self,
        rewriter: &mut Rewriter<'_>,
        parts: &Parts<'_>,
        id: InstructionId,
        handle: &HandleOrigin,
    ) -> std::result::Result<usize, Reason> {
        if matches!(handle, HandleOrigin::Heap { .. }) && parts.options.llvm == Llvm::V22 {
            return Err(Reason::OnlyMain);
        }
        let origin = origin(rewriter, parts, handle).ok_or(Reason::Unknown)?;
        let users: Vec<_> = rewriter.users(id).collect();
        // What is made, for whom.
        let mut made = Vec::new();
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
                    made.push((user, description));
                }
            }
            (None, Some(known)) if is_used_by_operations(rewriter, parts, id) => made.push((id, known)),
            (None, Some(_)) => return Err(Reason::Flow),
            (None, None) => return Err(Reason::Unknown),
        }
        let mut types = Vec::with_capacity(made.len());
        for (user, description) in &made {
            types.push((*user, target_types::make(rewriter.module(), description)?));
        }
        let annotations = made.iter().filter(|(user, _)| *user != id).count();
        self.made.extend(types.into_iter().map(|(user, ty)| (user, (self.origins.len(), ty))));
        self.origins.push(origin.place);
        if annotations > 0 || users.is_empty() {
            rewriter.erase(id);
        }
        Ok(annotations)
    }
}

/// Makes a resource of this type, and of that the handle that a call gave.
fn make(
    rewriter: &mut Rewriter<'_>,
    parts: &mut Parts<'_>,
    names: &mut Names,
    id: InstructionId,
    origin: &Place,
    ty: TypeId,
) -> Result<()> {
    let resource = place(rewriter, parts, names, origin, ty)?;
    let handle_type = rewriter.type_of(id.into()).map_err(invalid)?;
    let cast = intrinsic(rewriter, parts, CAST, &[resource], &[handle_type])?.ok_or_else(not_declared)?;
    if let ValueKind::Instruction(call) = cast.kind() {
        // Its declaration says nothing of it; nothing around it could move otherwise.
        let words = [
            Attribute::Flag(AttributeKind::NoUnwind),
            Attribute::Flag(AttributeKind::WillReturn),
            Attribute::Memory(MemoryEffects::all(Access::None)),
        ];
        for attribute in words {
            rewriter.add_call_attribute(call, Slot::Function, attribute).map_err(invalid)?;
        }
    }
    rewriter.become_made(id, cast).map_err(invalid)
}

/// That an intrinsic cannot be declared with the types that it always has.
fn not_declared() -> PassError {
    invalid(dxil_ir::builder::BuildError::NotFunction { what: "an intrinsic" })
}

/// The resource of a handle that a call creates; `None` if the module does not describe it.
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
            Some(Origin { place: Place::Binding { space, lower_bound, size, name, index }, description })
        }
        HandleOrigin::Heap { index, is_non_uniform, .. } => {
            let is_non_uniform = is_set(is_non_uniform)?;
            Some(Origin { place: Place::Heap { index, is_non_uniform }, description: None })
        }
        HandleOrigin::Library { resource } => of_variable(rewriter, parts, resource),
        HandleOrigin::Annotation { .. } => None,
    }
}

fn bound(descriptor: &Descriptor, index: Index) -> Origin {
    let Descriptor { space, lower_bound, size, ref name, description, .. } = *descriptor;
    let place = Place::Binding { space, lower_bound, size, name: name.clone(), index };
    Origin { place, description: Some(description) }
}

/// The resource that a library loads from a variable; `None` where it has no registers yet, or it is not known which of
/// an array it is.
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
    // Registers that a linker is yet to choose.
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

/// What an instruction says of a handle, where that is what it does.
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

/// Whether all that uses a handle are operations.
fn is_used_by_operations(rewriter: &Rewriter<'_>, parts: &Parts<'_>, id: InstructionId) -> bool {
    let is_operation = |user| parts.operation(rewriter, user).is_some();
    rewriter.users(id).all(is_operation) && !rewriter.is_used_as_metadata(id)
}

/// Makes the resource.
fn place(
    rewriter: &mut Rewriter<'_>,
    parts: &mut Parts<'_>,
    names: &mut Names,
    place: &Place,
    ty: TypeId,
) -> Result<Value> {
    let i32 = rewriter.module().types.int(32);
    match place {
        Place::Heap { index, is_non_uniform } => {
            let index = non_uniform(rewriter, parts, *index, *is_non_uniform)?;
            intrinsic(rewriter, parts, FROM_HEAP, &[index], &[ty])?.ok_or_else(not_declared)
        }
        Place::Binding { space, lower_bound, size, name, index } => {
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
            let [space, lower, size] =
                [*space, *lower_bound, *size].map(|word| rewriter.int(i32, word.into()));
            let name = names.string(rewriter.module(), name);
            let arguments = [space, lower, size, value, name];
            intrinsic(rewriter, parts, FROM_BINDING, &arguments, &[ty])?.ok_or_else(not_declared)
        }
    }
}

fn non_uniform(
    rewriter: &mut Rewriter<'_>,
    parts: &mut Parts<'_>,
    index: Value,
    is_it: bool,
) -> Result<Value> {
    if !is_it {
        return Ok(index);
    }
    let i32 = rewriter.module().types.int(32);
    Ok(intrinsic(rewriter, parts, NON_UNIFORM, &[index], &[i32])?.unwrap_or(index))
}

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
    /// The address of a name as a string that ends in zero; null for none.
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
        let is_taken = module.global_named(wanted.as_str().into()).is_some();
        if let Some(global) = module.globals.get_mut(id) {
            *global = Global {
                name: if is_taken {
                    format!("{wanted}.{}", self.strings.len()).into()
                } else {
                    wanted.into()
                },
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
