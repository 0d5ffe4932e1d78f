//! What a group of an amplification or a mesh shader is given and gives, besides its memory: the payload, how many
//! groups are to be run with it, vertices, primitives, and which vertices each of these has.

use az::SaturatingAs as _;

use crate::instruction::Pc;
use crate::shared::{ALL_BYTES, Shared};
use crate::stage::StageInterface;

/// Bytes that an amplification shader passes to the groups of the mesh shader.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payload {
    words: Vec<u32>,
    /// A bit for each byte of a word that was ever written.
    defined: Vec<u8>,
}

impl Payload {
    /// So many bytes of a group's memory.
    pub(crate) fn of(shared: &Shared, address: u32, bytes: u32) -> Self {
        let first = (address / 4) as usize;
        let count = bytes.div_ceil(4) as usize;
        let read = (first..first.saturating_add(count)).map(|word| shared.read(word));
        let (words, defined) = read.unzip();
        Self { words, defined }
    }

    /// A word, and which of its bytes were ever written.
    pub(crate) fn read(&self, word: usize) -> (u32, u8) {
        (self.words.get(word).copied().unwrap_or(0), self.defined.get(word).copied().unwrap_or(ALL_BYTES))
    }

    /// How many bytes it has.
    pub(crate) fn bytes(&self) -> u32 {
        self.words.len().saturating_as::<u32>().saturating_mul(4)
    }
}

/// The scalars of vertices or primitives, one after the other.
#[derive(Debug, Clone, Default)]
pub struct Records {
    words: Vec<u32>,
    written: Vec<bool>,
    /// Scalars of each.
    scalars: usize,
}

impl Records {
    /// So many, of which nothing is written.
    fn reset(&mut self, count: u32, scalars: usize) {
        self.scalars = scalars;
        let len = (count as usize).saturating_mul(scalars);
        self.words.clear();
        self.words.resize(len, 0);
        self.written.clear();
        self.written.resize(len, false);
    }

    /// Writes a scalar.
    pub(crate) fn set(&mut self, record: u32, scalar: usize, word: u32) {
        let Some(at) = self.start(record).and_then(|start| start.checked_add(scalar)) else { return };
        if let (Some(to), Some(written)) = (self.words.get_mut(at), self.written.get_mut(at)) {
            (*to, *written) = (word, true);
        }
    }

    /// The scalars of one.
    pub fn get(&self, record: u32) -> &[u32] {
        let all = self.start(record).and_then(|start| self.words.get(start..));
        all.and_then(|all| all.get(..self.scalars)).unwrap_or_default()
    }

    /// The first scalar of one that was not written.
    pub fn unwritten(&self, record: u32) -> Option<usize> {
        let all = self.start(record).and_then(|start| self.written.get(start..))?;
        all.iter().take(self.scalars).position(|is_written| !is_written)
    }

    fn start(&self, record: u32) -> Option<usize> {
        usize::try_from(record).ok()?.checked_mul(self.scalars)
    }
}

/// Groups of the mesh shader that an amplification shader asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dispatched {
    pub(crate) groups: [u32; 3],
    /// Where in the group's memory the payload is.
    pub(crate) payload: u32,
}

/// What a group is given and gives.
#[derive(Debug, Clone, Default)]
pub struct MeshGroup {
    /// What is given to it.
    pub(crate) payload: Payload,
    pub(crate) dispatched: Option<Dispatched>,
    /// How many vertices and primitives it gives, once it has said so, and where it did.
    pub(crate) counts: Option<([u32; 2], Pc)>,
    pub(crate) vertices: Records,
    pub(crate) primitives: Records,
    /// The vertices of each primitive.
    pub(crate) indices: Vec<Option<[u32; 3]>>,
}

impl MeshGroup {
    /// The numbers of vertices and primitives that the group declared, and the program counter that declared them.
    pub fn counts(&self) -> Option<([u32; 2], Pc)> {
        self.counts
    }

    /// The scalars of the vertices.
    pub fn vertices(&self) -> &Records {
        &self.vertices
    }

    /// The scalars of the primitives.
    pub fn primitives(&self) -> &Records {
        &self.primitives
    }

    /// The vertex indices of each primitive; `None` for a primitive without.
    pub fn indices(&self) -> &[Option<[u32; 3]>] {
        &self.indices
    }

    /// Resets it for a group of a program with this interface.
    pub(crate) fn reset(&mut self, interface: &StageInterface) {
        (self.dispatched, self.counts) = (None, None);
        let Some(state) = &interface.mesh else { return };
        self.vertices.reset(state.max_vertex_count, interface.outputs.scalars);
        self.primitives.reset(state.max_primitive_count, interface.patch_constants.scalars);
        self.indices.clear();
        self.indices.resize(state.max_primitive_count as usize, None);
    }
}

/// The number of groups of a dispatch, saturated.
pub fn group_count(groups: [u32; 3]) -> u64 {
    groups.iter().fold(1, |all: u64, along| all.saturating_mul(u64::from(*along)))
}
