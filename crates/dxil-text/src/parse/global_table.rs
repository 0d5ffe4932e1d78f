//! Globals and comdats by name and number, and their parts that the parser reads once all globals are known. Separate
//! from their syntax, because the parser's state holds them.

use std::borrow::Cow;

use dxil_ir::{BlockId, ComdatId, GlobalId};
use hashbrown::{HashMap, HashSet};

use super::local_table::Key;

/// Globals that were met before.
#[derive(Default)]
pub(super) struct GlobalTable<'s> {
    pub(super) names: HashMap<Cow<'s, [u8]>, GlobalId>,
    pub(super) numbered: HashMap<u32, GlobalId>,
    pub(super) next_number: u32,
    pub(super) comdats: HashMap<Cow<'s, [u8]>, ComdatId>,
    /// Those that are not defined yet, and where they were met first.
    pub(super) undefined_comdats: HashMap<ComdatId, usize>,
    /// What is to be read once all globals are known.
    pub(super) later: Vec<(GlobalId, Later, usize)>,
    pub(super) bodies: Vec<DeferredBody<'s>>,
    /// Blocks whose addresses the text has somewhere: their ids, and where they are referred to first.
    pub(super) addressed: HashMap<GlobalId, HashMap<Key<'s>, (BlockId, usize)>>,
    /// Where the first comment begins, of those that are not for the rest of a line, behind what was gone through.
    pub(super) comment: Option<usize>,
    /// How many of them had no end.
    pub(super) endless: u32,
    /// Those of which it was told that they are used with another type.
    pub(super) told: HashSet<GlobalId>,
}

/// What of a global is read once all globals are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Later {
    /// What an alias is for; first, because these say of which type the alias is.
    Aliasee,
    Initializer,
    Prefix,
    Prologue,
    Personality,
}

impl GlobalTable<'_> {
    /// The global of this name.
    pub(super) fn named(&self, name: &[u8]) -> Option<GlobalId> {
        self.names.get(name).copied()
    }
}

/// The body of a function, which is read once everything else is known.
pub(super) struct DeferredBody<'s> {
    pub(super) function: GlobalId,
    /// Where the text goes on behind the head: metadata, a brace, and what the function consists of.
    pub(super) start: usize,
    /// Where it ends, behind the closing brace.
    pub(super) end: usize,
    /// What the parameters are called.
    pub(super) parameters: Vec<Key<'s>>,
}
