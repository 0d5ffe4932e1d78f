//! Copies of nodes of metadata that what is copied must not share with its copy, and of those that lead to them.
//! Separate because blocks and functions each have their own such nodes.

use hashbrown::{HashMap, HashSet};

use crate::MetadataId;
use crate::metadata::{Content, Metadata, MetadataTable};

/// What becomes of a node.
#[derive(Debug, Clone, Copy)]
pub(super) enum NodeCopy {
    /// This one, whatever it refers to: itself, if it is shared.
    As(MetadataId),
    /// Another one.
    Anew,
    /// Another one if one of those that it refers to becomes another.
    AsOperands,
}

/// What nodes became.
#[derive(Debug, Clone, Default)]
pub(super) struct NodeCopies {
    known: HashMap<MetadataId, MetadataId>,
}

/// What can be reached from a node.
#[derive(Default)]
struct Reached {
    /// Each node behind those that it refers to, circles aside.
    nodes: Vec<MetadataId>,
    users: HashMap<MetadataId, Vec<MetadataId>>,
    /// Those that become other ones.
    changed: HashSet<MetadataId>,
}

impl NodeCopies {
    /// What a node becomes. `rule` says so of each one, and has to say the same for all nodes of these copies.
    pub(super) fn copy(
        &mut self,
        table: &mut MetadataTable,
        node: MetadataId,
        rule: &mut impl FnMut(&mut MetadataTable, MetadataId) -> NodeCopy,
    ) -> MetadataId {
        if !self.known.contains_key(&node) {
            let reached = self.reached(table, node, rule);
            self.make(table, &reached);
        }
        self.of(node)
    }

    fn of(&self, node: MetadataId) -> MetadataId {
        self.known.get(&node).copied().unwrap_or(node)
    }

    fn reached(
        &mut self,
        table: &mut MetadataTable,
        start: MetadataId,
        rule: &mut impl FnMut(&mut MetadataTable, MetadataId) -> NodeCopy,
    ) -> Reached {
        let mut reached = Reached::default();
        let mut entered = HashSet::new();
        // Nodes with the operand to be looked at next.
        let mut path = Vec::<(MetadataId, usize)>::new();
        let mut next = Some(start);
        loop {
            if let Some(id) = next.take()
                && !self.known.contains_key(&id)
                && entered.insert(id)
            {
                match rule(table, id) {
                    NodeCopy::As(copy) => {
                        self.known.insert(id, copy);
                    }
                    NodeCopy::Anew => {
                        reached.changed.insert(id);
                        path.push((id, 0));
                    }
                    NodeCopy::AsOperands => path.push((id, 0)),
                }
            }
            let Some((id, index)) = path.last_mut() else { break };
            match table.operand(*id, *index) {
                Some(operand) => {
                    *index += 1;
                    if let Some(operand) = operand {
                        reached.users.entry(operand).or_default().push(*id);
                    }
                    next = operand;
                }
                None => {
                    reached.nodes.push(*id);
                    path.pop();
                }
            }
        }
        let is_other = |id: &&MetadataId| self.of(**id) != **id;
        let mut spreading: Vec<_> = reached.users.keys().filter(is_other).copied().collect();
        spreading.extend(&reached.changed);
        while let Some(id) = spreading.pop() {
            for user in reached.users.get(&id).into_iter().flatten() {
                if reached.changed.insert(*user) {
                    spreading.push(*user);
                }
            }
        }
        reached
    }

    fn make(&mut self, table: &mut MetadataTable, reached: &Reached) {
        let is_changed = |id: &&MetadataId| reached.changed.contains(*id);
        let mut waiting = Vec::new();
        for id in reached.nodes.iter().filter(is_changed).filter(|id| is_itself(table, **id)) {
            waiting.push((*id, true));
        }
        for (id, _) in &waiting {
            self.known.insert(*id, table.reserve());
        }
        for id in &reached.nodes {
            if self.known.contains_key(id) {
                continue;
            }
            if !reached.changed.contains(id) {
                self.known.insert(*id, *id);
                continue;
            }
            // Those in a circle of nodes of which none is itself refer to what is not there yet.
            let is_early = |id: MetadataId| !self.known.contains_key(&id);
            let copy = if operands(table, *id).any(is_early) {
                waiting.push((*id, false));
                table.reserve()
            } else {
                let Some(content) = self.content(table, *id) else { continue };
                table.intern_list(content.row, &content.numbers)
            };
            self.known.insert(*id, copy);
        }
        for (id, is_distinct) in waiting {
            if let Some(content) = self.content(table, id) {
                table.define(self.of(id), content.row, is_distinct, &content.numbers);
            }
        }
    }

    /// What a node becomes.
    fn content(&self, table: &MetadataTable, id: MetadataId) -> Option<Content> {
        table.mapped(id, |id| Some(self.of(id)))
    }
}

/// Whether a node is itself, whatever it refers to: distinct, or it lists itself.
pub(super) fn is_itself(table: &MetadataTable, id: MetadataId) -> bool {
    match table.get(id) {
        Some(Metadata::Tuple { is_distinct, .. }) => is_distinct || operands(table, id).any(|of| of == id),
        Some(Metadata::Node { is_distinct, .. }) => is_distinct,
        Some(Metadata::String(_) | Metadata::Value(..)) | None => false,
    }
}

fn operands(table: &MetadataTable, id: MetadataId) -> impl Iterator<Item = MetadataId> {
    (0..).map_while(move |index| table.operand(id, index)).flatten()
}
