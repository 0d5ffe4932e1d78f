//! The resources of handles as flags depend on them. Separate from the flags, because each rule of DXC about
//! unannotated handles has its place here.

use dx_container::enums::{ResourceClass, ResourceKind};

use super::constant_integers::bits;
use super::context::Context;
use super::resources::components_of;
use crate::derive::{DeriveErrorKind, error};
use crate::handles::{Creation, HandleOrigin, Handles as Analysis, Provenance, Reason, Record, Resource};
use crate::ops::Call;
use crate::{DxilError, Result};
use dxil_ir::{Body, Global, Instruction, TypeId, Value, ValueKind};

/// The handles of a function.
pub(super) struct Handles<'c, 'm> {
    context: &'c Context<'m>,
    function: &'m Global,
    caller: (&'m Body, TypeId),
    analysis: Analysis<'m>,
}

impl<'c, 'm> Handles<'c, 'm> {
    pub(super) fn new(context: &'c Context<'m>, function: &'m Global, body: &'m Body) -> Self {
        let analysis = Analysis::new(context.program.module, body);
        Self { context, function, caller: (body, function.value_type), analysis }
    }

    /// The error for an argument that is not constant.
    pub(super) fn not_constant(&self, operation: &'static str, argument: &'static str) -> DxilError {
        let function = self.function.name.clone();
        error(DeriveErrorKind::NotConstant { function, operation, argument })
    }

    /// The error for a handle that no operation creates.
    fn no_handle(&self, operation: &'static str) -> DxilError {
        error(DeriveErrorKind::NoHandle { function: self.function.name.clone(), operation })
    }

    /// Decodes an instruction as a call of an operation.
    pub(super) fn call(&self, instruction: &'m Instruction) -> Result<Option<Call<'m>>> {
        Call::of(self.context.program.module, self.caller, instruction).map_err(|what| {
            error(DeriveErrorKind::Call { function: self.function.name.clone(), error: what })
        })
    }

    /// Returns true if the handle that is the first argument of a call may be the handle of a UAV whose kind and
    /// component count `is_wanted` accepts.
    pub(super) fn may_be_uav(
        &mut self,
        call: &Call<'m>,
        mut is_wanted: impl FnMut(ResourceKind, &dyn Fn() -> Result<u32>) -> Result<bool>,
    ) -> Result<bool> {
        let Some(handle) = call.arguments().first() else { return Ok(false) };
        let context = self.context;
        for resource in self.analysis.alternatives(&context.resources_by_key, *handle) {
            let components = || components(context, &resource);
            if is_uav(&resource) && is_wanted(resource.kind, &components)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The kinds of the UAVs that an instruction may create or annotate a handle of.
    pub(super) fn created_uavs(
        &mut self,
        origin: &HandleOrigin,
        handle: Value,
    ) -> Result<impl Iterator<Item = ResourceKind>> {
        let table = &self.context.resources_by_key;
        if self.analysis.provenance(table, handle) == Provenance::Unknown(Reason::Undeclared) {
            self.check_declared(origin)?;
        }
        let all = self.analysis.alternatives(table, handle);
        Ok(all.filter(is_uav).map(|resource| resource.kind))
    }

    /// Reports a `CreateHandle` of an SRV or UAV that the module does not declare.
    fn check_declared(&self, origin: &HandleOrigin) -> Result<()> {
        let HandleOrigin::Id { class, id, .. } = *origin else { return Ok(()) };
        let module = self.context.program.module;
        let class = bits(module, class).and_then(|class| u32::try_from(class).ok()).map(ResourceClass);
        match (class, bits(module, id)) {
            (Some(class @ (ResourceClass::SRV | ResourceClass::UAV)), Some(index)) => {
                let function = self.function.name.clone();
                Err(error(DeriveErrorKind::NoResource { function, class, index }))
            }
            _ => Ok(()),
        }
    }

    /// The resources of the handle that is the first argument of a 64-bit atomic operation: the kind of each, and the
    /// index of each declared UAV that the handle is annotated for. Without an index, the resource counts as one of a
    /// heap.
    pub(super) fn of_atomic(&mut self, call: &Call<'m>) -> Result<Vec<(ResourceKind, Option<usize>)>> {
        let operation = call.operation().name;
        let table = &self.context.resources_by_key;
        let Some(handle) = call.arguments().first().copied() else { return Err(self.no_handle(operation)) };
        match self.analysis.provenance(table, handle) {
            Provenance::Resource(_) | Provenance::Ambiguous => {}
            Provenance::Unknown(reason) => {
                let is_created = match (reason, handle.kind()) {
                    (Reason::Call | Reason::NotConstant | Reason::Undeclared, _) => true,
                    (_, ValueKind::Instruction(id)) => self.analysis.origin(id).is_some(),
                    _ => false,
                };
                let unknown = vec![(ResourceKind::INVALID, None)];
                return if is_created { Ok(unknown) } else { Err(self.no_handle(operation)) };
            }
        }
        let all: Vec<Resource> = self.analysis.alternatives(table, handle).collect();
        all.into_iter().map(|resource| Ok((kind(&resource), self.annotated_uav(&resource)?))).collect()
    }

    /// The index of the declared UAV that a handle is annotated for.
    fn annotated_uav(&self, resource: &Resource) -> Result<Option<usize>> {
        if resource.annotation.is_none() {
            return Ok(None);
        }
        let is_whole_range = match (resource.creation, resource.binding) {
            (Creation::Binding, Some(binding)) => {
                self.context.resources_by_key.declared(resource).is_some_and(|declared| {
                    let range = declared.range();
                    (range.lower_bound, range.last_register()) == (binding.lower_bound, binding.upper_bound)
                })
            }
            (Creation::Variable { is_element, .. }, _) => !is_element,
            (Creation::Unknown(Reason::NotConstant), _) => {
                return Err(self.not_constant("CreateHandleFromBinding", "bind"));
            }
            (Creation::Id | Creation::Heap { .. } | Creation::Binding | Creation::Unknown(_), _) => false,
        };
        let declared = resource.declared.filter(|_| is_whole_range);
        Ok(declared.filter(|(class, _)| *class == ResourceClass::UAV).map(|(_, position)| position))
    }
}

/// Returns true if the properties of an unannotated handle count. DXC reads them for `CreateHandle`, and for
/// `CreateHandleForLib` of a whole variable that is a UAV.
fn counts(resource: &Resource) -> bool {
    match resource.creation {
        _ if resource.annotation.is_some() => true,
        Creation::Id => true,
        Creation::Variable { is_element, .. } => !is_element && resource.class == Some(ResourceClass::UAV),
        Creation::Binding | Creation::Heap { .. } | Creation::Unknown(_) => false,
    }
}

fn kind(resource: &Resource) -> ResourceKind {
    if counts(resource) { resource.kind } else { ResourceKind::INVALID }
}

fn is_uav(resource: &Resource) -> bool {
    counts(resource)
        && match resource.annotation {
            Some(annotation) => annotation.is_uav(),
            None => resource.class == Some(ResourceClass::UAV),
        }
}

/// The components of an element of a UAV.
fn components(context: &Context<'_>, resource: &Resource) -> Result<u32> {
    if let Some(annotation) = resource.annotation {
        return Ok(annotation.components());
    }
    match context.resources_by_key.declared(resource).map(|declared| declared.record) {
        Some(Record::Uav(uav)) => components_of(context.program.module, uav),
        _ => Ok(0),
    }
}
