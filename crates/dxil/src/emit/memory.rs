//! Barriers, and atomic operations on group-shared memory. Separate because the permitted barriers depend on the stage.

use dx_container::enums::ShaderKind;
use dx_container::flags::BarrierModes;
use dxil_ir::Value;
use dxil_ir::builder::Build as _;

use crate::emit::emitter::Emitter;
use crate::emit::error::{EmitError, Result};
use crate::emit::operand::Operand;
use crate::ops::Opcode;

/// The threads for which a barrier orders accesses to UAVs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UavScope {
    /// Accesses to UAVs are not ordered.
    None,
    /// The threads of the group.
    Group,
    /// All threads of the dispatch.
    Device,
}

/// A barrier: the ordered accesses, and whether all threads of the group wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BarrierMode {
    /// True if all threads of the group wait until all of them arrive.
    pub waits: bool,
    /// True to order accesses to group-shared memory.
    pub group_shared: bool,
    /// The order of accesses to UAVs.
    pub uavs: UavScope,
}

impl BarrierMode {
    /// `GroupMemoryBarrierWithGroupSync`.
    pub const GROUP: Self = Self { waits: true, group_shared: true, uavs: UavScope::None };
    /// `DeviceMemoryBarrierWithGroupSync`.
    pub const DEVICE: Self = Self { waits: true, group_shared: false, uavs: UavScope::Device };
    /// `AllMemoryBarrierWithGroupSync`.
    pub const ALL: Self = Self { waits: true, group_shared: true, uavs: UavScope::Device };

    /// The barrier without waiting.
    pub const fn without_wait(self) -> Self {
        Self { waits: false, ..self }
    }

    /// The operand of `barrier`.
    fn flags(self) -> BarrierModes {
        let mut modes = match self.uavs {
            UavScope::None => BarrierModes::empty(),
            UavScope::Device => BarrierModes::UAV_FENCE_GLOBAL,
            UavScope::Group => BarrierModes::UAV_FENCE_THREAD_GROUP,
        };
        modes.set(BarrierModes::SYNC_THREAD_GROUP, self.waits);
        modes.set(BarrierModes::TGSM_FENCE, self.group_shared);
        modes
    }
}

impl Emitter<'_> {
    /// Emits a barrier.
    pub fn barrier(&mut self, mode: BarrierMode) -> Result<()> {
        if !mode.group_shared && mode.uavs == UavScope::None {
            let what = "a barrier orders no accesses";
            return Err(EmitError::usage(what, "set group_shared or uavs, such as BarrierMode::GROUP"));
        }
        let has_groups = matches!(
            self.stage,
            ShaderKind::COMPUTE
                | ShaderKind::MESH
                | ShaderKind::AMPLIFICATION
                | ShaderKind::NODE
                | ShaderKind::LIBRARY
        );
        if !has_groups && (mode.waits || mode.group_shared || mode.uavs == UavScope::Group) {
            let what = format!("{} shaders have no thread groups to synchronize", self.stage);
            return Err(EmitError::usage(what, "use BarrierMode::DEVICE.without_wait()"));
        }
        self.op(Opcode::BARRIER, None, [Operand::from(mode.flags().bits())]).map(drop)
    }

    /// A compare-exchange on group-shared memory. Returns the value before, and an `i1` that is true if the exchange
    /// happened. `Build::atomic` has the other atomic operations.
    pub fn group_compare_exchange(
        &mut self,
        pointer: Value,
        compared: Value,
        new: Value,
    ) -> Result<(Value, Value)> {
        let result = self.compare_exchange(pointer, compared, new)?;
        Ok((self.extract_value(result, &[0])?, self.extract_value(result, &[1])?))
    }
}
