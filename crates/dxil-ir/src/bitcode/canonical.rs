//! The orders that LLVM 3.7's own writer gives a module: for modules that remember none.
//!
//! What refers to something decides where it stands: types, values, attributes and metadata are numbered as they are
//! met in one walk over the module, parts before wholes. Nothing here recurses: hostile modules nest as deep as they
//! like.
//!
//! Source: `ValueEnumerator` of LLVM 3.7.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::collections::{HashMap, HashSet};

use crate::arena::IdMap;

use crate::encoding::{Encoding, FunctionEncoding};
use crate::globals::GlobalKind;
use crate::metadata::Metadata;
use crate::{
    AttributeGroupId, AttributeListId, Body, ConstantId, Global, GlobalId, Instruction, MetadataId, Module,
    Op, Type, TypeId, Value, ValueKind,
};

/// The orders in which LLVM 3.7 would write a module.
pub(super) fn orders(module: &Module) -> Encoding {
    let mut walk = Walk::new(module);
    walk.module();
    let mut encoding = Encoding {
        types: walk.types.order.clone(),
        // Nothing else gets a number.
        known: module.known(),
        attribute_groups: walk.attribute_groups.clone(),
        attribute_lists: walk.attribute_lists.clone(),
        constants: walk.constants.take(module, &walk.types.numbers),
        metadata: walk.metadata.clone(),
        ..Encoding::default()
    };
    // Those of the module are no body's.
    walk.constants.numbers.values_mut().filter(|number| **number != 0).for_each(|number| *number = OPEN);
    for (id, _, body) in module.bodies() {
        encoding.functions[id] = walk.body(body);
    }
    encoding
}

/// Completes the orders of blocks of constants. One for all bodies: what it knows of each constant takes room for all
/// of the module's.
#[derive(Default)]
pub(super) struct Completion {
    constants: Constants,
    types: Types,
}

impl Completion {
    /// The constants of a block in the order in which they were stored. New ones take the places of those of their type
    /// that nobody refers to any more, so that as little changes as may be, or come behind.
    ///
    /// `roots` visits all that refers to constants; those that are `known` belong to another block.
    pub(super) fn completed(
        &mut self,
        module: &Module,
        stored: &[ConstantId],
        known: impl Fn(ConstantId) -> bool,
        roots: impl Fn(&mut dyn FnMut(Value)),
    ) -> Vec<ConstantId> {
        let is_stored: HashSet<_> = stored.iter().copied().collect();
        let mut order = stored.to_vec();
        let mut is_whole = true;
        roots(&mut |value| {
            if let ValueKind::Constant(id) = value.kind() {
                is_whole &= is_stored.contains(&id) || known(id);
            }
        });
        if is_whole {
            return order;
        }
        let Self { constants, types } = self;
        roots(&mut |value| {
            if let ValueKind::Constant(id) = value.kind()
                && !known(id)
            {
                constants.meet(module, types, id);
            }
        });
        let ty = |id: ConstantId| module.constants.get(id).map(|constant| constant.ty);
        let mut free = HashMap::<_, Vec<usize>>::new();
        for (place, id) in stored.iter().enumerate().rev().filter(|(_, id)| constants.numbers[**id] == 0) {
            free.entry(ty(*id)).or_default().push(place);
        }
        for (id, _) in constants.met.drain(..) {
            constants.numbers[id] = 0;
            if is_stored.contains(&id) || known(id) {
                continue;
            }
            let place = free.get_mut(&ty(id)).and_then(Vec::pop).and_then(|place| order.get_mut(place));
            match place {
                Some(place) => *place = id,
                None => order.push(id),
            }
        }
        order
    }
}

/// The walk that numbers things as it meets them.
struct Walk<'m> {
    module: &'m Module,
    types: Types,
    constants: Constants,
    /// Constants whose types are known to be numbered.
    typed: IdMap<ConstantId, bool>,
    metadata: Vec<MetadataId>,
    is_met: IdMap<MetadataId, bool>,
    attribute_groups: Vec<AttributeGroupId>,
    is_met_group: IdMap<AttributeGroupId, bool>,
    attribute_lists: Vec<AttributeListId>,
    is_met_list: IdMap<AttributeListId, bool>,
    label: Option<TypeId>,
}

/// The number of a structure that is itself and whose members are being numbered.
const OPEN: u32 = u32::MAX;

#[derive(Default)]
struct Types {
    order: Vec<TypeId>,
    /// Plus one; 0 for those not met yet.
    numbers: IdMap<TypeId, u32>,
    stack: Vec<(TypeId, usize)>,
}

impl Types {
    #[inline]
    fn meet(&mut self, module: &Module, ty: TypeId) {
        if self.numbers[ty] == 0 {
            self.number(module, ty);
        }
    }

    /// Numbers a type and, before it, those it consists of.
    fn number(&mut self, module: &Module, ty: TypeId) {
        self.open(module, ty);
        while let Some((ty, next)) = self.stack.last_mut() {
            let part = module.types.part(*ty, *next);
            *next += 1;
            match part {
                Some(part) if self.numbers[part] == 0 => self.open(module, part),
                Some(_) => {}
                None => {
                    let ty = *ty;
                    self.stack.pop();
                    // One that refers to itself through a structure was met again within.
                    if matches!(self.numbers[ty], 0 | OPEN) {
                        self.order.push(ty);
                        self.numbers[ty] = u32::try_from(self.order.len()).unwrap_or(OPEN - 1);
                    }
                }
            }
        }
    }

    fn open(&mut self, module: &Module, ty: TypeId) {
        if matches!(module.types.get(ty), Some(Type::Named(_))) {
            self.numbers[ty] = OPEN;
        }
        self.stack.push((ty, 0));
    }
}

/// Constants as they are met, and how often each was; those of the module, then those of one body after the other.
#[derive(Default)]
struct Constants {
    met: Vec<(ConstantId, u32)>,
    /// The index in `met`, plus one; [`OPEN`] for those of the module once its walk has ended.
    numbers: IdMap<ConstantId, u32>,
    stack: Vec<(ConstantId, usize)>,
}

impl Constants {
    /// Meets a constant and, before it, those it consists of.
    fn meet(&mut self, module: &Module, types: &mut Types, id: ConstantId) {
        self.visit(module, types, id);
        while let Some((id, next)) = self.stack.last_mut() {
            let operands = module.constants.get(*id).map_or(&[][..], |constant| constant.kind.operands());
            let operand = operands.get(*next).copied();
            *next += 1;
            match operand.map(Value::kind) {
                Some(ValueKind::Constant(operand)) => self.visit(module, types, operand),
                Some(_) => {}
                None => {
                    let id = *id;
                    self.stack.pop();
                    self.add(id);
                }
            }
        }
    }

    fn visit(&mut self, module: &Module, types: &mut Types, id: ConstantId) {
        match self.numbers[id] {
            0 => {}
            OPEN => return,
            number => {
                let met = usize::try_from(number - 1).ok().and_then(|index| self.met.get_mut(index));
                if let Some((_, count)) = met {
                    *count += 1;
                }
                return;
            }
        }
        let Some(constant) = module.constants.get(id) else { return };
        types.meet(module, constant.ty);
        if constant.kind.operands().is_empty() { self.add(id) } else { self.stack.push((id, 0)) }
    }

    fn add(&mut self, id: ConstantId) {
        if self.numbers[id] == 0 {
            self.met.push((id, 1));
            self.numbers[id] = u32::try_from(self.met.len()).unwrap_or(OPEN - 1);
        }
    }

    /// Those met since the last time, in the order of the block that holds them.
    fn take(&mut self, module: &Module, types: &IdMap<TypeId, u32>) -> Vec<ConstantId> {
        let ty = |id: ConstantId| module.constants.get(id).map(|constant| constant.ty);
        let number = |id: ConstantId| ty(id).map(|ty| types[ty]);
        self.met.sort_by_key(|(id, count)| (number(*id), std::cmp::Reverse(*count)));
        let mut order: Vec<_> = self.met.drain(..).map(|(id, _)| id).collect();
        partition(&mut order, |id| ty(*id).is_some_and(|ty| module.types.is_integer(ty)));
        order
    }
}

/// Puts what is `first` before everything else, in the very order of GNU's `std::partition`: the first one that is out
/// of place changes places with the last one that is, and so on towards the middle.
fn partition<T>(items: &mut [T], first: impl Fn(&T) -> bool) {
    let (mut low, mut high) = (0, items.len());
    loop {
        while low < high && items.get(low).is_some_and(&first) {
            low += 1;
        }
        while low < high && !items.get(high - 1).is_some_and(&first) {
            high -= 1;
        }
        if low >= high {
            return;
        }
        items.swap(low, high - 1);
        low += 1;
        high -= 1;
    }
}

impl<'m> Walk<'m> {
    fn new(module: &'m Module) -> Self {
        Self {
            module,
            types: Types::default(),
            constants: Constants::default(),
            typed: IdMap::new(),
            metadata: Vec::new(),
            is_met: IdMap::new(),
            attribute_groups: Vec::new(),
            is_met_group: IdMap::new(),
            attribute_lists: Vec::new(),
            is_met_list: IdMap::new(),
            label: module.types.find(&Type::Label),
        }
    }

    fn module(&mut self) {
        let module = self.module;
        let globals = || module.globals.values();
        let of_kind = |is: fn(&GlobalKind) -> bool| globals().filter(move |global| is(&global.kind));
        for global in of_kind(|kind| matches!(kind, GlobalKind::Variable(_))) {
            self.ty(global.ty);
        }
        for global in of_kind(|kind| matches!(kind, GlobalKind::Function(_))) {
            self.ty(global.ty);
            self.attributes(global.function().and_then(|function| function.attributes));
        }
        for global in of_kind(|kind| matches!(kind, GlobalKind::Alias(_))) {
            self.ty(global.ty);
        }
        self.optional(globals().map(|global| global.variable()?.initializer));
        self.optional(globals().map(Global::aliasee));
        self.optional(globals().map(|global| global.function()?.prefix));
        self.optional(globals().map(|global| global.function()?.prologue));
        self.optional(globals().map(|global| global.function()?.personality));
        if let Some(metadata) = module.types.find(&Type::Metadata) {
            self.ty(metadata);
        }
        for named in &module.named_metadata {
            named.operands.iter().for_each(|id| self.node(*id));
        }
        for (id, global) in module.globals.iter() {
            self.function(id, global);
        }
    }

    fn optional(&mut self, values: impl Iterator<Item = Option<Value>>) {
        for value in values.flatten() {
            self.value(value);
        }
    }

    fn ty(&mut self, ty: TypeId) {
        self.types.meet(self.module, ty);
    }

    fn value(&mut self, value: Value) {
        if let ValueKind::Constant(id) = value.kind() {
            self.constants.meet(self.module, &mut self.types, id);
        }
    }

    fn attributes(&mut self, list: Option<AttributeListId>) {
        let Some(list) = list.filter(|list| !std::mem::replace(&mut self.is_met_list[*list], true)) else {
            return;
        };
        self.attribute_lists.push(list);
        for group in self.module.attributes.list(list).unwrap_or_default() {
            if !std::mem::replace(&mut self.is_met_group[*group], true) {
                self.attribute_groups.push(*group);
            }
        }
    }

    /// What a body uses of types, attributes and metadata; its constants are its own affair.
    fn function(&mut self, _: GlobalId, global: &Global) {
        let module = self.module;
        let Some(Type::Function { parameters, .. }) = module.types.get(global.value_type) else { return };
        parameters.iter().for_each(|ty| self.ty(*ty));
        let Some(body) = global.body() else { return };
        body.metadata.iter().for_each(|(_, node)| self.node(*node));
        let attachments = body.attachments_by_instruction();
        for (_, id, instruction) in body.in_order() {
            self.instruction(body, instruction);
            for (_, node) in attachments.of(id) {
                self.node(node);
            }
            let location = instruction.location.expand().and_then(|location| body.location(location));
            for node in location.into_iter().flat_map(|location| [location.scope, location.inlined_at]) {
                if let Some(node) = node.expand() {
                    self.node(node);
                }
            }
        }
    }

    fn instruction(&mut self, body: &Body, instruction: &Instruction) {
        let mut is_first = true;
        instruction.op.each_operand(&body.lists, |operand| {
            self.operand(body, operand);
            if std::mem::take(&mut is_first) {
                self.targets(&instruction.op);
            }
        });
        if is_first {
            self.targets(&instruction.op);
        }
        self.ty(instruction.ty);
        if let Op::Call { attributes, .. } = &instruction.op {
            self.attributes(attributes.expand());
        }
    }

    /// Blocks that an instruction may go to are operands of LLVM's, behind the first one, and have a type.
    fn targets(&mut self, op: &Op) {
        if op.has_targets()
            && let Some(label) = self.label
        {
            self.ty(label);
        }
    }

    fn operand(&mut self, body: &Body, operand: Value) {
        match operand.kind() {
            ValueKind::Metadata(id) => self.node(id),
            ValueKind::LocalMetadata(index) => {
                let value = usize::try_from(index).ok().and_then(|index| body.local_metadata.get(index));
                if let Some(ValueKind::Constant(id)) = value.map(|value| value.kind()) {
                    self.types_of(id);
                }
            }
            ValueKind::Constant(id) => self.types_of(id),
            ValueKind::Instruction(id) => {
                if let Some(instruction) = body.instructions.get(id) {
                    self.ty(instruction.ty);
                }
            }
            // The types of globals were the first, those of arguments come before the body.
            ValueKind::Global(_) | ValueKind::Argument(_) | ValueKind::Forward(_) => {}
        }
    }

    /// The types of a constant that is not the module's, and of what it consists of.
    fn types_of(&mut self, id: ConstantId) {
        let module = self.module;
        if self.typed[id] {
            return;
        }
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            let Some(constant) = module.constants.get(id) else { continue };
            if std::mem::replace(&mut self.typed[id], true) {
                continue;
            }
            self.ty(constant.ty);
            if self.constants.numbers[id] != 0 {
                continue;
            }
            for operand in constant.kind.operands().iter().rev() {
                // The types of globals were the first.
                if let ValueKind::Constant(id) = operand.kind() {
                    stack.push(id);
                }
            }
        }
    }

    /// Meets metadata and, before it, what it refers to.
    fn node(&mut self, id: MetadataId) {
        let module = self.module;
        let mut stack = Vec::new();
        let mut next = Some(id);
        loop {
            if let Some(id) = next.take().filter(|id| !std::mem::replace(&mut self.is_met[*id], true)) {
                if let Some(Metadata::Value(_, value)) = module.metadata.get(id) {
                    self.value(value);
                }
                stack.push((id, 0));
            }
            let Some((id, operand)) = stack.last_mut() else { return };
            let referred = module.metadata.operand(*id, *operand);
            *operand += 1;
            match referred {
                Some(referred) => next = referred,
                None => {
                    self.metadata.push(*id);
                    stack.pop();
                }
            }
        }
    }

    /// The order of a body's constants, once everything of the module is numbered.
    fn body(&mut self, body: &Body) -> FunctionEncoding {
        let module = self.module;
        let (mut local_metadata, mut is_met) = (Vec::new(), HashSet::new());
        for (_, _, instruction) in body.in_order() {
            instruction.op.each_operand(&body.lists, |operand| match operand.kind() {
                ValueKind::Constant(id) => self.constants.meet(module, &mut self.types, id),
                ValueKind::LocalMetadata(index) if is_met.insert(index) => local_metadata.push(index),
                ValueKind::Global(_)
                | ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => {}
            });
        }
        for value in &body.local_metadata {
            if let ValueKind::Constant(id) = value.kind() {
                self.constants.meet(module, &mut self.types, id);
            }
        }
        let met: Vec<_> = self.constants.met.iter().map(|(id, _)| *id).collect();
        let constants = self.constants.take(module, &self.types.numbers);
        met.into_iter().for_each(|id| self.constants.numbers[id] = 0);
        FunctionEncoding { constants, local_metadata, use_lists: Vec::new() }
    }
}
