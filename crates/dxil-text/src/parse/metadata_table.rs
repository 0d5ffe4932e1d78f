//! Metadata that the parser has read: nodes by number, named lists, strings, kinds. Separate from its syntax, because
//! the parser's state holds it.

use std::borrow::Cow;

use dxil_ir::function::DebugLocation;
use dxil_ir::{GlobalId, MetadataId, Value};
use hashbrown::HashMap;

/// Metadata that was met before.
#[derive(Default)]
pub(super) struct MetadataTable<'s> {
    /// Nodes by number.
    pub(super) nodes: Nodes,
    /// Their numbers in the order of the text, and where what they say begins.
    pub(super) order: Vec<(u32, usize)>,
    /// Lists with names, and where those stand.
    pub(super) named: Vec<(Cow<'s, [u8]>, usize)>,
    pub(super) named_places: HashMap<Vec<u8>, usize>,
    pub(super) strings: HashMap<Cow<'s, [u8]>, MetadataId>,
    pub(super) values: HashMap<Value, MetadataId>,
    /// Nodes that stand where they are referred to, by row and fields.
    pub(super) inline: HashMap<(Option<u8>, Box<[u64]>), MetadataId>,
    /// True if nodes that say the same are one.
    pub(super) is_united: bool,
    /// Kinds by the token that names them, and by their name.
    pub(super) kinds: HashMap<&'s [u8], u32>,
    pub(super) kind_names: HashMap<Cow<'s, [u8]>, u32>,
    /// Of kinds that the module does not have from the start, where each comes first.
    pub(super) kind_places: Vec<usize>,
    /// What is attached to globals, and where it stands.
    pub(super) attached: Vec<(GlobalId, usize)>,
    /// Places in the source that other nodes refer to, and which are therefore nodes of the module.
    pub(super) places: Vec<(MetadataId, u32)>,
}

/// Nodes by number.
#[derive(Default)]
pub(super) struct Nodes {
    /// Those from 0 on, as most are, up to the first number that is left out.
    pub(super) first: Vec<Node>,
    pub(super) others: HashMap<u32, Node>,
}

impl Nodes {
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<&Node> {
        let first = usize::try_from(number).ok().and_then(|place| self.first.get(place));
        first.or_else(|| self.others.get(&number))
    }

    #[inline]
    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut Node> {
        let first = usize::try_from(number).ok().and_then(|place| self.first.get_mut(place));
        first.or_else(|| self.others.get_mut(&number))
    }

    /// Adds a node, unless its number is another one's. Says whether it did.
    pub(super) fn insert(&mut self, number: u32, node: Node) -> bool {
        let is_new = self.get(number).is_none();
        match usize::try_from(number) {
            _ if !is_new => {}
            Ok(place) if place == self.first.len() => self.first.push(node),
            _ => drop(self.others.insert(number, node)),
        }
        is_new
    }

    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        self.first.iter_mut().chain(self.others.values_mut())
    }
}

/// A node with a number.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// `None` for a place in the source that no other node refers to: instructions hold those themselves.
    pub(super) id: Option<MetadataId>,
    pub(super) is_place: bool,
    pub(super) is_distinct: bool,
    pub(super) place: Option<DebugLocation>,
}
