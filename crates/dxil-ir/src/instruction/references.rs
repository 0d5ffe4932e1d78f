//! What an operation refers to: operands, blocks, lists, types. Apart from what operations are, because each question names
//! all of them.

use super::{Index, Lists, Op, SyncScope};
use crate::list::List;
use crate::{BlockId, TypeId, Value};

/// The lists that an operation refers to.
type OwnLists<'o> = (Option<&'o mut List<Value>>, Option<&'o mut List<BlockId>>, Option<&'o mut List<Index>>);

impl Op {
    /// Calls `visit` with each operand, in the order in which LLVM numbers them.
    pub fn each_operand(&self, lists: &Lists, mut visit: impl FnMut(Value)) {
        let (fixed, list) = self.operands();
        fixed.iter().for_each(|value| visit(*value));
        list.as_slice(&lists.values).iter().for_each(|value| visit(*value));
        if let Self::Call { callee, .. } = self {
            visit(*callee);
        }
    }

    /// Puts what `change` gives in the place of each operand.
    pub fn map_operands(&mut self, lists: &mut Lists, mut change: impl FnMut(Value) -> Value) {
        let (fixed, list) = self.operands_mut();
        fixed.iter_mut().for_each(|value| *value = change(*value));
        list.as_mut_slice(&mut lists.values).iter_mut().for_each(|value| *value = change(*value));
        if let Self::Call { callee, .. } = self {
            *callee = change(*callee);
        }
    }

    /// The blocks it names, in LLVM's order.
    pub fn blocks<'l>(&'l self, lists: &'l Lists) -> (&'l [BlockId], &'l [BlockId]) {
        match self {
            Self::Branch(block) => (std::slice::from_ref(block), &[]),
            Self::ConditionalBranch(_, blocks) => (blocks, &[]),
            Self::Switch { default, targets, .. } => {
                (std::slice::from_ref(default), targets.as_slice(&lists.blocks))
            }
            Self::Phi(_, blocks) => (&[], blocks.as_slice(&lists.blocks)),
            Self::Binary { .. }
            | Self::Negate(_)
            | Self::Freeze(_)
            | Self::Cast(..)
            | Self::Compare { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::ExtractValue(..)
            | Self::InsertValue(..)
            | Self::Alloca { .. }
            | Self::Load(..)
            | Self::Store(..)
            | Self::ElementPointer { .. }
            | Self::CompareExchange { .. }
            | Self::AtomicRmw { .. }
            | Self::Fence(..)
            | Self::Call { .. }
            | Self::VariadicArgument(_)
            | Self::Return(_)
            | Self::Unreachable => (&[], &[]),
        }
    }

    /// Operand `index`, in the order of [`each_operand`](Self::each_operand).
    pub fn operand(&self, lists: &Lists, index: usize) -> Option<Value> {
        let (fixed, list) = self.operands();
        let listed = list.as_slice(&lists.values);
        match index.checked_sub(fixed.len()) {
            None => fixed.get(index).copied(),
            Some(index) => match (listed.get(index), self) {
                (Some(value), _) => Some(*value),
                (None, Self::Call { callee, .. }) if index == listed.len() => Some(*callee),
                (None, _) => None,
            },
        }
    }

    /// Operand `index`, to be changed.
    pub(crate) fn operand_mut<'o>(&'o mut self, lists: &'o mut Lists, index: usize) -> Option<&'o mut Value> {
        if let Self::Call { callee, arguments, .. } = self {
            let arguments = arguments.as_mut_slice(&mut lists.values);
            return if index == arguments.len() { Some(callee) } else { arguments.get_mut(index) };
        }
        let (fixed, list) = self.operands_mut();
        match index.checked_sub(fixed.len()) {
            None => fixed.get_mut(index),
            Some(index) => list.as_mut_slice(&mut lists.values).get_mut(index),
        }
    }

    /// Block `index`, in the order of [`blocks`](Self::blocks), to be changed.
    pub(crate) fn block_mut<'o>(&'o mut self, lists: &'o mut Lists, index: usize) -> Option<&'o mut BlockId> {
        match self {
            Self::Branch(block) => Some(block).filter(|_| index == 0),
            Self::ConditionalBranch(_, blocks) => blocks.get_mut(index),
            Self::Switch { default, .. } if index == 0 => Some(default),
            Self::Switch { targets, .. } => targets.as_mut_slice(&mut lists.blocks).get_mut(index - 1),
            Self::Phi(_, blocks) => blocks.as_mut_slice(&mut lists.blocks).get_mut(index),
            Self::Binary { .. }
            | Self::Negate(_)
            | Self::Freeze(_)
            | Self::Cast(..)
            | Self::Compare { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::ExtractValue(..)
            | Self::InsertValue(..)
            | Self::Alloca { .. }
            | Self::Load(..)
            | Self::Store(..)
            | Self::ElementPointer { .. }
            | Self::CompareExchange { .. }
            | Self::AtomicRmw { .. }
            | Self::Fence(..)
            | Self::Call { .. }
            | Self::VariadicArgument(_)
            | Self::Return(_)
            | Self::Unreachable => None,
        }
    }

    /// The same with lists of its own in `to`, where `from` has those it refers to; between two bodies.
    pub(crate) fn copied(&self, from: &Lists, to: &mut Lists) -> Self {
        let mut copy = self.clone();
        let (values, blocks, indices) = copy.own_lists();
        if let Some(list) = values {
            *list = to.values.list_of(from.values.get(*list));
        }
        if let Some(list) = blocks {
            *list = to.blocks.list_of(from.blocks.get(*list));
        }
        if let Some(list) = indices {
            *list = to.indices.list_of(from.indices.get(*list));
        }
        copy
    }

    /// Whether it has as many blocks as values in its lists, where it has lists of both.
    pub(crate) fn has_paired_lists(&self, lists: &Lists) -> bool {
        let (values, blocks) = match self {
            Self::Phi(values, blocks) => (values, blocks),
            Self::Switch { cases, targets, .. } => (cases, targets),
            Self::Binary { .. }
            | Self::Negate(_)
            | Self::Freeze(_)
            | Self::Cast(..)
            | Self::Compare { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::ExtractValue(..)
            | Self::InsertValue(..)
            | Self::Alloca { .. }
            | Self::Load(..)
            | Self::Store(..)
            | Self::ElementPointer { .. }
            | Self::CompareExchange { .. }
            | Self::AtomicRmw { .. }
            | Self::Fence(..)
            | Self::Call { .. }
            | Self::VariadicArgument(_)
            | Self::Return(_)
            | Self::Branch(_)
            | Self::ConditionalBranch(..)
            | Self::Unreachable => return true,
        };
        values.len(&lists.values) == blocks.len(&lists.blocks)
    }

    /// The lists it refers to.
    fn own_lists(&mut self) -> OwnLists<'_> {
        match self {
            Self::ElementPointer { operands, .. } => (Some(operands), None, None),
            Self::Call { arguments, .. } => (Some(arguments), None, None),
            Self::Phi(values, blocks) => (Some(values), Some(blocks), None),
            Self::Switch { cases, targets, .. } => (Some(cases), Some(targets), None),
            Self::ExtractValue(_, indices) | Self::InsertValue(_, indices) => (None, None, Some(indices)),
            Self::Binary { .. }
            | Self::Negate(_)
            | Self::Freeze(_)
            | Self::Cast(..)
            | Self::Compare { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::Alloca { .. }
            | Self::Load(..)
            | Self::Store(..)
            | Self::CompareExchange { .. }
            | Self::AtomicRmw { .. }
            | Self::Fence(..)
            | Self::VariadicArgument(_)
            | Self::Return(_)
            | Self::Branch(_)
            | Self::ConditionalBranch(..)
            | Self::Unreachable => (None, None, None),
        }
    }

    /// The synchronization scope of an atomic operation.
    pub(crate) fn scope_mut(&mut self) -> Option<&mut SyncScope> {
        match self {
            Self::Load(_, access) | Self::Store(_, access) => access.atomic.as_mut().map(|(_, scope)| scope),
            Self::CompareExchange { scope, .. } | Self::AtomicRmw { scope, .. } | Self::Fence(_, scope) => {
                Some(scope)
            }
            Self::Binary { .. }
            | Self::Negate(_)
            | Self::Freeze(_)
            | Self::Cast(..)
            | Self::Compare { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::ExtractValue(..)
            | Self::InsertValue(..)
            | Self::Alloca { .. }
            | Self::ElementPointer { .. }
            | Self::Phi(..)
            | Self::Call { .. }
            | Self::VariadicArgument(_)
            | Self::Return(_)
            | Self::Branch(_)
            | Self::ConditionalBranch(..)
            | Self::Switch { .. }
            | Self::Unreachable => None,
        }
    }

    /// The type that it names besides that of its result.
    pub(crate) fn named_type_mut(&mut self) -> Option<&mut TypeId> {
        match self {
            Self::Alloca { element: ty, .. }
            | Self::ElementPointer { source: ty, .. }
            | Self::Call { function_type: ty, .. } => Some(ty),
            Self::Binary { .. }
            | Self::Negate(_)
            | Self::Freeze(_)
            | Self::Cast(..)
            | Self::Compare { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::ExtractValue(..)
            | Self::InsertValue(..)
            | Self::Load(..)
            | Self::Store(..)
            | Self::CompareExchange { .. }
            | Self::AtomicRmw { .. }
            | Self::Fence(..)
            | Self::Phi(..)
            | Self::VariadicArgument(_)
            | Self::Return(_)
            | Self::Branch(_)
            | Self::ConditionalBranch(..)
            | Self::Switch { .. }
            | Self::Unreachable => None,
        }
    }

    /// The operands that stand in it, and the list of others; without the callee of a call.
    fn operands(&self) -> (&[Value], List<Value>) {
        match self {
            Self::Binary { operands, .. }
            | Self::Compare { operands, .. }
            | Self::AtomicRmw { operands, .. } => (operands, List::new()),
            Self::ExtractElement(operands) | Self::InsertValue(operands, _) | Self::Store(operands, _) => {
                (operands, List::new())
            }
            Self::Select(operands)
            | Self::InsertElement(operands)
            | Self::ShuffleVector(operands)
            | Self::CompareExchange { operands, .. } => (operands, List::new()),
            Self::Cast(_, operand)
            | Self::Negate(operand)
            | Self::Freeze(operand)
            | Self::ExtractValue(operand, _)
            | Self::Alloca { count: operand, .. }
            | Self::Load(operand, _)
            | Self::VariadicArgument(operand)
            | Self::Return(Some(operand))
            | Self::ConditionalBranch(operand, _) => (std::slice::from_ref(operand), List::new()),
            Self::Switch { value, cases, .. } => (std::slice::from_ref(value), *cases),
            Self::ElementPointer { operands: list, .. }
            | Self::Phi(list, _)
            | Self::Call { arguments: list, .. } => (&[], *list),
            Self::Fence(..) | Self::Return(None) | Self::Branch(_) | Self::Unreachable => (&[], List::new()),
        }
    }

    /// The same, to be changed.
    fn operands_mut(&mut self) -> (&mut [Value], List<Value>) {
        match self {
            Self::Binary { operands, .. }
            | Self::Compare { operands, .. }
            | Self::AtomicRmw { operands, .. } => (operands, List::new()),
            Self::ExtractElement(operands) | Self::InsertValue(operands, _) | Self::Store(operands, _) => {
                (operands, List::new())
            }
            Self::Select(operands)
            | Self::InsertElement(operands)
            | Self::ShuffleVector(operands)
            | Self::CompareExchange { operands, .. } => (operands, List::new()),
            Self::Cast(_, operand)
            | Self::Negate(operand)
            | Self::Freeze(operand)
            | Self::ExtractValue(operand, _)
            | Self::Alloca { count: operand, .. }
            | Self::Load(operand, _)
            | Self::VariadicArgument(operand)
            | Self::Return(Some(operand))
            | Self::ConditionalBranch(operand, _) => (std::slice::from_mut(operand), List::new()),
            Self::Switch { value, cases, .. } => (std::slice::from_mut(value), *cases),
            Self::ElementPointer { operands: list, .. }
            | Self::Phi(list, _)
            | Self::Call { arguments: list, .. } => (&mut [], *list),
            Self::Fence(..) | Self::Return(None) | Self::Branch(_) | Self::Unreachable => {
                (&mut [], List::new())
            }
        }
    }
}
