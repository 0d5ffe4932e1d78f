//! The numbers of what has no name: structures, globals, nodes of metadata, groups of attributes; in a function
//! arguments, blocks and instructions.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::borrow::Cow;

use az::SaturatingAs as _;
use dxil_ir::arena::{IdMap, IdSet};
use dxil_ir::attributes::Slot;
use dxil_ir::function::{DebugLocation, DebugLocationId, Local};
use dxil_ir::globals::GlobalKind;
use dxil_ir::metadata::{Metadata, NODES, NodeRow};
use dxil_ir::{
    AttributeGroupId, AttributeListId, BlockId, Body, Dialect, Global, GlobalId, Instruction, InstructionId,
    MetadataId, Module, Op, Type, TypeId, Value, ValueKind,
};
use hashbrown::HashMap;

use super::structure_finder::Finder;

/// Numbers plus one; 0 for what has none.
type Numbers<K> = IdMap<K, u32>;

/// The numbers of a module and of the function at hand.
pub(super) struct Slots<'m> {
    module: &'m Module,
    /// Structures without names, by number.
    pub(super) unnamed: Vec<TypeId>,
    /// Those with names, in order.
    pub(super) named: Vec<TypeId>,
    structures: HashMap<TypeId, u32>,
    globals: HashMap<GlobalId, u32>,
    /// Nodes by number.
    pub(super) nodes: Vec<Node>,
    metadata: Numbers<MetadataId>,
    /// The row of nodes that stand wherever they are referred to, without numbers.
    pub(super) inline_row: Option<u8>,
    locations: HashMap<DebugLocation, u32>,
    /// Nodes that are places in the source, by what they say.
    location_nodes: HashMap<DebugLocation, MetadataId>,
    /// Groups of attributes by number.
    pub(super) groups: Vec<AttributeGroupId>,
    group_numbers: Numbers<AttributeGroupId>,
    function: Function,
    /// The numbers of blocks of functions of which constants have the addresses of blocks.
    blocks: HashMap<GlobalId, Numbers<BlockId>>,
}

/// What stands among the numbered nodes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node {
    /// A piece of metadata.
    Metadata(MetadataId),
    /// A place in the source that only instructions refer to.
    Location(DebugLocation),
}

/// The numbers of a function.
#[derive(Default)]
struct Function {
    arguments: Vec<u32>,
    blocks: Numbers<BlockId>,
    instructions: Numbers<InstructionId>,
    locations: Numbers<DebugLocationId>,
}

/// The instructions and blocks that have a name: few do, and every one is asked for.
#[derive(Default)]
struct Named {
    instructions: IdSet<InstructionId>,
    blocks: IdSet<BlockId>,
}

impl Named {
    fn of(body: &Body) -> Self {
        let mut named = Self::default();
        for local in body.names.keys() {
            match *local {
                Local::Block(id) if body.blocks.has(id) => _ = named.blocks.insert(id),
                Local::Block(_) => {}
                Local::Value(value) => {
                    if let ValueKind::Instruction(id) = value.kind()
                        && body.instructions.has(id)
                    {
                        named.instructions.insert(id);
                    }
                }
            }
        }
        named
    }
}

impl<'m> Slots<'m> {
    pub(super) fn of(module: &'m Module) -> Self {
        Self::with_types(module, |_| true)
    }

    /// The same of a module whose bodies have none but some types; other types may consist of those.
    pub(super) fn with_types(module: &'m Module, in_bodies: impl Fn(TypeId) -> bool) -> Self {
        let is_unnamed =
            |id: &TypeId| module.types.named(*id).is_some_and(|structure| structure.name.is_empty());
        let (unnamed, named): (Vec<_>, Vec<_>) =
            Finder::find(module, in_bodies).into_iter().partition(is_unnamed);
        let mut slots = Self {
            module,
            structures: unnamed.iter().copied().zip(0..).collect(),
            unnamed,
            named,
            globals: HashMap::new(),
            nodes: Vec::new(),
            metadata: Numbers::new(),
            inline_row: inline_row(module.dialect),
            locations: HashMap::new(),
            location_nodes: location_nodes(module),
            groups: Vec::new(),
            group_numbers: Numbers::new(),
            function: Function::default(),
            blocks: HashMap::new(),
        };
        slots.number_module();
        slots
    }

    pub(super) fn structure(&self, id: TypeId) -> Option<u32> {
        self.structures.get(&id).copied()
    }

    pub(super) fn global(&self, id: GlobalId) -> Option<u32> {
        self.globals.get(&id).copied()
    }

    pub(super) fn node(&self, id: MetadataId) -> Option<u32> {
        self.metadata.get(id)?.checked_sub(1)
    }

    /// The number of a place in the source of the function.
    pub(super) fn location(&self, id: DebugLocationId) -> Option<u32> {
        self.function.locations.get(id)?.checked_sub(1)
    }

    pub(super) fn argument(&self, index: u32) -> Option<u32> {
        self.function.arguments.get(usize::try_from(index).ok()?)?.checked_sub(1)
    }

    #[inline]
    pub(super) fn instruction(&self, id: InstructionId) -> Option<u32> {
        self.function.instructions.get(id)?.checked_sub(1)
    }

    pub(super) fn block(&self, id: BlockId) -> Option<u32> {
        self.function.blocks.get(id)?.checked_sub(1)
    }

    /// The number of a block without a name of any function, for the address of the block.
    pub(super) fn block_of(
        &mut self,
        function: GlobalId,
        global: &Global,
        body: &Body,
        block: BlockId,
    ) -> Option<u32> {
        if !self.blocks.contains_key(&function) {
            let known = std::mem::take(&mut self.function);
            self.number_body(global, body, |_, _, _| ());
            let blocks = std::mem::replace(&mut self.function, known).blocks;
            self.blocks.insert(function, blocks);
        }
        self.blocks.get(&function)?.get(block)?.checked_sub(1)
    }

    /// The number of a group of attributes.
    pub(super) fn group(&self, group: AttributeGroupId) -> Option<u32> {
        self.group_numbers.get(group)?.checked_sub(1)
    }

    fn number_module(&mut self) {
        let module = self.module;
        let mut next = 0;
        for global in module.globals.values().filter(|global| global.variable().is_some()) {
            self.number_attached(&global.metadata);
        }
        let kinds: [fn(&GlobalKind) -> bool; 2] =
            [|kind| matches!(kind, GlobalKind::Variable(_)), |kind| matches!(kind, GlobalKind::Alias(_))];
        for is in kinds {
            for (id, _) in
                module.globals.iter().filter(|(_, global)| is(&global.kind) && global.name.is_empty())
            {
                self.globals.insert(id, next);
                next += 1;
            }
        }
        for named in &module.named_metadata {
            named.operands.iter().for_each(|node| self.number_node(*node));
        }
        for (id, global) in module.globals.iter() {
            let Some(function) = global.function() else { continue };
            if global.name.is_empty() {
                self.globals.insert(id, next);
                next += 1;
            }
            self.number_group(function.attributes);
        }
    }

    fn number_attached(&mut self, attached: &[(u32, MetadataId)]) {
        let attached = in_order(self.module.dialect, attached);
        attached.iter().for_each(|(_, node)| self.number_node(*node));
    }

    /// Numbers the nodes of a function that is only declared.
    pub(super) fn declare(&mut self, global: &Global) {
        self.number_attached(&global.metadata);
    }

    fn number_group(&mut self, list: Option<AttributeListId>) {
        for group in list.into_iter().flat_map(|list| function_groups(self.module, list)) {
            if self.group_numbers[group] == 0 {
                self.groups.push(group);
                self.group_numbers[group] = self.groups.len().saturating_as::<u32>();
            }
        }
    }

    /// Numbers what stands in a function, and the nodes that only it refers to.
    pub(super) fn enter(&mut self, global: &Global, body: &Body) {
        self.number_attached(&body.metadata);
        let attachments = body.attachments_by_instruction();
        self.number_body(global, body, |slots, id, instruction| {
            slots.number_nodes_of(body, id, instruction);
            if attachments.has(id) {
                let mut attached = attachments.of(id);
                attached.sort_by_key(|(kind, _)| *kind);
                attached.into_iter().for_each(|(_, node)| slots.number_node(node));
            }
        });
    }

    /// Numbers what stands in a function; `visit` is called with each of its instructions in order.
    fn number_body(
        &mut self,
        global: &Global,
        body: &Body,
        mut visit: impl FnMut(&mut Self, InstructionId, &Instruction),
    ) {
        let module = self.module;
        let Named { instructions, blocks } = Named::of(body);
        self.function.arguments.clear();
        self.function.blocks.clear();
        self.function.locations.clear();
        self.function.instructions.clear();
        self.function.instructions.resize(body.instructions.len());
        let mut next = 0;
        let mut number = |has_name: bool| match has_name {
            true => 0,
            false => {
                next += 1;
                next
            }
        };
        if let Some(Type::Function { parameters, .. }) = module.types.get(global.value_type) {
            let arguments =
                (0..).zip(parameters.iter()).map(|(index, _)| Value::new(ValueKind::Argument(index)));
            let names = arguments.map(|argument| body.name(Local::Value(argument)));
            self.function.arguments.extend(names.map(|name| number(name.is_some())));
        }
        let void = module.types.find(&Type::Void);
        for block in &body.layout {
            self.function.blocks[*block] = number(blocks.contains(*block));
            for id in body.instructions_of(*block) {
                let Some(instruction) = body.instructions.get(*id) else { continue };
                if Some(instruction.ty) != void {
                    self.function.instructions[*id] = number(instructions.contains(*id));
                }
                visit(self, *id, instruction);
            }
        }
    }

    /// Numbers the nodes and the groups of attributes that an instruction refers to.
    fn number_nodes_of(&mut self, body: &Body, id: InstructionId, instruction: &Instruction) {
        if !body.debug_records.is_empty() {
            for record in body.debug_records.before(id) {
                record.metadata().for_each(|node| self.number_node(node));
                self.number_location(body, record.location);
            }
        }
        if let Op::Call { arguments, attributes, .. } = &instruction.op {
            for argument in arguments.as_slice(&body.lists.values) {
                if let ValueKind::Metadata(id) = argument.kind() {
                    self.number_node(id);
                }
            }
            self.number_group(attributes.expand());
        }
        if let Some(location) = instruction.location.expand() {
            self.number_location(body, location);
        }
    }

    fn number_location(&mut self, body: &Body, id: DebugLocationId) {
        if self.function.locations[id] != 0 {
            return;
        }
        let Some(location) = body.location(id) else { return };
        let number = match self.location_nodes.get(location).copied() {
            Some(node) => {
                self.number_node(node);
                self.node(node)
            }
            None => Some(self.number_new_location(*location)),
        };
        self.function.locations[id] = number.map_or(0, |number| number.saturating_add(1));
    }

    /// The number of a place in the source that is no node of the module.
    fn number_new_location(&mut self, location: DebugLocation) -> u32 {
        let number = self.nodes.len().saturating_as::<u32>();
        let known = *self.locations.entry(location).or_insert(number);
        if known != number {
            return known;
        }
        self.nodes.push(Node::Location(location));
        for node in [location.scope, location.inlined_at] {
            node.expand().into_iter().for_each(|node| self.number_node(node));
        }
        number
    }

    /// Whether metadata is a node with a number.
    fn has_number(&self, metadata: Option<Metadata>) -> bool {
        match metadata {
            Some(Metadata::Tuple { .. }) => true,
            Some(Metadata::Node { row, .. }) => self.inline_row != Some(row),
            Some(Metadata::String(_) | Metadata::Value(..)) | None => false,
        }
    }

    /// Numbers a node, then the nodes that it refers to.
    fn number_node(&mut self, id: MetadataId) {
        let metadata = &self.module.metadata;
        let mut waiting = Vec::new();
        let mut next = Some(id);
        loop {
            if let Some(id) = next.take()
                && self.metadata[id] == 0
                && self.has_number(metadata.get(id))
            {
                self.nodes.push(Node::Metadata(id));
                self.metadata[id] = self.nodes.len().saturating_as::<u32>();
                waiting.push((id, 0));
            }
            let Some((id, operand)) = waiting.last_mut() else { return };
            match metadata.operand(*id, *operand) {
                Some(referred) => {
                    *operand += 1;
                    next = referred;
                }
                None => {
                    waiting.pop();
                }
            }
        }
    }
}

/// The attributes of the function itself among those of a list: one group, unless the module is damaged.
pub(super) fn function_groups(
    module: &Module,
    list: AttributeListId,
) -> impl Iterator<Item = AttributeGroupId> {
    let groups = module.attributes.list(list).unwrap_or_default().iter().copied();
    groups.filter(|id| module.attributes.group(*id).is_some_and(|group| group.slot == Slot::Function))
}

/// What is attached to a global, in the order in which it is printed: modern LLVM sorts it by kind.
pub(super) fn in_order(dialect: Dialect, attached: &[(u32, MetadataId)]) -> Cow<'_, [(u32, MetadataId)]> {
    match dialect {
        Dialect::Modern if !attached.is_sorted_by_key(|(kind, _)| *kind) => {
            let mut sorted = attached.to_vec();
            sorted.sort_by_key(|(kind, _)| *kind);
            sorted.into()
        }
        Dialect::Dxil37 | Dialect::Modern => attached.into(),
    }
}

/// The row of nodes that stand wherever they are referred to: modern LLVM prints expressions so.
fn inline_row(dialect: Dialect) -> Option<u8> {
    match dialect {
        Dialect::Dxil37 => None,
        Dialect::Modern => NodeRow::named(dialect, b"DIExpression").map(|(row, _)| row),
    }
}

/// The nodes that are places in the source, by what they say: what instructions say of their places is those.
fn location_nodes(module: &Module) -> HashMap<DebugLocation, MetadataId> {
    let location = |metadata: Metadata| {
        let Metadata::Node { row, is_distinct: false, fields } = metadata else { return None };
        let is_location = NODES.get(usize::from(row)).is_some_and(|row| row.name == "DILocation");
        if is_location { DebugLocation::of_fields(module.metadata.numbers(fields)) } else { None }
    };
    module.metadata.iter().filter_map(|(id, metadata)| Some((location(metadata)?, id))).collect()
}
