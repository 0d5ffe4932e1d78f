//! The state of an upgrade: the module, and what was read from it before the first pass. Separate because every pass
//! reads and changes it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bstr::{BStr, ByteSlice as _};
use dx_container::parts::root_signature::RootSignatureBuf;
use dxil::ops::{FUNCTION_PREFIX, Opcode};
use dxil::shader::{Shader, Subobject};
use dxil_ir::arena::IdSet;
use dxil_ir::edit::{Changed, Rewriter, modernized_with_types};
use dxil_ir::{Global, GlobalId, InstructionId, Module, TypeId, Value};
use hashbrown::HashMap;

use super::descriptors::{self, Descriptors};
use super::intrinsics::Intrinsics;
use super::layout;
use super::options::Options;
use super::pointees::{self, Parameter, ResourcePosition};
use super::summary::Summary;
use crate::error::{PassErrorKind, Result, frame, invalid};
use crate::pass_manager::{Scope, Subject};

/// Facts from the container of the module.
#[derive(Debug, Clone, Default)]
pub struct Context {
    /// The root signature: part RTS0.
    pub root_signature: Option<RootSignatureBuf>,
    /// The subobjects of a library: part RDAT. A module in a container does not contain them.
    pub subobjects: Vec<Subobject>,
}

/// A module that is being upgraded.
pub(super) struct State {
    pub(super) module: Module,
    pub(super) options: Options,
    /// The root signature of the container.
    pub(super) root_signature: Option<RootSignatureBuf>,
    /// The shader metadata of the source module.
    pub(super) shader: Shader,
    /// The resources that the shader metadata declares.
    pub(super) resources: Descriptors,
    /// The HLSL types of resources.
    pub(super) pointees: BTreeMap<ResourcePosition, TypeId>,
    /// The pointee types of parameters and results.
    pub(super) parameters: Vec<Parameter>,
    pub(super) intrinsics: Intrinsics,
    pub(super) summary: Summary,
}

impl State {
    /// `opaque-pointers`: converts a module to modern LLVM IR, and reads its shader metadata.
    ///
    /// # Errors
    ///
    /// The shader metadata is invalid, or modern LLVM IR cannot represent the module.
    pub(super) fn new(old: &Module, options: Options, context: &Context) -> Result<Self> {
        let mut shader = Shader::read(old).map_err(PassErrorKind::from)?;
        let mut old = Cow::Borrowed(old);
        if shader.subobjects.is_empty() && !context.subobjects.is_empty() {
            shader.subobjects.clone_from(&context.subobjects);
            shader.write(old.to_mut());
        }
        let old = &*old;
        let (mut resources, types) = descriptors::of(old, &shader);
        let pointees = pointees::pointees(old);
        let mut parameters = pointees::parameters(old);
        let of_parameters = parameters.iter().map(|parameter| parameter.pointee);
        let wanted_types: Vec<TypeId> =
            types.iter().chain(pointees.values()).copied().chain(of_parameters).collect();
        // Accesses without an alignment get the alignment of the new data layout.
        let (mut module, mut new) = modernized_with_types(old, &wanted_types, layout::DATA_LAYOUT.into())
            .map_err(|error| PassErrorKind::Modernize(error.to_string()))?;
        layout::align(&mut module, old.data_layout.as_ref());
        // The conversion removes declarations, which changes the ids of globals.
        let names: HashMap<&BStr, GlobalId> =
            module.globals.iter().map(|(id, global)| (global.name.as_bstr(), id)).collect();
        let renumber = |id: &mut Option<GlobalId>| {
            let name = id.and_then(|id| old.globals.get(id)).map(|global| global.name.as_bstr());
            *id = name.and_then(|name| names.get(name).copied());
        };
        shader.entry_points.iter_mut().for_each(|entry| renumber(&mut entry.function));
        resources.globals_mut().for_each(renumber);
        drop(names);
        let mut new_pointees = new.split_off(types.len()).into_iter();
        let pointees = pointees.into_keys().zip(new_pointees.by_ref()).collect();
        parameters.iter_mut().zip(new_pointees).for_each(|(parameter, pointee)| parameter.pointee = pointee);
        let resources = resources.with_types(new);
        let intrinsics = Intrinsics::of(&module, options.llvm);
        let summary = Summary::default();
        let root_signature = context.root_signature.clone();
        Ok(Self {
            module,
            options,
            root_signature,
            shader,
            resources,
            pointees,
            parameters,
            intrinsics,
            summary,
        })
    }

    /// Returns the module without unused declarations. If `keeps_parameters` is true, metadata preserves the pointee
    /// types of parameters and results.
    pub(super) fn finish(mut self, keeps_parameters: bool) -> (Module, Summary) {
        drop_unused_declarations(&mut self.module);
        if keeps_parameters {
            pointees::keep_parameters(&mut self.module, std::mem::take(&mut self.parameters));
        }
        (self.module, self.summary)
    }
}

impl State {
    /// Calls `visit` for each function with a body, then removes dead instructions.
    pub(super) fn each_function(
        &mut self,
        mut visit: impl FnMut(&mut Rewriter<'_>, &mut Parts<'_>) -> Result<()>,
    ) -> Result<()> {
        let Self { module, options, resources, intrinsics, summary, .. } = self;
        let functions: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
        let is_operation = |global: &Global| global.name.starts_with(FUNCTION_PREFIX.as_bytes());
        let operations: IdSet<GlobalId> =
            module.globals.iter().filter(|(_, global)| is_operation(global)).map(|(id, _)| id).collect();
        for function in functions {
            let location = frame(module, function);
            let mut rewriter =
                Rewriter::new(module, function).map_err(|error| invalid(error).within(location.clone()))?;
            let mut parts =
                Parts { options: *options, operations: &operations, resources, intrinsics, summary };
            let result = visit(&mut rewriter, &mut parts);
            rewriter.finish();
            result.map_err(|error| error.within(location))?;
        }
        Ok(())
    }
}

/// Removes unused declarations of operations and intrinsics.
fn drop_unused_declarations(module: &mut Module) {
    let is_candidate = |global: &Global| {
        global.body().is_none()
            && global.function().is_some()
            && (global.name.starts_with(b"dx.op.") || global.name.starts_with(b"llvm."))
    };
    let candidates: IdSet<GlobalId> =
        module.globals.iter().filter(|(_, global)| is_candidate(global)).map(|(id, _)| id).collect();
    module.remove_unused_globals(|id| candidates.contains(id));
}

/// The parts of the state that a pass over functions accesses while a [`Rewriter`] borrows the module.
pub(super) struct Parts<'s> {
    pub(super) options: Options,
    /// The functions of operations: `dx.op.*`.
    pub(super) operations: &'s IdSet<GlobalId>,
    pub(super) resources: &'s mut Descriptors,
    pub(super) intrinsics: &'s mut Intrinsics,
    pub(super) summary: &'s mut Summary,
}

impl Parts<'_> {
    /// Returns the opcode of the operation that an instruction calls and the arguments after the opcode, or `None` if
    /// the instruction is not a call of an operation.
    pub(super) fn operation<'r>(
        &self,
        rewriter: &'r Rewriter<'_>,
        id: InstructionId,
    ) -> Option<(Opcode, &'r [Value])> {
        let (function, arguments) = rewriter.called(id)?;
        if !self.operations.contains(function) {
            return None;
        }
        Some((Opcode::of_call(rewriter.context(), arguments)?, arguments.get(1..)?))
    }
}

impl Subject<'static> for State {
    type State = Self;

    fn state(&mut self) -> &mut Self {
        self
    }

    /// Each pass of the list is the only one that removes its constructs, so a run without changes is not detected.
    fn take_changed(&mut self) -> Changed {
        Changed::ControlFlow
    }

    fn module(&mut self) -> &mut Module {
        &mut self.module
    }

    fn scope(&self) -> Scope<'static> {
        Scope::new(self.module.bodies().map(|(id, ..)| id).collect())
    }

    /// The list has no pass that renumbers globals.
    fn leave(&mut self, _: Scope<'static>) {}
}
