//! `whole-resources`: the variable of a resource is loaded whole where a handle is made of it. Optimizers load what
//! they take for its members, and put those together.
//!
//! Needs: nothing.
//!
//! Holds then: what a library makes a handle of is loaded at once, unless it is put together of several places.

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

/// Which operand of the call the resource is.
const RESOURCE: u32 = 1;

/// How many `getelementptr` lead to a member at most.
const STEPS: usize = 16;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_one = |_: &Module, (body, _): (&Body, TypeId), instruction: &Instruction| {
        let Op::Call { arguments, .. } = &instruction.op else { return false };
        let &[_, resource] = arguments.as_slice(&body.lists.values) else { return false };
        let ValueKind::Instruction(made) = resource.kind() else { return false };
        body.instructions.get(made).is_some_and(|made| matches!(made.op, Op::InsertValue(..)))
    };
    state.each_function_with(is_one, |editor, _| {
        for id in editor.all_instructions() {
            let Some(HandleOrigin::Library { resource }) = HandleOrigin::called(editor, id) else { continue };
            let Some((address, first)) = loaded_of(editor, resource) else { continue };
            let ty = editor.type_of(resource).map_err(invalid)?;
            editor.go_to(Position::Before(first)).map_err(invalid)?;
            let whole = editor.load(ty, address, Alignment::bytes(4));
            editor.set_operand(id, RESOURCE, whole).map_err(invalid)?;
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// The address that all members of an aggregate are loaded behind, each as far as it lies behind the first, and what
/// loads that; nothing where one is not.
fn loaded_of(editor: &Editor<'_>, whole: Value) -> Option<(Value, InstructionId)> {
    let mut found: Option<(Value, InstructionId)> = None;
    let mut members: Vec<(Value, i64)> = Vec::new();
    let mut waiting = vec![(whole, 0_i64)];
    for _ in 0..CHAIN {
        let Some((value, at)) = waiting.pop() else { break };
        if editor.context().is_undefined(value) {
            continue;
        }
        let ValueKind::Instruction(id) = value.kind() else { return None };
        match editor.op(id)? {
            Op::InsertValue([aggregate, member], _) => {
                let ty = editor.type_of(*aggregate).ok()?;
                let offset =
                    member_offset(editor.context(), ty, editor.indices(id).iter().map(|index| index.0))?;
                waiting.extend([(*aggregate, at), (*member, at.checked_add(offset)?)]);
            }
            Op::Load(address, access) if access.atomic.is_none() && !access.is_volatile => {
                members.push((*address, at));
                if at == 0 {
                    found = Some((*address, id));
                }
            }
            _ => return None,
        }
    }
    let (address, load) = found.filter(|_| waiting.is_empty())?;
    let (root, bytes) = place(editor, address)?;
    let is_member = |(member, at): &(Value, i64)| {
        place(editor, *member).is_some_and(|(other, behind)| {
            other == root
                && behind.terms == bytes.terms
                && behind.constant.checked_sub(bytes.constant) == Some(*at)
        })
    };
    // Resources are declared or constant: nothing is written between two loads of one.
    let is_fixed = |id: GlobalId| {
        let variable = editor.context().globals.get(id).and_then(|global| global.variable());
        variable.is_some_and(|variable| variable.is_constant || variable.initializer.is_none())
    };
    let is_resource = matches!(root.kind(), ValueKind::Global(id) if is_fixed(id));
    (is_resource && members.iter().all(is_member)).then_some((address, load))
}

/// What an address is computed of, and how many bytes behind that it is.
fn place(editor: &Editor<'_>, address: Value) -> Option<(Value, Bytes)> {
    let module = editor.context();
    let (mut at, mut bytes) = (address, Bytes::default());
    for _ in 0..STEPS {
        let (source, operands) = match at.kind() {
            ValueKind::Instruction(id) => match editor.op(id)? {
                Op::ElementPointer { source, .. } => (*source, editor.operands(id)),
                _ => return Some((at, bytes)),
            },
            ValueKind::Constant(id) => match &module.constants.get(id)?.kind {
                ConstantKind::ElementPointer { source, operands, .. } => (*source, operands.to_vec()),
                _ => return Some((at, bytes)),
            },
            _ => return Some((at, bytes)),
        };
        let (base, indices) = operands.split_first()?;
        bytes = bytes.and(&offset(module, source, indices)?);
        at = *base;
    }
    None
}

/// How many bytes into a type some indices lead.
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
