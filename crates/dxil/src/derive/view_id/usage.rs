//! Which columns of signatures a program reads and writes: the masks that DXC keeps with the elements. Separate because
//! no dependence has to be known.

use super::super::{DeriveErrorKind, DescribedModule};
use super::functions::Reached;
use super::signatures::{Access, Purpose, Signatures, Which};
use super::{Entry, ShaderKind};
use crate::Result;
use crate::ops::Call;
use dxil_ir::GlobalId;

/// Which columns of an element are used, counted from its first one, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ElementUsage {
    /// Those that are read or written: the property `USAGE_COMP_MASK`.
    pub used: u8,
    /// Those that are at an index of which only the program knows the row: the property `DYN_IDX_COMP_MASK`.
    pub dynamic: u8,
}

/// What is used of each element, in the order of the signatures.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SignatureUsage {
    /// Of the inputs.
    pub inputs: Vec<ElementUsage>,
    /// Of the outputs.
    pub outputs: Vec<ElementUsage>,
    /// Of the patch constants, or of what each primitive of a mesh shader has.
    pub patch_constants: Vec<ElementUsage>,
}

impl SignatureUsage {
    fn element(&mut self, access: &Access) -> Option<&mut ElementUsage> {
        let elements = match access.which {
            Which::Inputs => &mut self.inputs,
            Which::Outputs => &mut self.outputs,
            Which::PatchConstants => &mut self.patch_constants,
        };
        elements.get_mut(access.element)
    }
}

impl DescribedModule<'_> {
    /// What is used of each element of the signatures, as DXC counts it: what control points a domain shader reads is
    /// not among what is used, and neither is what functions do that the entry calls. `None` for compute shaders and
    /// libraries.
    ///
    /// # Errors
    ///
    /// Those of [`view_id_dependencies`](Self::view_id_dependencies), but for those about memory.
    pub fn signature_usage(&self) -> Result<Option<SignatureUsage>> {
        let Some(entry) = self.entry()? else { return Ok(None) };
        let signatures = Signatures::of(entry.point, entry.kind)?;
        let unused = |which| vec![ElementUsage::default(); signatures.get(which).len()];
        let mut usage = SignatureUsage {
            inputs: unused(Which::Inputs),
            outputs: unused(Which::Outputs),
            patch_constants: unused(Which::PatchConstants),
        };
        let mut counted = hashbrown::HashSet::new();
        for (reached, is_begin) in entry.functions() {
            if counted.insert(reached) {
                self.count(&entry, &signatures, reached, is_begin, &mut usage)?;
            }
        }
        Ok(Some(usage))
    }

    fn count(
        &self,
        entry: &Entry<'_>,
        signatures: &Signatures,
        id: GlobalId,
        is_begin: bool,
        usage: &mut SignatureUsage,
    ) -> Result<()> {
        let Some(global) = self.module.globals.get(id) else { return Ok(()) };
        let Some(body) = global.body() else { return Ok(()) };
        for (_, _, instruction) in body.in_order() {
            let call = Call::of(self.module, (body, global.value_type), instruction);
            let call =
                call.map_err(|error| DeriveErrorKind::Call { function: global.name.clone(), error })?;
            let Some(call) = call else { continue };
            let Some(access) = signatures.access(self.module, global, &call)? else { continue };
            let column = 1 << access.column;
            let is_control_point = access.purpose == Purpose::LoadControlPoint;
            let is_domain = entry.kind == ShaderKind::DOMAIN;
            // Of a hull shader, it is the outputs that have been counted.
            let counts = match (access.which, access.purpose) {
                (Which::PatchConstants, Purpose::Load) => is_domain || is_begin,
                _ => is_domain || !is_control_point,
            };
            let Some(element) = usage.element(&access) else { continue };
            if is_begin && !is_control_point {
                element.used |= column;
            }
            if counts && access.row.is_none() {
                element.dynamic |= column;
            }
        }
        Ok(())
    }
}

impl Entry<'_> {
    /// All functions, and whether it is where one of the entry's two begin.
    fn functions(&self) -> impl Iterator<Item = (GlobalId, bool)> + '_ {
        let begins = |reached: &'_ Reached| reached.ids().iter().copied().next();
        let all = [Some(&self.main), self.patch.as_ref()];
        let starts: Vec<_> = all.into_iter().flatten().filter_map(begins).collect();
        let others: Vec<_> = all.into_iter().flatten().flat_map(Reached::ids).copied().collect();
        starts.into_iter().map(|id| (id, true)).chain(others.into_iter().map(|id| (id, false)))
    }
}
