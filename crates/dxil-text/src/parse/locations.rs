//! A parsed module with the byte offsets of its parts in the text. Separate from the parser, which fills them in.

use bstr::BString;
use dxil_ir::arena::{Id as _, IdMap};
use dxil_ir::{GlobalId, InstructionId, MetadataId, Module};

/// A module, and where in its text things stand.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Parsed {
    /// The module.
    pub module: Module,
    /// Where things stand.
    pub places: Places,
}

/// Where in a text things stand, in bytes from its start.
#[derive(Debug, Clone, Default)]
pub struct Places {
    pub(super) globals: Vec<u32>,
    /// Of the instructions of each function, in the order of their ids.
    pub(super) instructions: hashbrown::HashMap<GlobalId, Vec<u32>>,
    /// Of nodes with numbers, by id, plus one; 0 for others.
    pub(super) metadata: IdMap<MetadataId, u32>,
    /// Of metadata with names, in the order of the module.
    pub(super) named_metadata: Vec<(BString, u32)>,
}

impl Places {
    /// Where the name of a global stands.
    pub fn global(&self, id: GlobalId) -> Option<usize> {
        usize::try_from(*self.globals.get(id.index())?).ok()
    }

    /// Where an instruction stands.
    pub fn instruction(&self, function: GlobalId, id: InstructionId) -> Option<usize> {
        let places = self.instructions.get(&function)?;
        usize::try_from(*places.get(id.index())?).ok()
    }

    /// Where a node stands that has a number.
    pub fn metadata(&self, id: MetadataId) -> Option<usize> {
        usize::try_from(self.metadata.get(id)?.checked_sub(1)?).ok()
    }

    /// Where metadata with a name stands, by its place among those.
    pub fn named_metadata(&self, index: u32) -> Option<usize> {
        let (_, place) = self.named_metadata.get(usize::try_from(index).ok()?)?;
        usize::try_from(*place).ok()
    }

    /// The same by its name, without the `!`.
    pub fn metadata_called(&self, name: &str) -> Option<usize> {
        let (_, place) = self.named_metadata.iter().find(|named| named.0 == name)?;
        usize::try_from(*place).ok()
    }
}
