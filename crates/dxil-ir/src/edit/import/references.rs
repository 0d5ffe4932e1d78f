//! Which globals a global, a constant or metadata refers to, and what for: what has to be brought with it. Separate
//! because it looks at one module alone.

use crate::arena::IdSet;
use crate::constants::ConstantKind;
use crate::metadata::{Metadata, node_of};
use crate::{ConstantId, Global, GlobalId, MetadataId, Module, Value, ValueKind};

/// What has to be brought, in order.
pub(super) struct Plan {
    /// Globals that are declared, if they have no partner yet.
    pub(super) declared: Vec<GlobalId>,
    /// Those of them that are defined.
    pub(super) defined: Vec<GlobalId>,
}

/// What a reference to a global needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Its address.
    Address,
    /// Its definition, by whichever module.
    Definition,
    /// Blocks of its own definition.
    Blocks,
}

/// The globals that something refers to, itself or by way of constants and metadata.
#[derive(Default)]
pub(super) struct Referred {
    /// Them, each for what it is needed for.
    pub(super) found: Vec<(GlobalId, Need)>,
    globals: IdSet<GlobalId>,
    constants: IdSet<ConstantId>,
    metadata: IdSet<MetadataId>,
}

impl Referred {
    /// Those that a global refers to.
    pub(super) fn global(&mut self, module: &Module, global: &Global) {
        global.each_value(|value| self.value(module, value));
        if global.aliasee().is_some() {
            self.found.iter_mut().for_each(|(_, need)| *need = Need::Definition);
        }
        self.attachments(module, &global.metadata);
        if let Some(body) = global.body() {
            self.attachments(module, &body.metadata);
            body.attachments.iter().for_each(|(.., node)| self.metadata(module, *node));
        }
    }

    pub(super) fn attachments(&mut self, module: &Module, attached: &[(u32, MetadataId)]) {
        attached.iter().for_each(|(_, node)| self.metadata(module, *node));
    }

    /// Those that metadata is or lists itself, as `associated` and `callees` do: of what is further down there may be
    /// more than anybody wants.
    fn metadata(&mut self, module: &Module, id: MetadataId) {
        let Some(metadata) = module.metadata.get(id).filter(|_| !self.metadata.contains(id)) else { return };
        self.metadata.insert(id);
        match metadata {
            Metadata::Value(_, value) => self.outer_value(module, value),
            Metadata::Tuple { operands, .. } => {
                for id in module.metadata.numbers(operands).iter().filter_map(|number| node_of(*number)) {
                    if let Some(Metadata::Value(_, value)) = module.metadata.get(id) {
                        self.outer_value(module, value);
                    }
                }
            }
            Metadata::String(_) | Metadata::Node { .. } => {}
        }
    }

    /// Those that a value consists of; metadata is no such value, and would lead on and on.
    fn outer_value(&mut self, module: &Module, value: Value) {
        if !matches!(value.kind(), ValueKind::Metadata(_)) {
            self.value(module, value);
        }
    }

    /// Those that a value is or consists of.
    pub(super) fn value(&mut self, module: &Module, value: Value) {
        let mut waiting = vec![(value, Need::Address)];
        while let Some((value, need)) = waiting.pop() {
            match value.kind() {
                ValueKind::Global(id) => {
                    if module.globals.has(id) && (need != Need::Address || self.globals.insert(id)) {
                        self.found.push((id, need));
                    }
                }
                ValueKind::Constant(id) => {
                    let Some(constant) = module.constants.get(id).filter(|_| !self.constants.contains(id))
                    else {
                        continue;
                    };
                    self.constants.insert(id);
                    let is_block = matches!(constant.kind, ConstantKind::BlockAddress(..));
                    let need = if is_block { Need::Blocks } else { Need::Address };
                    waiting.extend(constant.kind.operands().iter().map(|operand| (*operand, need)));
                }
                ValueKind::Metadata(id) => self.metadata(module, id),
                ValueKind::Argument(_)
                | ValueKind::Instruction(_)
                | ValueKind::LocalMetadata(_)
                | ValueKind::Forward(_) => {}
            }
        }
    }
}
