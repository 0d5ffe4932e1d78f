//! Phi webs: the values that depend on each other through phis and selects, and the resources that reach each of them.
//!
//! Two worklists compute the least fixed point. The first one propagates unknown origins, and the second one propagates
//! each resource along each edge at most once between the other values. A value has at most [`HANDLE_ALTERNATIVES`]
//! resources; a value with more becomes unknown, and the computation starts again, at most [`ROUNDS`] times. Time and
//! memory are therefore linear in the size of the web, and the result does not depend on the order of operands or
//! queries.

use dxil_ir::Value;
use hashbrown::HashMap;

use super::resource::Reason;
use super::resource_set::{Link, ResourceId, ResourceSet};
use crate::limits::HANDLE_ALTERNATIVES;

/// The largest number of computations. A web needs one more for each annotation between two values with too many
/// resources.
const ROUNDS: usize = 4;

/// The values of a phi web and the values that they depend on.
#[derive(Debug, Default)]
pub(super) struct Web {
    nodes: Vec<Node>,
    /// The index of the node of each value.
    numbers: HashMap<Value, usize>,
}

#[derive(Debug)]
struct Node {
    value: Value,
    /// The resource of the value itself, of a value that does not depend on operands.
    origins: Vec<ResourceId>,
    resources: Vec<ResourceId>,
    /// The number of resources that the users of the node have received.
    sent: usize,
    unknown: Option<Reason>,
    is_waiting: bool,
    users: Vec<(usize, Link)>,
}

impl Web {
    /// The number of the node of a value, which is created for a new value.
    pub(super) fn node(&mut self, value: Value) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.nodes.push(Node {
                value,
                origins: Vec::new(),
                resources: Vec::new(),
                sent: 0,
                unknown: None,
                is_waiting: false,
                users: Vec::new(),
            });
        }
        number
    }

    /// The value of a node.
    pub(super) fn value(&self, number: usize) -> Option<Value> {
        self.nodes.get(number).map(|node| node.value)
    }

    /// Adds a resource to a node.
    pub(super) fn add(&mut self, number: usize, resource: ResourceId) {
        if let Some(node) = self.nodes.get_mut(number) {
            node.origins.push(resource);
        }
    }

    /// Marks a node as unknown.
    pub(super) fn add_unknown(&mut self, number: usize, reason: Reason) {
        if let Some(node) = self.nodes.get_mut(number) {
            node.unknown = Some(reason);
        }
    }

    /// Adds an edge from an operand to its user.
    pub(super) fn connect(&mut self, operand: Value, user: usize, link: Link) {
        let operand = self.node(operand);
        if let Some(node) = self.nodes.get_mut(operand) {
            node.users.push((user, link));
        }
    }

    /// Computes the resources of each value, or the reason why they are unknown.
    pub(super) fn solve(
        mut self,
        resources: &mut ResourceSet,
    ) -> Vec<(Value, Result<Vec<ResourceId>, Reason>)> {
        let mut is_solved = false;
        for _ in 0..ROUNDS {
            for node in &mut self.nodes {
                (node.resources, node.sent) = (node.origins.clone(), 0);
            }
            is_solved = self.propagate_unknown(resources) & self.propagate_resources(resources);
            if is_solved {
                break;
            }
        }
        let result = |node: Node| match node.unknown {
            Some(reason) => (node.value, Err(reason)),
            None if is_solved => (node.value, Ok(node.resources)),
            None => (node.value, Err(Reason::TooMany)),
        };
        self.nodes.into_iter().map(result).collect()
    }

    /// Marks each user of an unknown node as unknown, except an annotation, which gets a resource of its own. Returns
    /// false if another node becomes unknown because it has too many resources.
    fn propagate_unknown(&mut self, resources: &mut ResourceSet) -> bool {
        let mut is_solved = true;
        let mut worklist: Vec<usize> = Vec::new();
        for (number, node) in self.nodes.iter_mut().enumerate() {
            node.is_waiting = node.unknown.is_some();
            worklist.extend(node.is_waiting.then_some(number));
        }
        while let Some(number) = worklist.pop() {
            let Some(node) = self.nodes.get_mut(number) else { continue };
            node.is_waiting = false;
            let Some(reason) = node.unknown else { continue };
            let users = std::mem::take(&mut node.users);
            for (user, link) in &users {
                let Some(user_node) = self.nodes.get_mut(*user) else { continue };
                if let Some(resource) = resources.linked_unknown(reason, *link) {
                    is_solved &= user_node.add(resource);
                } else if user_node.unknown.is_none_or(|known| reason < known) {
                    user_node.unknown = Some(reason);
                    if !std::mem::replace(&mut user_node.is_waiting, true) {
                        worklist.push(*user);
                    }
                }
            }
            if let Some(node) = self.nodes.get_mut(number) {
                node.users = users;
            }
        }
        is_solved
    }

    /// Propagates resources between nodes that are not unknown. Marks nodes with too many resources as unknown, and
    /// returns false if such a node exists.
    fn propagate_resources(&mut self, resources: &mut ResourceSet) -> bool {
        let mut is_solved = true;
        let mut worklist: Vec<usize> = Vec::new();
        for (number, node) in self.nodes.iter_mut().enumerate() {
            node.is_waiting = node.has_news();
            worklist.extend(node.is_waiting.then_some(number));
        }
        while let Some(number) = worklist.pop() {
            let Some(node) = self.nodes.get_mut(number) else { continue };
            let news = node.resources.get(node.sent..).unwrap_or_default().to_vec();
            (node.is_waiting, node.sent) = (false, node.resources.len());
            let users = std::mem::take(&mut node.users);
            for (user, link) in &users {
                let Some(user_node) = self.nodes.get_mut(*user) else { continue };
                for resource in &news {
                    is_solved &= user_node.add(resources.linked(*resource, *link));
                }
                // A node may be its own user.
                if user_node.has_news() && !std::mem::replace(&mut user_node.is_waiting, true) {
                    worklist.push(*user);
                }
            }
            if let Some(node) = self.nodes.get_mut(number) {
                node.users = users;
            }
        }
        is_solved
    }
}

impl Node {
    /// Adds a resource unless the node is unknown. Returns false if the node becomes unknown because it has too many.
    fn add(&mut self, resource: ResourceId) -> bool {
        if self.unknown.is_some() || self.resources.contains(&resource) {
            return true;
        }
        let has_space = self.resources.len() < HANDLE_ALTERNATIVES;
        match has_space {
            true => self.resources.push(resource),
            false => self.unknown = Some(Reason::TooMany),
        }
        has_space
    }

    /// Returns true if the users of the node have not received all resources.
    fn has_news(&self) -> bool {
        self.unknown.is_none() && self.sent < self.resources.len()
    }
}
