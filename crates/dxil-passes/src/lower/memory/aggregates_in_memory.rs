//! `aggregates-in-memory`: structures and arrays that functions of libraries take and give are taken apart and put
//! together in memory, as DXC does it. DXIL takes members out of what operations give alone, and puts none together;
//! optimizers know no difference.
//!
//! Needs: memory that could be values is, and nothing behind makes values of memory.
//!
//! Holds then: there is no `insertvalue`, and `extractvalue` is of what operations and `cmpxchg` give.

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
    let is_one = |_: &Module, _: (&Body, TypeId), instruction: &Instruction| {
        matches!(instruction.op, Op::ExtractValue(..) | Op::InsertValue(..))
    };
    state.each_function_with(is_one, |editor, _| {
        let mut kept: HashMap<Value, Value> = HashMap::new();
        let all = editor.all_instructions();
        let (pass, what) = ("aggregates-in-memory", "loads and stores of members");
        let mut budget = Budget::of((pass, what), (MEMBERS_FREE, MEMBERS_FACTOR), steps(all.len()));
        for id in all {
            match editor.op(id) {
                Some(Op::ExtractValue(whole, _)) => {
                    let whole = *whole;
                    if is_in_memory(editor, whole) {
                        take_out(editor, id, whole, &mut kept)?;
                    }
                }
                Some(Op::Call { .. } | Op::Return(Some(_)) | Op::Store(..)) => {
                    put_together(editor, id, &mut budget)?
                }
                _ => {}
            }
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// Whether members may only be taken out of an aggregate in memory.
fn is_in_memory(editor: &Editor<'_>, whole: Value) -> bool {
    match whole.kind() {
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

/// Reads the member that an instruction takes out of an aggregate from memory, where that is kept.
fn take_out(
    editor: &mut Editor<'_>,
    id: InstructionId,
    whole: Value,
    kept: &mut HashMap<Value, Value>,
) -> Result<()> {
    let memory = match kept.get(&whole) {
        Some(memory) => *memory,
        None => {
            let memory = keep(editor, id, whole)?;
            kept.insert(whole, memory);
            memory
        }
    };
    let ty = editor.type_of(whole).map_err(invalid)?;
    let path: Vec<u32> = editor.indices(id).iter().map(|index| index.0).collect();
    editor.go_to(Position::Before(id)).map_err(invalid)?;
    let address = member(editor, memory, ty, &path)?;
    let of = editor.type_of(id.into()).map_err(invalid)?;
    let alignment = alignment(editor, of);
    let value = editor.load(of, address, alignment);
    editor.replace_and_erase(id, value).map_err(invalid)?;
    Ok(())
}

/// Keeps an aggregate in memory from where it is made on.
fn keep(editor: &mut Editor<'_>, user: InstructionId, whole: Value) -> Result<Value> {
    let ty = editor.type_of(whole).map_err(invalid)?;
    let memory = room(editor, user, ty)?;
    if let ValueKind::Instruction(made) = whole.kind() {
        editor.go_to(Position::After(made)).map_err(invalid)?;
    } else if let ValueKind::Instruction(alloca) = memory.kind() {
        editor.go_to(Position::After(alloca)).map_err(invalid)?;
    }
    let alignment = alignment(editor, ty);
    editor.store(whole, memory, alignment);
    Ok(memory)
}

/// Memory for a value of a type.
fn room(editor: &mut Editor<'_>, user: InstructionId, ty: TypeId) -> Result<Value> {
    let entry = editor.entry().ok_or_else(|| unsupported(editor, user, "no block"))?;
    editor.go_to(Position::Start(entry)).map_err(invalid)?;
    let alignment = alignment(editor, ty);
    Ok(editor.alloca(ty, alignment))
}

/// Gives an instruction the aggregates that were put together for it from memory.
fn put_together(editor: &mut Editor<'_>, user: InstructionId, budget: &mut Budget) -> Result<()> {
    for (place, whole) in (0..).zip(editor.operands(user)) {
        let ValueKind::Instruction(made) = whole.kind() else { continue };
        if !matches!(editor.op(made), Some(Op::InsertValue(..))) {
            continue;
        }
        let ty = editor.type_of(whole).map_err(invalid)?;
        let memory = room(editor, user, ty)?;
        editor.go_to(Position::Before(user)).map_err(invalid)?;
        write(editor, user, whole, (memory, ty), budget)?;
        let alignment = alignment(editor, ty);
        let loaded = editor.load(ty, memory, alignment);
        editor.set_operand(user, place, loaded).map_err(invalid)?;
    }
    Ok(())
}

/// Writes the members that an aggregate was put together of, the first one first.
fn write(
    editor: &mut Editor<'_>,
    user: InstructionId,
    whole: Value,
    (memory, ty): (Value, TypeId),
    budget: &mut Budget,
) -> Result<()> {
    // What is put in last is met first.
    let mut members: Vec<(Value, Vec<u32>)> = Vec::new();
    let mut waiting = vec![(whole, Vec::new())];
    let mut left = 0..CHAIN;
    while let Some((value, path)) = waiting.pop() {
        if left.next().is_none() {
            return Err(unsupported(
                editor,
                user,
                "struct or array has too many members to store one by one",
            ));
        }
        let made = match value.kind() {
            ValueKind::Instruction(id) => editor.op(id).map(|op| (id, op)),
            _ => None,
        };
        if let Some((id, Op::InsertValue([aggregate, inserted], _))) = made {
            let mut inner = path.clone();
            inner.extend(editor.indices(id).iter().map(|index| index.0));
            waiting.extend([(*aggregate, path), (*inserted, inner)]);
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

fn member(editor: &mut Editor<'_>, memory: Value, ty: TypeId, path: &[u32]) -> Result<Value> {
    let i32 = editor.module().types.int(32);
    let steps = [0].iter().chain(path).map(|index| editor.int(i32, i64::from(*index))).collect::<Vec<_>>();
    editor.element_pointer(true, ty, memory, &steps).map_err(invalid)
}

fn alignment(editor: &Editor<'_>, ty: TypeId) -> Alignment {
    let module = editor.context();
    Alignment::bytes(DataLayout::of(module).alignment_of(ty))
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find(module, "insertvalue", |_, _, instruction| matches!(instruction.op, Op::InsertValue(..)))
}
