//! What a file with a shader may be: a container, or a PDB that holds one. Verbs that read take either; places
//! and offsets are those of the whole file.

use std::borrow::Cow;

use amdgpu_link::elf_names::is_amdgpu;
use dx_container::Container;
use dx_container::error::Error as PlacedError;
use dx_container::pdb::{CONTAINER_STREAM, Pdb, is_msf};

use crate::error::Error;

/// A file that holds a container.
pub struct ShaderFile<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// The PDB, where the file is one.
    pub pdb: Option<Pdb<'a>>,
    container: Cow<'a, [u8]>,
}

impl<'a> ShaderFile<'a> {
    /// Opens the file that `bytes` are, as far as it takes to find the container.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Error> {
        refuse_amd(bytes)?;
        if !is_msf(bytes) {
            return Ok(Self { bytes, pdb: None, container: bytes.into() });
        }
        let pdb = Pdb::parse(bytes)?;
        let container = pdb.container()?;
        Ok(Self { bytes, pdb: Some(pdb), container })
    }

    /// The container.
    pub fn container(&self) -> Result<Container<'_>, Error> {
        Container::parse(&self.container).map_err(|error| self.placed(error).into())
    }

    /// An error about the container with its place in the file.
    pub fn placed<K>(&self, error: PlacedError<K>) -> PlacedError<K> {
        match &self.pdb {
            Some(pdb) => pdb.msf().placed(CONTAINER_STREAM, error),
            None => error,
        }
    }

    /// Where in the file the byte at `offset` of the container lies.
    pub fn offset(&self, offset: u32) -> u64 {
        match &self.pdb {
            Some(pdb) => pdb.msf().file_offset(CONTAINER_STREAM, offset.into()),
            None => offset.into(),
        }
    }
}

/// The container that `bytes` are, for verbs that change it: a PDB is refused.
pub fn editable(bytes: &[u8]) -> Result<Container<'_>, Error> {
    refuse_amd(bytes)?;
    if is_msf(bytes) {
        let text = "a PDB file, which is read but not changed: `parts extract --container` takes out the \
                    container in it, `parts extract` its parts";
        return Err(Error::Usage(text.to_owned()));
    }
    Ok(Container::parse(bytes)?)
}

/// Says which verb takes the ELF file of an AMD shader.
fn refuse_amd(bytes: &[u8]) -> Result<(), Error> {
    if is_amdgpu(bytes) {
        return Err(Error::Unsupported(
            "this is an AMDGPU shader ELF: use `amd inspect` or `amd link`".to_owned(),
        ));
    }
    Ok(())
}
