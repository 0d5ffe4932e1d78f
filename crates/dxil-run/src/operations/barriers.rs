//! Barriers: which ones wait for the group, and which accesses they order.
//!
//! A barrier that waits for no threads orders memory of one thread only, which waves that run one after the other see
//! in order anyway: it does nothing here, and races across it are still races. A barrier by a handle counts for all
//! UAVs.

use dx_container::flags::{BarrierModes, BarrierSemanticFlags, MemoryTypeFlags};
use dxil::ops::Opcode;

use super::semantics::Semantics;
use crate::findings::FindingKind;
use crate::instruction::{Instruction, Pc, Scalar};
use crate::program::{Context, Program, Site, Stop};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    match opcode {
        Opcode::BARRIER | Opcode::BARRIER_BY_MEMORY_TYPE | Opcode::BARRIER_BY_MEMORY_HANDLE => {
            Some(Semantics::Barrier(barrier, |_, _| Ok(())))
        }
        _ => None,
    }
}

/// What a barrier is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Orders {
    /// Whether all threads of the group wait for each other.
    pub waits: bool,
    /// Whether accesses of group-shared memory are ordered.
    pub shared: bool,
    /// Whether accesses of UAVs are ordered.
    pub uavs: bool,
}

/// What a barrier is for, as its constant arguments say: the last two of them, of those that have two.
pub(crate) fn orders(opcode: Opcode, arguments: &[u32]) -> Orders {
    let word = |index: usize| arguments.get(index).copied().unwrap_or(0);
    let semantics = BarrierSemanticFlags::from_bits_retain(word(1));
    let waits = semantics.contains(BarrierSemanticFlags::GROUP_SYNC);
    match opcode {
        Opcode::BARRIER => {
            let modes = BarrierModes::from_bits_retain(word(0));
            Orders {
                waits: modes.contains(BarrierModes::SYNC_THREAD_GROUP),
                shared: modes.contains(BarrierModes::TGSM_FENCE),
                uavs: modes.intersects(BarrierModes::UAV_FENCE_GLOBAL | BarrierModes::UAV_FENCE_THREAD_GROUP),
            }
        }
        Opcode::BARRIER_BY_MEMORY_TYPE => {
            let types = MemoryTypeFlags::from_bits_retain(word(0));
            Orders {
                waits,
                shared: types.contains(MemoryTypeFlags::GROUP_SHARED_MEMORY),
                uavs: types.contains(MemoryTypeFlags::UAV_MEMORY),
            }
        }
        _ => Orders { waits, shared: false, uavs: true },
    }
}

impl Program {
    /// What the barrier at a place is for.
    pub(crate) fn barrier(&self, pc: Pc) -> Orders {
        let instruction = usize::try_from(pc).ok().and_then(|pc| self.code.get(pc));
        let Some(Instruction::Barrier(site)) = instruction else { return Orders::default() };
        let Some((_, site)) = self.site(*site) else { return Orders::default() };
        let words = [0, 1].map(|index| self.constant(site.argument(index)).unwrap_or(0));
        orders(site.operation.opcode, &words)
    }
}

/// All lanes of the wave have to be there.
fn barrier(context: &mut Context<'_>, _site: &Site<'_>) -> Result<(), Stop> {
    let wave = &context.wave;
    if context.checks.all && wave.mask != wave.exist {
        // Strands hold the lanes that are still running.
        let mut left = wave.paths.iter().flat_map(|path| path.mask.iter().zip(wave.mask));
        let goes_elsewhere = left.any(|(lanes, active)| lanes & !active != 0);
        let (block, lane) = wave.first_active().unwrap_or_default();
        context.report(FindingKind::DivergentBarrier, block, lane, || {
            let others = if goes_elsewhere { "took another branch" } else { "have ended" };
            format!("group barrier in divergent control flow: other lanes of the wave {others}")
        });
    }
    Ok(())
}
