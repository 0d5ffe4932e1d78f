//! Phi webs: the values that depend on each other through phis and selects, and the resources that reach each of them.
//!
//! A worklist propagates each resource along each edge at most once, and a node has at most [`HANDLE_ALTERNATIVES`]
//! resources. Time and memory are therefore linear in the size of the web.

use dxil_ir::Value;
use hashbrown::HashMap;

use super::resource::Reason;
use super::resource_set::{Link, ResourceId, ResourceSet};
use crate::limits::HANDLE_ALTERNATIVES;

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
    resources: Vec<ResourceId>,
    /// The number of resources that the users of the node have received.
    sent: usize,
    unknown: Option<Reason>,
    is_waiting: bool,
    users: Vec<(usize, Link)>,
    /// The link to the operand, of a value with one operand.
    link: Option<Link>,
}

impl Web {
    /// The number of the node of a value, which is created for a new value.
    pub(super) fn node(&mut self, value: Value) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(value).or_insert(next);
        if number == next {
            self.nodes.push(Node {
                value,
                resources: Vec::new(),
                sent: 0,
                unknown: None,
                is_waiting: false,
                users: Vec::new(),
                link: None,
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
            node.add(resource);
        }
    }

    /// Marks a node as unknown.
    pub(super) fn add_unknown(&mut self, number: usize, reason: Reason) {
        if let Some(node) = self.nodes.get_mut(number) {
            node.add_unknown(reason);
        }
    }

    /// Adds an edge from an operand to its user.
    pub(super) fn connect(&mut self, operand: Value, user: usize, link: Link) {
        let operand = self.node(operand);
        if let Some(node) = self.nodes.get_mut(operand) {
            node.users.push((user, link));
        }
        if let Some(node) = self.nodes.get_mut(user).filter(|_| link != Link::Join) {
            node.link = Some(link);
        }
    }

    /// Propagates resources to a fixed point. Returns the resources of each value, or the reason why they are unknown.
    pub(super) fn solve(
        mut self,
        resources: &mut ResourceSet,
    ) -> Vec<(Value, Result<Vec<ResourceId>, Reason>)> {
        let mut worklist: Vec<usize> = Vec::new();
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if node.has_news() {
                node.is_waiting = true;
                worklist.push(number);
            }
        }
        while let Some(number) = worklist.pop() {
            let Some(node) = self.nodes.get_mut(number) else { continue };
            let news = node.resources.get(node.sent..).unwrap_or_default().to_vec();
            (node.is_waiting, node.sent) = (false, node.resources.len());
            let (unknown, users) = (node.unknown, std::mem::take(&mut node.users));
            for (user, link) in &users {
                let Some(user_node) = self.nodes.get_mut(*user) else { continue };
                for resource in &news {
                    user_node.add(resources.linked(*resource, *link));
                }
                if let Some(reason) = unknown {
                    match resources.linked_unknown(reason, *link) {
                        Some(resource) => user_node.add(resource),
                        None => user_node.add_unknown(reason),
                    }
                }
                if user_node.has_news() && !std::mem::replace(&mut user_node.is_waiting, true) {
                    worklist.push(*user);
                }
            }
            // An unknown node receives nothing else.
            if let Some(node) = self.nodes.get_mut(number).filter(|_| unknown.is_none()) {
                node.users = users;
                if node.has_news() && !std::mem::replace(&mut node.is_waiting, true) {
                    worklist.push(number);
                }
            }
        }
        let of_node = |node: Node| {
            let result = match (node.unknown, node.link) {
                (Some(reason), _) => Err(reason),
                (None, Some(link)) if node.resources.is_empty() => {
                    Ok(resources.linked_unknown(Reason::Undefined, link).into_iter().collect())
                }
                (None, _) => Ok(node.resources),
            };
            (node.value, result)
        };
        self.nodes.into_iter().map(of_node).collect()
    }
}

impl Node {
    fn add(&mut self, resource: ResourceId) {
        if self.unknown.is_some() || self.resources.contains(&resource) {
            return;
        }
        if self.resources.len() < HANDLE_ALTERNATIVES {
            self.resources.push(resource);
        } else {
            self.add_unknown(Reason::TooMany);
        }
    }

    /// The first reason counts.
    fn add_unknown(&mut self, reason: Reason) {
        if self.unknown.is_none() {
            (self.unknown, self.resources, self.sent) = (Some(reason), Vec::new(), 0);
        }
    }

    /// Returns true if the users of the node have something to receive.
    fn has_news(&self) -> bool {
        self.sent < self.resources.len() || self.unknown.is_some() && !self.users.is_empty()
    }
}
