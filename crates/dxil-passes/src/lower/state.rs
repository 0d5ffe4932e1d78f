//! The state of a lowering: the module, and data that passes hand to later passes. Separate because every pass reads
//! and changes it.

use std::rc::Rc;

use bstr::{BString, ByteSlice as _};
use dx_container::enums::ResourceClass;
use dxil::shader::{Shader, Signatures, Version};
use dxil_ir::edit::{Changed, DebugInformation, Editor};
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Body, Global, GlobalId, Instruction, Linkage, Module, TypeId};
use hashbrown::HashMap;

use crate::error::{Result, frame, invalid};
use crate::initializers;
use crate::lower::entries::{Description, Entry};
use crate::lower::handles::resources::Bindings;
use crate::lower::metadata::cbuffer_layouts::Layout;
use crate::lower::metadata::type_annotations::forget_functions;
use crate::lower::profile::Profile;
use crate::pass_manager::{Scope, Subject};
use crate::upgrade::intrinsics::Intrinsics;

/// A module that is being lowered.
pub(crate) struct State {
    pub(super) module: Module,
    pub(super) profile: Profile,
    pub(super) intrinsics: Intrinsics,
    pub(super) entries: Vec<Entry>,
    /// The shader metadata that an upgrade preserved.
    pub(super) preserved_shader: Shader,
    /// The signatures of entry points by name, if a front end declares them.
    pub(super) signatures: HashMap<BString, Signatures>,
    /// The variables of the resources of a library: class, range id and name.
    pub(super) variables: Vec<(ResourceClass, u32, BString)>,
    /// The layouts of constant buffers by the names of their layout types.
    pub(super) layouts: HashMap<BString, Rc<Layout>>,
    pub(super) bindings: Bindings,
    /// The attributes of the entry points.
    pub(super) described: Vec<Description>,
    pub(super) validator_version: Option<Version>,
    /// True if single passes run, on a module that need not be a complete shader.
    pub(super) is_single: bool,
    /// See [`Options::back_end_only`](super::Options::back_end_only).
    pub(super) back_end_only: bool,
    /// See [`Options::source_order`](super::Options::source_order).
    pub(super) source_order: bool,
    pub(super) debug_information: DebugInformation,
    /// The changes since the last call of [`Subject::take_changed`].
    pub(super) changed: Changed,
}

impl State {
    /// Records that a pass changed the module without an [`Editor`], which records its own changes.
    pub(super) fn note_change(&mut self) {
        self.changed = Changed::ControlFlow;
    }

    /// Returns the functions that external code calls: the entry points, the functions that pass
    /// `dxil-finalize-linkage` leaves external, and the global constructors.
    pub(super) fn roots(&self) -> Vec<GlobalId> {
        let mut roots: Vec<GlobalId> = self.entries.iter().map(|entry| entry.function).collect();
        let is_entry = |id: &GlobalId| self.entries.iter().any(|entry| entry.function == *id);
        let exported = self.module.bodies().filter(|(_, global, _)| global.linkage == Linkage::External);
        roots.extend(exported.map(|(id, ..)| id).filter(|id| !is_entry(id)));
        roots.extend(initializers::listed(&self.module));
        roots
    }

    /// Removes the globals that satisfy `candidates` and have no uses. Invalidates the ids of other globals.
    pub(super) fn remove_unused(&mut self, candidates: impl Fn(GlobalId) -> bool) {
        if self.module.remove_unused_globals(candidates) == 0 {
            return;
        }
        self.note_change();
        forget_functions(&mut self.module);
        // The ids of later globals have changed.
        self.intrinsics = Intrinsics::of(&self.module, LlvmVersion::Main);
        for entry in &mut self.entries {
            if let Some(id) = self.module.global_named(entry.name.as_bstr()) {
                entry.function = id;
            }
        }
    }

    /// Returns true if the module has a function whose name satisfies `is_meant`.
    pub(super) fn has_function(&self, is_meant: impl Fn(&[u8]) -> bool) -> bool {
        self.module.globals.values().any(|global| global.function().is_some() && is_meant(&global.name))
    }

    /// Calls `visit` with an [`Editor`] for each function with a body.
    pub(super) fn each_function(
        &mut self,
        visit: impl FnMut(&mut Editor<'_>, &mut Intrinsics) -> Result<()>,
    ) -> Result<()> {
        self.each_function_with(|_, _, _| true, visit)
    }

    /// Like [`each_function`](Self::each_function), but only for functions with an instruction that satisfies
    /// `is_match`: the search is much cheaper than the creation of an [`Editor`], which builds use lists.
    pub(super) fn each_function_with(
        &mut self,
        is_match: impl Fn(&Module, (&Body, TypeId), &Instruction) -> bool,
        mut visit: impl FnMut(&mut Editor<'_>, &mut Intrinsics) -> Result<()>,
    ) -> Result<()> {
        let Self { module, intrinsics, changed, .. } = self;
        let has_match = |(_, global, body): &(GlobalId, &Global, &Body)| {
            let mut all = body.in_order();
            all.any(|(.., instruction)| is_match(module, (body, global.value_type), instruction))
        };
        let functions: Vec<GlobalId> = module.bodies().filter(has_match).map(|(id, ..)| id).collect();
        for function in functions {
            let location = frame(module, function);
            let mut editor =
                Editor::new(module, function).map_err(|error| invalid(error).within(location.clone()))?;
            let result = visit(&mut editor, intrinsics);
            *changed = changed.and(editor.finish());
            result.map_err(|error| error.within(location))?;
        }
        Ok(())
    }
}

impl Subject<'static> for State {
    type State = Self;

    fn state(&mut self) -> &mut Self {
        self
    }

    fn take_changed(&mut self) -> Changed {
        std::mem::take(&mut self.changed)
    }

    fn module(&mut self) -> &mut Module {
        &mut self.module
    }

    /// Returns the entry points, other functions that external code calls, and their callees; with `back_end_only`,
    /// also functions without callers.
    fn scope(&self) -> Scope<'static> {
        let mut roots = self.roots();
        if self.back_end_only && !self.is_single {
            roots.extend(self.module.bodies().map(|(id, ..)| id));
        }
        Scope::new(roots)
    }

    fn leave(&mut self, scope: Scope<'static>) {
        forget_functions(&mut self.module);
        for (entry, root) in self.entries.iter_mut().zip(&scope.roots) {
            entry.function = *root;
        }
        self.intrinsics = Intrinsics::of(&self.module, LlvmVersion::Main);
    }
}
