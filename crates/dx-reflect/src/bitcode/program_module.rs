//! A module of a container with its shader metadata. Separate because all subjects of the bitcode are read from it.

use dx_container::{Container, FourCc};
use dxil::shader::{EntryPoint, Resources as Bound, Shader};
use dxil::stored::StoredProgram;
use dxil_ir::Module;
use located::Place;

use super::unread::Unread;

/// A module of a container, and its shader metadata.
pub(crate) struct ProgramModule {
    pub(super) part: FourCc,
    pub(super) module: Module,
    pub(super) shader: Shader,
}

impl ProgramModule {
    /// The module in `part`; `None` where it has none, or one that does not say that it is a shader.
    pub(super) fn read(container: &Container<'_>, name: FourCc, unread: &mut Vec<Unread>) -> Option<Self> {
        let stored = StoredProgram::find(container, &[name]).ok()??;
        let module = match stored.module() {
            Ok(module) => module,
            Err(error) => {
                unread.push(Unread::of(name, error));
                return None;
            }
        };
        module.named_metadata.iter().find(|named| named.name == "dx.version")?;
        let (shader, errors) = Shader::read_partly(&module);
        // A module does not know where its nodes lay.
        let place = Place { offset: stored.offset(), len: stored.program.bitcode.len() as u64, bit: 0 };
        unread.extend(errors.into_iter().map(|error| Unread::of(name, error.at(place))));
        Some(Self { part: name, module, shader })
    }

    /// The module, where no more is asked of it.
    pub(crate) fn into_module(self) -> Module {
        self.module
    }

    /// The entry of a shader; of a library the one that stands for all of it.
    pub(super) fn entry(&self) -> Option<&EntryPoint> {
        self.shader.entry_points.first()
    }

    /// What parts are derived from.
    pub(super) fn program(&self) -> dxil::derive::DescribedModule<'_> {
        dxil::derive::DescribedModule::new(&self.module, &self.shader)
    }

    /// What it is bound to.
    pub(super) fn bound(&self) -> Option<&Bound> {
        self.entry().and_then(|entry| entry.resources.as_ref()).or(self.shader.resources.as_ref())
    }
}
