//! The tables of a shader under construction. Separate because the builder fills them and emitters of functions read
//! them.

use dx_container::enums::ShaderKind;
use dxil_ir::{BlockId, GlobalId};
use hashbrown::HashMap;

use crate::emit::error::{EmitError, Result};
use crate::emit::resource::{Resource, ResourceDesc};
use crate::emit::signature::{Element, Slot};
use crate::emit::target::Target;
use crate::semantics::SignatureKind;
use crate::shader::EntryProperty;

#[derive(Debug)]
pub(super) struct State {
    pub(super) target: Target,
    pub(super) resources: Vec<Bound>,
    pub(super) inputs: Vec<Element>,
    pub(super) outputs: Vec<Element>,
    pub(super) patch_or_primitive: Vec<Element>,
    pub(super) entries: Vec<Entry>,
    /// The current block of each function when its last emitter was dropped.
    pub(super) current_blocks: HashMap<GlobalId, BlockId>,
    /// The first construct of structured control flow that an emitter left open.
    pub(super) open: Option<&'static str>,
}

/// A resource, its ID in its class, and its variable if the target is a library.
#[derive(Debug)]
pub(super) struct Bound {
    pub(super) desc: ResourceDesc,
    pub(super) id: u32,
    pub(super) variable: Option<GlobalId>,
}

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) function: GlobalId,
    pub(super) name: String,
    pub(super) stage: ShaderKind,
    pub(super) properties: Vec<EntryProperty>,
}

impl State {
    pub(super) fn resource(&self, resource: Resource) -> Result<&Bound> {
        let found = self.resources.get(resource.0);
        found.ok_or_else(|| {
            EmitError::usage("the resource belongs to another shader builder", "bind it in this builder")
        })
    }

    pub(super) fn elements(&self, signature: SignatureKind) -> &[Element] {
        match signature {
            SignatureKind::Input => &self.inputs,
            SignatureKind::Output => &self.outputs,
            SignatureKind::PatchConstantOrPrimitive => &self.patch_or_primitive,
        }
    }

    pub(super) fn elements_mut(&mut self, signature: SignatureKind) -> &mut Vec<Element> {
        match signature {
            SignatureKind::Input => &mut self.inputs,
            SignatureKind::Output => &mut self.outputs,
            SignatureKind::PatchConstantOrPrimitive => &mut self.patch_or_primitive,
        }
    }

    pub(super) fn element(&self, slot: Slot) -> Result<&Element> {
        self.elements(slot.signature).get(slot.index).ok_or_else(|| {
            EmitError::usage("the element belongs to another shader builder", "declare it in this builder")
        })
    }

    /// The stage of a function: in a library, the stage of its entry, or `LIBRARY`.
    pub(super) fn stage_of(&self, function: GlobalId) -> ShaderKind {
        let entry = self.entries.iter().find(|entry| entry.function == function);
        entry.map_or(self.target.stage, |entry| entry.stage)
    }
}
