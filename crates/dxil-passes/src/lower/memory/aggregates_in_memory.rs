//! `aggregates-in-memory`: replaces `insertvalue`, and `extractvalue` of arguments, loads and call results, by stores
//! and loads of members in an `alloca`, as DXC does.
//!
//! Functions of libraries have structures and arrays as parameters and results. DXIL permits `extractvalue` only for
//! the results of operations and of `cmpxchg`, and does not permit `insertvalue`.
//!
//! Precondition: all allocas that can be promoted are promoted, and no later pass promotes allocas.
//!
//! Postcondition: `insertvalue` does not exist, and the aggregate operand of each `extractvalue` is the result of a
//! `dx.op` call or a `cmpxchg`.

use dxil::ops::FUNCTION_PREFIX;
use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Alignment, Body, Instruction, InstructionId, Module, Op, TypeId, Value, ValueKind};
use hashbrown::HashMap;

use crate::budget::Budget;
use crate::error::{Result, invalid};
use crate::limits::{CHAIN, MEMBERS_FACTOR, MEMBERS_FREE};
use crate::lower::checks;
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::pass_manager::steps;
use crate::place::unsupported;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let is_member_access = |_: &Module, _: (&Body, TypeId), instruction: &Instruction| {
        matches!(instruction.op, Op::ExtractValue(..) | Op::InsertValue(..))
    };
    state.each_function_with(is_member_access, |editor, _| {
        let mut spilled: HashMap<Value, Value> = HashMap::new();
        let all = editor.all_instructions();
        let (pass, what) = ("aggregates-in-memory", "loads and stores of members");
        let mut budget = Budget::of((pass, what), (MEMBERS_FREE, MEMBERS_FACTOR), steps(all.len()));
        for id in all {
            match editor.op(id) {
                Some(Op::ExtractValue(aggregate, _)) => {
                    let aggregate = *aggregate;
                    if needs_memory(editor, aggregate) {
                        replace_by_load(editor, id, aggregate, &mut spilled)?;
                    }
                }
                Some(Op::Call { .. } | Op::Return(Some(_)) | Op::Store(..)) => {
                    build_operands(editor, id, &mut budget)?
                }
                _ => {}
            }
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// Returns true if DXIL does not permit `extractvalue` of an aggregate: an argument, a loaded value, or the result of a
/// call that is not a `dx.op` call.
fn needs_memory(editor: &Editor<'_>, aggregate: Value) -> bool {
    match aggregate.kind() {
        ValueKind::Argument(_) => true,
        ValueKind::Instruction(id) => match editor.op(id) {
            Some(Op::Load(..)) => true,
            Some(Op::Call { .. }) => !editor.called(id).is_some_and(|(function, _)| {
                let function = editor.context().globals.get(function);
                function.is_some_and(|function| function.name.starts_with(FUNCTION_PREFIX.as_bytes()))
            }),
            _ => false,
        },
        _ => false,
    }
}

/// Replaces the `extractvalue` `id` by a load of the member. `spilled` has the allocas of aggregates that are already
/// stored.
fn replace_by_load(
    editor: &mut Editor<'_>,
    id: InstructionId,
    aggregate: Value,
    spilled: &mut HashMap<Value, Value>,
) -> Result<()> {
    let memory = match spilled.get(&aggregate) {
        Some(memory) => *memory,
        None => {
            let memory = spill(editor, id, aggregate)?;
            spilled.insert(aggregate, memory);
            memory
        }
    };
    let ty = editor.type_of(aggregate).map_err(invalid)?;
    let path: Vec<u32> = editor.indices(id).iter().map(|index| index.0).collect();
    editor.go_to(Position::Before(id)).map_err(invalid)?;
    let address = member(editor, memory, ty, &path)?;
    let of = editor.type_of(id.into()).map_err(invalid)?;
    let alignment = alignment(editor, of);
    let value = editor.load(of, address, alignment);
    editor.replace_and_erase(id, value).map_err(invalid)?;
    Ok(())
}

/// Stores an aggregate in a new alloca, directly after the definition of the aggregate. Returns the alloca.
fn spill(editor: &mut Editor<'_>, user: InstructionId, aggregate: Value) -> Result<Value> {
    let ty = editor.type_of(aggregate).map_err(invalid)?;
    let memory = create_alloca(editor, user, ty)?;
    if let ValueKind::Instruction(definition) = aggregate.kind() {
        editor.go_to(Position::After(definition)).map_err(invalid)?;
    } else if let ValueKind::Instruction(alloca) = memory.kind() {
        editor.go_to(Position::After(alloca)).map_err(invalid)?;
    }
    let alignment = alignment(editor, ty);
    editor.store(aggregate, memory, alignment);
    Ok(memory)
}

/// Creates an alloca in the entry block.
fn create_alloca(editor: &mut Editor<'_>, user: InstructionId, ty: TypeId) -> Result<Value> {
    let entry = editor.entry().ok_or_else(|| unsupported(editor, user, "no block"))?;
    editor.go_to(Position::Start(entry)).map_err(invalid)?;
    let alignment = alignment(editor, ty);
    Ok(editor.alloca(ty, alignment))
}

/// Replaces each operand that is an `insertvalue` by the load of an alloca in which the members are stored one by one.
fn build_operands(editor: &mut Editor<'_>, user: InstructionId, budget: &mut Budget) -> Result<()> {
    for (operand, aggregate) in (0..).zip(editor.operands(user)) {
        let ValueKind::Instruction(definition) = aggregate.kind() else { continue };
        if !matches!(editor.op(definition), Some(Op::InsertValue(..))) {
            continue;
        }
        let ty = editor.type_of(aggregate).map_err(invalid)?;
        let memory = create_alloca(editor, user, ty)?;
        editor.go_to(Position::Before(user)).map_err(invalid)?;
        store_members(editor, user, aggregate, (memory, ty), budget)?;
        let alignment = alignment(editor, ty);
        let loaded = editor.load(ty, memory, alignment);
        editor.set_operand(user, operand, loaded).map_err(invalid)?;
    }
    Ok(())
}

/// Stores the operands of a chain of `insertvalue` in `memory`, in the order of insertion. Visits at most [`CHAIN`]
/// values.
fn store_members(
    editor: &mut Editor<'_>,
    user: InstructionId,
    aggregate: Value,
    (memory, ty): (Value, TypeId),
    budget: &mut Budget,
) -> Result<()> {
    // The walk visits the last insertion first.
    let mut members: Vec<(Value, Vec<u32>)> = Vec::new();
    let mut worklist = vec![(aggregate, Vec::new())];
    let mut left = 0..CHAIN;
    while let Some((value, path)) = worklist.pop() {
        if left.next().is_none() {
            return Err(unsupported(
                editor,
                user,
                "struct or array has too many members to store one by one",
            ));
        }
        let definition = match value.kind() {
            ValueKind::Instruction(id) => editor.op(id).map(|op| (id, op)),
            _ => None,
        };
        if let Some((id, Op::InsertValue([aggregate, inserted], _))) = definition {
            let mut inner = path.clone();
            inner.extend(editor.indices(id).iter().map(|index| index.0));
            worklist.extend([(*aggregate, path), (*inserted, inner)]);
        } else if !editor.context().is_undefined(value) {
            members.push((value, path));
        }
    }
    budget.spend(steps(members.len()))?;
    for (value, path) in members.into_iter().rev() {
        let address = if path.is_empty() { memory } else { member(editor, memory, ty, &path)? };
        let of = editor.type_of(value).map_err(invalid)?;
        let alignment = alignment(editor, of);
        editor.store(value, address, alignment);
    }
    Ok(())
}

/// Emits the GEP to a member; `path` has the indices of the `insertvalue` or `extractvalue`.
fn member(editor: &mut Editor<'_>, memory: Value, ty: TypeId, path: &[u32]) -> Result<Value> {
    let i32 = editor.module().types.int(32);
    let indices = [0].iter().chain(path).map(|index| editor.int(i32, i64::from(*index))).collect::<Vec<_>>();
    editor.element_pointer(true, ty, memory, &indices).map_err(invalid)
}

/// Returns the ABI alignment of a type.
fn alignment(editor: &Editor<'_>, ty: TypeId) -> Alignment {
    let module = editor.context();
    Alignment::bytes(DataLayout::of(module).alignment_of(ty))
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find(module, "insertvalue", |_, _, instruction| matches!(instruction.op, Op::InsertValue(..)))
}
