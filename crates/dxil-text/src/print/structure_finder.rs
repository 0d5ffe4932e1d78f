//! The structure types of a module, in the order in which LLVM finds them. Separate from their printing, because slots
//! number them.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dxil_ir::arena::{IdMap, IdSet};
use dxil_ir::attributes::Attribute;
use dxil_ir::constants::ConstantKind;
use dxil_ir::debug_records::DebugValue;
use dxil_ir::globals::GlobalKind;
use dxil_ir::metadata::Metadata;
use dxil_ir::{
    AttributeGroupId, AttributeListId, Body, ConstantId, Global, MetadataId, Module, Op, Type, TypeId, Value,
    ValueKind,
};

/// The walk over everything that has a type. Nothing in it recurses: hostile modules nest as deep as they like.
pub(super) struct Finder<'m> {
    module: &'m Module,
    seen_types: IdMap<TypeId, bool>,
    seen_constants: IdMap<ConstantId, bool>,
    seen_metadata: IdMap<MetadataId, bool>,
    seen_attributes: IdSet<AttributeListId>,
    seen_groups: IdSet<AttributeGroupId>,
    found: Vec<TypeId>,
    /// How many structures there are to be found.
    total: usize,
    /// Those that bodies may have, and how many of these are yet to be found.
    in_bodies: IdSet<TypeId>,
    left_in_bodies: usize,
}

impl<'m> Finder<'m> {
    /// The structures of a module that are themselves, in order. Bodies have none but the types that `in_bodies` says,
    /// and what those consist of: they are not looked at any more once all structures among these are found.
    pub(super) fn find(module: &'m Module, in_bodies: impl Fn(TypeId) -> bool) -> Vec<TypeId> {
        let mut finder = Self {
            module,
            seen_types: IdMap::new(),
            seen_constants: IdMap::new(),
            seen_metadata: IdMap::new(),
            seen_attributes: IdSet::new(),
            seen_groups: IdSet::new(),
            found: Vec::new(),
            total: module.types.iter().filter(|(_, ty)| matches!(ty, Type::Named(_))).count(),
            in_bodies: IdSet::new(),
            left_in_bodies: 0,
        };
        for (id, _) in module.types.iter().filter(|(id, _)| in_bodies(*id)) {
            finder.ty(id);
        }
        finder.left_in_bodies = finder.found.len();
        for id in finder.found.drain(..) {
            finder.in_bodies.insert(id);
        }
        finder.seen_types.clear();
        finder.module();
        finder.found
    }

    /// True if nothing is left to be found: most often before the first body has been met.
    fn has_all(&self) -> bool {
        self.found.len() == self.total
    }

    fn module(&mut self) {
        let of_kind = |is: fn(&GlobalKind) -> bool| -> Vec<&'m Global> {
            self.module.globals.values().filter(|global| is(&global.kind)).collect()
        };
        let variables = of_kind(|kind| matches!(kind, GlobalKind::Variable(_)));
        let aliases = of_kind(|kind| matches!(kind, GlobalKind::Alias(_)));
        for global in variables.into_iter().chain(aliases) {
            // Where the address says what it points to, that is met by it.
            self.ty(global.ty);
            self.ty(global.value_type);
            let value = global.variable().and_then(|variable| variable.initializer).or(global.aliasee());
            value.into_iter().for_each(|value| self.value(None, value));
        }
        for global in self.module.globals.values() {
            let Some(function) = global.function() else { continue };
            self.ty(global.ty);
            self.ty(global.value_type);
            self.attributes(function.attributes);
            for value in [function.prefix, function.prologue, function.personality].into_iter().flatten() {
                self.value(None, value);
            }
            if let Some(body) = &function.body
                && self.left_in_bodies > 0
            {
                self.body(body);
            }
            if self.has_all() {
                return;
            }
        }
        for named in &self.module.named_metadata {
            named.operands.iter().for_each(|node| self.node(*node));
        }
        self.what_only_text_needs();
    }

    /// Meets what LLVM does not look at, although it prints it: metadata of functions, and of places in the source.
    fn what_only_text_needs(&mut self) {
        for global in self.module.globals.values() {
            global.metadata.iter().for_each(|(_, node)| self.metadata(*node));
        }
        for (_, _, body) in self.module.bodies() {
            if self.has_all() {
                return;
            }
            body.metadata.iter().for_each(|(_, node)| self.metadata(*node));
            self.debug_records(body);
            let mut last = None;
            for (_, _, instruction) in body.in_order() {
                let id = instruction.location.expand().filter(|id| last.replace(*id) != Some(*id));
                let Some(location) = id.and_then(|id| body.location(id)) else { continue };
                for node in [location.scope, location.inlined_at] {
                    node.expand().into_iter().for_each(|node| self.metadata(node));
                }
            }
        }
    }

    fn body(&mut self, body: &Body) {
        let attachments = body.attachments_by_instruction();
        for id in body.layout.iter().flat_map(|block| body.instructions_of(*block)) {
            let Some(instruction) = body.instructions.get(*id) else { continue };
            if self.left_in_bodies == 0 {
                return;
            }
            self.ty(instruction.ty);
            instruction.op.each_operand(&body.lists, |value| match value.kind() {
                // Nearly all operands are one of these.
                ValueKind::Instruction(_) | ValueKind::Argument(_) | ValueKind::Global(_) => {}
                ValueKind::Constant(id) if self.seen_constants[id] => {}
                ValueKind::Constant(_)
                | ValueKind::Metadata(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => self.value(Some(body), value),
            });
            if let Op::ElementPointer { source: ty, .. } | Op::Alloca { element: ty, .. } = &instruction.op {
                self.ty(*ty);
            }
            if let Op::Call { attributes, .. } = &instruction.op {
                self.attributes(attributes.expand());
            }
            if attachments.has(*id) {
                let mut attached = attachments.of(*id);
                attached.sort_by_key(|(kind, _)| *kind);
                attached.into_iter().for_each(|(_, node)| self.node(node));
            }
        }
    }

    /// Meets the types in attributes.
    fn attributes(&mut self, list: Option<AttributeListId>) {
        let module = self.module;
        let Some(list) = list.filter(|list| self.seen_attributes.insert(*list)) else { return };
        for id in module.attributes.list(list).unwrap_or_default() {
            if self.seen_groups.insert(*id) {
                let attributes = module.attributes.group(*id).map(|group| &*group.attributes);
                let types = attributes.unwrap_or_default().iter().filter_map(Attribute::ty);
                types.for_each(|ty| self.ty(ty));
            }
        }
    }

    fn debug_records(&mut self, body: &Body) {
        for record in body.debug_records.iter() {
            for value in record.values() {
                match value {
                    DebugValue::Value(value) => self.value(Some(body), *value),
                    DebugValue::List(values) => {
                        values.iter().for_each(|value| self.value(Some(body), *value))
                    }
                    DebugValue::Gone(ty) => self.ty(*ty),
                    // It is met with the others.
                    DebugValue::Node(_) => {}
                }
            }
            record.metadata().for_each(|node| self.metadata(node));
            let location = body.location(record.location);
            let nodes = location.into_iter().flat_map(|location| [location.scope, location.inlined_at]);
            nodes.filter_map(|node| node.expand()).for_each(|node| self.metadata(node));
        }
    }

    #[inline]
    fn ty(&mut self, id: TypeId) {
        if !self.seen_types[id] {
            self.new_type(id);
        }
    }

    /// Meets a type, then what it consists of, the first part first.
    fn new_type(&mut self, id: TypeId) {
        self.seen_types[id] = true;
        let types = &self.module.types;
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if let Some(Type::Named(_)) = types.get(id) {
                self.found.push(id);
                if self.in_bodies.contains(id) {
                    self.left_in_bodies = self.left_in_bodies.saturating_sub(1);
                }
            }
            let parts = (0..).map_while(|index| types.part(id, index)).collect::<Vec<_>>();
            for part in parts.into_iter().rev() {
                if !std::mem::replace(&mut self.seen_types[part], true) {
                    waiting.push(part);
                }
            }
        }
    }

    fn value(&mut self, body: Option<&Body>, value: Value) {
        match value.kind() {
            ValueKind::Constant(id) => self.constant(id),
            ValueKind::Metadata(id) => self.metadata(id),
            ValueKind::LocalMetadata(index) => {
                let local = |body: &Body| body.local_metadata.get(usize::try_from(index).ok()?).copied();
                if let Some(ValueKind::Constant(id)) = body.and_then(local).map(Value::kind) {
                    self.constant(id);
                }
            }
            ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Forward(_) => {}
        }
    }

    /// Meets the type of a constant, then what it consists of.
    fn constant(&mut self, id: ConstantId) {
        if self.seen_constants[id] {
            return;
        }
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if std::mem::replace(&mut self.seen_constants[id], true) {
                continue;
            }
            let Some(constant) = self.module.constants.get(id) else { continue };
            self.ty(constant.ty);
            if let ConstantKind::ElementPointer { source, .. } = &constant.kind {
                self.ty(*source);
            }
            waiting.extend(constant.kind.operands().iter().rev().filter_map(|operand| {
                if let ValueKind::Constant(id) = operand.kind() { Some(id) } else { None }
            }));
        }
    }

    fn metadata(&mut self, id: MetadataId) {
        match self.module.metadata.get(id) {
            Some(Metadata::Value(_, value)) => self.value(None, value),
            Some(Metadata::Tuple { .. } | Metadata::Node { .. }) => self.node(id),
            Some(Metadata::String(_)) | None => {}
        }
    }

    /// Meets the constants that a node refers to, and those of the nodes that it refers to.
    fn node(&mut self, id: MetadataId) {
        let metadata = &self.module.metadata;
        let mut waiting = Vec::new();
        let mut next = Some(id);
        loop {
            if let Some(id) = next.take() {
                match metadata.get(id) {
                    Some(Metadata::Value(_, value)) => self.value(None, value),
                    Some(Metadata::Tuple { .. } | Metadata::Node { .. }) => {
                        if !std::mem::replace(&mut self.seen_metadata[id], true) {
                            waiting.push((id, 0));
                        }
                    }
                    Some(Metadata::String(_)) | None => {}
                }
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
