//! What an operation refers to: operands, blocks, lists, types. Apart from what operations are, because the answers
//! name all of them.

use std::slice::{from_mut, from_ref};

use super::{Index, Lists, Op, SyncScope};
use crate::list::List;
use crate::{BlockId, TypeId, Value};

/// What an operation refers to besides operands, to be changed. One match fills it, so that a new operation is named
/// once.
#[derive(Default)]
struct References<'o> {
    value_list: Option<&'o mut List<Value>>,
    /// The blocks that stand in it, in front of those in its list.
    blocks: &'o mut [BlockId],
    block_list: Option<&'o mut List<BlockId>>,
    index_list: Option<&'o mut List<Index>>,
    /// The type that it names besides that of its result.
    ty: Option<&'o mut TypeId>,
    /// The synchronization scope of an atomic operation.
    scope: Option<&'o mut SyncScope>,
}

impl Op {
    /// Calls `visit` with each operand, in the order in which LLVM numbers them.
    #[inline]
    pub fn each_operand(&self, lists: &Lists, mut visit: impl FnMut(Value)) {
        let (fixed, list, callee) = self.operands();
        for value in fixed {
            visit(*value);
        }
        if !list.is_empty() {
            for value in list.as_slice(&lists.values) {
                visit(*value);
            }
        }
        if let Some(callee) = callee {
            visit(*callee);
        }
    }

    /// The operands, in the order of [`each_operand`](Self::each_operand).
    #[inline]
    pub(crate) fn all_operands<'l>(&'l self, lists: &'l Lists) -> impl Iterator<Item = Value> + Clone + 'l {
        let (fixed, list, callee) = self.operands();
        fixed.iter().chain(list.as_slice(&lists.values)).chain(callee).copied()
    }

    /// The same in lists, one behind the other.
    #[inline]
    pub(crate) fn operand_lists<'l>(&'l self, lists: &'l Lists) -> [&'l [Value]; 3] {
        let (fixed, list, callee) = self.operands();
        [fixed, list.as_slice(&lists.values), callee.map_or(&[], from_ref)]
    }

    /// Puts what `change` gives in the place of each operand.
    #[inline]
    pub fn map_operands(&mut self, lists: &mut Lists, mut change: impl FnMut(Value) -> Value) {
        let (fixed, list, callee) = self.operands_mut();
        fixed.iter_mut().for_each(|value| *value = change(*value));
        if !list.is_empty() {
            list.as_mut_slice(&mut lists.values).iter_mut().for_each(|value| *value = change(*value));
        }
        if let Some(callee) = callee {
            *callee = change(*callee);
        }
    }

    /// The blocks it names, in LLVM's order.
    pub fn blocks<'l>(&'l self, lists: &'l Lists) -> (&'l [BlockId], &'l [BlockId]) {
        match self {
            Self::Branch(block) => (from_ref(block), &[]),
            Self::ConditionalBranch(_, blocks) => (blocks, &[]),
            Self::Switch { default, targets, .. } => (from_ref(default), targets.as_slice(&lists.blocks)),
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
        let (fixed, list, callee) = self.operands();
        let listed = list.as_slice(&lists.values);
        match index.checked_sub(fixed.len()) {
            None => fixed.get(index).copied(),
            Some(index) if index == listed.len() => callee.copied(),
            Some(index) => listed.get(index).copied(),
        }
    }

    /// Operand `index`, to be changed.
    pub(crate) fn operand_mut<'o>(&'o mut self, lists: &'o mut Lists, index: usize) -> Option<&'o mut Value> {
        let (fixed, list, callee) = self.operands_mut();
        let Some(index) = index.checked_sub(fixed.len()) else { return fixed.get_mut(index) };
        let listed = list.as_mut_slice(&mut lists.values);
        if index == listed.len() { callee } else { listed.get_mut(index) }
    }

    /// Block `index`, in the order of [`blocks`](Self::blocks), to be changed.
    pub(crate) fn block_mut<'o>(&'o mut self, lists: &'o mut Lists, index: usize) -> Option<&'o mut BlockId> {
        let References { blocks, block_list, .. } = self.references();
        match index.checked_sub(blocks.len()) {
            None => blocks.get_mut(index),
            Some(index) => block_list?.as_mut_slice(&mut lists.blocks).get_mut(index),
        }
    }

    /// The same with lists of its own in `to`, where `from` has those it refers to; between two bodies.
    pub(crate) fn copied(&self, from: &Lists, to: &mut Lists) -> Self {
        let mut copy = self.clone();
        let References { value_list, block_list, index_list, .. } = copy.references();
        if let Some(list) = value_list {
            *list = to.values.list_of(from.values.get(*list));
        }
        if let Some(list) = block_list {
            *list = to.blocks.list_of(from.blocks.get(*list));
        }
        if let Some(list) = index_list {
            *list = to.indices.list_of(from.indices.get(*list));
        }
        copy
    }

    /// Whether it has as many blocks as values in its lists, where it has lists of both.
    pub(crate) fn has_paired_lists(&self, lists: &Lists) -> bool {
        let (Self::Phi(values, blocks) | Self::Switch { cases: values, targets: blocks, .. }) = self else {
            return true;
        };
        values.len(&lists.values) == blocks.len(&lists.blocks)
    }

    /// The synchronization scope of an atomic operation.
    pub(crate) fn scope_mut(&mut self) -> Option<&mut SyncScope> {
        self.references().scope
    }

    /// The type that it names besides that of its result.
    pub(crate) fn named_type_mut(&mut self) -> Option<&mut TypeId> {
        self.references().ty
    }

    /// The operands that stand in it, the list of others, and the callee of a call.
    #[inline]
    fn operands(&self) -> (&[Value], List<Value>, Option<&Value>) {
        match self {
            Self::Binary { operands, .. }
            | Self::Compare { operands, .. }
            | Self::AtomicRmw { operands, .. } => (operands, List::new(), None),
            Self::ExtractElement(operands) | Self::InsertValue(operands, _) | Self::Store(operands, _) => {
                (operands, List::new(), None)
            }
            Self::Select(operands)
            | Self::InsertElement(operands)
            | Self::ShuffleVector(operands)
            | Self::CompareExchange { operands, .. } => (operands, List::new(), None),
            Self::Cast(_, operand)
            | Self::Negate(operand)
            | Self::Freeze(operand)
            | Self::ExtractValue(operand, _)
            | Self::Alloca { count: operand, .. }
            | Self::Load(operand, _)
            | Self::VariadicArgument(operand)
            | Self::Return(Some(operand))
            | Self::ConditionalBranch(operand, _) => (from_ref(operand), List::new(), None),
            Self::Switch { value, cases, .. } => (from_ref(value), *cases, None),
            Self::ElementPointer { operands: list, .. } | Self::Phi(list, _) => (&[], *list, None),
            Self::Call { arguments, callee, .. } => (&[], *arguments, Some(callee)),
            Self::Fence(..) | Self::Return(None) | Self::Branch(_) | Self::Unreachable => {
                (&[], List::new(), None)
            }
        }
    }

    /// The same, to be changed.
    #[inline]
    fn operands_mut(&mut self) -> (&mut [Value], List<Value>, Option<&mut Value>) {
        match self {
            Self::Binary { operands, .. }
            | Self::Compare { operands, .. }
            | Self::AtomicRmw { operands, .. } => (operands, List::new(), None),
            Self::ExtractElement(operands) | Self::InsertValue(operands, _) | Self::Store(operands, _) => {
                (operands, List::new(), None)
            }
            Self::Select(operands)
            | Self::InsertElement(operands)
            | Self::ShuffleVector(operands)
            | Self::CompareExchange { operands, .. } => (operands, List::new(), None),
            Self::Cast(_, operand)
            | Self::Negate(operand)
            | Self::Freeze(operand)
            | Self::ExtractValue(operand, _)
            | Self::Alloca { count: operand, .. }
            | Self::Load(operand, _)
            | Self::VariadicArgument(operand)
            | Self::Return(Some(operand))
            | Self::ConditionalBranch(operand, _) => (from_mut(operand), List::new(), None),
            Self::Switch { value, cases, .. } => (from_mut(value), *cases, None),
            Self::ElementPointer { operands: list, .. } | Self::Phi(list, _) => (&mut [], *list, None),
            Self::Call { arguments, callee, .. } => (&mut [], *arguments, Some(callee)),
            Self::Fence(..) | Self::Return(None) | Self::Branch(_) | Self::Unreachable => {
                (&mut [], List::new(), None)
            }
        }
    }

    fn references(&mut self) -> References<'_> {
        let none = References::default();
        match self {
            Self::ExtractValue(_, indices) | Self::InsertValue(_, indices) => {
                References { index_list: Some(indices), ..none }
            }
            Self::Alloca { element, .. } => References { ty: Some(element), ..none },
            Self::Load(_, access) | Self::Store(_, access) => {
                References { scope: access.scope_mut(), ..none }
            }
            Self::CompareExchange { scope, .. } | Self::AtomicRmw { scope, .. } | Self::Fence(_, scope) => {
                References { scope: Some(scope), ..none }
            }
            Self::ElementPointer { operands, source, .. } => {
                References { value_list: Some(operands), ty: Some(source), ..none }
            }
            Self::Call { arguments, function_type, .. } => {
                References { value_list: Some(arguments), ty: Some(function_type), ..none }
            }
            Self::Phi(values, blocks) => {
                References { value_list: Some(values), block_list: Some(blocks), ..none }
            }
            Self::Branch(block) => References { blocks: from_mut(block), ..none },
            Self::ConditionalBranch(_, blocks) => References { blocks, ..none },
            Self::Switch { default, cases, targets, .. } => References {
                value_list: Some(cases),
                blocks: from_mut(default),
                block_list: Some(targets),
                ..none
            },
            Self::Binary { .. }
            | Self::Negate(_)
            | Self::Freeze(_)
            | Self::Cast(..)
            | Self::Compare { .. }
            | Self::Select(_)
            | Self::ExtractElement(_)
            | Self::InsertElement(_)
            | Self::ShuffleVector(_)
            | Self::VariadicArgument(_)
            | Self::Return(_)
            | Self::Unreachable => none,
        }
    }
}
