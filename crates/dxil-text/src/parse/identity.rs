//! Which nodes of metadata are the same one. Separate because it is found once all of them were read: they refer to
//! each other in circles. Modern LLVM only: texts of LLVM 3.7 are taken as they are.
//!
//! Nodes that say the same are one, unless they are distinct; and a node that refers to itself is.

#![allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]

use std::hash::BuildHasher as _;

use dxil_ir::MetadataId;
use dxil_ir::arena::IdMap;
use dxil_ir::metadata::{Content, MetadataTable};
use hashbrown::{DefaultHashBuilder, HashTable};

use crate::limits;

/// Nodes, and which of them stands for each.
pub(super) struct Identity {
    /// The id plus one of what stands for a node; 0 for what stands for itself.
    same: IdMap<MetadataId, u32>,
    /// Those that stand for themselves, by what they say.
    known: HashTable<MetadataId>,
    hasher: DefaultHashBuilder,
    is_changed: bool,
}

impl Identity {
    /// Finds nodes that are the same, and makes those distinct that refer to themselves. `None` where all are
    /// themselves.
    pub(super) fn find(table: &mut MetadataTable) -> Option<Self> {
        let ids: Vec<MetadataId> = table.iter().map(|(id, _)| id).collect();
        for id in &ids {
            let is_own = |index| table.operand(*id, index).map(|operand| operand == Some(*id));
            let refers_to_itself = (0..).map_while(is_own).any(|is_own| is_own);
            if refers_to_itself
                && let Some(Content { row, is_distinct: false, numbers }) = table.mapped(*id, Some)
            {
                table.define(*id, row, true, &numbers);
            }
        }
        let mut identity = Self {
            same: IdMap::new(),
            known: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            is_changed: true,
        };
        // Where nodes in a circle are found to be others, more may be the same.
        for _ in 0..limits::IDENTITY_PASSES {
            if !std::mem::take(&mut identity.is_changed) {
                break;
            }
            identity.known.clear();
            identity.pass(table, &ids);
        }
        ids.iter().any(|id| identity.of(*id) != *id).then_some(identity)
    }

    /// What stands for a node.
    pub(super) fn of(&self, mut id: MetadataId) -> MetadataId {
        while let Some(next) = self.same.get(id).and_then(|same| same.checked_sub(1)) {
            id = MetadataId::from_u32(next);
        }
        id
    }

    /// Goes through all nodes, what they refer to first.
    fn pass(&mut self, table: &MetadataTable, ids: &[MetadataId]) {
        let mut is_met = IdMap::<MetadataId, bool>::new();
        let mut open = Vec::new();
        for id in ids {
            open.push((*id, 0));
            while let Some((id, next)) = open.last_mut() {
                if *next == 0 && std::mem::replace(&mut is_met[*id], true) {
                    open.pop();
                    continue;
                }
                let operand = table.operand(*id, *next);
                *next += 1;
                match operand {
                    Some(Some(operand)) if !is_met.get(operand).is_some_and(|is_met| *is_met) => {
                        open.push((operand, 0));
                    }
                    Some(_) => {}
                    None => {
                        let id = *id;
                        open.pop();
                        self.unite(table, id);
                    }
                }
            }
        }
    }

    /// Finds what says the same as a node whose operands are known.
    fn unite(&mut self, table: &MetadataTable, id: MetadataId) {
        if self.of(id) != id {
            return;
        }
        let Some(content) = self.content(table, id).filter(|content| !content.is_distinct) else { return };
        let hash = self.hasher.hash_one(&content);
        let is_same = |known: &MetadataId| self.content(table, *known).as_ref() == Some(&content);
        if let Some(known) = self.known.find(hash, is_same).copied().filter(|known| *known != id) {
            self.same[id] = known.as_u32() + 1;
            self.is_changed = true;
            return;
        }
        let mut known = std::mem::take(&mut self.known);
        known.insert_unique(hash, id, |id| {
            self.content(table, *id).map_or(0, |content| self.hasher.hash_one(&content))
        });
        self.known = known;
    }

    /// What a node says, with what stands for what it refers to.
    fn content(&self, table: &MetadataTable, id: MetadataId) -> Option<Content> {
        table.mapped(id, |id| Some(self.of(id)))
    }

    /// Makes all nodes refer to what stands for what they referred to. Nothing is left of the others.
    pub(super) fn apply(&self, table: &mut MetadataTable) {
        let ids: Vec<MetadataId> = table.iter().map(|(id, _)| id).collect();
        for id in ids {
            if self.of(id) != id {
                table.define_tuple(id, true, []);
                continue;
            }
            let operands = (0..).map_while(|index| table.operand(id, index)).flatten();
            if operands.into_iter().all(|operand| self.of(operand) == operand) {
                continue;
            }
            if let Some(Content { row, is_distinct, numbers }) = self.content(table, id) {
                table.define(id, row, is_distinct, &numbers);
            }
        }
    }
}
