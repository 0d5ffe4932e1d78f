//! Forwards handles that are stored to an alloca of an array of handles to the loads of its elements.
//!
//! Part of pass `dxil-forward-handle-accesses`; the rest of the pass forwards variables that hold a single handle.
//! mem2reg cannot promote an array that is indexed by a non-constant value. A load at such an index becomes a chain of
//! `select` over all stored handles, and pass `dxil-joined-handles` removes the `select` instructions.

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

/// Replaces loads from allocas of arrays of handles by the stored handles, where these can be determined.
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

/// Returns the handle type of a possibly nested array of handles; `None` for other types.
fn handle_of(types: &Types, ty: TypeId) -> Option<TypeId> {
    let Type::Array(element, _) = types.get(ty)? else { return None };
    let mut element = *element;
    while let Type::Array(inner, _) = types.get(element)? {
        element = *inner;
    }
    let Type::Target(target) = types.get(element)? else { return None };
    target.name.starts_with(RESOURCE_TYPES).then_some(element)
}

/// The stores and loads of an alloca of an array of handles, with their byte offsets in it.
struct Memory {
    stores: Vec<(InstructionId, Value, Bytes)>,
    loads: Vec<(InstructionId, Bytes)>,
}

impl Memory {
    /// Collects the accesses of an alloca. Returns `None` if it has uses other than `getelementptr`, lifetime
    /// intrinsics, and loads and stores of handles of type `handle`.
    fn of(editor: &Editor<'_>, array: InstructionId, handle: TypeId) -> Option<Self> {
        let mut memory = Self { stores: Vec::new(), loads: Vec::new() };
        let mut worklist = vec![(array, Bytes::default())];
        while let Some((address, bytes)) = worklist.pop() {
            for user in users(editor, address) {
                match editor.op(user)? {
                    Op::ElementPointer { source, .. } => {
                        let operands = editor.operands(user);
                        let (base, indices) = operands.split_first()?;
                        let step = offset(editor.context(), *source, indices)?;
                        if *base != address.into() {
                            return None;
                        }
                        worklist.push((user, bytes.clone().and(&step)));
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

    /// Replaces the loads from the array by the stored handles. `size` is the size of a handle in bytes.
    fn forward(&self, editor: &mut Editor<'_>, flow: &Flow, size: i64) -> Result<()> {
        if let Some(only) = self.only(editor) {
            for (load, _) in &self.loads {
                if dominates(editor, flow, only, *load) {
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

    /// Returns the handle that every store writes, if it is defined once: in the entry block.
    fn only(&self, editor: &Editor<'_>) -> Option<Value> {
        let (_, first, _) = self.stores.first()?;
        let ValueKind::Instruction(id) = first.kind() else { return None };
        let is_defined_once = editor.block_of(id).is_some_and(|block| Some(block) == editor.entry());
        (is_defined_once && self.stores.iter().all(|(_, value, _)| value == first)).then_some(*first)
    }

    /// Returns the store and the stored handle of each element, by element index. Returns `None` if a store has a
    /// non-constant offset, if an element is stored twice, or if there are more than [`HANDLE_SLOTS`] stores. `size` is
    /// the size of a handle in bytes.
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

    /// Replaces one load. If the index is constant, the store to this element must dominate the load. Otherwise all
    /// stores must dominate the load, which becomes a chain of comparisons and selects.
    fn forward_one(
        &self,
        editor: &mut Editor<'_>,
        flow: &Flow,
        (load, bytes): (InstructionId, &Bytes),
        slots: &HashMap<i64, (InstructionId, Value)>,
        size: i64,
    ) -> Result<()> {
        let first = bytes.constant / size;
        let is_aligned = bytes.constant % size == 0;
        let store_dominates =
            |editor: &Editor<'_>, store: InstructionId| flow.instruction_dominates(editor, store, load);
        match bytes.terms.as_slice() {
            [] => {
                let known = slots.get(&first).filter(|_| is_aligned);
                if let Some((_, value)) = known.filter(|(store, _)| store_dominates(editor, *store)) {
                    editor.replace_and_erase(load, *value).map_err(invalid)?;
                }
            }
            [(index, factor)] if is_aligned && *factor == size => {
                let mut handles: Vec<(i64, Value)> = Vec::new();
                for (slot, (store, value)) in slots {
                    if !store_dominates(editor, *store) {
                        return Ok(());
                    }
                    handles.push((slot - first, *value));
                }
                handles.sort_by_key(|(slot, _)| *slot);
                // An element without a store is undefined, so the last stored element is the default of the selects.
                let Some((_, mut selected)) = handles.pop() else { return Ok(()) };
                editor.go_to(Position::Before(load)).map_err(invalid)?;
                let ty = editor.type_of(*index).map_err(invalid)?;
                while let Some((slot, value)) = handles.pop() {
                    let slot = editor.int(ty, slot);
                    let is_slot = editor.compare(Predicate::IntEq, *index, slot);
                    selected = editor.select(is_slot, value, selected);
                }
                editor.replace_and_erase(load, selected).map_err(invalid)?;
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns true if the definition of a value dominates an instruction.
fn dominates(editor: &Editor<'_>, flow: &Flow, value: Value, other: InstructionId) -> bool {
    match value.kind() {
        ValueKind::Instruction(id) => flow.instruction_dominates(editor, id, other),
        _ => true,
    }
}
