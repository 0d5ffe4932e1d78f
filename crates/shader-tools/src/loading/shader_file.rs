//! Files with a shader: containers, or PDBs with a container. Verbs that read take either; places and offsets are those
//! of the whole file. Verbs that show what is in a shader also take LLVM assembly and bitcode, which are assembled to a
//! container.

use std::borrow::Cow;

use amdgpu_link::elf_names::is_amdgpu;
use dx_container::pdb::{CONTAINER_STREAM, Pdb, is_msf};
use dx_container::{Container, D3d9Version, is_container};
use located::Error as PlacedError;

use crate::error::Error;
use crate::loading::assembled::container_of;
use crate::loading::assembly_language::AssemblyLanguage;
use crate::style::grouped;

/// A file that holds a container.
pub struct ShaderFile<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// The PDB, where the file is one.
    pub pdb: Option<Pdb<'a>>,
    /// The source that the container was assembled from.
    pub assembled_from: Option<Source>,
    container: Cow<'a, [u8]>,
}

/// A source that a container can be assembled from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// LLVM's assembly.
    Assembly,
    /// LLVM's bitcode.
    Bitcode,
}

impl Source {
    /// The kind of source that a file is, if it is one.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if dxil_ir::file::is_bitcode(bytes) {
            return Some(Self::Bitcode);
        }
        let is_other = is_container(bytes) || is_msf(bytes) || is_amdgpu(bytes) || D3d9Version::begins(bytes);
        let is_text = !is_other && dxil_text::looks_like_text(bytes);
        (is_text && AssemblyLanguage::is_llvm(bytes)).then_some(Self::Assembly)
    }

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Assembly => "LLVM assembly",
            Self::Bitcode => "LLVM bitcode",
        }
    }

    /// The names in JSON.
    pub const JSON_NAMES: [&str; 2] = ["assembly", "bitcode"];

    /// The name in JSON.
    pub fn json_name(self) -> &'static str {
        let [assembly, bitcode] = Self::JSON_NAMES;
        match self {
            Self::Assembly => assembly,
            Self::Bitcode => bitcode,
        }
    }
}

impl<'a> ShaderFile<'a> {
    /// Opens the file that `bytes` are, as far as it takes to find the container.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Error> {
        refuse_others(bytes)?;
        if !is_msf(bytes) {
            return Ok(Self { bytes, pdb: None, assembled_from: None, container: bytes.into() });
        }
        let pdb = Pdb::parse(bytes)?;
        let container = pdb.container()?;
        Ok(Self { bytes, pdb: Some(pdb), assembled_from: None, container })
    }

    /// The same, of LLVM's assembly and bitcode the container that they are assembled to.
    pub fn open_or_assemble(bytes: &'a [u8]) -> Result<Self, Error> {
        let source = Source::of(bytes);
        match source.and_then(|_| container_of(bytes).transpose()) {
            Some(container) => {
                Ok(Self { bytes, pdb: None, assembled_from: source, container: container?.into() })
            }
            None => Self::open(bytes),
        }
    }

    /// A description of the file, to stand behind its name.
    pub fn about(&self) -> String {
        let size = grouped(self.bytes.len() as u64);
        match self.assembled_from {
            None => format!(", {size} bytes"),
            Some(source) => {
                let container = grouped(self.container.len() as u64);
                format!(", {} of {size} bytes, assembled to a container of {container} bytes", source.name())
            }
        }
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

    /// The offset in the file of the byte at `offset` of the container.
    pub fn offset(&self, offset: u32) -> u64 {
        match &self.pdb {
            Some(pdb) => pdb.msf().file_offset(CONTAINER_STREAM, offset.into()),
            None => offset.into(),
        }
    }
}

/// The container that `bytes` are, for verbs that change it: a PDB is refused.
pub fn editable(bytes: &[u8]) -> Result<Container<'_>, Error> {
    refuse_others(bytes)?;
    if is_msf(bytes) {
        let text = "cannot change a PDB file: `parts extract --container` writes the container in it to a file, `parts \
                    extract` its parts";
        return Err(Error::Usage(text.to_owned()));
    }
    Ok(Container::parse(bytes)?)
}

/// Says which verb takes what is no container: the ELF file of an AMD shader, assembly, bitcode.
fn refuse_others(bytes: &[u8]) -> Result<(), Error> {
    if let Some(source) = Source::of(bytes) {
        let text = format!("{}, not a container: `as` assembles it to one", source.name());
        return Err(Error::Unsupported(text));
    }
    if dxil_text::looks_like_text(bytes) && AssemblyLanguage::is_tokens(bytes) {
        let text = "assembly of shader model 4 or 5, not a container: `as` assembles it to one";
        return Err(Error::Unsupported(text.to_owned()));
    }
    if D3d9Version::begins(bytes) {
        let text = "a Direct3D 9 program, not a container: `dis`, `inspect`, `ls`, `reflect`, `validate` and `diff` read it";
        return Err(Error::Unsupported(text.to_owned()));
    }
    if dxil_text::looks_like_text(bytes) && AssemblyLanguage::is_direct3d9(bytes) {
        let text = "assembly of a Direct3D 9 program, not a container: `as` assembles it";
        return Err(Error::Unsupported(text.to_owned()));
    }
    if is_amdgpu(bytes) {
        return Err(Error::Unsupported(
            "expected a DirectX container, found an AMDGPU shader ELF: use `amd inspect` or `amd link`"
                .to_owned(),
        ));
    }
    Ok(())
}
