//! How globals are used: by calls, by other instructions, by constants. Separate because declarations and variables are
//! judged by it.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use dxil_ir::arena::IdMap;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{GlobalId, Module, SymbolReferences, ValueKind};

/// How a global is used.
#[derive(Debug, Clone, Default)]
pub(super) struct Use {
    /// Whether an instruction has it as an operand, be it called or not.
    pub(super) by_instruction: bool,
    /// Whether a constant, another global, or an instruction uses it otherwise than by calling it.
    pub(super) otherwise: bool,
}

impl Use {
    pub(super) fn is_used(&self) -> bool {
        self.by_instruction || self.otherwise
    }
}

/// The uses of all globals.
#[derive(Debug, Clone, Default)]
pub(super) struct Uses {
    uses: IdMap<GlobalId, Use>,
    none: Use,
}

impl Uses {
    pub(super) fn of(module: &Module, mentions: &SymbolReferences) -> Self {
        let mut uses = IdMap::<GlobalId, Use>::new();
        // Every constant that was stored counts, used or not.
        for (_, constant) in module.constants.iter() {
            for operand in constant.kind.operands() {
                if let ValueKind::Global(id) = operand.kind() {
                    uses[id].otherwise = true;
                }
            }
        }
        for global in module.globals.values() {
            let value = match &global.kind {
                GlobalKind::Variable(variable) => variable.initializer,
                GlobalKind::Alias(alias) => Some(alias.aliasee),
                GlobalKind::Function(_) => None,
            };
            if let Some(ValueKind::Global(id)) = value.map(|value| value.kind()) {
                uses[id].otherwise = true;
            }
        }
        for (function, _, _) in module.bodies() {
            for mention in mentions.by(function) {
                let Some(global) = mention.global() else { continue };
                let known = &mut uses[global];
                known.by_instruction = true;
                known.otherwise |= mention.is_argument || mention.is_operand;
            }
        }
        Self { uses, none: Use::default() }
    }

    /// How a global is used.
    pub(super) fn get(&self, global: GlobalId) -> &Use {
        self.uses.get(global).unwrap_or(&self.none)
    }
}
