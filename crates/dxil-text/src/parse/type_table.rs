//! Types by name and number. Separate from their syntax, because the parser's state holds them.

use std::borrow::Cow;

use dxil_ir::{Module, TypeId};
use hashbrown::{HashMap, HashSet};

/// Types that were met before.
#[derive(Default)]
pub(super) struct TypeTable<'s> {
    /// How they lie in memory, of those that were accessed without a word about their alignment.
    pub(super) in_memory: HashMap<TypeId, InMemory>,
    /// Integers by how many bits they have, and types that are one word.
    pub(super) integers: Vec<Option<TypeId>>,
    pub(super) void: Option<TypeId>,
    pub(super) float: Option<TypeId>,
    pub(super) label: Option<TypeId>,
    /// Structures by the token that names them, and by their name: it may be spelled in two ways.
    pub(super) structures: HashMap<&'s [u8], TypeId>,
    pub(super) names: HashMap<Cow<'s, [u8]>, TypeId>,
    /// Which of them are defined, and where those that are not were met first.
    pub(super) undefined: HashMap<TypeId, usize>,
    pub(super) numbered: HashMap<u32, TypeId>,
    /// Those whose definitions could not be read.
    pub(super) broken: HashSet<TypeId>,
    /// True if all definitions were read, so that there are no others.
    pub(super) is_complete: bool,
}

/// How a type lies in memory, in bytes, all of them powers of two.
#[derive(Clone, Copy)]
pub(super) struct InMemory {
    pub(super) size: u64,
    pub(super) alignment: u64,
    pub(super) preferred: u64,
}

/// How deep a type is looked into for one that could not be read.
const DEPTH: usize = 8;

impl TypeTable<'_> {
    /// True if a type is or consists of one whose definition could not be read.
    pub(super) fn is_broken(&self, module: &Module, ty: TypeId) -> bool {
        let mut parts = vec![(ty, 0)];
        while let Some((ty, depth)) = parts.pop().filter(|_| !self.broken.is_empty()) {
            if self.broken.contains(&ty) {
                return true;
            }
            if depth < DEPTH {
                parts.extend((0..DEPTH).map_while(|index| Some((module.types.part(ty, index)?, depth + 1))));
            }
        }
        false
    }
}
