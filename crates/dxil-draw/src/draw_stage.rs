//! A stage of a draw: a program and the resources that are bound to it, and the wave sizes that are possible for it.

use dxil_run::Program;
use dxil_run::limits;
use dxil_run::resources::Bound;
use dxil_run::{Result, RunErrorKind};

/// A program and what it is bound to.
#[derive(Debug, Clone, Copy)]
pub struct DrawStage<'a> {
    /// The program.
    pub program: &'a Program,
    /// What it is bound to.
    pub bound: &'a Bound<'a>,
}

/// Lanes of a wave where nobody says how many.
pub(crate) const DEFAULT_WAVE: u32 = 32;

/// Rejects wave sizes that a program does not allow, and waves that are larger than the limits.
pub(crate) fn check_wave(program: &Program, wave_size: u32) -> Result<()> {
    let (min, max) = program.wave_sizes();
    if !wave_size.is_power_of_two() || !(min..=max).contains(&wave_size) {
        return Err(located::Error::unplaced(RunErrorKind::WaveSize { found: wave_size, min, max }));
    }
    let (found, limit) = (program.group_bytes(wave_size), limits::GROUP_BYTES);
    if found > limit {
        let what = "bytes of registers for a wave";
        return Err(located::Error::unplaced(RunErrorKind::TooLarge { what, found, limit }));
    }
    Ok(())
}
