//! Which thread this is, and barriers. Separate because both depend on the thread group alone.

use dx_container::flags::BarrierModes;
use dxil::ops::ArgumentName;
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Op, Ordering, Value};

use crate::error::{CompileErrorKind, Result};
use crate::translation::{Call, Translation};

/// How many bits a component has where all are in one word.
const PACKED_BITS: u32 = 10;

impl Translation<'_, '_> {
    /// A component of the number of the thread in its group.
    fn thread_in_group(&mut self, component: u32) -> Result<Value> {
        if component >= self.inputs.components {
            return Ok(self.word(0));
        }
        let word = self.inputs.thread(component);
        if !self.inputs.is_packed() {
            return Ok(word);
        }
        let (shift, mask) = (self.word(component * PACKED_BITS), self.word((1 << PACKED_BITS) - 1));
        let shifted = if component == 0 { word } else { self.binary(BinaryOp::LShr, word, shift) };
        Ok(self.binary(BinaryOp::And, shifted, mask))
    }

    fn component(&self, call: &Call<'_>) -> Result<u32> {
        let number = self.constant(call, ArgumentName::component)?;
        let found = u32::try_from(number).ok().filter(|number| *number < 3);
        found.ok_or_else(|| call.refused(format!("operand component is {number}, expected 0 to 2")))
    }

    /// `threadIdInGroup`.
    pub(crate) fn thread_id_in_group(&mut self, call: &Call<'_>) -> Result<()> {
        let component = self.component(call)?;
        let value = self.thread_in_group(component)?;
        self.give(call, value)
    }

    /// `groupId`.
    pub(crate) fn group_id(&mut self, call: &Call<'_>) -> Result<()> {
        let component = self.component(call)?;
        let value = self.lane(self.inputs.group(), component)?;
        self.give(call, value)
    }

    /// `threadId`.
    pub(crate) fn thread_id(&mut self, call: &Call<'_>) -> Result<()> {
        let component = self.component(call)?;
        let group = self.lane(self.inputs.group(), component)?;
        let index = component as usize;
        let threads = self.threads.get(index).copied().unwrap_or(1);
        let first = self.times(group, threads);
        let thread = self.thread_in_group(component)?;
        let value = self.sum(first, thread);
        self.give(call, value)
    }

    /// The number of the thread among all of its group.
    pub(crate) fn flat_thread(&mut self) -> Result<Value> {
        let mut value = self.word(0);
        // z, then y, then x: as Horner has it.
        for component in (0..3).rev() {
            let index = component as usize;
            let size = self.threads.get(index).copied().unwrap_or(1);
            if self.context().integer(value) != Some(0) {
                value = self.times(value, size);
            }
            let thread = self.thread_in_group(component)?;
            value = self.sum(thread, value);
        }
        Ok(value)
    }

    /// `flattenedThreadIdInGroup`.
    pub(crate) fn flattened_thread_id(&mut self, call: &Call<'_>) -> Result<()> {
        let value = self.flat_thread()?;
        self.give(call, value)
    }

    /// `barrier`.
    pub(crate) fn barrier(&mut self, call: &Call<'_>) -> Result<()> {
        let number = self.constant(call, ArgumentName::barrierMode)?;
        let modes = BarrierModes::from_bits_retain(u32::try_from(number).unwrap_or(u32::MAX));
        let known = BarrierModes::SYNC_THREAD_GROUP
            | BarrierModes::UAV_FENCE_GLOBAL
            | BarrierModes::UAV_FENCE_THREAD_GROUP
            | BarrierModes::TGSM_FENCE;
        if !known.contains(modes) {
            return Err(call.refused(format!("operand barrierMode has unknown flags: {number:#x}")));
        }
        let is_global = modes.contains(BarrierModes::UAV_FENCE_GLOBAL);
        self.fence(is_global, modes.contains(BarrierModes::SYNC_THREAD_GROUP))?;
        self.done(call)
    }

    /// `barrierByMemoryType`, `barrierByMemoryHandle`.
    pub(crate) fn barrier_by_memory(&mut self, call: &Call<'_>) -> Result<()> {
        const GROUP_SYNC: i64 = 1;
        const GROUP_SCOPE: i64 = 2;
        const DEVICE_SCOPE: i64 = 4;
        let semantics = self.constant(call, ArgumentName::SemanticFlags)?;
        if semantics & !(GROUP_SYNC | GROUP_SCOPE | DEVICE_SCOPE) != 0 {
            return Err(call.refused(
                "semantic flags other than group sync, group scope and device scope are \
                                     not supported",
            ));
        }
        self.fence(semantics & DEVICE_SCOPE != 0, semantics & GROUP_SYNC != 0)?;
        if call.has_argument(ArgumentName::object) {
            self.handle(call, ArgumentName::object)?;
        }
        self.done(call)
    }

    /// Orders what was accessed before with what is accessed behind, for the threads of the group or all of the
    /// processor; where asked for, no thread goes on before all of the group are here.
    fn fence(&mut self, is_global: bool, waits: bool) -> Result<()> {
        let scope = if is_global { "agent" } else { "workgroup" };
        let scope = self.module().sync_scope(scope.into());
        let scope = scope.ok_or_else(|| {
            CompileErrorKind::Limit("the module has too many synchronization scopes".to_owned())
        })?;
        if !waits {
            self.editor.add_void(Op::Fence(Ordering::AcquireRelease, scope));
            return Ok(());
        }
        self.editor.add_void(Op::Fence(Ordering::Release, scope));
        self.call_void("llvm.amdgcn.s.barrier", &[])?;
        self.editor.add_void(Op::Fence(Ordering::Acquire, scope));
        Ok(())
    }
}
