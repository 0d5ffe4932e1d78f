//! What the code of each function names of the module: globals, constants that may have globals in them, what is
//! undefined. Call graphs, unused declarations and who uses a variable follow from it without another walk over all
//! instructions. Separate from [`Uses`](crate::uses::Uses), which are those of one body, operand by operand.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::ops::Range;

use crate::arena::{IdMap, IdSet};

use super::constants::ConstantKind;
use super::{ConstantId, GlobalId, Module, Op, Value, ValueKind};

/// What a function's code does with a global or a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymbolReference {
    /// The global or the constant.
    pub value: Value,
    /// The number of calls of it.
    pub calls: u32,
    /// Whether it is an argument of a call.
    pub is_argument: bool,
    /// Whether an instruction that is no call has it as an operand.
    pub is_operand: bool,
}

impl SymbolReference {
    /// The global that is named; `None` for a constant.
    pub fn global(&self) -> Option<GlobalId> {
        match self.value.kind() {
            ValueKind::Global(id) => Some(id),
            ValueKind::Constant(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => None,
        }
    }
}

/// What all functions name. Of constants, those alone that have operands or are undefined.
#[derive(Debug, Clone, Default)]
pub struct SymbolReferences {
    all: Vec<SymbolReference>,
    /// Those of each function.
    ranges: IdMap<GlobalId, Range<usize>>,
}

impl SymbolReferences {
    /// Those of a module.
    pub fn of(module: &Module) -> Self {
        let mut walk = Walk::default();
        for (id, constant) in module.constants.iter() {
            if !constant.kind.operands().is_empty() || constant.kind == ConstantKind::Undef {
                walk.named.insert(id);
            }
        }
        let mut ranges = IdMap::<GlobalId, Range<usize>>::new();
        for (id, _, body) in module.bodies() {
            walk.start = walk.all.len();
            body.each_instruction(|_, instruction| {
                if let Op::Call { callee, arguments, .. } = &instruction.op {
                    for argument in arguments.as_slice(&body.lists.values) {
                        walk.name(*argument, |mention| mention.is_argument = true);
                    }
                    walk.name(*callee, |mention| mention.calls = mention.calls.saturating_add(1));
                } else {
                    instruction.op.each_operand(&body.lists, |value| {
                        walk.name(value, |mention| mention.is_operand = true);
                    });
                }
            });
            ranges[id] = walk.start..walk.all.len();
        }
        Self { all: walk.all, ranges }
    }

    /// What a function names, each value once, in the order in which its code comes to it.
    pub fn by(&self, function: GlobalId) -> &[SymbolReference] {
        self.all.get(self.ranges[function].clone()).unwrap_or_default()
    }
}

/// A walk over all code.
#[derive(Default)]
struct Walk {
    all: Vec<SymbolReference>,
    /// Where the mentions by the function at hand begin.
    start: usize,
    /// The constants that count.
    named: IdSet<ConstantId>,
    /// The places of the last mentions, counted from 1.
    globals: IdMap<GlobalId, usize>,
    constants: IdMap<ConstantId, usize>,
}

impl Walk {
    #[inline]
    fn name(&mut self, value: Value, note: impl FnOnce(&mut SymbolReference)) {
        let place = match value.kind() {
            ValueKind::Global(id) => &mut self.globals[id],
            ValueKind::Constant(id) if self.named.contains(id) => &mut self.constants[id],
            ValueKind::Constant(_)
            | ValueKind::Argument(_)
            | ValueKind::Instruction(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => return,
        };
        if *place <= self.start {
            self.all.push(SymbolReference { value, calls: 0, is_argument: false, is_operand: false });
            *place = self.all.len();
        }
        if let Some(mention) = self.all.get_mut(*place - 1) {
            note(mention);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};

    #[test]
    fn each_function_names_a_value_once_with_all_that_it_does_with_it() {
        let mut module = Module::dxil();
        let void = module.types.void();
        let ty = module.types.function(void, &[]);
        let [callee, first, second, idle] =
            ["callee", "first", "second", "idle"].map(|name| module.define_function(name, ty));
        for (function, calls) in [(callee, 0), (first, 2), (second, 1), (idle, 0)] {
            let mut build = FunctionBuilder::new(&mut module, function).unwrap();
            for _ in 0..calls {
                build.call(callee, &[]).unwrap();
            }
            build.ret(None);
        }
        let mentions = SymbolReferences::of(&module);
        let named =
            |calls| SymbolReference { value: callee.into(), calls, is_argument: false, is_operand: false };
        assert_eq!(mentions.by(first), [named(2)]);
        assert_eq!(mentions.by(second), [named(1)]);
        assert_eq!(mentions.by(callee), []);
        assert_eq!(mentions.by(idle), []);
        assert_eq!(mentions.by(first)[0].global(), Some(callee));
    }
}
