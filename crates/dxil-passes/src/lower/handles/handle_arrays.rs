//! Arrays of handles in memory of a function's own: what is read at an index is one of the handles that were put there.
//! Part of pass `dxil-forward-handle-accesses`, which knows variables of one handle: an index that is not constant
//! keeps such an array from becoming values. Which handle it is, `select`s say, of which pass `dxil-joined-handles`
//! makes a choice of indices.

use dxil_ir::builder::Build as _;
use dxil_ir::data_layout::DataLayout;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{InstructionId, Op, Predicate, Type, TypeId, Types, Value, ValueKind};
use hashbrown::HashMap;

use crate::error::{Result, invalid};
use crate::limits::HANDLE_SLOTS;
use crate::lower::calls::users;
use crate::lower::handles::stored_handles::{RESOURCE_TYPES, drop_lifetimes, is_lifetime};
use crate::lower::memory::addresses::{Bytes, offset};
use crate::transform::flow::Flow;

/// Takes the handles that are read from such arrays as they were put there, as far as it is known which they are.
pub(in crate::lower) fn run(editor: &mut Editor<'_>) -> Result<()> {
    let arrays: Vec<(InstructionId, TypeId)> = editor
        .all_instructions()
        .into_iter()
        .filter_map(|id| match editor.op(id) {
            Some(Op::Alloca { element, .. }) => Some((id, handle_of(&editor.context().types, *element)?)),
            _ => None,
        })
        .collect();
    if arrays.is_empty() {
        return Ok(());
    }
    let flow = Flow::of(editor);
    for (array, handle) in arrays {
        let size = DataLayout::of(editor.context()).size(handle);
        let Ok(size @ 1..) = i64::try_from(size) else { continue };
        if let Some(memory) = Memory::of(editor, array, handle) {
            memory.forward(editor, &flow, size)?;
            drop_lifetimes(editor, array.into())?;
        }
    }
    Ok(())
}

/// The type of the handles that an array is of.
fn handle_of(types: &Types, ty: TypeId) -> Option<TypeId> {
    let Type::Array(element, _) = types.get(ty)? else { return None };
    let mut element = *element;
    while let Type::Array(inner, _) = types.get(element)? {
        element = *inner;
    }
    let Type::Target(target) = types.get(element)? else { return None };
    target.name.starts_with(RESOURCE_TYPES).then_some(element)
}

/// What is done with an array of handles, and where in it.
struct Memory {
    stores: Vec<(InstructionId, Value, Bytes)>,
    loads: Vec<(InstructionId, Bytes)>,
}

impl Memory {
    /// That of an array which handles are only written to and read from.
    fn of(editor: &Editor<'_>, array: InstructionId, handle: TypeId) -> Option<Self> {
        let mut memory = Self { stores: Vec::new(), loads: Vec::new() };
        let mut waiting = vec![(array, Bytes::default())];
        while let Some((address, bytes)) = waiting.pop() {
            for user in users(editor, address) {
                match editor.op(user)? {
                    Op::ElementPointer { source, .. } => {
                        let operands = editor.operands(user);
                        let (base, indices) = operands.split_first()?;
                        let step = offset(editor.context(), *source, indices)?;
                        if *base != address.into() {
                            return None;
                        }
                        waiting.push((user, bytes.clone().and(&step)));
                    }
                    Op::Load(..) if editor.instruction(user)?.ty == handle => {
                        memory.loads.push((user, bytes.clone()));
                    }
                    Op::Store([value, to], _)
                        if *to == address.into() && editor.type_of(*value) == Ok(handle) =>
                    {
                        memory.stores.push((user, *value, bytes.clone()));
                    }
                    _ if is_lifetime(editor, user) => {}
                    _ => return None,
                }
            }
        }
        Some(memory)
    }

    fn forward(&self, editor: &mut Editor<'_>, flow: &Flow, size: i64) -> Result<()> {
        if let Some(only) = self.only(editor) {
            for (load, _) in &self.loads {
                if comes_before(editor, flow, only, *load) {
                    editor.replace_and_erase(*load, only).map_err(invalid)?;
                }
            }
            return Ok(());
        }
        let Some(slots) = self.slots(size) else { return Ok(()) };
        for (load, bytes) in &self.loads {
            self.forward_one(editor, flow, (*load, bytes), &slots, size)?;
        }
        Ok(())
    }

    /// The handle that all elements are, where it is made once.
    fn only(&self, editor: &Editor<'_>) -> Option<Value> {
        let (_, first, _) = self.stores.first()?;
        let ValueKind::Instruction(id) = first.kind() else { return None };
        let is_made_once = editor.block_of(id).is_some_and(|block| Some(block) == editor.entry());
        (is_made_once && self.stores.iter().all(|(_, value, _)| value == first)).then_some(*first)
    }

    /// What was stored to each element, where that is once, and which element is known.
    fn slots(&self, size: i64) -> Option<HashMap<i64, (InstructionId, Value)>> {
        if self.stores.len() > HANDLE_SLOTS {
            return None;
        }
        let mut slots = HashMap::new();
        for (store, value, bytes) in &self.stores {
            if !bytes.terms.is_empty() || bytes.constant % size != 0 {
                return None;
            }
            if slots.insert(bytes.constant / size, (*store, *value)).is_some() {
                return None;
            }
        }
        Some(slots)
    }

    fn forward_one(
        &self,
        editor: &mut Editor<'_>,
        flow: &Flow,
        (load, bytes): (InstructionId, &Bytes),
        slots: &HashMap<i64, (InstructionId, Value)>,
        size: i64,
    ) -> Result<()> {
        let first = bytes.constant / size;
        let is_whole = bytes.constant % size == 0;
        let is_there =
            |editor: &Editor<'_>, store: InstructionId| flow.instruction_dominates(editor, store, load);
        match bytes.terms.as_slice() {
            [] => {
                let known = slots.get(&first).filter(|_| is_whole);
                if let Some((_, value)) = known.filter(|(store, _)| is_there(editor, *store)) {
                    editor.replace_and_erase(load, *value).map_err(invalid)?;
                }
            }
            [(index, factor)] if is_whole && *factor == size => {
                let mut all: Vec<(i64, Value)> = Vec::new();
                for (slot, (store, value)) in slots {
                    if !is_there(editor, *store) {
                        return Ok(());
                    }
                    all.push((slot - first, *value));
                }
                all.sort_by_key(|(slot, _)| *slot);
                // What is not stored to is not read.
                let Some((_, mut chosen)) = all.pop() else { return Ok(()) };
                editor.go_to(Position::Before(load)).map_err(invalid)?;
                let ty = editor.type_of(*index).map_err(invalid)?;
                while let Some((slot, value)) = all.pop() {
                    let slot = editor.int(ty, slot);
                    let is_it = editor.compare(Predicate::IntEq, *index, slot);
                    chosen = editor.select(is_it, value, chosen);
                }
                editor.replace_and_erase(load, chosen).map_err(invalid)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Whether a value is made before an instruction on every way to that.
fn comes_before(editor: &Editor<'_>, flow: &Flow, value: Value, other: InstructionId) -> bool {
    match value.kind() {
        ValueKind::Instruction(id) => flow.instruction_dominates(editor, id, other),
        _ => true,
    }
}
