//! The program with debug information that belongs to a container: in its part ILDB, in the PDB that it carries, or in
//! one beside it. Validators look at the program in DXIL, which does not know where it comes from.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use bstr::BString;
use dx_container::Container;
use dxil::assemble::has_debug_information;
use dxil::shader::Shader;
use dxil_ir::Module;

use crate::judging::source_texts::SourceTexts;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::pdb_catalogue::{Catalogue, Keys};
use crate::loading::program::ModulePart;
use crate::loading::recorded_sources::{Place, Recorded};
use crate::run::Run;
use crate::selection::input::display;

/// A program with debug information.
pub struct DebugProgram {
    pub module: Module,
    pub texts: SourceTexts,
    /// The PDB that it lies in, where that is a file of its own.
    pub file: Option<String>,
}

/// The places where PDBs of shaders may be.
#[derive(Debug, Default)]
pub struct DebugFiles {
    /// The PDBs in places that were named.
    named: Catalogue,
    /// The PDBs of folders that shaders lie in, each looked through once and when the first shader asks for it.
    folders: Mutex<HashMap<PathBuf, Arc<OnceLock<Catalogue>>>>,
}

impl DebugFiles {
    /// In folders, PDBs and indices of them, besides the folders of the shaders; what cannot be read is said and
    /// counted in `run`.
    pub fn in_places(places: &[PathBuf], run: &mut Run<'_>) -> Self {
        Self { named: Catalogue::load(places, run), folders: Mutex::default() }
    }

    /// No place but the containers themselves, for those who do not say where they were read from.
    pub fn none() -> Self {
        Self::default()
    }

    /// The PDB of a container that was read from `path`.
    fn find(&self, container: &Container<'_>, path: Option<&Path>) -> Option<PathBuf> {
        let keys = Keys::of(container);
        if let Some(file) = self.named.best(&keys) {
            return Some(file);
        }
        let folder = match path?.parent()? {
            // Of a file that was called by its name alone.
            parent if parent.as_os_str().is_empty() => Path::new("."),
            parent => parent,
        };
        let cell = Arc::clone(self.folders.lock().ok()?.entry(folder.to_owned()).or_default());
        cell.get_or_init(|| Catalogue::of_folder(folder)).best(&keys)
    }
}

impl DebugProgram {
    /// That of a container, which was read from `path`; `own` is the one in its part ILDB.
    pub fn of(
        container: &Container<'_>,
        own: Option<Module>,
        path: Option<&Path>,
        files: &DebugFiles,
    ) -> Option<Self> {
        let own = || Some(Self::of_module(own?, container));
        let private = || Self::read(Place::in_private(container)?.bytes);
        let beside = || {
            let path = files.find(container, path)?;
            let found = Self::read(&std::fs::read(&path).ok()?)?;
            Some(Self { file: Some(display(&path)), ..found })
        };
        own().or_else(private).or_else(beside)
    }

    /// That in a container or PDB; none where there is none that can be read.
    fn read(bytes: &[u8]) -> Option<Self> {
        let file = LoadedShader::open(bytes).ok()?;
        let module = file.module_in(Some(ModulePart::Ildb)).ok()?;
        Some(Self::of_module(module, &file.container().ok()?))
    }

    fn of_module(module: Module, container: &Container<'_>) -> Self {
        let texts = source_texts(&module, Some(container));
        Self { module, texts, file: None }
    }
}

/// The sources that a module carries, or else the container that it lies in.
pub fn source_texts(module: &Module, container: Option<&Container<'_>>) -> SourceTexts {
    let texts = texts_of(module);
    match container.filter(|_| texts.is_empty()) {
        Some(container) => recorded(container),
        None => texts,
    }
}

/// The sources that a module carries.
pub fn texts_of(module: &Module) -> SourceTexts {
    let mut texts = SourceTexts::default();
    // Reading all that a module says takes its time.
    if has_debug_information(module) {
        let (shader, _) = Shader::read_partly(module);
        // Where sources lie in a part of their own, the compiler leaves a file without a name and a text.
        for file in shader.sources().contents.iter().filter(|file| !file.name.is_empty()) {
            texts.add(file.name.as_ref(), file.text.clone());
        }
    }
    texts
}

/// The sources that lie in parts of a container.
fn recorded(container: &Container<'_>) -> SourceTexts {
    let mut texts = SourceTexts::default();
    if let Some(Ok(recorded)) = Recorded::of(container) {
        let _ = recorded.each_source::<()>(|name, text| {
            texts.add(name, BString::from(text));
            Ok(())
        });
    }
    texts
}
