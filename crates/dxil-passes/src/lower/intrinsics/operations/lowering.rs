//! The state of `dxil-op-lower` in one function: its handles, a cache of callees, and helpers that build instructions.
//! Separate because the handles, arguments, accesses and results modules extend it.

use dxil::ops::{FUNCTION_PREFIX, Opcode, Operation, Overload, declare};
use dxil_ir::attributes::Attribute;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::{GlobalId, InstructionId, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::error::{PassError, Result, invalid};
use crate::lower::handles::resources::Bindings;
use crate::lower::intrinsics::names::{CAST, NON_UNIFORM, is, without_suffix};
use crate::lower::profile::Profile;
use crate::place::unsupported;
use crate::transform::fold;

/// The first DXIL version with `dx.op.annotateHandle`, which attaches the properties of the resource to a handle.
pub(super) const ANNOTATED: (u32, u32) = (1, 6);

/// The lowering of one function by `dxil-op-lower`.
pub(super) struct Lowering<'e, 'm, 's> {
    pub(super) editor: &'e mut Editor<'m>,
    pub(super) profile: Profile,
    pub(super) known: &'s mut Known,
    pub(super) bindings: &'s Bindings,
    /// True if the semantics of inputs and outputs are known.
    pub(super) has_signatures: bool,
    /// The `dx.types.Handle` of each resource.
    pub(super) handles: HashMap<Value, Value>,
    /// The calls that create resources. `finish` erases them, with the stores of their results.
    pub(super) dead: Vec<InstructionId>,
}

/// A cache of callees: most calls repeat an earlier one.
#[derive(Default)]
pub(super) struct Known {
    /// The kind of each callee.
    pub(super) called: HashMap<GlobalId, Called>,
    /// The declared functions of each operation, by overloads.
    pub(super) functions: HashMap<Opcode, Vec<(Vec<Overload>, GlobalId)>>,
}

/// The prefix of the names of intrinsics of the target.
pub(super) const TARGET: &[u8] = b"llvm.dx.";

/// The kind of a callee.
#[derive(Debug, Clone, Copy)]
pub(super) enum Called {
    /// A function that the pass does not replace.
    Other,
    /// An intrinsic of the target that LLVM main does not have.
    Unsupported,
    /// A cast from a resource to a handle.
    Cast,
    /// The marker of a non-uniform index.
    NonUniform,
    /// An intrinsic, by its name without overload suffix.
    Intrinsic(&'static str),
}

impl Called {
    pub(super) fn of(name: &[u8]) -> Self {
        if name.starts_with(FUNCTION_PREFIX.as_bytes()) || !name.starts_with(b"llvm.") {
            return Self::Other;
        }
        if is(name, CAST) {
            return Self::Cast;
        }
        if is(name, NON_UNIFORM) {
            return Self::NonUniform;
        }
        let known = without_suffix(name);
        match known {
            Some(known) => Self::Intrinsic(known),
            None if name.starts_with(TARGET) => Self::Unsupported,
            None => Self::Other,
        }
    }
}

/// An argument of an operation.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bound {
    Value(Value),
    /// A lane of a vector, by index.
    Lane(Value, u64),
    /// An integer of the type of the parameter.
    Number(i64),
    Undef,
}

impl Lowering<'_, '_, '_> {
    pub(super) fn refuse(&self, id: InstructionId, why: impl Into<String>) -> PassError {
        unsupported(self.editor, id, why)
    }

    pub(super) fn ty(&self, value: Value) -> Result<TypeId> {
        self.editor.type_of(value).map_err(invalid)
    }

    pub(super) fn int(&mut self, bits: u32, number: i64) -> Value {
        let ty = self.editor.module().types.int(bits);
        self.editor.int(ty, number)
    }

    /// Inserts a call of an operation at the cursor.
    pub(super) fn operation(
        &mut self,
        id: InstructionId,
        opcode: Opcode,
        overloads: &[Overload],
        arguments: &[Value],
    ) -> Result<Value> {
        let function = self.function(id, opcode, overloads)?;
        let mut operands = Vec::with_capacity(arguments.len() + 1);
        operands.push(self.int(32, opcode.0.into()));
        operands.extend(arguments);
        let call = self.editor.call(function, &operands).map_err(invalid)?;
        self.copy_memory_attributes(call)?;
        Ok(call)
    }

    /// The function of an operation, declared on first use.
    pub(super) fn function(
        &mut self,
        id: InstructionId,
        opcode: Opcode,
        overloads: &[Overload],
    ) -> Result<GlobalId> {
        let known = self.known.functions.get(&opcode);
        let known = known.and_then(|known| known.iter().find(|(of, _)| of == overloads));
        if let Some((_, function)) = known {
            return Ok(*function);
        }
        let operation = Operation::get(opcode).ok_or_else(|| self.refuse(id, "no operation"))?;
        let declared = declare(self.editor.module(), operation, overloads);
        let function = declared.map_err(|error| self.refuse(id, error.to_string()))?;
        self.known.functions.entry(opcode).or_default().push((overloads.to_vec(), function));
        Ok(function)
    }

    /// Copies the attribute list of the callee to the call, if the list has a memory attribute.
    pub(super) fn copy_memory_attributes(&mut self, call: Value) -> Result<()> {
        let ValueKind::Instruction(id) = call.kind() else { return Ok(()) };
        let Some(Op::Call { callee, .. }) = self.editor.op(id) else { return Ok(()) };
        let ValueKind::Global(callee) = callee.kind() else { return Ok(()) };
        let module = self.editor.context();
        let list = module.globals.get(callee).and_then(|global| global.function()?.attributes);
        let groups = list.and_then(|list| module.attributes.list(list)).unwrap_or_default();
        let has_memory_attribute =
            groups.iter().filter_map(|group| module.attributes.group(*group)).any(|group| {
                let mut all = group.attributes.iter();
                all.any(|attribute| matches!(attribute, Attribute::Memory(_)))
            });
        if has_memory_attribute {
            self.editor.set_call_attributes(id, list).map_err(invalid)?;
        }
        Ok(())
    }

    /// The `dx.types.Handle` of a resource.
    pub(super) fn handle(&self, id: InstructionId, resource: Value) -> Result<Value> {
        let known = self.handles.get(&resource).copied();
        known
            .ok_or_else(|| self.refuse(id, "registers of the resource are unknown at this use of the handle"))
    }

    pub(super) fn is_bit(&self, value: Value) -> bool {
        let ty = self.editor.type_of(value).ok();
        ty.and_then(|ty| self.editor.context().types.get(ty)) == Some(&Type::Integer(1))
    }

    pub(super) fn is_vector(&self, ty: Option<TypeId>) -> bool {
        matches!(ty.and_then(|ty| self.editor.context().types.get(ty)), Some(Type::Vector(..)))
    }

    pub(super) fn lanes(&self, ty: TypeId) -> u64 {
        match self.editor.context().types.get(ty) {
            Some(Type::Vector(_, lanes)) => *lanes,
            _ => 1,
        }
    }

    pub(super) fn member(&self, ty: TypeId, index: usize) -> Option<TypeId> {
        self.editor.context().types.members(ty)?.get(index).copied()
    }

    /// Extracts a lane. An undefined lane of a stored vector is zero.
    pub(super) fn lane(&mut self, vector: Value, lane: u64, is_written: bool) -> Result<Value> {
        let ty = self.ty(vector)?;
        let scalar = self.editor.context().types.scalar(ty);
        if let Some(known) = known_lane(self.editor, vector, lane) {
            // The lane of an undefined vector is known to be undefined, and has no value of its own.
            return Ok(match self.editor.context().is_undefined(known) {
                true if is_written => self.editor.module().null(scalar),
                true => self.editor.undef(scalar),
                false => known,
            });
        }
        if let Some(known) = fold::part(self.editor, vector, lane) {
            return Ok(known);
        }
        // The widths of the indices as in LLVM.
        let place = self.int(if is_written { 32 } else { 64 }, i64::try_from(lane).unwrap_or(0));
        self.editor.extract_element(vector, place).map_err(invalid)
    }

    /// Builds a vector from lanes. If `ty` is a scalar type, returns the first lane.
    pub(super) fn vector(&mut self, ty: TypeId, lanes: &[Value]) -> Result<Value> {
        if !self.is_vector(Some(ty)) {
            return Ok(lanes.first().copied().unwrap_or_else(|| self.editor.undef(ty)));
        }
        let count = usize::try_from(self.lanes(ty)).unwrap_or(0);
        let mut vector = self.editor.module().constant(ty, ConstantKind::Poison);
        for (place, lane) in (0..).zip(lanes.iter().take(count)) {
            let place = self.int(32, place);
            vector = self.editor.insert_element(vector, *lane, place).map_err(invalid)?;
        }
        Ok(vector)
    }
}

/// Returns a lane of an aggregate constant or of a chain of `insertelement` with constant indices; otherwise `None`.
/// For a lane of an undefined vector, returns this vector.
fn known_lane(editor: &Editor<'_>, vector: Value, lane: u64) -> Option<Value> {
    let mut current = vector;
    for _ in 0..crate::limits::CHAIN {
        match current.kind() {
            ValueKind::Instruction(id) => match editor.op(id)? {
                Op::InsertElement([rest, value, place]) => {
                    if editor.context().integer(*place)? == lane {
                        return Some(*value);
                    }
                    current = *rest;
                }
                _ => return None,
            },
            ValueKind::Constant(id) => match &editor.context().constants.get(id)?.kind {
                ConstantKind::Aggregate(lanes) => return lanes.get(usize::try_from(lane).ok()?).copied(),
                ConstantKind::Poison | ConstantKind::Undef => return Some(current),
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}
