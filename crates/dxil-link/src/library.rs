//! An input whose program has been read. Separate from the catalogue, which knows inputs by what they define alone.

use dx_container::parts::View as _;
use dx_container::parts::compiler_version::{CompilerVersion, CompilerVersionBuf};
use dx_container::parts::rdat::Rdat;
use dx_container::{Container, FourCc};
use dxil::shader::Shader;
use dxil::stored::{LISTED, StoredProgram};
use dxil::{DxilErrorKind, assemble, derive};
use dxil_ir::Module;

use crate::error::{LinkError, LinkErrorKind};

/// A library whose program has been read.
#[derive(Debug, Clone)]
pub struct Library {
    /// The program; with debug information, where it has some.
    pub module: Module,
    /// What it says of itself, the subobjects in the container's RDAT among it.
    pub shader: Shader,
    /// The version of its compiler, where the container has it.
    pub compiler: Option<CompilerVersionBuf>,
}

impl Library {
    /// Reads the program of a container: that with debug information (ILDB) where it is wanted and there is one, else
    /// DXIL.
    ///
    /// # Errors
    ///
    /// The container has no program, or one that cannot be read, or VERS or RDAT cannot.
    pub fn read(container: &Container<'_>, with_debug_information: bool) -> Result<Self, LinkError> {
        let failed = |error: dx_container::ContainerError| error.lift::<LinkErrorKind>();
        let names: &[FourCc] = if with_debug_information { &LISTED } else { &[FourCc::DXIL] };
        let stored = StoredProgram::find(container, names).map_err(failed)?;
        let stored = stored.ok_or_else(|| LinkError::unplaced(LinkErrorKind::NoProgram))?;
        let module = stored
            .module()
            .map_err(|error| error.lift::<DxilErrorKind>().within(stored.part()).lift::<LinkErrorKind>())?;
        let mut library = Self::of_module(module).map_err(|error| error.within(stored.part()))?;
        if library.shader.subobjects.is_empty()
            && let Some(rdat) = container.view::<Rdat<'_>>(FourCc::RDAT).transpose().map_err(failed)?
        {
            // No module has them any more once it is in a container.
            library.shader.subobjects =
                derive::subobjects(&rdat).map_err(|error| error.lift::<LinkErrorKind>())?;
        }
        let compiler = container.view::<CompilerVersion<'_>>(FourCc::VERS).transpose().map_err(failed)?;
        library.compiler = compiler.map(|compiler| compiler.to_buf());
        Ok(library)
    }

    /// A library that is no container: assembly, or bitcode.
    ///
    /// # Errors
    ///
    /// What the module says of itself cannot be read.
    pub fn of_module(module: Module) -> Result<Self, LinkError> {
        let shader = Shader::read(&module).map_err(|error| error.lift::<LinkErrorKind>())?;
        Ok(Self { module, shader, compiler: None })
    }

    /// Takes the debug information out of it.
    ///
    /// # Errors
    ///
    /// What the module says of itself cannot be read.
    pub fn strip_debug_information(&mut self) -> Result<(), LinkError> {
        let subobjects = std::mem::take(&mut self.shader.subobjects);
        assemble::strip_debug_information(&mut self.module);
        self.shader = Shader::read(&self.module).map_err(|error| error.lift::<LinkErrorKind>())?;
        self.shader.subobjects = subobjects;
        Ok(())
    }
}
