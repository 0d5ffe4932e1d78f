//! The module that all phases from `join` on change, with its shader metadata and the inputs that its globals are from.
//! Separate from the phases, which share it.

use bstr::{BStr, ByteSlice as _};
use dxil::shader::Shader;
use dxil_ir::{GlobalId, Module};
use hashbrown::HashMap;

use crate::catalogue::{Catalogue, InputId};
use crate::error::shown;

/// All that is needed, in one module. From here on no library is looked at.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) module: Module,
    /// What is said of it. The metadata of the module says nothing of it until it is [written](Shader::write).
    pub(crate) shader: Shader,
    /// The functions that are wanted by name.
    pub(crate) roots: Vec<GlobalId>,
    /// Functions that set variables up, in the order in which they have to run.
    pub(crate) initializers: Vec<GlobalId>,
    /// The inputs that functions and variables are from.
    pub(crate) origins: HashMap<GlobalId, InputId>,
}

impl Joined {
    /// The name of a global.
    pub(crate) fn name(&self, id: GlobalId) -> &BStr {
        self.module.globals.get(id).map_or(BStr::new(""), |global| global.name.as_bstr())
    }

    /// What messages call a function or variable: its name, and its input.
    pub(crate) fn described(&self, catalogue: &Catalogue, id: GlobalId) -> String {
        match (shown(self.name(id)), self.file(catalogue, id)) {
            (name, "") => name,
            (name, file) => format!("{name} of {file}"),
        }
    }

    /// What messages call the input that a global is from.
    pub(crate) fn file<'c>(&self, catalogue: &'c Catalogue, id: GlobalId) -> &'c str {
        self.origins.get(&id).map_or("", |input| catalogue.name(*input))
    }
}

/// A module without contents, for the same machine as another one.
pub(crate) fn empty_like(other: Option<&Module>) -> Module {
    let mut module = Module::dxil();
    if let Some(other) = other {
        module.triple.clone_from(&other.triple);
        module.data_layout.clone_from(&other.data_layout);
    }
    module
}
