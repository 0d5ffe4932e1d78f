//! A file with a shader: its container and its module, each read once. All verbs read containers and PDBs; places and
//! offsets refer to the whole file. Verbs that show the content of a shader also read bitcode and LLVM assembly: DXIL
//! is assembled to a container, and modern LLVM IR remains a module without a container.

use std::borrow::Cow;
use std::cell::OnceCell;

use amdgpu_link::elf_names::is_amdgpu;
use dx_container::pdb::{CONTAINER_STREAM, Pdb, is_msf};
use dx_container::{Container, D3d9Version, ProgramVersion, is_container};
use dxil::assemble::{self, assemble};
use dxil::stored::{LISTED, StoredProgram};
use dxil_ir::file::BitcodeFile;
use dxil_ir::{Dialect, IrError, Module, bitcode};
use located::Error as PlacedError;

use crate::error::Error;
use crate::loading::assembled::{checked_module, checked_module_of_any_dialect};
use crate::loading::assembly_language::AssemblyLanguage;
use crate::loading::converted::{conversion_note, converted_container};
use crate::loading::file_kind::{Expected, FileKind};
use crate::loading::program::{self, ModulePart, ProgramKind};
use crate::style::grouped;

/// A file with a shader.
pub struct LoadedShader<'a> {
    /// The whole file.
    pub bytes: &'a [u8],
    /// The PDB, if the file is one.
    pub pdb: Option<Pdb<'a>>,
    /// The source that the container was assembled from.
    pub assembled_from: Option<Source>,
    /// The version of the token program that the container was converted from.
    pub converted_from: Option<ProgramVersion>,
    /// The container; `None` for bitcode and LLVM assembly that was not assembled, such as modern LLVM IR.
    container: Option<Cow<'a, [u8]>>,
    /// The module with debug information if the file has it, as soon as it was read.
    module: OnceCell<Module>,
}

/// A source that a container can be assembled from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// LLVM's assembly.
    Assembly,
    /// LLVM's bitcode.
    Bitcode,
    /// WGSL or SPIR-V.
    #[cfg_attr(not(feature = "compile"), expect(dead_code, reason = "only the feature constructs it"))]
    Shading,
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
            Self::Shading => "WGSL or SPIR-V",
        }
    }

    /// The names in JSON.
    pub const JSON_NAMES: [&str; 3] = ["assembly", "bitcode", "source"];

    /// The name in JSON.
    pub fn json_name(self) -> &'static str {
        let [assembly, bitcode, shading] = Self::JSON_NAMES;
        match self {
            Self::Assembly => assembly,
            Self::Bitcode => bitcode,
            Self::Shading => shading,
        }
    }
}

impl<'a> LoadedShader<'a> {
    /// Finds the container in a file, which is a container or a PDB.
    pub fn open(bytes: &'a [u8]) -> Result<Self, Error> {
        refuse_others(bytes)?;
        if !is_msf(bytes) {
            return Ok(Self::of(bytes, None, Some(bytes.into())));
        }
        let pdb = Pdb::parse(bytes)?;
        let container = pdb.container()?;
        Ok(Self::of(bytes, Some(pdb), Some(container)))
    }

    /// Like [`LoadedShader::open`], but also opens bitcode, which has no container.
    pub fn open_program(bytes: &'a [u8]) -> Result<Self, Error> {
        match FileKind::of(bytes) {
            FileKind::Bitcode => Ok(Self::of(bytes, None, None)),
            FileKind::Container | FileKind::Pdb => Self::open(bytes),
            _ => Err(Expected::Bitcode.refuse(bytes)),
        }
    }

    /// Like [`LoadedShader::open`], but assembles LLVM assembly and bitcode to a container, and compiles WGSL and
    /// SPIR-V.
    pub fn open_or_assemble(bytes: &'a [u8]) -> Result<Self, Error> {
        #[cfg(feature = "compile")]
        if let Some(compiled) = crate::loading::compiled::compile_alone(bytes) {
            return Ok(Self::assembled(bytes, Source::Shading, compiled?));
        }
        if let Some(source) = Source::of(bytes) {
            return Self::assemble(bytes, source, checked_module(bytes)?);
        }
        match FileKind::of(bytes) {
            FileKind::Container | FileKind::Pdb => Self::open(bytes),
            _ => Err(Expected::Program.refuse(bytes)),
        }
    }

    /// Like [`LoadedShader::open_program`], but also opens LLVM assembly, and modules of modern LLVM.
    pub fn open_module(bytes: &'a [u8]) -> Result<Self, Error> {
        match FileKind::of(bytes) {
            FileKind::LlvmAssembly | FileKind::ModernBitcode => {
                let module = checked_module_of_any_dialect(bytes)?;
                Ok(Self::of(bytes, None, None).with_module(Some(module)))
            }
            FileKind::Bitcode | FileKind::Container | FileKind::Pdb => Self::open_program(bytes),
            _ => Err(Expected::AnyDialect.refuse(bytes)),
        }
    }

    /// Like [`LoadedShader::open_or_assemble`], but also opens modules of modern LLVM, which have no container.
    pub fn open_any_dialect(bytes: &'a [u8]) -> Result<Self, Error> {
        let Some(source) = Source::of(bytes) else { return Self::open_or_assemble(bytes) };
        let module = checked_module_of_any_dialect(bytes)?;
        match module.dialect {
            Dialect::Modern => Ok(Self::of(bytes, None, None).with_module(Some(module))),
            Dialect::Dxil37 => Self::assemble(bytes, source, module),
        }
    }

    fn assemble(bytes: &'a [u8], source: Source, module: Module) -> Result<Self, Error> {
        let container = assemble(module, &assemble::Options::default())?;
        Ok(Self::assembled(bytes, source, container))
    }

    /// A file that the caller assembled to `container`.
    pub fn assembled(bytes: &'a [u8], source: Source, container: Vec<u8>) -> Self {
        Self { assembled_from: Some(source), ..Self::of(bytes, None, Some(container.into())) }
    }

    fn of(bytes: &'a [u8], pdb: Option<Pdb<'a>>, container: Option<Cow<'a, [u8]>>) -> Self {
        Self { bytes, pdb, assembled_from: None, converted_from: None, container, module: OnceCell::new() }
    }

    /// This file with a DXIL program: a container with a token program becomes the converted container.
    pub fn into_dxil(self) -> Result<Self, Error> {
        let (file, converted) = self.converted_to_dxil();
        converted.map(|_| file)
    }

    /// Like [`LoadedShader::into_dxil`], but also returns a file that cannot be converted. The second result is the
    /// note that the shader was converted, if it was.
    pub fn converted_to_dxil(self) -> (Self, Result<Option<String>, Error>) {
        let converted = self.container.as_deref().map(converted_container).transpose();
        let (container, version) = match converted {
            Ok(Some(Some(converted))) => converted,
            Ok(_) => return (self, Ok(None)),
            Err(error) => return (self, Err(error)),
        };
        let file = Self {
            converted_from: Some(version),
            container: Some(container.into()),
            // No file has the converted container, so its offsets are not offsets in a PDB.
            pdb: None,
            module: OnceCell::new(),
            ..self
        };
        let note = file.conversion_note();
        (file, Ok(note))
    }

    /// The note that the shader was converted, if it was.
    pub fn conversion_note(&self) -> Option<String> {
        self.converted_from.map(conversion_note)
    }

    /// This file with the module of [`LoadedShader::module`], if the caller has read it.
    pub fn with_module(self, module: Option<Module>) -> Self {
        Self { module: module.map(OnceCell::from).unwrap_or_default(), ..self }
    }

    /// The program, by its language.
    pub fn program(&self) -> Result<ProgramKind<'_>, Error> {
        match &self.container {
            Some(_) => program::find(&self.container()?),
            None => Ok(ProgramKind::Module),
        }
    }

    /// The module: of bitcode itself, or of the first of ILDB and DXIL in the container.
    pub fn module(&self) -> Result<&Module, Error> {
        if let Some(module) = self.module.get() {
            return Ok(module);
        }
        let module = self.module_in(None)?;
        Ok(self.module.get_or_init(|| module))
    }

    /// Like [`LoadedShader::module`], but returns the module itself.
    pub fn into_module(mut self) -> Result<Module, Error> {
        self.take_module()
    }

    /// Like [`LoadedShader::module`], but removes the module from the file.
    pub fn take_module(&mut self) -> Result<Module, Error> {
        self.module.take().map_or_else(|| self.module_in(None), Ok)
    }

    /// Reads the module of a container, of a PDB or of bitcode.
    pub fn read_module(bytes: &[u8]) -> Result<Module, Error> {
        LoadedShader::open_program(bytes)?.into_module()
    }

    /// The module in a part; without a part, the module of [`LoadedShader::module`]. Reads the module at each call.
    pub fn module_in(&self, wanted: Option<ModulePart>) -> Result<Module, Error> {
        if self.container.is_none() {
            return checked_module_of_any_dialect(self.bytes);
        }
        let container = self.container()?;
        let (wanted, is_named) = match wanted {
            Some(part) => (vec![part.into()], true),
            None => (LISTED.to_vec(), false),
        };
        if let Some(stored) = StoredProgram::find(&container, &wanted).map_err(|error| self.placed(error))? {
            let placed = |error: IrError| self.placed(error.within(stored.part()));
            return Ok(stored.module().map_err(placed)?);
        }
        if !is_named && matches!(program::find(&container), Ok(ProgramKind::Tokens(_))) {
            let text = "no DXIL program in the container: the program has shader model 4 or 5 (DXBC)";
            return Err(Error::Unsupported(text.to_owned()));
        }
        let names: Vec<_> = wanted.iter().map(ToString::to_string).collect();
        let text = format!("no DXIL program in the container: expected one in {}", names.join(" or "));
        Err(Error::Missing(text))
    }

    /// The bitcode of DXIL that [`LoadedShader::module_in`] reads; `None` for LLVM assembly and bitcode of modern LLVM.
    pub fn bitcode_in(&self, wanted: Option<ModulePart>) -> Result<Option<&[u8]>, Error> {
        let Some(bytes) = &self.container else {
            let is_bitcode = FileKind::of(self.bytes) == FileKind::Bitcode;
            return Ok(if is_bitcode { Some(BitcodeFile::parse(self.bytes)?.bitcode()) } else { None });
        };
        let container = Container::parse(bytes).map_err(|error| self.placed(error))?;
        let wanted = wanted.map_or_else(|| LISTED.to_vec(), |part| vec![part.into()]);
        let stored = StoredProgram::find(&container, &wanted).map_err(|error| self.placed(error))?;
        Ok(stored.map(|stored| stored.program.bitcode))
    }

    /// The bytes of the container.
    pub fn into_container(self) -> Option<Vec<u8>> {
        self.container.map(Cow::into_owned)
    }

    /// The bytes of the container, and the module.
    pub fn into_program(mut self) -> Result<(Option<Vec<u8>>, Module), Error> {
        let module = self.take_module()?;
        Ok((self.into_container(), module))
    }

    /// A description of the file, to follow its name.
    pub fn about(&self) -> String {
        let size = grouped(self.bytes.len() as u64);
        match self.assembled_from {
            None => format!(", {size} bytes"),
            Some(source) => {
                let container = grouped(self.container.as_ref().map_or(0, |bytes| bytes.len()) as u64);
                format!(", {} of {size} bytes, assembled to a container of {container} bytes", source.name())
            }
        }
    }

    /// Returns the name and the version of the program that wrote bitcode, if the bitcode states them.
    pub fn producer(&self) -> Option<String> {
        bitcode::producer(BitcodeFile::parse(self.bytes).ok()?.bitcode())
    }

    /// Returns true unless the file is bitcode or LLVM assembly that was not assembled.
    pub fn has_container(&self) -> bool {
        self.container.is_some()
    }

    /// The container.
    pub fn container(&self) -> Result<Container<'_>, Error> {
        let Some(bytes) = &self.container else { return Err(Expected::Container.refuse(self.bytes)) };
        Container::parse(bytes).map_err(|error| self.placed(error).into())
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
        let text = "cannot change a PDB file: first extract the container with `parts extract --container`";
        return Err(Error::Usage(text.to_owned()));
    }
    Ok(Container::parse(bytes)?)
}

/// Rejects a file that is not a container, such as assembly, with the verbs that read it.
fn refuse_others(bytes: &[u8]) -> Result<(), Error> {
    match FileKind::of(bytes) {
        FileKind::Container | FileKind::Pdb => Ok(()),
        _ => Err(Expected::Container.refuse(bytes)),
    }
}
