//! Barriers.

use dxil::ops::Opcode;

use super::Semantics;
use crate::execute::{Context, Stop};
use crate::findings::FindingKind;
use crate::program::{Scalar, Site};

/// What an operation does.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    match opcode {
        Opcode::BARRIER => Some(Semantics::Barrier(barrier)),
        _ => None,
    }
}

/// All lanes that are not done have to be there.
fn barrier(context: &mut Context<'_>, _site: &Site<'_>) -> Result<(), Stop> {
    if context.checks.all && context.wave.mask != context.wave.exist {
        let (block, lane) = context.wave.first_active().unwrap_or_default();
        context.report(FindingKind::DivergentBarrier, block, lane, || {
            "waits for lanes of its wave that go another way".to_owned()
        });
    }
    Ok(())
}
