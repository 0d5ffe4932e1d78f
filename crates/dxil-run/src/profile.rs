//! A profile: how often each place of a program is executed, by how many lanes, and what it moves. What it says of
//! lines and blocks is the caller's business, who has the module.

use crate::instruction::{Instruction, Pc};
use crate::observer::Observer;
use crate::program::{Context, Program};

/// What was counted at a place, or at several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Cost {
    /// How often waves executed it.
    pub steps: u64,
    /// How many lanes were active, all together.
    pub active: u64,
    /// How many there could have been: those that are threads of a group.
    pub lanes: u64,
    /// Bytes moved to and from resources.
    pub bytes: u64,
}

impl Cost {
    /// Adds another one.
    pub fn add(&mut self, other: Self) {
        self.steps = self.steps.saturating_add(other.steps);
        self.active = self.active.saturating_add(other.active);
        self.lanes = self.lanes.saturating_add(other.lanes);
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

/// A profile.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Profile {
    costs: Vec<Cost>,
    /// Bytes that were moved before the instruction that is executed.
    bytes: u64,
}

impl Profile {
    /// A profile of nothing yet.
    pub fn new(program: &Program) -> Self {
        Self { costs: vec![Cost::default(); program.code.len()], bytes: 0 }
    }

    /// Adds what another observer of the same program saw.
    pub fn merge(&mut self, other: &Self) {
        self.costs.iter_mut().zip(&other.costs).for_each(|(cost, other)| cost.add(*other));
    }

    /// What was executed, in the program's order.
    pub fn iter(&self) -> impl Iterator<Item = (Pc, Cost)> {
        (0..).zip(&self.costs).filter(|(_, cost)| cost.steps > 0).map(|(pc, cost)| (pc, *cost))
    }

    fn at(&mut self, pc: Pc) -> Option<&mut Cost> {
        self.costs.get_mut(usize::try_from(pc).ok()?)
    }
}

impl Observer for Profile {
    fn before(&mut self, context: &Context<'_>, _: &Instruction) {
        self.bytes = context.bytes;
        let count = |mask: &[u32]| mask.iter().map(|bits| u64::from(bits.count_ones())).sum();
        let (active, lanes) = (count(&context.wave.mask), count(&context.wave.exist));
        if let Some(cost) = self.at(context.pc) {
            cost.add(Cost { steps: 1, active, lanes, bytes: 0 });
        }
    }

    fn after(&mut self, context: &Context<'_>, _: &Instruction) {
        let bytes = context.bytes.saturating_sub(self.bytes);
        if let Some(cost) = self.at(context.pc) {
            cost.bytes = cost.bytes.saturating_add(bytes);
        }
    }
}
