//! Taking globals out of a module, and putting them into another order. Separate because these are the changes that
//! give things other ids: a global cannot stay in the arena unused, for every global of the arena is written.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use crate::arena::PackedOption;
use crate::arena::{IdMap, IdSet};

use super::metadata::Metadata;
use super::{Global, GlobalId, Module, Value, ValueKind};

impl Module {
    /// Takes out those of `candidates` that nothing refers to: neither constants nor metadata, nor globals that stay;
    /// candidates that only refer to each other go together. Says how many those are. The globals behind them have
    /// other ids afterwards, and the orders that the module was stored in are forgotten.
    ///
    /// A constant refers to what it consists of although nothing uses it:
    /// [`compacted`](crate::edit::compaction::compacted) leaves such constants out.
    pub fn remove_unused_globals(&mut self, candidates: impl Fn(GlobalId) -> bool) -> usize {
        let mut is_used = IdMap::<GlobalId, bool>::new();
        let mut waiting = Vec::new();
        let mut use_it = |id: GlobalId, waiting: &mut Vec<GlobalId>| {
            if !std::mem::replace(&mut is_used[id], true) {
                waiting.push(id);
            }
        };
        let mut visit = |value: Value, waiting: &mut Vec<GlobalId>| {
            if let ValueKind::Global(id) = value.kind()
                && self.globals.has(id)
            {
                use_it(id, waiting);
            }
        };
        for (_, constant) in self.constants.iter() {
            constant.kind.operands().iter().for_each(|value| visit(*value, &mut waiting));
        }
        for (_, metadata) in self.metadata.iter() {
            if let Metadata::Value(_, value) = metadata {
                visit(value, &mut waiting);
            }
        }
        for id in self.globals.keys().filter(|id| !candidates(*id)) {
            visit(id.into(), &mut waiting);
        }
        while let Some(id) = waiting.pop() {
            if let Some(global) = self.globals.get(id) {
                global.each_value(|value| visit(value, &mut waiting));
            }
        }
        let is_removed = |id: GlobalId| !is_used[id];
        if !self.globals.keys().any(is_removed) {
            return 0;
        }
        let before = self.globals.len();
        let kept: Vec<GlobalId> = self.globals.keys().filter(|id| !is_removed(*id)).collect();
        self.rearrange(&kept);
        before - self.globals.len()
    }

    /// Replaces the references of metadata to globals by undefined values, as LLVM does if it deletes a global. The
    /// globals can then be removed.
    pub fn forget_in_metadata(&mut self, globals: impl IntoIterator<Item = GlobalId>) {
        let mut sorted: Vec<GlobalId> = globals.into_iter().filter(|id| self.globals.has(*id)).collect();
        sorted.sort_unstable();
        let undefined: Vec<Value> = sorted.iter().map(|id| self.undef(self.globals[*id].ty)).collect();
        if sorted.is_empty() {
            return;
        }
        self.metadata.each_value_mut(|value| {
            if let ValueKind::Global(id) = value.kind()
                && let Ok(index) = sorted.binary_search(&id)
            {
                *value = undefined[index];
            }
        });
    }

    /// Moves globals behind all others, in this order. Those behind them have other ids afterwards, and the orders that
    /// the module was stored in are forgotten.
    pub fn move_globals_to_end(&mut self, moved: &[GlobalId]) {
        let is_moved: IdSet<GlobalId> = moved.iter().copied().collect();
        let order: Vec<GlobalId> =
            self.globals.keys().filter(|id| !is_moved.contains(*id)).chain(moved.iter().copied()).collect();
        if !order.is_sorted() {
            self.rearrange(&order);
        }
    }

    /// Leaves these globals in this order, and what refers to them refers to them there.
    fn rearrange(&mut self, order: &[GlobalId]) {
        let mut new_ids = IdMap::<GlobalId, PackedOption<GlobalId>>::new();
        let mut old: IdMap<GlobalId, Option<Global>> = IdMap::new();
        for (id, global) in std::mem::take(&mut self.globals) {
            old[id] = Some(global);
        }
        for id in order {
            if let Some(global) = old[*id].take() {
                new_ids[*id] = self.globals.push(global).into();
            }
        }
        self.each_value_mut(|value| {
            if let ValueKind::Global(id) = value.kind()
                && let Some(new) = new_ids[id].expand()
            {
                *value = new.into();
            }
        });
        self.forget_encoding();
    }

    /// Calls `visit` with everything that refers to a value: in bodies, constants, globals and metadata. Constants that
    /// were not equal must not become so.
    fn each_value_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        for global in self.globals.values_mut() {
            global.each_value_mut(&mut visit);
            if let Some(body) = global.body_mut() {
                body.each_value_mut(&mut visit);
            }
        }
        self.constants.each_value_mut(&mut visit);
        self.metadata.each_value_mut(visit);
    }
}
