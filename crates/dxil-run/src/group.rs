//! A thread group: the state that its waves share.

use crate::mesh::MeshGroup;
use crate::shared::Shared;

/// What waves of one group share.
#[derive(Debug)]
pub(crate) struct Group {
    /// Its number in the dispatch.
    pub(crate) number: u64,
    /// Its place in the dispatch.
    pub(crate) id: [u32; 3],
    /// Its memory.
    pub(crate) shared: Shared,
    /// What it is given and gives, of amplification and mesh shaders.
    pub(crate) mesh: MeshGroup,
    /// The number of its dispatch among those over the same resources.
    pub(crate) dispatch: u32,
    /// How many barriers all its threads have passed that order accesses of UAVs.
    pub(crate) epoch: u32,
    /// How many steps the run had taken before it began.
    pub(crate) first_step: u64,
}
