//! The cycle counter. D3D does not say what a cycle is: here, an instruction that a wave of the group executes, so that
//! the same run gives the same numbers.

use dxil::ops::Opcode;

use super::semantics::Semantics;
use crate::instruction::Scalar;
use crate::lanes;
use crate::program::{Context, Site, Stop};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    (opcode == Opcode::CYCLE_COUNTER_LEGACY).then_some(Semantics::Operate(count))
}

fn count(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let cycles = context.steps.saturating_sub(context.group.first_step);
    for block in 0..context.blocks() {
        context.write(site.result(0), block, &lanes::splat(lanes::low(cycles)));
        context.write(site.result(1), block, &lanes::splat(lanes::high(cycles)));
    }
    Ok(())
}
