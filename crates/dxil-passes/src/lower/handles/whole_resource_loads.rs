//! `whole-resources`: replaces the resource operand of `dx.op.createHandleForLib` by a single load, if `insertvalue`
//! builds it from loads of the members of one resource variable.
//!
//! Optimizers split the load of a resource into loads of its used members, which `insertvalue` combines again.
//!
//! Precondition: none.
//!
//! Postcondition: no resource operand of `dx.op.createHandleForLib` is a chain of `insertvalue` whose members are all
//! loaded from one constant or declared variable, at the offsets that they have in the aggregate.

use dxil::handles::HandleOrigin;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Alignment, Body, GlobalId, Instruction, InstructionId, Module, Op, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::limits::CHAIN;
use crate::lower::memory::addresses::{Bytes, offset};
use crate::lower::state::State;

/// The operand index of the resource in a call of `dx.op.createHandleForLib`; operand 0 is the opcode.
const RESOURCE: u32 = 1;

/// The maximum number of `getelementptr` between a variable and the address of a member.
const STEPS: usize = 16;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_candidate = |_: &Module, (body, _): (&Body, TypeId), instruction: &Instruction| {
        let Op::Call { arguments, .. } = &instruction.op else { return false };
        let &[_, resource] = arguments.as_slice(&body.lists.values) else { return false };
        let ValueKind::Instruction(aggregate) = resource.kind() else { return false };
        body.instructions.get(aggregate).is_some_and(|aggregate| matches!(aggregate.op, Op::InsertValue(..)))
    };
    state.each_function_with(is_candidate, |editor, _| {
        for id in editor.all_instructions() {
            let Some(HandleOrigin::Library { resource }) = HandleOrigin::called(editor, id) else { continue };
            let Some(Loaded { address, first, .. }) = Loaded::of(editor, resource) else { continue };
            let ty = editor.type_of(resource).map_err(invalid)?;
            editor.go_to(Position::Before(first)).map_err(invalid)?;
            let whole = editor.load(ty, address, Alignment::bytes(4));
            editor.set_operand(id, RESOURCE, whole).map_err(invalid)?;
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// An aggregate that a chain of `insertvalue` builds from loads of the members of one variable.
pub(in crate::lower) struct Loaded {
    /// The address of the aggregate.
    pub(in crate::lower) address: Value,
    /// The load of the member at offset 0.
    pub(in crate::lower) first: InstructionId,
    /// The variable, which is constant or has no initializer.
    pub(in crate::lower) variable: GlobalId,
}

impl Loaded {
    /// Returns `None` unless each member is loaded from its offset in the same variable. Undefined members match any
    /// location. Visits at most [`CHAIN`] values with a worklist.
    pub(in crate::lower) fn of(editor: &Editor<'_>, whole: Value) -> Option<Self> {
        let mut found: Option<(Value, InstructionId)> = None;
        let mut members: Vec<(Value, i64)> = Vec::new();
        let mut worklist = vec![(whole, 0_i64)];
        for _ in 0..CHAIN {
            let Some((value, start)) = worklist.pop() else { break };
            if editor.context().is_undefined(value) {
                continue;
            }
            let ValueKind::Instruction(id) = value.kind() else { return None };
            match editor.op(id)? {
                Op::InsertValue([aggregate, member], _) => {
                    let ty = editor.type_of(*aggregate).ok()?;
                    let offset =
                        member_offset(editor.context(), ty, editor.indices(id).iter().map(|index| index.0))?;
                    worklist.extend([(*aggregate, start), (*member, start.checked_add(offset)?)]);
                }
                Op::Load(address, access) if access.atomic.is_none() && !access.is_volatile => {
                    members.push((*address, start));
                    if start == 0 {
                        found = Some((*address, id));
                    }
                }
                _ => return None,
            }
        }
        let (address, first) = found.filter(|_| worklist.is_empty())?;
        let (root, bytes) = root_and_offset(editor, address)?;
        let is_member = |(member, start): &(Value, i64)| {
            root_and_offset(editor, *member).is_some_and(|(object, other)| {
                object == root
                    && other.terms == bytes.terms
                    && other.constant.checked_sub(bytes.constant) == Some(*start)
            })
        };
        // No store can change a constant or declared variable between two loads of it.
        let is_unchanging = |id: GlobalId| {
            let variable = editor.context().globals.get(id).and_then(|global| global.variable());
            variable.is_some_and(|variable| variable.is_constant || variable.initializer.is_none())
        };
        let ValueKind::Global(variable) = root.kind() else { return None };
        (is_unchanging(variable) && members.iter().all(is_member)).then_some(Self {
            address,
            first,
            variable,
        })
    }
}

/// Follows `getelementptr` from an address to its underlying object, and returns the object and the byte offset in it.
fn root_and_offset(editor: &Editor<'_>, address: Value) -> Option<(Value, Bytes)> {
    let module = editor.context();
    let (mut pointer, mut bytes) = (address, Bytes::default());
    for _ in 0..STEPS {
        let (source, operands) = match pointer.kind() {
            ValueKind::Instruction(id) => match editor.op(id)? {
                Op::ElementPointer { source, .. } => (*source, editor.operands(id)),
                _ => return Some((pointer, bytes)),
            },
            ValueKind::Constant(id) => match &module.constants.get(id)?.kind {
                ConstantKind::ElementPointer { source, operands, .. } => (*source, operands.to_vec()),
                _ => return Some((pointer, bytes)),
            },
            _ => return Some((pointer, bytes)),
        };
        let (base, indices) = operands.split_first()?;
        bytes = bytes.and(&offset(module, source, indices)?);
        pointer = *base;
    }
    None
}

/// Returns the byte offset of the member that `indices` select in a value of type `ty`.
fn member_offset(module: &Module, mut ty: TypeId, indices: impl Iterator<Item = u32>) -> Option<i64> {
    let mut layout = DataLayout::of(module);
    let mut bytes = 0_u64;
    for index in indices {
        let element = module.types.element(ty, index.into())?;
        bytes = bytes.checked_add(match module.types.members(ty) {
            Some(_) => *layout.offsets(ty).get(usize::try_from(index).ok()?)?,
            None => u64::from(index).checked_mul(layout.size(element))?,
        })?;
        ty = element;
    }
    i64::try_from(bytes).ok()
}
