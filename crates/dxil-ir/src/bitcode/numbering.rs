//! Which number everything has in bitcode: from the orders in which the module was stored, where it remembers them.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::collections::HashMap;

use az::SaturatingAs as _;

use crate::arena::IdMap;
use crate::arena::PackedOption;

use crate::bitcode::abbreviations::bits_below;
use crate::bitcode::canonical::Completion;
use crate::encoding::{Encoding, Known};
use crate::globals::GlobalKind;
use crate::metadata::Metadata;
use crate::{
    AttributeGroupId, AttributeListId, BlockId, ConstantId, GlobalId, InstructionId, MetadataId, Module,
    TypeId, Value, ValueKind,
};

/// Numbers, each plus one; 0 for what has none.
type Numbers<K> = IdMap<K, u32>;

/// The numbers of what belongs to the module.
pub(super) struct Numbering {
    types: Vec<TypeId>,
    type_numbers: Numbers<TypeId>,
    attribute_groups: Vec<AttributeGroupId>,
    group_numbers: HashMap<AttributeGroupId, u64>,
    attribute_lists: Vec<AttributeListId>,
    list_numbers: HashMap<AttributeListId, u64>,
    variables: Vec<GlobalId>,
    functions: Vec<GlobalId>,
    aliases: Vec<GlobalId>,
    global_numbers: Numbers<GlobalId>,
    constants: Vec<ConstantId>,
    /// Of the module's constants, and of those of the function at hand.
    constant_numbers: Numbers<ConstantId>,
    metadata: Vec<MetadataId>,
    metadata_numbers: Numbers<MetadataId>,
    kinds_come_first: bool,
}

impl Numbering {
    /// The numbers that these orders give a module. What they do not have comes behind: what is newer than the
    /// orders, and everything else if `all` is said.
    pub(super) fn new(module: &Module, encoding: &Encoding, all: bool, completion: &mut Completion) -> Self {
        let known = if all { Known::default() } else { encoding.known };
        let new_types = module.types.iter().map(|(id, _)| id).skip(known.types);
        let (types, type_numbers) = numbered(encoding.types.clone(), new_types, 0);
        let groups = module.attributes.groups().map(|(id, _)| id).skip(known.attribute_groups);
        let attribute_groups = completed(encoding.attribute_groups.clone(), groups);
        let lists = module.attributes.lists().map(|(id, _)| id).skip(known.attribute_lists);
        let attribute_lists = completed(encoding.attribute_lists.clone(), lists);
        let of_kind = |is: fn(&GlobalKind) -> bool| -> Vec<GlobalId> {
            module.globals.iter().filter(|(_, global)| is(&global.kind)).map(|(id, _)| id).collect()
        };
        let variables = of_kind(|kind| matches!(kind, GlobalKind::Variable(_)));
        let functions = of_kind(|kind| matches!(kind, GlobalKind::Function(_)));
        let aliases = of_kind(|kind| matches!(kind, GlobalKind::Alias(_)));
        let globals: Vec<_> = variables.iter().chain(&functions).chain(&aliases).copied().collect();
        let first_constant = globals.len();
        let new_metadata = module.metadata.iter().map(|(id, _)| id).skip(known.metadata);
        let (metadata, metadata_numbers) = numbered(encoding.metadata.clone(), new_metadata, 0);
        // Canonical orders are complete, and leave out the constants of metadata that nothing refers to.
        let constants = match module.encoding.is_none() {
            true => encoding.constants.clone(),
            false => completion.completed(
                module,
                &encoding.constants,
                |_| false,
                |visit| module_roots(module, &metadata, visit),
            ),
        };
        let (_, global_numbers) = numbered(globals, std::iter::empty(), 0);
        let (constants, constant_numbers) = numbered(constants, std::iter::empty(), first_constant);
        Self {
            types,
            type_numbers,
            group_numbers: (1..).zip(&attribute_groups).map(|(number, id)| (*id, number)).collect(),
            attribute_groups,
            list_numbers: (1..).zip(&attribute_lists).map(|(number, id)| (*id, number)).collect(),
            attribute_lists,
            variables,
            functions,
            aliases,
            global_numbers,
            constants,
            constant_numbers,
            metadata,
            metadata_numbers,
            kinds_come_first: encoding.kinds_come_first,
        }
    }

    pub(super) fn types(&self) -> Vec<TypeId> {
        self.types.clone()
    }

    /// How many bits abbreviations have for the number of a type.
    pub(super) fn type_bits(&self) -> u32 {
        bits_below(self.types.len() as u64 + 1)
    }

    pub(super) fn ty(&self, id: TypeId) -> Option<u64> {
        less_one(self.type_numbers.get(id))
    }

    pub(super) fn attribute_groups(&self) -> Vec<AttributeGroupId> {
        self.attribute_groups.clone()
    }

    pub(super) fn attribute_group(&self, id: AttributeGroupId) -> Option<u64> {
        self.group_numbers.get(&id).copied()
    }

    pub(super) fn attribute_lists(&self) -> Vec<AttributeListId> {
        self.attribute_lists.clone()
    }

    /// The number of a list, from 1; 0 for no list, `None` for one without a number.
    pub(super) fn attribute_list(&self, id: impl Into<PackedOption<AttributeListId>>) -> Option<u64> {
        id.into().expand().map_or(Some(0), |id| self.list_numbers.get(&id).copied())
    }

    pub(super) fn variables(&self) -> Vec<GlobalId> {
        self.variables.clone()
    }

    pub(super) fn functions(&self) -> Vec<GlobalId> {
        self.functions.clone()
    }

    pub(super) fn aliases(&self) -> Vec<GlobalId> {
        self.aliases.clone()
    }

    pub(super) fn global(&self, id: GlobalId) -> Option<u64> {
        less_one(self.global_numbers.get(id))
    }

    pub(super) fn module_constants(&self) -> Vec<ConstantId> {
        self.constants.clone()
    }

    /// How many values the module has: globals and constants.
    pub(super) fn module_values(&self) -> usize {
        self.variables.len() + self.functions.len() + self.aliases.len() + self.constants.len()
    }

    pub(super) fn constant(&self, id: ConstantId) -> Option<u64> {
        less_one(self.constant_numbers.get(id))
    }

    /// Gives a function's own constants numbers, from `first` on. Those of the module that they hide are to be given
    /// back to [`remove_constants`](Self::remove_constants).
    pub(super) fn add_constants(&mut self, constants: &[ConstantId], first: usize) -> Hidden {
        let mut hidden = Vec::new();
        for (number, id) in (first + 1..).zip(constants) {
            let known = &mut self.constant_numbers[*id];
            // Of what stands twice in a block, the first number counts.
            if usize::try_from(*known).is_ok_and(|known| known > first) {
                continue;
            }
            if *known != 0 {
                hidden.push((*id, *known));
            }
            *known = number.saturating_as::<u32>();
        }
        Hidden(hidden)
    }

    /// Takes them away again.
    pub(super) fn remove_constants(&mut self, constants: &[ConstantId], hidden: Hidden) {
        constants.iter().for_each(|id| self.constant_numbers[*id] = 0);
        hidden.0.into_iter().for_each(|(id, number)| self.constant_numbers[id] = number);
    }

    pub(super) fn metadata(&self) -> Vec<MetadataId> {
        self.metadata.clone()
    }

    pub(super) fn metadata_number(&self, id: MetadataId) -> Option<u64> {
        less_one(self.metadata_numbers.get(id))
    }

    pub(super) fn metadata_count(&self) -> u64 {
        self.metadata.len() as u64
    }

    pub(super) fn kinds_come_first(&self) -> bool {
        self.kinds_come_first
    }
}

/// The value, block and local metadata numbers of a function.
pub(super) struct FunctionNumbering {
    /// The function's type.
    pub(super) ty: TypeId,
    /// The number of the first argument.
    pub(super) arguments: u64,
    /// Instruction numbers plus one; 0 for an instruction without a result.
    pub(super) instructions: IdMap<InstructionId, u32>,
    /// Block numbers plus one; 0 for a block that is not in the layout.
    pub(super) blocks: IdMap<BlockId, u32>,
    /// The numbers of function-local metadata.
    pub(super) local_metadata: HashMap<u32, u64>,
}

impl FunctionNumbering {
    pub(super) fn value(&self, value: Value) -> Option<u64> {
        match value.kind() {
            ValueKind::Argument(index) => Some(self.arguments + u64::from(index)),
            ValueKind::Instruction(id) => self.instructions.get(id)?.checked_sub(1).map(u64::from),
            ValueKind::LocalMetadata(index) => self.local_metadata.get(&index).copied(),
            ValueKind::Constant(_)
            | ValueKind::Global(_)
            | ValueKind::Metadata(_)
            | ValueKind::Forward(_) => None,
        }
    }

    pub(super) fn block(&self, id: BlockId) -> Option<u64> {
        self.blocks.get(id)?.checked_sub(1).map(u64::from)
    }
}

/// Constants of the module that a function has again, with the numbers they had.
pub(super) struct Hidden(Vec<(ConstantId, u32)>);

/// The values that a module itself refers to, and the metadata of it that is written.
fn module_roots(module: &Module, metadata: &[MetadataId], visit: &mut dyn FnMut(Value)) {
    for global in module.globals.values() {
        let function = global.function();
        let of_function = function.map(|function| [function.prefix, function.prologue, function.personality]);
        let of_others = [global.variable().and_then(|variable| variable.initializer), global.aliasee()];
        of_others.into_iter().chain(of_function.into_iter().flatten()).flatten().for_each(&mut *visit);
    }
    for id in metadata {
        if let Some(Metadata::Value(_, value)) = module.metadata.get(*id) {
            visit(value);
        }
    }
}

fn less_one(number: Option<&u32>) -> Option<u64> {
    number.and_then(|number| number.checked_sub(1)).map(u64::from)
}

/// The order with everything behind it that it does not have, and the number of each, from `first` on.
fn numbered<K: crate::arena::Id>(
    mut order: Vec<K>,
    all: impl Iterator<Item = K>,
    first: usize,
) -> (Vec<K>, Numbers<K>) {
    let mut numbers = Numbers::new();
    for (number, id) in (first + 1..).zip(&order) {
        // Of what stands twice, the first number counts.
        if numbers[*id] == 0 {
            numbers[*id] = number.saturating_as::<u32>();
        }
    }
    for id in all {
        if numbers[id] == 0 {
            order.push(id);
            numbers[id] = (first + order.len()).saturating_as::<u32>();
        }
    }
    (order, numbers)
}

/// The stored order, followed by all other items.
pub(super) fn completed<K: Copy + Eq + std::hash::Hash>(
    mut order: Vec<K>,
    all: impl Iterator<Item = K>,
) -> Vec<K> {
    let known: std::collections::HashSet<K> = order.iter().copied().collect();
    order.extend(all.filter(|id| !known.contains(id)));
    order
}
