//! What a function consists of: blocks in an order, instructions in each.

use crate::arena::PackedOption;
use crate::arena::{Arena, IdSet, id};
use crate::list::List;
use bstr::{BStr, BString};
use hashbrown::HashMap;

use super::debug_records::DebugRecords;
use super::instruction::{Lists, OperandBundle};
use super::interner::Interner;
use super::metadata::{NodeRow, node_of, number_of};
use super::{BlockId, Dialect, Instruction, InstructionId, MetadataId, Op, Value, ValueKind};

id! {
    /// A place in the source.
    pub struct DebugLocationId, "location"
}

/// A place in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DebugLocation {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What it lies in.
    pub scope: PackedOption<MetadataId>,
    /// Where that was inlined.
    pub inlined_at: PackedOption<MetadataId>,
    /// Whether the compiler made the code, not the source. Modern.
    pub is_implicit: bool,
    /// Which instructions of its function and the same `inlined_at` belong together for stepping; 0 for none. Modern.
    pub atom_group: u64,
    /// How much it counts among those, 1 the most; 0 for nothing. Modern.
    pub atom_rank: u8,
}

impl DebugLocation {
    /// A place that was not inlined.
    pub fn new(line: u32, column: u32, scope: MetadataId) -> Self {
        Self { line, column, scope: scope.into(), ..Self::default() }
    }

    /// The node that it would be: the row, its place in [`NODES`](crate::metadata::NODES), and the fields.
    pub fn node(&self, dialect: Dialect) -> Option<(u8, &'static NodeRow, Vec<u64>)> {
        let (place, row) = NodeRow::named(dialect, NODE)?;
        let mut fields = vec![
            u64::from(self.line),
            u64::from(self.column),
            number_of(self.scope.expand()).saturating_sub(1),
            number_of(self.inlined_at.expand()),
        ];
        match dialect {
            Dialect::Dxil37 => {}
            Dialect::Modern => {
                fields.extend([u64::from(self.is_implicit), self.atom_group, u64::from(self.atom_rank)]);
            }
        }
        Some((place, row, fields))
    }

    /// The place that a node's fields say; `None` where they are not those of one.
    pub fn of_fields(fields: &[u64]) -> Option<Self> {
        let (first, rest) = fields.split_first_chunk::<4>()?;
        let [line, column, scope, inlined_at] = *first;
        let (is_implicit, atom_group, atom_rank) = match *rest {
            [] => (0, 0, 0),
            [is_implicit, group, rank] => (is_implicit, group, rank),
            _ => return None,
        };
        Some(Self {
            line: u32::try_from(line).ok()?,
            column: u32::try_from(column).ok()?,
            scope: node_of(scope.checked_add(1)?).into(),
            inlined_at: node_of(inlined_at).into(),
            is_implicit: is_implicit != 0,
            atom_group,
            atom_rank: u8::try_from(atom_rank).ok()?,
        })
    }
}

/// The kind of node that places in the source are.
pub(crate) const NODE: &[u8] = b"DILocation";

/// A block.
#[derive(Debug, Clone, Default)]
pub struct Block {
    /// Its instructions in order, the last one a terminator: [`Body::instructions_of`].
    pub instructions: List<InstructionId>,
}

/// What may have a name in a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Local {
    /// An argument or the result of an instruction.
    Value(Value),
    /// A block.
    Block(BlockId),
}

impl From<Value> for Local {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl From<BlockId> for Local {
    fn from(block: BlockId) -> Self {
        Self::Block(block)
    }
}

/// The metadata of a body's instructions, by instruction.
#[derive(Debug, Clone, Default)]
pub struct Attachments {
    /// The instructions that have any.
    with: IdSet<InstructionId>,
    /// Sorted by instruction; those of one in the order in which they were attached.
    all: Vec<(InstructionId, u32, MetadataId)>,
}

impl Attachments {
    /// True where an instruction has any.
    #[inline]
    pub fn has(&self, id: InstructionId) -> bool {
        self.with.contains(id)
    }

    /// What an instruction has: kind and node, in the order in which they were attached.
    #[inline]
    pub fn of(&self, id: InstructionId) -> Vec<(u32, MetadataId)> {
        // Most instructions have none, in most bodies not one.
        if self.has(id) { self.listed(id) } else { Vec::new() }
    }

    fn listed(&self, id: InstructionId) -> Vec<(u32, MetadataId)> {
        let first = self.all.partition_point(|(other, ..)| *other < id);
        let rest = self.all.get(first..).unwrap_or_default();
        rest.iter().take_while(|(other, ..)| *other == id).map(|(_, kind, node)| (*kind, *node)).collect()
    }
}

/// What a function consists of.
#[derive(Debug, Clone, Default)]
pub struct Body {
    /// Its blocks, in no order.
    pub blocks: Arena<BlockId, Block>,
    /// Its blocks in order, the first one where it begins.
    pub layout: Vec<BlockId>,
    /// Its instructions, in no order.
    pub instructions: Arena<InstructionId, Instruction>,
    /// The bundles of operands that calls have; modern only.
    pub bundles: HashMap<InstructionId, Vec<OperandBundle>>,
    /// The lists that they refer to.
    pub lists: Lists,
    /// Values of this function that are used as metadata.
    pub local_metadata: Vec<Value>,
    /// Metadata of the function: kind and node.
    pub metadata: Vec<(u32, MetadataId)>,
    /// Metadata of instructions: kind and node, in the order in which they were attached.
    pub attachments: Vec<(InstructionId, u32, MetadataId)>,
    /// What is said of variables of the source before instructions. Modern.
    pub debug_records: DebugRecords,
    /// Names.
    pub names: HashMap<Local, BString>,
    locations: Interner<DebugLocationId, DebugLocation>,
}

/// Memory for the instructions of one body after the other.
#[derive(Debug, Default)]
pub struct BodyRoom {
    instructions: Arena<InstructionId, Instruction>,
    lists: Lists,
}

/// The most instructions of a body that leaves its room. A larger one stays: to copy it would touch more memory than it
/// has to spare.
const MOVED_INSTRUCTIONS: usize = 1 << 12;

impl Body {
    /// An empty body whose instructions go to this memory.
    pub fn in_room(room: BodyRoom) -> Self {
        Self { instructions: room.instructions, lists: room.lists, ..Self::default() }
    }

    /// Moves the instructions into memory of just their size, and gives what they were in for the next body; `None`
    /// where there are so many that they stay.
    pub fn leave_room(&mut self) -> Option<BodyRoom> {
        if self.instructions.len() > MOVED_INSTRUCTIONS {
            return None;
        }
        let (instructions, lists) = (self.instructions.take_all(), self.lists.take_all());
        Some(BodyRoom {
            instructions: std::mem::replace(&mut self.instructions, instructions),
            lists: std::mem::replace(&mut self.lists, lists),
        })
    }

    /// The id of a place in the source, which is added if it is new.
    pub fn intern_location(&mut self, location: DebugLocation) -> DebugLocationId {
        self.locations.intern(location)
    }

    /// A place in the source.
    #[inline]
    pub fn location(&self, id: DebugLocationId) -> Option<&DebugLocation> {
        self.locations.get(id)
    }

    /// Calls `visit` with each place in the source. Those that were not equal must not become so.
    pub(crate) fn each_location_mut(&mut self, visit: impl FnMut(&mut DebugLocation)) {
        self.locations.change(visit);
    }

    /// Adds a block behind the last one.
    pub fn add_block(&mut self) -> BlockId {
        let block = self.blocks.push(Block::default());
        self.layout.push(block);
        block
    }

    /// Adds an instruction behind the last one of `block`.
    pub fn add_instruction(&mut self, block: BlockId, instruction: Instruction) -> InstructionId {
        let id = self.instructions.push(instruction);
        if let Some(block) = self.blocks.get_mut(block) {
            self.lists.instructions.push(&mut block.instructions, id);
        }
        if !self.debug_records.is_empty() {
            let records = self.debug_records.take_at_end(block);
            self.debug_records.add(id, records);
        }
        id
    }

    /// The arguments of a call, and the operands of its bundles, of all that it has behind what is called.
    pub fn split_bundles<'v>(
        &self,
        call: InstructionId,
        operands: &'v [Value],
    ) -> (&'v [Value], &'v [Value]) {
        // Few modules have any.
        if self.bundles.is_empty() {
            return (operands, &[]);
        }
        let bundles = self.bundles.get(&call).map_or(&[][..], Vec::as_slice);
        let bundled = bundles.iter().fold(0_u32, |count, bundle| count.saturating_add(bundle.operands));
        let arguments = usize::try_from(bundled).ok().and_then(|bundled| operands.len().checked_sub(bundled));
        arguments.and_then(|arguments| operands.split_at_checked(arguments)).unwrap_or((operands, &[]))
    }

    /// The instructions of a block, in order.
    #[inline]
    pub fn instructions_of(&self, block: BlockId) -> &[InstructionId] {
        let block = self.blocks.get(block);
        block.map_or(&[], |block| block.instructions.as_slice(&self.lists.instructions))
    }

    /// All instructions in order, with their blocks.
    pub fn in_order(&self) -> impl Iterator<Item = (BlockId, InstructionId, &Instruction)> {
        self.layout.iter().flat_map(move |block| {
            let instructions = self.instructions_of(*block).iter();
            instructions.filter_map(move |inst| Some((*block, *inst, self.instructions.get(*inst)?)))
        })
    }

    /// Calls `visit` with each instruction in order. As loops, which are faster than [`in_order`](Self::in_order): for
    /// those that look at all code.
    #[inline]
    pub fn each_instruction<'b>(&'b self, mut visit: impl FnMut(InstructionId, &'b Instruction)) {
        for block in &self.layout {
            for id in self.instructions_of(*block) {
                if let Some(instruction) = self.instructions.get(*id) {
                    visit(*id, instruction);
                }
            }
        }
    }

    /// The metadata of instructions, by instruction: kind and node.
    pub fn attachments_by_instruction(&self) -> Attachments {
        let mut all = self.attachments.clone();
        all.sort_by_key(|(id, ..)| *id);
        let mut with = IdSet::new();
        for (id, ..) in &all {
            with.insert(*id);
        }
        Attachments { with, all }
    }

    /// The name of an argument, an instruction or a block.
    pub fn name(&self, local: Local) -> Option<&BStr> {
        self.names.get(&local).map(|name| name.as_ref())
    }

    /// Calls `visit` with each operand, and with each value that is used as metadata.
    pub fn each_value_mut(&mut self, visit: &mut impl FnMut(&mut Value)) {
        for instruction in self.instructions.values_mut() {
            instruction.op.map_operands(&mut self.lists, |mut value| {
                visit(&mut value);
                value
            });
        }
        self.local_metadata.iter_mut().for_each(&mut *visit);
        self.debug_records.each_value_mut(visit);
    }

    /// Numbers the values that are used as metadata by their first uses, each value once, and drops unused ones: LLVM's
    /// order, in which reading assembly numbers them too. Returns true if a number changed.
    pub fn number_local_metadata(&mut self) -> bool {
        if self.local_metadata.is_empty() {
            return false;
        }
        let mut numbers = HashMap::<Value, u32>::new();
        let mut order = Vec::new();
        let mut is_other = false;
        for (_, _, instruction) in self.in_order() {
            instruction.op.each_operand(&self.lists, |operand| {
                let ValueKind::LocalMetadata(old) = operand.kind() else { return };
                let Some(value) = local(&self.local_metadata, old) else { return };
                let next = u32::try_from(order.len()).unwrap_or(Value::MAX);
                let new = *numbers.entry(value).or_insert_with(|| {
                    order.push(value);
                    next
                });
                is_other |= new != old;
            });
        }
        if !is_other && order.len() == self.local_metadata.len() {
            return false;
        }
        let old = std::mem::replace(&mut self.local_metadata, order);
        for instruction in self.instructions.values_mut() {
            instruction.op.map_operands(&mut self.lists, |operand| {
                let ValueKind::LocalMetadata(index) = operand.kind() else { return operand };
                let new = local(&old, index).and_then(|value| numbers.get(&value));
                new.map_or(operand, |new| Value::new(ValueKind::LocalMetadata(*new)))
            });
        }
        true
    }

    /// Puts instructions that are in no block yet before others, in the order given.
    pub(crate) fn put_before(&mut self, mut before: HashMap<InstructionId, Vec<InstructionId>>) {
        let pool = &mut self.lists.instructions;
        for block in self.blocks.values_mut() {
            let mut new = Vec::new();
            for id in block.instructions.as_slice(pool) {
                new.extend(before.remove(id).into_iter().flatten());
                new.push(*id);
            }
            if new.len() != block.instructions.len(pool) {
                block.instructions = pool.list_of(&new);
            }
        }
    }

    /// Takes instructions out of their blocks, with names and metadata, in a body that need not be well-formed; what
    /// is, an [`Editor`](crate::edit::Editor) changes. What they give must not be used any more; debug records that say
    /// something of it say then that it is no more, and those before an instruction go to the next one. Their places in
    /// the arena refer to nothing.
    pub fn erase(&mut self, erased: impl Fn(InstructionId) -> bool) {
        if !self.debug_records.is_empty() {
            self.erase_from_records(&erased);
        }
        for block in self.blocks.values_mut() {
            let pool = &mut self.lists.instructions;
            if !block.instructions.as_slice(pool).iter().any(|id| erased(*id)) {
                continue;
            }
            let kept: Vec<_> =
                block.instructions.as_slice(pool).iter().copied().filter(|id| !erased(*id)).collect();
            block.instructions = pool.list(kept);
        }
        for (id, instruction) in self.instructions.iter_mut() {
            if erased(id) {
                *instruction = Instruction::new(Op::Unreachable, instruction.ty);
            }
        }
        self.bundles.retain(|id, _| !erased(*id));
        self.attachments.retain(|(id, ..)| !erased(*id));
        self.names.retain(|local, _| match local {
            Local::Value(value) => !matches!(value.kind(), super::ValueKind::Instruction(id) if erased(id)),
            Local::Block(_) => true,
        });
    }

    fn erase_from_records(&mut self, erased: &impl Fn(InstructionId) -> bool) {
        for block in &self.layout {
            let mut waiting = Vec::new();
            let ids = self
                .blocks
                .get(*block)
                .map_or(&[][..], |block| block.instructions.as_slice(&self.lists.instructions));
            for id in ids {
                if erased(*id) {
                    waiting.extend(self.debug_records.take(*id));
                } else if !waiting.is_empty() {
                    self.debug_records.prepend(*id, std::mem::take(&mut waiting));
                }
            }
            waiting.extend(self.debug_records.take_at_end(*block));
            self.debug_records.add_at_end(*block, waiting);
        }
        let instructions = &self.instructions;
        self.debug_records.forget(|value| {
            let super::ValueKind::Instruction(id) = value.kind() else { return None };
            instructions.get(id).filter(|_| erased(id)).map(|gone| gone.ty)
        });
    }
}

/// The value that has this number among those that are used as metadata.
fn local(values: &[Value], index: u32) -> Option<Value> {
    values.get(usize::try_from(index).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attachments_are_those_of_the_instruction_in_the_order_of_attaching() {
        let [first, second, third] = [0, 1, 2].map(InstructionId::from_u32);
        let node = MetadataId::from_u32;
        let attachments = vec![(third, 4, node(0)), (first, 9, node(1)), (third, 2, node(2))];
        let attachments = Body { attachments, ..Body::default() }.attachments_by_instruction();
        assert_eq!(attachments.of(first), [(9, node(1))]);
        assert_eq!(attachments.of(second), []);
        assert_eq!(attachments.of(third), [(4, node(0)), (2, node(2))]);
        assert!(attachments.has(first) && !attachments.has(second) && attachments.has(third));
    }
}
