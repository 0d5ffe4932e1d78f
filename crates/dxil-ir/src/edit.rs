//! Editing: the one way in which passes change a program. Separate from what programs are, because those that only read
//! one need none of it.
//!
//! An [`Editor`] is a session over one function. It is opened on a body that is well-formed, keeps the order of blocks
//! and instructions as linked lists with exact lists of uses beside them, and writes the body's arrays back when it is
//! finished or dropped. Between two calls, whatever they were, all of this holds:
//!
//! - The uses of a value are the operands that are it, in instructions that are in a block. What was erased uses
//!   nothing.
//! - A phi has exactly one entry for each edge into its block. Whatever adds an edge adds entries, with the value that
//!   the phi already has for that predecessor or `undef`, which [`Editor::set_incoming`] replaces; whatever takes an
//!   edge away takes its entries, and with the last one the phi, which is `undef` then. So there is no call that adds
//!   or removes an entry alone. Only a phi that is built or copied before there is an edge has none, which text cannot
//!   say.
//! - Values that are used as metadata are values of the function: where one is replaced by a constant or erased, so is
//!   the metadata.
//! - Debug records stand before what they stood before, or what came behind it; they speak of values that are there.
//! - Names and attached metadata belong to what is there.
//!
//! What would break a module is refused with an [`EditError`] where it can be told from the operands at hand. Whether
//! definitions dominate uses is not looked at beyond one block: who adds an edge or moves a use to another block has
//! to know. The operands of instructions that are built ([`Build`](crate::builder::Build)) are looked at by
//! [`verify`](crate::verify()) alone, as with the builder.
//!
//! Whoever only puts instructions into other words walks over them with a [`Rewriter`], which keeps no lists.
//!
//! What is changed across functions has no session: [`Importer`] brings things from another module, [`compaction`]
//! copies a module without what nothing refers to, [`Module::replace_all_uses`] replaces constants and globals
//! everywhere.
//!
//! ```
//! use dxil_ir::builder::Build as _;
//! use dxil_ir::edit::{Changed, Editor, Position};
//! use dxil_ir::{BinaryOp, Module, Op};
//!
//! /// Puts a shift in the place of each multiplication by two.
//! fn shifts(module: &mut Module, function: dxil_ir::GlobalId) -> Result<Changed, dxil_ir::edit::EditError> {
//!     let mut editor = Editor::new(module, function)?;
//!     for id in editor.all_instructions() {
//!         let Some(Op::Binary { op: BinaryOp::Mul, operands: [value, factor], .. }) = editor.op(id).cloned() else {
//!             continue;
//!         };
//!         if editor.module().integer(factor) == Some(2) {
//!             editor.go_to(Position::Before(id))?;
//!             let ty = editor.type_of(value)?;
//!             let one = editor.int(ty, 1);
//!             let shifted = editor.binary(BinaryOp::Shl, value, one);
//!             editor.replace_and_erase(id, shifted)?;
//!         }
//!     }
//!     Ok(editor.finish())
//! }
//! ```

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use az::SaturatingAs as _;

mod annotations;
mod attachments;
mod attributes;
mod blocks;
mod body_copy;
mod bundles;
mod changed;
mod check;
pub mod compaction;
mod copied_metadata;
mod copies;
mod cursor;
mod effects;
mod error;
mod expressions;
mod function_copy;
mod import;
mod inline;
mod metadata;
mod node_copies;
mod order;
mod phis;
mod records;
mod rewriter;
mod salvage;
mod terminators;
mod to_llvm37;
mod to_modern;
mod use_lists;
mod values;
mod well_formed;

use hashbrown::{HashMap, HashSet};

use bstr::{BStr, BString};

use crate::arena::IdSet;
use crate::encoding::UseList;
use crate::function::Local;
use crate::instruction::Index;
use crate::uses::Use;
use crate::{
    BlockId, Body, DebugLocationId, Global, GlobalId, Instruction, InstructionId, Module, Op, Type, TypeId,
    Value, ValueKind,
};

pub use changed::Changed;
pub use copies::Copies;
pub use cursor::Position;
pub use effects::has_side_effects;
pub use error::{EditError, ImportError};
pub use import::{GlobalNames, Importer};
pub use inline::Inlined;
pub use rewriter::Rewriter;
pub use to_llvm37::{DebugInformation, ToLlvm37Error, ToLlvm37ErrorKind, legacy};
pub use to_modern::{ToModernError, ToModernErrorKind, modernized, modernized_with_types};

use attachments::Attached;
use order::Order;
use records::Records;
use use_lists::UseLists;

/// An editing session over one function. The module has the body back when the session is finished or dropped; until
/// then the function looks like a declaration to whoever looks into the module.
#[derive(Debug)]
pub struct Editor<'m> {
    module: &'m mut Module,
    function: GlobalId,
    function_type: TypeId,
    parameters: u32,
    body: Body,
    order: Order,
    values: UseLists<Value>,
    records: Records,
    blocks: UseLists<BlockId>,
    /// Which of the body's values that are used as metadata each is.
    local_metadata: HashMap<Value, Vec<u32>>,
    attached: Attached,
    /// Blocks whose address is a constant.
    address_taken: IdSet<BlockId>,
    /// The type of nothing, once it was wanted.
    void: Option<TypeId>,
    /// Names that are taken, once a new one was wanted.
    names: Option<HashSet<BString>>,
    /// Values that came or went as an operand.
    other_uses: HashSet<Value>,
    /// Whether the list of values that are used as metadata is another one.
    has_other_metadata: bool,
    /// Blocks whose arrays are not what the lists are.
    touched: IdSet<BlockId>,
    erased: IdSet<InstructionId>,
    changed: Changed,
    block: Option<BlockId>,
    next: Option<InstructionId>,
    location: Option<DebugLocationId>,
}

impl Drop for Editor<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

impl<'m> Editor<'m> {
    /// A session over the body of `function`. Takes time that grows with the body.
    ///
    /// # Errors
    ///
    /// The global is no function with a body, or the body is malformed: ids of nothing, a terminator in the middle of a
    /// block, a phi whose entries are not the edges into its block. [`verify`](crate::verify()) says more about it.
    pub fn new(module: &'m mut Module, function: GlobalId) -> Result<Self, EditError> {
        let error = EditError::NotDefined { global: function };
        let global = module.globals.get(function).ok_or_else(|| error.clone())?;
        let body = global.body().ok_or_else(|| error.clone())?;
        let function_type = global.value_type;
        let Some(Type::Function { parameters, .. }) = module.types.get(function_type) else {
            return Err(error);
        };
        let parameters = parameters.len().saturating_as::<u32>();
        let malformed = EditError::Malformed { what: "a block or an instruction is missing or occurs twice" };
        let order = Order::of(body).ok_or(malformed)?;
        let (values, blocks) = well_formed::body(module, body, &order, parameters)?;
        let body = module.globals.get_mut(function).and_then(Global::function_mut);
        let body = body.and_then(|function| function.body.take()).ok_or(error)?;
        let mut editor = Self {
            module,
            function,
            function_type,
            parameters,
            body,
            order,
            values,
            records: Records::default(),
            blocks,
            local_metadata: HashMap::new(),
            attached: Attached::default(),
            address_taken: IdSet::new(),
            void: None,
            names: None,
            other_uses: HashSet::new(),
            has_other_metadata: false,
            touched: IdSet::new(),
            erased: IdSet::new(),
            changed: Changed::Nothing,
            block: None,
            next: None,
            location: None,
        };
        for (index, value) in (0..).zip(&editor.body.local_metadata) {
            editor.local_metadata.entry(*value).or_default().push(index);
        }
        editor.records = Records::new(std::mem::take(&mut editor.body.debug_records));
        editor.attached = Attached::new(std::mem::take(&mut editor.body.attachments));
        editor.find_addresses();
        Ok(editor)
    }

    /// Ends the session. Says what it changed.
    pub fn finish(mut self) -> Changed {
        self.close();
        self.changed
    }

    /// What the session has changed so far.
    pub fn changed(&self) -> Changed {
        self.changed
    }

    /// The function.
    pub fn function(&self) -> GlobalId {
        self.function
    }

    /// The module, in which the function looks like a declaration.
    pub fn context(&self) -> &Module {
        self.module
    }

    /// The blocks in order.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.order.blocks()
    }

    /// The block where the function begins.
    pub fn entry(&self) -> Option<BlockId> {
        self.order.entry()
    }

    /// The instructions of a block in order.
    pub fn instructions(&self, block: BlockId) -> impl Iterator<Item = InstructionId> + '_ {
        self.order.instructions(block)
    }

    /// All instructions in order, as they are now: a list that changes do not touch.
    pub fn all_instructions(&self) -> Vec<InstructionId> {
        let mut all = Vec::with_capacity(self.body.instructions.len());
        for block in self.blocks() {
            self.instructions(block).for_each(|id| all.push(id));
        }
        all
    }

    /// An instruction; `None` for one that is in no block.
    #[inline]
    pub fn instruction(&self, id: InstructionId) -> Option<&Instruction> {
        self.block_of(id).and_then(|_| self.body.instructions.get(id))
    }

    /// What an instruction does.
    #[inline]
    pub fn op(&self, id: InstructionId) -> Option<&Op> {
        self.instruction(id).map(|instruction| &instruction.op)
    }

    /// The operands of an instruction, in the order in which [`Use`] numbers them.
    pub fn operands(&self, id: InstructionId) -> Vec<Value> {
        self.op(id).map_or(Vec::new(), |op| op.all_operands(&self.body.lists).collect())
    }

    /// The function that an instruction calls, and the arguments of the call, bundled ones among them; `None` where it
    /// calls no function by its name.
    #[inline]
    pub fn called(&self, id: InstructionId) -> Option<(GlobalId, &[Value])> {
        let Some(Op::Call { callee, arguments, .. }) = self.op(id) else { return None };
        let ValueKind::Global(function) = callee.kind() else { return None };
        Some((function, arguments.as_slice(&self.body.lists.values)))
    }

    /// The indices of an instruction that takes a member out of an aggregate or puts one into it.
    pub fn indices(&self, id: InstructionId) -> &[Index] {
        let Some(Op::ExtractValue(_, indices) | Op::InsertValue(_, indices)) = self.op(id) else {
            return &[];
        };
        indices.as_slice(&self.body.lists.indices)
    }

    /// The block of an instruction.
    #[inline]
    pub fn block_of(&self, id: InstructionId) -> Option<BlockId> {
        self.order.block_of(id)
    }

    /// The instruction behind another one in its block.
    pub fn next(&self, id: InstructionId) -> Option<InstructionId> {
        self.order.next(id)
    }

    /// The instruction before another one in its block.
    pub fn previous(&self, id: InstructionId) -> Option<InstructionId> {
        self.order.previous(id)
    }

    /// Whether the first of two instructions of one block comes before the other.
    pub fn is_before(&self, one: InstructionId, other: InstructionId) -> bool {
        let block = self.block_of(one);
        block.is_some() && block == self.block_of(other) && self.order.is_before(one, other)
    }

    /// The phis of a block.
    pub fn phis(&self, block: BlockId) -> impl Iterator<Item = InstructionId> + '_ {
        self.instructions(block).take_while(|id| matches!(self.op(*id), Some(Op::Phi(..))))
    }

    /// The terminator of a block; `None` for a block that is being built.
    pub fn terminator(&self, block: BlockId) -> Option<InstructionId> {
        self.order.last(block).filter(|id| self.op(*id).is_some_and(Op::is_terminator))
    }

    /// Where a block leads, once for each edge.
    pub fn successors(&self, block: BlockId) -> Vec<BlockId> {
        self.targets(block).collect()
    }

    /// Like [`successors`](Self::successors), but as an iterator.
    pub fn targets(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        let op = self.terminator(block).and_then(|id| self.op(id));
        let lists = op.map(|op| op.blocks(&self.body.lists));
        lists.into_iter().flat_map(|(first, others)| first.iter().chain(others).copied())
    }

    /// From which blocks one comes to a block, once for each edge.
    pub fn predecessors(&self, block: BlockId) -> Vec<BlockId> {
        let terminators =
            self.blocks.of(block).filter(|at| self.op(at.instruction).is_some_and(Op::is_terminator));
        terminators.filter_map(|at| self.block_of(at.instruction)).collect()
    }

    /// What a phi is, with the block one comes from, once for each edge.
    pub fn incoming(&self, phi: InstructionId) -> Vec<(BlockId, Value)> {
        let Some(Op::Phi(values, blocks)) = self.op(phi) else { return Vec::new() };
        let lists = &self.body.lists;
        blocks
            .as_slice(&lists.blocks)
            .iter()
            .copied()
            .zip(values.as_slice(&lists.values).iter().copied())
            .collect()
    }

    /// The operands that are a value, in the order in which they became it. Uses as metadata are
    /// [`metadata_uses`](Self::metadata_uses).
    pub fn uses(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        self.values.of(value)
    }

    /// The operands that are a value of the function as metadata.
    pub fn metadata_uses(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        let entries = self.local_metadata.get(&value).into_iter().flatten();
        entries.flat_map(|index| self.values.of(Value::new(ValueKind::LocalMetadata(*index))))
    }

    /// Whether an operand is this value; uses as metadata do not count.
    pub fn is_used(&self, value: Value) -> bool {
        self.values.count(value) > 0
    }

    /// The value that a function has as metadata under a number.
    pub fn local_value(&self, metadata: Value) -> Option<Value> {
        let ValueKind::LocalMetadata(index) = metadata.kind() else { return None };
        let value = *self.body.local_metadata.get(usize::try_from(index).ok()?)?;
        Some(value).filter(|value| !matches!(value.kind(), ValueKind::Forward(_)))
    }

    /// The name of an argument, an instruction or a block.
    pub fn name_of(&self, local: impl Into<Local>) -> Option<&BStr> {
        self.body.name(local.into())
    }

    /// Returns true if an argument, an instruction or a block has the name.
    pub fn has_name(&mut self, name: &BStr) -> bool {
        let body = &self.body;
        self.names.get_or_insert_with(|| body.names.values().cloned().collect()).contains(name)
    }

    /// Takes note of a change.
    fn note(&mut self, changed: Changed) {
        self.changed = self.changed.max(changed);
    }

    /// Takes note that a block has other instructions.
    fn touch(&mut self, block: BlockId) {
        self.touched.insert(block);
        self.note(Changed::Values);
    }

    fn placed(&self, id: InstructionId) -> Result<BlockId, EditError> {
        self.block_of(id).ok_or(EditError::NoSuchInstruction { instruction: id })
    }

    fn known(&self, block: BlockId) -> Result<(), EditError> {
        if self.order.has_block(block) { Ok(()) } else { Err(EditError::NoSuchBlock { block }) }
    }

    /// Whether a value is there for an operand to be it.
    fn exists(&self, value: Value) -> bool {
        well_formed::exists(self.module, &self.body, &self.order, self.parameters, value)
    }

    /// Brings the lists of uses in step with the operands of an instruction.
    fn relink(&mut self, id: InstructionId) {
        let Some(instruction) = self.body.instructions.get(id) else { return };
        self.values.set(id, instruction.op.all_operands(&self.body.lists));
        let (first, others) = instruction.op.blocks(&self.body.lists);
        self.blocks.set(id, first.iter().chain(others).copied());
    }

    /// Adds an instruction before `next`, or at the end of a block.
    fn place(
        &mut self,
        instruction: Instruction,
        block: BlockId,
        next: Option<InstructionId>,
    ) -> InstructionId {
        let id = self.body.instructions.next_id();
        if next.is_none() {
            self.records.enter(id, block);
        }
        self.order.insert(id, block, next);
        let lists = &self.body.lists;
        self.values.first(id, instruction.op.operand_lists(lists));
        if instruction.op.is_terminator() || matches!(instruction.op, Op::Phi(..)) {
            let (first, others) = instruction.op.blocks(lists);
            self.blocks.first(id, [first, others, &[]]);
        }
        self.body.instructions.push(instruction);
        self.touch(block);
        id
    }

    /// Takes an instruction out, whatever still uses it. Its place in the arena refers to nothing.
    fn discard(&mut self, id: InstructionId) {
        let Some(block) = self.block_of(id) else { return };
        if self.next == Some(id) {
            self.next = self.order.next(id);
        }
        self.drop_metadata_uses(id.into());
        self.records.leave(id, block, self.order.next(id));
        self.salvage(id);
        if let Some(instruction) = self.body.instructions.get(id) {
            self.records.forget(id.into(), instruction.ty);
        }
        self.values.remove(id);
        self.blocks.remove(id);
        self.order.remove(id);
        self.touch(block);
        self.erased.insert(id);
        self.forget_name(Value::from(id).into());
        if !self.body.bundles.is_empty() {
            self.body.bundles.remove(&id);
        }
        let void = *self.void.get_or_insert_with(|| self.module.types.void());
        if let Some(instruction) = self.body.instructions.get_mut(id) {
            *instruction = Instruction::new(Op::Unreachable, void);
        }
    }

    fn forget_name(&mut self, local: Local) {
        if !self.body.names.is_empty()
            && let Some(name) = self.body.names.remove(&local)
            && let Some(names) = &mut self.names
        {
            names.remove(&name);
        }
    }

    /// Gives something a name that nothing else in the function has: this one, or this one with a number.
    fn set_unique_name(&mut self, local: Local, wanted: &BStr) {
        let body = &self.body;
        let names = self.names.get_or_insert_with(|| body.names.values().cloned().collect());
        if wanted.is_empty() {
            return;
        }
        let mut name = wanted.to_owned();
        let mut number = names.len();
        while names.contains(&name) {
            name = wanted.to_owned();
            name.extend_from_slice(format!(".{number}").as_bytes());
            number += 1;
        }
        names.insert(name.clone());
        self.body.names.insert(local, name);
        self.note(Changed::Values);
    }

    /// Finds the blocks whose addresses are constants.
    fn find_addresses(&mut self) {
        let function = Value::from(self.function);
        for (_, block) in self.module.constants.block_addresses().filter(|(of, _)| *of == function) {
            self.address_taken.insert(block);
        }
    }

    /// Writes the arrays of what was changed, and gives the body back.
    fn close(&mut self) {
        let Some(function) = self.module.globals.get(self.function).and_then(Global::function) else {
            return;
        };
        if function.body.is_some() {
            return;
        }
        self.body.debug_records = std::mem::take(&mut self.records).into_body();
        self.body.attachments = std::mem::take(&mut self.attached).into_body(&self.order);
        if self.changed > Changed::Nothing {
            self.write_back();
            self.forget_encoding();
            if cfg!(debug_assertions) && !std::thread::panicking() {
                let checked = self.check().and_then(|()| self.check_arrays());
                debug_assert_eq!(checked, Ok(()), "the lists of a session are wrong");
            }
            self.number_local_metadata();
        }
        let body = std::mem::take(&mut self.body);
        if let Some(function) = self.module.globals.get_mut(self.function).and_then(Global::function_mut) {
            function.body = Some(body);
        }
    }

    fn write_back(&mut self) {
        self.body.layout = self.order.blocks().collect();
        for block in self.body.blocks.keys() {
            if !self.touched.contains(block) {
                continue;
            }
            let ids: Vec<_> = if self.order.has_block(block) {
                self.order.instructions(block).collect()
            } else {
                Vec::new()
            };
            let pool = &mut self.body.lists.instructions;
            let Some(data) = self.body.blocks.get_mut(block) else { continue };
            match data.instructions.as_mut_slice(pool) {
                array if array.len() == ids.len() => array.copy_from_slice(&ids),
                _ => data.instructions = pool.list_of(&ids),
            }
        }
        if !self.erased.is_empty() {
            let order = &self.order;
            self.body.attachments.retain(|(id, ..)| order.block_of(*id).is_some());
        }
    }

    /// Numbers the values that are used as metadata as the writer does. The lists of the session are wrong from here
    /// on.
    fn number_local_metadata(&mut self) {
        if self.body.number_local_metadata()
            && let Some(encoding) = &mut self.module.encoding
            && let Some(stored) = encoding.functions.get_mut(self.function)
        {
            stored.local_metadata.clear();
        }
    }

    /// Forgets the orders of uses of what is used otherwise now, and where instructions came or went or changed their
    /// places those that the function was stored in.
    fn forget_encoding(&mut self) {
        let is_same = self.touched.is_empty() && self.changed.keeps_control_flow();
        let Some(encoding) = &mut self.module.encoding else { return };
        let other_uses = &self.other_uses;
        let stays = |list: &UseList| match list.of {
            Local::Value(value) => is_same && !other_uses.contains(&value),
            Local::Block(_) => is_same,
        };
        encoding.use_lists.retain(stays);
        if encoding.functions.get(self.function).is_none() {
            return;
        }
        let stored = &mut encoding.functions[self.function];
        stored.use_lists.retain(stays);
        if !is_same {
            stored.constants.clear();
        }
        if !is_same || self.has_other_metadata {
            stored.local_metadata.clear();
        }
    }
}
