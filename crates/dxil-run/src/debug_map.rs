//! How a program lies beside the module that it was made of: where blocks begin, which code belongs to which
//! instruction, and where what it gives is to be found. Kept only for those who watch values; apart from the program
//! since nothing that runs needs it.

use dxil_ir::{GlobalId, InstructionId};
use hashbrown::HashMap;

use crate::instruction::{List, Pc, Scalar};

/// An instruction of the module, and the code that it became: none of what only names values, such as `extractvalue`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    pub start: Pc,
    pub end: Pc,
    pub function: GlobalId,
    pub instruction: InstructionId,
}

/// Where what was made of a module lies. All lists are in the program's order.
#[derive(Debug, Clone, Default)]
pub(crate) struct DebugMap {
    /// Where blocks begin, and which ones they are: the function, and the number in its layout.
    pub blocks: Vec<(Pc, GlobalId, u32)>,
    /// The instructions.
    pub steps: Vec<Step>,
    /// The registers of values, and what they are scalar by scalar.
    pub values: HashMap<(GlobalId, InstructionId), (List, Vec<Scalar>)>,
}

impl DebugMap {
    /// The block that begins at a place.
    pub(crate) fn block(&self, pc: Pc) -> Option<(GlobalId, u32)> {
        let at = self.blocks.binary_search_by_key(&pc, |block| block.0).ok()?;
        self.blocks.get(at).map(|(_, function, block)| (*function, *block))
    }

    /// The instruction whose last code is before a place, if it ends there.
    pub(crate) fn ended(&self, pc: Pc) -> Option<Step> {
        let next = self.steps.partition_point(|step| step.start < pc);
        self.steps.get(next.checked_sub(1)?).copied().filter(|step| step.end == pc)
    }

    /// The instruction whose code is at a place.
    pub(crate) fn at(&self, pc: Pc) -> Option<Step> {
        let next = self.steps.partition_point(|step| step.start <= pc);
        self.steps.get(next.checked_sub(1)?).copied().filter(|step| step.end > pc)
    }

    /// The instructions without code at a place.
    pub(crate) fn without_code(&self, pc: Pc) -> impl Iterator<Item = Step> {
        let first = self.steps.partition_point(|step| step.start < pc);
        let steps = self.steps.iter().skip(first).copied();
        steps.take_while(move |step| step.start == pc && step.end == pc)
    }
}
