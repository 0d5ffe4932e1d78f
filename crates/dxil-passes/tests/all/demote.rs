//! The opposite of promotion, for tests: values that are used in other blocks, and phis, become memory on the stack,
//! some of it in structures and arrays.

use std::collections::HashMap;

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Alignment, GlobalId, InstructionId, Module, Op, Type, TypeId, Value};
use testkit::random::Random;

/// Where a value lives.
#[derive(Clone)]
struct Home {
    memory: Value,
    /// The type of the whole, and the indices that lead to the value, where there is more in it.
    part: Option<(TypeId, Vec<Value>)>,
    ty: TypeId,
}

/// Demotes phis, then the values of a function that live across blocks; says how many `alloca`s that takes. A
/// structure, an array of structures with arrays in them, or memory of its own is at random.
pub(crate) fn demote(module: &mut Module, function: GlobalId, random: &mut Random) -> usize {
    let mut editor = Editor::new(module, function).unwrap();
    let mut count = 0;
    for phis in [true, false] {
        let all = editor.all_instructions().into_iter();
        let values: Vec<InstructionId> = all.filter(|id| is_to_go(&editor, *id, phis)).collect();
        let entry = editor.entry().unwrap();
        let first = editor.instructions(entry).next().unwrap();
        editor.go_to(Position::Before(first)).unwrap();
        let (homes, added) = build_homes(&mut editor, &values, random);
        count += added;
        for id in &values {
            if phis {
                demote_phi(&mut editor, *id, &homes[id]);
            } else {
                demote_value(&mut editor, *id, &homes[id]);
            }
        }
    }
    drop(editor);
    count
}

/// Whether a value is to be in memory: numbers and booleans that another block uses, or phis of them.
fn is_to_go(editor: &Editor<'_>, id: InstructionId, phis: bool) -> bool {
    let block = editor.block_of(id);
    let ty = editor.type_of(id.into()).unwrap();
    let is_number = matches!(
        editor.context().types.get(ty),
        Some(Type::Integer(_) | Type::Half | Type::Float | Type::Double)
    );
    let is_phi = matches!(editor.op(id), Some(Op::Phi(..)));
    let is_across = || {
        editor.uses(id.into()).any(|at| {
            editor.block_of(at.instruction) != block || matches!(editor.op(at.instruction), Some(Op::Phi(..)))
        })
    };
    is_number && if phis { is_phi } else { !is_phi && is_across() }
}

fn build_homes(
    editor: &mut Editor<'_>,
    values: &[InstructionId],
    random: &mut Random,
) -> (HashMap<InstructionId, Home>, usize) {
    let mut homes = HashMap::new();
    let mut count = 0;
    let mut rest = values;
    let i32 = editor.module().types.int(32);
    while !rest.is_empty() {
        let (group, others) = rest.split_at(rest.len().min(1 + random.below(4)));
        rest = others;
        count += 1;
        let types: Vec<TypeId> = group.iter().map(|id| editor.type_of((*id).into()).unwrap()).collect();
        let zero = editor.int(i32, 0);
        match (group, random.below(3)) {
            ([id], 0) => {
                let memory = editor.alloca(types[0], Alignment::NATURAL);
                homes.insert(*id, Home { memory, part: None, ty: types[0] });
            }
            // One element a type, and an array of those around.
            (_, way) => {
                let members: Vec<TypeId> =
                    types.iter().map(|ty| editor.module().types.array(*ty, 2)).collect();
                let structure = editor.module().types.literal(&members);
                let whole = if way == 2 { editor.module().types.array(structure, 3) } else { structure };
                let memory = editor.alloca(whole, Alignment::NATURAL);
                for (index, (id, ty)) in group.iter().zip(&types).enumerate() {
                    let index = editor.int(i32, index as i64);
                    let element = editor.int(i32, random.below(2) as i64);
                    let mut indices = vec![zero];
                    if way == 2 {
                        indices.push(editor.int(i32, random.below(3) as i64));
                    }
                    indices.extend([index, element]);
                    homes.insert(*id, Home { memory, part: Some((whole, indices)), ty: *ty });
                }
            }
        }
    }
    (homes, count)
}

/// The address of a home, at the cursor.
fn address(editor: &mut Editor<'_>, home: &Home) -> Value {
    match &home.part {
        None => home.memory,
        Some((whole, indices)) => editor.element_pointer(true, *whole, home.memory, indices).unwrap(),
    }
}

/// Loads a home for each operand that is a value; at the end of the predecessor for a phi.
fn load_for_users(editor: &mut Editor<'_>, id: InstructionId, home: &Home) {
    for at in editor.uses(id.into()).collect::<Vec<_>>() {
        let is_phi = matches!(editor.op(at.instruction), Some(Op::Phi(..)));
        if is_phi {
            let (block, value) = editor.incoming(at.instruction)[at.operand as usize];
            if value != id.into() {
                continue;
            }
            editor.go_to(Position::End(block)).unwrap();
        } else {
            editor.go_to(Position::Before(at.instruction)).unwrap();
        }
        let address = address(editor, home);
        let value = editor.load(home.ty, address, Alignment::NATURAL);
        editor.set_operand(at.instruction, at.operand, value).unwrap();
    }
}

fn demote_value(editor: &mut Editor<'_>, id: InstructionId, home: &Home) {
    load_for_users(editor, id, home);
    editor.go_to(Position::After(id)).unwrap();
    let address = address(editor, home);
    editor.store(id.into(), address, Alignment::NATURAL);
}

/// A phi is what each predecessor stored last. Phis of a block are read before any is written: one may take another's
/// value of the round before, so all of them are loaded where the block begins.
fn demote_phi(editor: &mut Editor<'_>, id: InstructionId, home: &Home) {
    let block = editor.block_of(id).unwrap();
    let mut incoming = editor.incoming(id);
    incoming.sort();
    incoming.dedup();
    editor.go_to(Position::Start(block)).unwrap();
    let at_start = address(editor, home);
    let value = editor.load(home.ty, at_start, Alignment::NATURAL);
    for (from, value_there) in incoming {
        let stored = if value_there == id.into() { value } else { value_there };
        editor.go_to(Position::End(from)).unwrap();
        let address = address(editor, home);
        editor.store(stored, address, Alignment::NATURAL);
    }
    editor.replace_and_erase(id, value).unwrap();
}

/// The `alloca`s of a function.
pub(crate) fn allocas(module: &Module, function: GlobalId) -> usize {
    let body = module.globals[function].body().unwrap();
    body.in_order().filter(|(.., data)| matches!(data.op, Op::Alloca { .. })).count()
}

/// The instructions of a function.
pub(crate) fn size(module: &Module, function: GlobalId) -> usize {
    module.globals[function].body().unwrap().in_order().count()
}

/// The functions of a module that have a body.
pub(crate) fn defined(module: &Module) -> Vec<GlobalId> {
    module.bodies().map(|(id, ..)| id).collect()
}
