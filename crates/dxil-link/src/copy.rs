//! Parts of one module, copied into another: functions and variables, and what is said of them. In one place because
//! joining libraries and dropping what is dead are the same: what nobody copies is gone.

use bstr::ByteSlice as _;
use dxil::shader::{ResourceRange, Resources, Shader, TypeAnnotations};
use dxil_ir::arena::{IdMap, IdSet, PackedOption};
use dxil_ir::edit::{GlobalNames, ImportError, Importer};
use dxil_ir::{GlobalId, Module};

use crate::error::{LinkError, LinkErrorKind};
use crate::patch_functions::patch_functions;
use crate::resolve::References;

/// What became of the globals that were copied.
pub(crate) struct Copied {
    globals: IdMap<GlobalId, PackedOption<GlobalId>>,
    /// What was said of them, in terms of the module that they were copied into. Its metadata says nothing of it.
    pub(crate) said: Shader,
}

impl Copied {
    /// What a global became; `None` if it was not copied.
    #[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
    pub(crate) fn global(&self, id: GlobalId) -> Option<GlobalId> {
        self.globals[id].expand()
    }
}

/// Why nothing, or not everything, was copied.
pub(crate) enum CopyError {
    /// A global does not fit what is there.
    Import(ImportError),
    /// What is said cannot be read back.
    Said(LinkError),
}

/// Copies globals of `from` with what is said of them: `said` is all that comes along, in terms of `from`, whose
/// metadata says the same afterwards. `names` are what globals of `into` are called, kept from one copy to the next.
///
/// # Errors
///
/// A global of the same name that is another one. What was copied by then stays.
pub(crate) fn copy(
    from: &mut Module,
    globals: &IdSet<GlobalId>,
    said: &Shader,
    into: &mut Module,
    names: &mut GlobalNames,
) -> Result<Copied, CopyError> {
    said.write(from);
    from.forget_encoding();
    let mut importer = Importer::with_names(from, std::mem::take(names));
    let wanted: Vec<GlobalId> = from.globals.keys().filter(|id| globals.contains(*id)).collect();
    // Metadata refers to those globals alone that are there when it is brought.
    for id in &wanted {
        importer.declare(into, *id).map_err(CopyError::Import)?;
    }
    // No code names these, which may be defined elsewhere.
    for id in patch_functions(said) {
        importer.declare(into, id).map_err(CopyError::Import)?;
    }
    for id in wanted.iter().filter(|id| is_defined(from, **id)) {
        importer.define(into, *id).map_err(CopyError::Import)?;
    }
    for named in &from.named_metadata {
        // The importer lists compile units itself.
        if named.name != "llvm.dbg.cu" {
            importer.import_named_metadata(into, named.name.as_bstr());
        }
    }
    let said = Shader::read(into).map_err(|error| CopyError::Said(error.lift::<LinkErrorKind>()))?;
    Shader::default().write(into);
    let mut copies = IdMap::<GlobalId, PackedOption<GlobalId>>::new();
    for id in from.globals.keys() {
        #[allow(clippy::indexing_slicing, reason = "an `IdMap` has every index")]
        if let Some(partner) = importer.global(id) {
            copies[id] = partner.into();
        }
    }
    *names = importer.into_names();
    Ok(Copied { globals: copies, said })
}

fn is_defined(module: &Module, id: GlobalId) -> bool {
    module.globals.get(id).is_some_and(|global| {
        let is_initialized = global.variable().is_some_and(|variable| variable.initializer.is_some());
        global.body().is_some() || global.aliasee().is_some() || is_initialized
    })
}

/// What is said of these globals, and of the whole: of entries, resources and functions only theirs.
pub(crate) fn relevant(
    shader: &Shader,
    module: &Module,
    references: &References,
    globals: &IdSet<GlobalId>,
) -> Shader {
    let mut shader = relevant_but_resources(shader, module, references, globals);
    if let Some(resources) = &mut shader.resources {
        retain(resources, |range| range.global(module).is_some_and(|id| globals.contains(id)));
    }
    shader
}

/// The same with all resources.
pub(crate) fn relevant_but_resources(
    shader: &Shader,
    module: &Module,
    references: &References,
    globals: &IdSet<GlobalId>,
) -> Shader {
    let mut shader = shader.clone();
    // An entry without a function stands for the library.
    shader.entry_points.retain(|entry| entry.function.is_none_or(|id| globals.contains(id)));
    for entry in &mut shader.entry_points {
        entry.resources = None;
    }
    // What is said of a function that is called and only declared is kept as well.
    let named = references.named_by(module, globals);
    for annotations in &mut shader.type_annotations {
        if let TypeAnnotations::Functions(functions) = annotations {
            functions.retain(|said| globals.contains(said.function) || named.contains(said.function));
        }
    }
    shader
}

/// Keeps the resources of which `keeps` says so; a list without any is none.
pub(crate) fn retain(resources: &mut Resources, keeps: impl Fn(&ResourceRange) -> bool) {
    fn list<T>(list: &mut Option<Vec<T>>, keeps: impl Fn(&T) -> bool) {
        if let Some(all) = list {
            all.retain(|resource| keeps(resource));
        }
        if list.as_ref().is_some_and(Vec::is_empty) {
            *list = None;
        }
    }
    let Resources { srvs, uavs, cbuffers, samplers, .. } = resources;
    list(srvs, |resource| keeps(&resource.range));
    list(uavs, |resource| keeps(&resource.range));
    list(cbuffers, |resource| keeps(&resource.range));
    list(samplers, |resource| keeps(&resource.range));
}
