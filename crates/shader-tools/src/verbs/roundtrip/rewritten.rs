//! A file that was read and written again. Separate because every form of the round trip ends in one.

use dx_container::FourCc;
use dx_container::pdb::{CONTAINER_STREAM, MsfBuilder};

use crate::error::Error;
use crate::loading::loaded_shader::LoadedShader;

/// What became of one file's parts.
#[derive(Debug, Default, Clone, Copy)]
pub struct Count {
    pub read: bool,
    pub identical: bool,
    pub rebuilt: usize,
    pub arranged: usize,
    pub tables: usize,
    pub verbatim: usize,
    pub opaque: usize,
    pub unreadable: usize,
}

/// What a file became.
pub struct Rewritten {
    pub bytes: Vec<u8>,
    pub count: Count,
    /// Of forms that programs go through one by one.
    pub programs: Vec<ProgramOutcome>,
}

/// The file with another container: the PDB around it stays.
pub fn with_container(file: &LoadedShader<'_>, container: Vec<u8>) -> Result<Vec<u8>, Error> {
    let Some(pdb) = &file.pdb else { return Ok(container) };
    let mut builder = MsfBuilder::from(pdb.msf());
    if let Some(stream) = builder.streams.get_mut(CONTAINER_STREAM) {
        *stream = Some(container.into());
    }
    Ok(builder.build()?)
}

pub fn first_difference(a: &[u8], b: &[u8]) -> Option<usize> {
    let common = a.iter().zip(b).position(|(a, b)| a != b);
    common.or_else(|| (a.len() != b.len()).then(|| a.len().min(b.len())))
}

/// What became of one program.
pub struct ProgramOutcome {
    /// The part it lies in; none where the file is bitcode itself.
    pub part: Option<FourCc>,
    pub difference: Option<Difference>,
}

/// Where a program begins to differ, in the file as it was.
pub struct Difference {
    pub offset: u64,
    /// The bit of that byte, and what it belongs to; only of bitcode.
    pub bit: Option<u8>,
    pub what: Option<String>,
}
