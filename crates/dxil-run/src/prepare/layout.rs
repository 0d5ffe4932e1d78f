//! The layout of memory: addresses of variables, and the initial bytes of constants and private memory. Separate from
//! the placement of variables because the state of preparing holds the layout.

use az::SaturatingAs as _;
use dxil_ir::GlobalId;
use hashbrown::HashMap;

use crate::error::{Result, RunErrorKind};
use crate::limits;
use crate::program::Program;

/// Memory so far.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) addresses: HashMap<GlobalId, u32>,
    /// Objects by the globals that they are.
    pub(super) objects: HashMap<GlobalId, u32>,
    /// Bytes of constants, of a lane's own memory and of the group's.
    pub(super) constants: Vec<u8>,
    pub(super) private: Vec<u8>,
    /// True if bytes of a lane's own memory hold something from the start.
    pub(super) defined: Vec<bool>,
    pub(super) shared: u64,
}

impl Layout {
    /// Puts into a program what memory holds at first.
    pub(super) fn write_to(self, program: &mut Program) {
        program.constant_data = words(&self.constants);
        let private = words(&self.private);
        let is_defined = |word: usize| self.defined.get(word * 4).copied().unwrap_or(false);
        program.private =
            private.iter().enumerate().map(|(at, word)| is_defined(at).then_some(*word)).collect();
        program.shared = self.shared.next_multiple_of(4).saturating_as::<u32>();
    }

    /// Room in a lane's own memory.
    pub(super) fn allocate(&mut self, bytes: u64, alignment: u64) -> Result<u32> {
        let start = next(self.private.len(), alignment);
        let end = start.saturating_add(bytes);
        within("bytes of local memory for a thread", end, limits::PRIVATE_BYTES)?;
        let len = end.saturating_as::<usize>().next_multiple_of(4);
        self.private.resize(len, 0);
        self.defined.resize(len, false);
        Ok(u32::try_from(start).unwrap_or(0))
    }
}

/// The first multiple of an alignment from a length on.
pub(super) fn next(len: usize, alignment: u64) -> u64 {
    (len as u64).next_multiple_of(alignment.clamp(4, 1 << 16))
}

/// Rejects more bytes than the limit allows.
pub(super) fn within(what: &'static str, found: u64, limit: u64) -> Result<()> {
    if found > limit {
        return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
    }
    Ok(())
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |chunk: &[u8]| {
        let mut word = [0; 4];
        word.iter_mut().zip(chunk).for_each(|(to, byte)| *to = *byte);
        u32::from_le_bytes(word)
    };
    bytes.chunks(4).map(word).collect()
}
