//! A module with what it says of the shader that it is. Separate because the tables of a program and those of its
//! reflection ask the same.

use dx_container::enums::ShaderKind;
use dx_container::flags::ShaderFlags;
use dxil::DxilError;
use dxil::shader::{EntryPoint, Resources, Shader, Signatures};
use dxil_ir::Module;

/// A module and its metadata.
pub(super) struct Program<'m> {
    pub(super) module: &'m Module,
    pub(super) shader: Shader,
    /// What of the metadata cannot be read.
    pub(super) errors: Vec<DxilError>,
}

impl<'m> Program<'m> {
    /// The shader that a module is; `None` for a module that does not say that it is one.
    pub(super) fn of(module: &'m Module) -> Option<Self> {
        module.named_metadata.iter().find(|named| named.name == "dx.version")?;
        let (shader, errors) = Shader::read_partly(module);
        Some(Self { module, shader, errors })
    }

    /// Its stage; `None` where the module does not say it.
    pub(super) fn kind(&self) -> Option<ShaderKind> {
        self.shader.model.as_ref()?.kind()
    }

    /// Whether it is a library.
    pub(super) fn is_library(&self) -> bool {
        self.kind() == Some(ShaderKind::LIBRARY)
    }

    /// The first entry point, of a library the one that stands for all of it.
    fn entry(&self) -> Option<&EntryPoint> {
        self.shader.entry_points.first()
    }

    pub(super) fn signatures(&self) -> Option<&Signatures> {
        self.entry()?.signatures.as_ref()
    }

    pub(super) fn resources(&self) -> Option<&Resources> {
        self.entry()?.resources.as_ref()
    }

    pub(super) fn flags(&self) -> ShaderFlags {
        self.entry().map(EntryPoint::flags).unwrap_or_default()
    }
}
