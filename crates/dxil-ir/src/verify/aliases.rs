//! Aliases: what they lead to in the end, through other aliases and addresses computed from them.

use crate::arena::Id as _;

use super::circles::{Edge, walk};
use super::rule::Rule;
use super::show;
use super::{IrPlace, Verifier};
use crate::{ConstantId, Global, GlobalId, Linkage, Value, ValueKind};

impl Verifier<'_> {
    pub(super) fn aliases(&mut self) {
        let module = self.module;
        let (globals, constants) = (module.globals.len(), module.constants.len());
        // Globals come first, constants behind them.
        let node_of = |value: Value| match value.kind() {
            ValueKind::Global(id) => Some(id.index()),
            ValueKind::Constant(id) => Some(globals + id.index()),
            ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        };
        let operand = |node: usize, index: usize| match node.checked_sub(globals) {
            None => {
                let aliasee = module.globals.get(GlobalId::new(node)).and_then(Global::aliasee);
                aliasee.filter(|_| index == 0)
            }
            Some(constant) => {
                let constant = module.constants.get(ConstantId::new(constant))?;
                constant.kind.operands().get(index).copied()
            }
        };
        let aliases = module.globals.iter().filter(|(_, global)| global.aliasee().is_some());
        let roots: Vec<usize> = aliases.map(|(id, _)| id.index()).collect();
        if roots.is_empty() {
            return;
        }
        let walk = walk(globals + constants, roots.iter().copied(), |node, index| {
            operand(node, index).map_or(Edge::End, |value| node_of(value).map_or(Edge::Skip, Edge::To))
        });
        for node in walk.circles {
            // Constants that contain themselves were found where constants are.
            if node < globals {
                self.at = IrPlace::Global(GlobalId::new(node));
                self.find(Rule::Alias, format_args!("alias refers to itself"));
            }
        }
        for node in walk.order {
            let targets = (0..).map_while(|index| operand(node, index));
            for target in targets.filter(|target| matches!(target.kind(), ValueKind::Global(_))) {
                self.at = match node.checked_sub(globals) {
                    None => IrPlace::Global(GlobalId::new(node)),
                    Some(constant) => IrPlace::Constant(ConstantId::new(constant)),
                };
                self.target(target);
            }
            self.is_address(node);
        }
    }

    /// Whether an alias may be for a global, directly or through constants.
    fn target(&mut self, target: Value) {
        let module = self.module;
        let ValueKind::Global(id) = target.kind() else { return };
        let Some(global) = module.globals.get(id) else { return };
        let shown = show::global(module, id);
        expect!(self, !global.is_declaration(), Rule::Alias, "alias refers to the declaration {shown}");
        let is_weak = matches!(
            global.linkage,
            Linkage::WeakAny | Linkage::WeakOdr | Linkage::LinkOnceAny | Linkage::LinkOnceOdr
        );
        // What may be another one when linked. Those that may only be another copy of themselves do not count.
        let may_change = is_weak && !matches!(global.linkage, Linkage::WeakOdr | Linkage::LinkOnceOdr);
        expect!(
            self,
            !(may_change && global.aliasee().is_some()),
            Rule::Alias,
            "alias refers to the weak alias {shown}"
        );
    }

    /// An alias is for a global or an expression.
    fn is_address(&mut self, node: usize) {
        let module = self.module;
        let Some(global) = module.globals.get(GlobalId::new(node)) else { return };
        let Some(ValueKind::Constant(id)) = global.aliasee().map(|value| value.kind()) else { return };
        let constant = module.constants.get(id);
        let is_expression = constant.is_some_and(|constant| !constant.kind.operands().is_empty());
        self.at = IrPlace::Global(GlobalId::new(node));
        expect!(
            self,
            is_expression,
            Rule::Alias,
            "alias refers to {id}, which is not an address of a global"
        );
    }
}
