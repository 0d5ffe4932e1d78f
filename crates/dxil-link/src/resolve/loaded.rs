//! A program that was read, and what is needed of it so far. Separate from the search, which goes from one program to
//! the next.

use bstr::BString;
use dxil::shader::EntryProperties;
use dxil_ir::GlobalId;
use dxil_ir::arena::IdSet;
use hashbrown::{HashMap, HashSet};

use super::needed::{Needed, Reason};
use super::references::References;
use crate::catalogue::{Catalogue, InputId};
use crate::definitions::is_visible;
use crate::error::{LinkError, LinkErrorKind};
use crate::errors::LinkErrors;
use crate::initializers::{self, Initializer};
use crate::library::Library;

/// A program that was read.
pub(super) struct Loaded {
    pub(super) input: InputId,
    pub(super) library: Library,
    pub(super) references: References,
    /// The functions that others can call.
    pub(super) functions: HashMap<BString, GlobalId>,
    /// The functions that entries call at the end of each patch.
    pub(super) patches: HashMap<GlobalId, GlobalId>,
    pub(super) initializers: Vec<Initializer>,
    pub(super) needed: IdSet<GlobalId>,
    pub(super) roots: Vec<GlobalId>,
    /// Whether it is part of the result, whatever is needed of it.
    pub(super) is_wanted: bool,
    is_root: IdSet<GlobalId>,
    reason: Reason,
}

impl Loaded {
    /// Takes a program, if it is a library that defines what its input is known to define.
    pub(super) fn new(
        catalogue: &Catalogue,
        input: InputId,
        library: Library,
        reason: Reason,
    ) -> Result<Self, LinkErrors> {
        let file = || catalogue.name(input).to_owned();
        match &library.shader.model {
            Some(model) if model.is_library() => {}
            model => {
                let profile = model.as_ref().map_or_else(|| "no profile".to_owned(), ToString::to_string);
                return Err(LinkErrorKind::NotALibrary { file: file(), profile }.into());
            }
        }
        let (mut functions, mut hidden) = (HashMap::new(), HashSet::new());
        for (id, global, _) in library.module.bodies() {
            if is_visible(global) {
                functions.insert(global.name.clone(), id);
            } else {
                // Runtime data list functions as well that others cannot call.
                hidden.insert(global.name.clone());
            }
        }
        let lies = catalogue
            .functions(input)
            .filter(|name| !functions.contains_key(*name) && !hidden.contains(*name));
        LinkErrors::check(lies.map(|function| {
            let source_of_names = catalogue.names_from(input).name();
            let function = function.to_owned();
            LinkError::unplaced(LinkErrorKind::Lie { file: file(), source_of_names, function })
        }))?;
        let hull =
            |properties: &EntryProperties| properties.hull().and_then(|hull| hull.patch_constant_function);
        let entries = &library.shader.entry_points;
        let patches = entries
            .iter()
            .filter_map(|entry| Some((entry.function?, hull(entry.properties.as_ref()?)?)))
            .collect();
        let mut references = References::of(&library.module);
        let initializers = initializers::of(&library.module, &mut references);
        Ok(Self {
            input,
            library,
            references,
            functions,
            patches,
            initializers,
            needed: IdSet::new(),
            roots: Vec::new(),
            is_wanted: false,
            is_root: IdSet::new(),
            reason,
        })
    }

    /// Wants a function by name. Says whether that is new.
    pub(super) fn add_root(&mut self, function: GlobalId) -> bool {
        let is_new = self.is_root.insert(function);
        if is_new {
            self.roots.push(function);
        }
        is_new
    }

    /// Finds functions that set variables up which something needed uses as well, and were not found before.
    pub(super) fn more_initializers(&mut self) -> Vec<GlobalId> {
        let Self { initializers, needed, .. } = self;
        let mut found = Vec::new();
        for initializer in initializers.iter_mut().filter(|initializer| !initializer.is_needed) {
            if initializer.variables.iter().any(|variable| needed.contains(*variable)) {
                initializer.is_needed = true;
                found.push(initializer.function);
            }
        }
        found
    }

    /// What is needed of it; `None` if it was read only to find out what it defines.
    pub(super) fn needed(self) -> Option<Needed> {
        let Self { input, library, references, needed, roots, initializers, reason, .. } = self;
        if !self.is_wanted && library.module.globals.keys().all(|id| !needed.contains(id)) {
            return None;
        }
        let initializers = initializers.into_iter().filter(|initializer| initializer.is_needed);
        let initializers = initializers.map(|initializer| initializer.function).collect();
        Some(Needed { input, library, references, globals: needed, initializers, roots, reason })
    }
}
