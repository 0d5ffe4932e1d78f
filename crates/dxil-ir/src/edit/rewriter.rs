//! Rewriting: a walk over a function on which instructions become others, one by one, while blocks and edges stay as
//! they are. Separate from sessions, whose lists of order and of uses cost more than such a walk has to do: here the
//! body keeps its arrays, and what was replaced is written once at the end.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::cell::OnceCell;

use crate::arena::{Id as _, IdMap, IdSet, PackedOption};
use crate::attributes::{Attribute, Slot};
use crate::builder::{Build, BuildError, Parts};
use crate::function::{Attachments, DebugLocation};
use crate::instruction::Index;
use crate::{
    BlockId, Body, DebugLocationId, Global, GlobalId, Instruction, InstructionId, MetadataId, Module, Op,
    TypeId, Value, ValueKind,
};

use super::EditError;
use super::values::{Lives, SideEffects};

/// A walk over one function that puts instructions into other words. The module has the body back when it is finished
/// or dropped; until then the function looks like a declaration to whoever looks into the module.
///
/// What is built ([`Build`]) goes before the instruction that the walk is at, which must be no phi then; phis and
/// terminators must not be built. Values that were replaced are still operands of what was there before, until the end:
/// [`resolved`](Self::resolved) says what one is by then. The orders that the module was stored in are forgotten.
///
/// A body that is not well-formed is not refused: what a walk makes of it is no better.
#[derive(Debug)]
pub struct Rewriter<'m> {
    module: &'m mut Module,
    function: GlobalId,
    function_type: TypeId,
    body: Body,
    /// The instructions of the block that the walk is in, as far as it has come.
    block: Vec<InstructionId>,
    /// The instruction that the walk is at.
    at: Option<InstructionId>,
    location: Option<DebugLocationId>,
    /// Values in the place of instructions.
    replaced: IdMap<InstructionId, PackedOption<Value>>,
    erased: IdSet<InstructionId>,
    users: OnceCell<Users>,
    attachments: Attachments,
}

impl Drop for Rewriter<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

impl<'m> Rewriter<'m> {
    /// A walk over the body of `function`.
    ///
    /// # Errors
    ///
    /// The global is no function with a body.
    pub fn new(module: &'m mut Module, function: GlobalId) -> Result<Self, EditError> {
        let error = EditError::NotDefined { global: function };
        if module.encoding.is_some() {
            module.forget_encoding();
        }
        let global = module.globals.get_mut(function).ok_or_else(|| error.clone())?;
        let function_type = global.value_type;
        let body = global.function_mut().and_then(|function| function.body.take()).ok_or(error)?;
        let attachments = body.attachments_by_instruction();
        Ok(Self {
            module,
            function,
            function_type,
            body,
            block: Vec::new(),
            at: None,
            location: None,
            replaced: IdMap::new(),
            erased: IdSet::new(),
            users: OnceCell::new(),
            attachments,
        })
    }

    /// Calls `visit` with each instruction in order, those that are built on the way not among them.
    ///
    /// # Errors
    ///
    /// That of `visit`, which ends the walk.
    pub fn walk<E>(
        &mut self,
        mut visit: impl FnMut(&mut Self, InstructionId) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut result = Ok(());
        let mut ids = Vec::new();
        for place in 0..self.body.layout.len() {
            let Some(block) = self.body.layout.get(place).copied() else { break };
            ids.clear();
            ids.extend_from_slice(self.body.instructions_of(block));
            self.block.clear();
            for id in ids.iter().copied() {
                if result.is_ok() && !self.erased.contains(id) {
                    let instruction = self.body.instructions.get(id);
                    self.at = Some(id);
                    self.location = instruction.and_then(|instruction| instruction.location.expand());
                    result = visit(self, id);
                }
                // What was erased stays until the end: debug records may stand before it.
                self.block.push(id);
            }
            self.write_block(block);
            if result.is_err() {
                break;
            }
        }
        result
    }

    /// Writes the instructions of the block that the walk was in.
    fn write_block(&mut self, block: BlockId) {
        let pool = &mut self.body.lists.instructions;
        let Some(data) = self.body.blocks.get_mut(block) else { return };
        match data.instructions.as_mut_slice(pool) {
            array if array.len() == self.block.len() => array.copy_from_slice(&self.block),
            _ => data.instructions = pool.list_of(&self.block),
        }
    }

    /// Ends the rewriting: what was replaced is written, and instructions that nothing with side effects depends on any
    /// more are taken out.
    pub fn finish(mut self) {
        self.substitute();
        let mut effects = SideEffects::default();
        let mut lives = Lives::of(&self.body, |op| effects.has(self.module, op));
        for block in self.body.layout.iter().rev() {
            for id in self.body.instructions_of(*block).iter().rev() {
                if !self.erased.contains(*id) {
                    lives.meet(*id);
                }
            }
        }
        for id in lives.dead() {
            self.erased.insert(id);
        }
        self.close();
    }

    /// The module, in which the function looks like a declaration.
    pub fn context(&self) -> &Module {
        self.module
    }

    /// An instruction, as it is now; of one that was erased or replaced, what it was.
    #[inline]
    pub fn instruction(&self, id: InstructionId) -> Option<&Instruction> {
        self.body.instructions.get(id)
    }

    /// What an instruction does; `None` for one that was erased or replaced.
    #[inline]
    pub fn op(&self, id: InstructionId) -> Option<&Op> {
        self.instruction(id).filter(|_| !self.erased.contains(id)).map(|instruction| &instruction.op)
    }

    /// The function that an instruction calls, and the arguments of the call; `None` where it calls no function by its
    /// name.
    #[inline]
    pub fn called(&self, id: InstructionId) -> Option<(GlobalId, &[Value])> {
        let Some(Op::Call { callee, arguments, .. }) = self.op(id) else { return None };
        let ValueKind::Global(function) = callee.kind() else { return None };
        Some((function, arguments.as_slice(&self.body.lists.values)))
    }

    /// The operands of an instruction.
    pub fn operands(&self, id: InstructionId) -> Vec<Value> {
        self.op(id).map_or(Vec::new(), |op| op.all_operands(&self.body.lists).collect())
    }

    /// The indices of an instruction that takes a member out of an aggregate or puts one into it.
    pub fn indices(&self, id: InstructionId) -> &[Index] {
        let Some(Op::ExtractValue(_, indices) | Op::InsertValue(_, indices)) = self.op(id) else {
            return &[];
        };
        indices.as_slice(&self.body.lists.indices)
    }

    /// What a value will be: it, or what it was replaced by.
    #[inline]
    pub fn resolved(&self, value: Value) -> Value {
        resolved(&self.replaced, value)
    }

    /// What used a value when this was first asked, in order, each once; some of it may have been erased or be another
    /// instruction by now.
    pub fn users(&self, id: InstructionId) -> impl Iterator<Item = InstructionId> + '_ {
        self.users.get_or_init(|| Users::of(&self.body)).of_value(id)
    }

    /// Whether what an instruction gives is used as metadata.
    pub fn is_used_as_metadata(&self, id: InstructionId) -> bool {
        self.body.local_metadata.contains(&id.into())
    }

    /// Puts a value in the place of an instruction's everywhere, and takes the instruction out.
    ///
    /// # Errors
    ///
    /// The value has another type, or comes from the instruction itself.
    pub fn replace(&mut self, id: InstructionId, new: Value) -> Result<(), EditError> {
        let new = self.resolved(new);
        if new == id.into() {
            return Err(EditError::Fixed { instruction: id, what: "the same as its replacement" });
        }
        self.same_type(id, new)?;
        self.replaced[id] = new.into();
        self.erased.insert(id);
        Ok(())
    }

    /// Puts a value that was made for it alone in the place of an instruction's. If it is the last instruction that was
    /// built, it becomes that instruction, with its place, its name and its metadata; otherwise as
    /// [`replace`](Self::replace).
    ///
    /// # Errors
    ///
    /// Those of [`replace`](Self::replace).
    pub fn become_made(&mut self, id: InstructionId, made: Value) -> Result<(), EditError> {
        let last = self.block.last().copied();
        let is_last = last.is_some_and(|last| made == last.into() && self.is_last_built(last));
        if !is_last {
            return self.replace(id, made);
        }
        self.same_type(id, made)?;
        if let Some(new) = self.body.instructions.pop()
            && let Some(last) = self.block.pop()
            && let Some(old) = self.body.instructions.get_mut(id)
        {
            *old = Instruction { location: old.location, ..new };
            self.move_records(Some(last), self.at);
        }
        Ok(())
    }

    /// Debug records that stand before one instruction stand before another one.
    #[inline]
    fn move_records(&mut self, from: Option<InstructionId>, to: Option<InstructionId>) {
        if self.body.debug_records.is_empty() {
            return;
        }
        if let (Some(from), Some(to)) = (from, to) {
            let records = self.body.debug_records.take(from);
            self.body.debug_records.prepend(to, records);
        }
    }

    /// The id that the next instruction that is built will have: what has it or a larger one was built since.
    pub fn next_id(&self) -> InstructionId {
        self.body.instructions.next_id()
    }

    fn is_last_built(&self, id: InstructionId) -> bool {
        id.index() + 1 == self.body.instructions.len()
    }

    fn same_type(&self, id: InstructionId, new: Value) -> Result<(), EditError> {
        if self.type_of(id.into())? == self.type_of(new)? {
            Ok(())
        } else {
            Err(EditError::Type { what: "the replacement value" })
        }
    }

    /// Takes an instruction out that nothing uses any more once all is rewritten.
    pub fn erase(&mut self, id: InstructionId) {
        self.erased.insert(id);
    }

    /// The metadata that an instruction had at first: kind and node.
    pub fn attachments(&self, id: InstructionId) -> Vec<(u32, MetadataId)> {
        self.attachments.of(id)
    }

    /// Gives an instruction that was built the metadata that another one has.
    pub fn copy_metadata(&mut self, from: InstructionId, to: InstructionId) {
        for (kind, node) in self.attachments.of(from) {
            self.body.attachments.push((to, kind, node));
        }
    }

    /// Gives a call one attribute more, of itself, an argument or what it gives.
    ///
    /// # Errors
    ///
    /// The instruction is no call.
    pub fn add_call_attribute(
        &mut self,
        call: InstructionId,
        slot: Slot,
        attribute: Attribute,
    ) -> Result<(), EditError> {
        let op = self.body.instructions.get_mut(call).map(|instruction| &mut instruction.op);
        let Some(Op::Call { attributes, .. }) = op else {
            return Err(EditError::Kind { instruction: call, expected: "a call" });
        };
        *attributes = self.module.with_attribute(attributes.expand(), slot, attribute).into();
        Ok(())
    }

    /// Writes what was replaced.
    fn substitute(&mut self) {
        if self.replaced.values().all(|new| new.is_none()) {
            return;
        }
        let replaced = std::mem::take(&mut self.replaced);
        self.body.each_value_mut(&mut |value| *value = resolved(&replaced, *value));
    }

    /// What is used as metadata and is a constant now is that as metadata; what is no more is an empty list, which is
    /// LLVM's word for a place that is gone.
    fn retire_metadata(&mut self) {
        let old = std::mem::take(&mut self.body.local_metadata);
        let new: Vec<Value> = old
            .iter()
            .map(|value| {
                if matches!(value.kind(), ValueKind::Instruction(id) if self.erased.contains(id)) {
                    self.module.tuple(&[]).into()
                } else {
                    self.as_metadata(*value)
                }
            })
            .collect();
        let Body { instructions, lists, .. } = &mut self.body;
        for instruction in instructions.values_mut() {
            instruction.op.map_operands(lists, |value| {
                let ValueKind::LocalMetadata(index) = value.kind() else { return value };
                let known = usize::try_from(index).ok().and_then(|index| new.get(index));
                known.copied().unwrap_or(value)
            });
        }
    }

    /// Gives the body back.
    fn close(&mut self) {
        let Some(function) = self.module.globals.get(self.function).and_then(Global::function) else {
            return;
        };
        if function.body.is_some() {
            return;
        }
        self.substitute();
        if !self.body.local_metadata.is_empty() {
            self.retire_metadata();
        }
        if !self.erased.is_empty() {
            self.body.erase(|id| self.erased.contains(id));
        }
        self.body.number_local_metadata();
        let body = std::mem::take(&mut self.body);
        if let Some(function) = self.module.globals.get_mut(self.function).and_then(Global::function_mut) {
            function.body = Some(body);
        }
    }
}

/// What a value was replaced by in the end.
#[inline]
fn resolved(replaced: &IdMap<InstructionId, PackedOption<Value>>, mut value: Value) -> Value {
    // Nothing is replaced by what leads back to it.
    while let ValueKind::Instruction(id) = value.kind()
        && let Some(new) = replaced[id].expand()
    {
        value = new;
    }
    value
}

impl Parts for Rewriter<'_> {
    fn parts(&mut self) -> (&mut Module, &mut Body) {
        (self.module, &mut self.body)
    }
}

impl Build for Rewriter<'_> {
    #[inline]
    fn type_of(&self, value: Value) -> Result<TypeId, BuildError> {
        let ty = self.module.type_of(Some((&self.body, self.function_type)), value);
        ty.ok_or(BuildError::Missing { what: "a value" })
    }

    fn set_location(&mut self, location: Option<DebugLocation>) {
        self.location = location.map(|location| self.body.intern_location(location));
    }

    fn add(&mut self, op: Op, ty: TypeId) -> InstructionId {
        debug_assert!(!op.is_terminator() && !matches!(op, Op::Phi(..)), "blocks and edges stay");
        let instruction = Instruction { location: self.location.into(), ..Instruction::new(op, ty) };
        let id = self.body.instructions.push(instruction);
        self.block.push(id);
        // They stand before all that the instruction becomes.
        self.move_records(self.at, Some(id));
        id
    }

    fn as_metadata(&mut self, value: Value) -> Value {
        if matches!(value.kind(), ValueKind::Constant(_) | ValueKind::Global(_)) {
            return self.module.value_as_metadata(value).into();
        }
        let values = &mut self.body.local_metadata;
        let known = values.iter().position(|known| *known == value);
        let index = known.unwrap_or_else(|| {
            values.push(value);
            values.len() - 1
        });
        Value::new(ValueKind::LocalMetadata(u32::try_from(index).unwrap_or(Value::MAX)))
    }
}

/// Who uses what each instruction gives, as it was when this was made: lists whose links lie one behind the other.
#[derive(Debug)]
struct Users {
    /// The first link of each instruction's list, by its index plus one; 0 for none.
    first: Vec<u32>,
    /// A user, and the link behind.
    links: Vec<(InstructionId, u32)>,
}

impl Users {
    fn of(body: &Body) -> Self {
        let mut first = vec![0_u32; body.instructions.len()];
        let mut links = Vec::with_capacity(body.lists.values.words() + body.instructions.len());
        // From the last on, so that lists begin with the first.
        for block in body.layout.iter().rev() {
            for id in body.instructions_of(*block).iter().rev() {
                let Some(instruction) = body.instructions.get(*id) else { continue };
                for list in instruction.op.operand_lists(&body.lists) {
                    for value in list {
                        let ValueKind::Instruction(used) = value.kind() else { continue };
                        let Some(first) = first.get_mut(used.index()) else { continue };
                        links.push((*id, *first));
                        *first = u32::try_from(links.len()).unwrap_or(0);
                    }
                }
            }
        }
        Self { first, links }
    }

    /// The users of a value.
    fn of_value(&self, id: InstructionId) -> impl Iterator<Item = InstructionId> + '_ {
        let mut next = self.first.get(id.index()).copied().unwrap_or(0);
        let mut before = None;
        std::iter::from_fn(move || {
            loop {
                let index = usize::try_from(next.checked_sub(1)?).ok()?;
                let (user, behind) = *self.links.get(index)?;
                next = behind;
                // Operands of one instruction stand side by side.
                if before.replace(user) != Some(user) {
                    return Some(user);
                }
            }
        })
    }
}
