//! Facts that follow from the types, constants and attributes of a module, and that checks read at every instruction.
//! They are computed once, so that a check never traverses a shared or deeply nested type or constant again.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dxil_ir::arena::{IdMap, IdSet};
use dxil_ir::attributes::{Attribute, AttributeListId, Slot};
use dxil_ir::constants::{ConstantId, ConstantKind};
use dxil_ir::{AttributeKind, CastOp, GlobalId, Module, Type, TypeId, Value, ValueKind};
use hashbrown::HashMap;

/// What attributes of functions may be called that are strings, and what one of them may say.
const DENORMALS: &str = "fp32-denorm-mode";
const DENORMAL_MODES: [&str; 3] = ["any", "preserve", "ftz"];
const HELPER_LANES: &str = "waveops-include-helper-lanes";

/// What follows from a module's tables.
pub(super) struct ModuleFacts<'m> {
    /// Arrays of arrays: how many elements there are in all, and of which type.
    arrays: HashMap<TypeId, (u64, TypeId)>,
    /// The globals that constant addresses are in.
    addresses: IdMap<ConstantId, Option<Option<GlobalId>>>,
    /// Constants that are undefined, or computed from what is.
    undefined: IdSet<ConstantId>,
    /// Those that are computed.
    from_undefined: IdSet<ConstantId>,
    /// Of lists of attributes, what they say of functions.
    attributes: HashMap<AttributeListId, OfFunction<'m>>,
}

/// What attributes say of a function.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OfFunction<'m> {
    /// The first one that is not known.
    pub(super) unknown: Option<&'m Attribute>,
    /// Whether it does not come back.
    pub(super) never_returns: bool,
}

impl<'m> ModuleFacts<'m> {
    pub(super) fn of(module: &'m Module) -> Self {
        let mut facts = Self {
            arrays: HashMap::new(),
            addresses: IdMap::new(),
            undefined: IdSet::new(),
            from_undefined: IdSet::new(),
            attributes: attributes(module),
        };
        facts.find_arrays(module);
        for (id, constant) in module.constants.iter() {
            facts.find_address(module, id);
            if constant.kind == ConstantKind::Undef {
                facts.undefined.insert(id);
            }
            if is_expression(&constant.kind) {
                let is_undefined = |value: &Value| match value.kind() {
                    ValueKind::Constant(part) => {
                        module.constants.get(part).is_some_and(|part| part.kind == ConstantKind::Undef)
                    }
                    _ => false,
                };
                if constant.kind.operands().iter().any(is_undefined) {
                    facts.undefined.insert(id);
                    facts.from_undefined.insert(id);
                }
            }
        }
        facts
    }

    fn find_arrays(&mut self, module: &Module) {
        let element = |ty: TypeId| match module.types.get(ty) {
            Some(Type::Array(element, count)) => Some((*element, *count)),
            _ => None,
        };
        for (id, _) in module.types.iter() {
            let (mut at, mut way) = (id, Vec::new());
            // Each step goes to another type: no array contains itself in a module that is well-formed.
            let (mut count, innermost) = loop {
                if let Some(known) = self.arrays.get(&at) {
                    break *known;
                }
                let Some((inner, count)) = element(at) else { break (1, at) };
                way.push((at, count));
                at = inner;
            };
            for (ty, length) in way.into_iter().rev() {
                count = length.saturating_mul(count);
                self.arrays.insert(ty, (count, innermost));
            }
        }
    }

    fn find_address(&mut self, module: &Module, id: ConstantId) {
        let (mut at, mut way) = (id, Vec::new());
        // Each step goes into a constant: no constant contains itself in a module that is well-formed.
        let found = loop {
            if let Some(known) = self.addresses[at] {
                break known;
            }
            let base = match module.constants.get(at).map(|constant| &constant.kind) {
                Some(ConstantKind::ElementPointer { operands, .. }) => operands.first().copied(),
                Some(ConstantKind::Cast(CastOp::Bitcast, base)) => Some(*base),
                _ => return,
            };
            way.push(at);
            match base.map(|base| base.kind()) {
                Some(ValueKind::Global(global)) => break Some(global),
                Some(ValueKind::Constant(base)) if way.len() <= module.constants.len() => at = base,
                _ => break None,
            }
        };
        way.into_iter().for_each(|id| self.addresses[id] = Some(found));
    }

    /// How many elements an array has, those of arrays in it counted, and of which type; of what is no array one,
    /// itself.
    pub(super) fn array(&self, ty: TypeId) -> (u64, TypeId) {
        self.arrays.get(&ty).copied().unwrap_or((1, ty))
    }

    /// The global that a constant address is in.
    pub(super) fn address(&self, value: Value) -> Option<GlobalId> {
        match value.kind() {
            ValueKind::Global(id) => Some(id),
            ValueKind::Constant(id) => self.addresses[id].flatten(),
            _ => None,
        }
    }

    /// Whether a constant is computed from what is undefined; one that consists of such is not.
    pub(super) fn is_from_undefined(&self, value: Value) -> bool {
        matches!(value.kind(), ValueKind::Constant(id) if self.from_undefined.contains(id))
    }

    /// Whether a constant is undefined, or computed from what is.
    pub(super) fn has_undefined(&self, value: Value) -> bool {
        matches!(value.kind(), ValueKind::Constant(id) if self.undefined.contains(id))
    }

    /// What a list of attributes says of functions.
    pub(super) fn of_function(&self, list: Option<AttributeListId>) -> OfFunction<'m> {
        list.and_then(|list| self.attributes.get(&list)).copied().unwrap_or_default()
    }
}

/// Whether a constant is computed from others, rather than consisting of them.
fn is_expression(kind: &ConstantKind) -> bool {
    !matches!(kind, ConstantKind::Aggregate(_)) && !kind.operands().is_empty()
}

fn attributes(module: &Module) -> HashMap<AttributeListId, OfFunction<'_>> {
    let is_known = |attribute: &&Attribute| match attribute {
        Attribute::Text(name, value) => {
            name == HELPER_LANES || name == DENORMALS && DENORMAL_MODES.iter().any(|mode| value == mode)
        }
        _ => true,
    };
    let groups = module.attributes.groups().filter(|(_, group)| group.slot == Slot::Function);
    let groups: HashMap<_, _> = groups
        .map(|(id, group)| {
            let unknown = group.attributes.iter().find(|attribute| !is_known(attribute));
            let never_returns = group.attributes.contains(&Attribute::Flag(AttributeKind::NoReturn));
            (id, OfFunction { unknown, never_returns })
        })
        .collect();
    let of_list = |list: &[_]| {
        list.iter().filter_map(|group| groups.get(group)).fold(OfFunction::default(), |all, group| {
            OfFunction {
                unknown: all.unknown.or(group.unknown),
                never_returns: all.never_returns || group.never_returns,
            }
        })
    };
    module.attributes.lists().map(|(id, list)| (id, of_list(list))).collect()
}
