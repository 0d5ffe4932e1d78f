//! System values that say where a primitive goes, and what they have to be less than. What is out of range is found
//! when a lane is done, because no instruction does it.

use dx_container::enums::SemanticKind;
use dxil::ops::Opcode;

use crate::findings::{FindingKind, Findings};
use crate::lanes;
use crate::program::{Instruction, Pc, Program};
use crate::stage::Element;
use crate::wave::Wave;

/// A system value that has to be less than the count of something.
#[derive(Debug)]
pub(crate) struct Limit {
    scalar: usize,
    label: String,
    count: u32,
    what: &'static str,
    /// Where it is stored.
    pc: Pc,
}

impl Limit {
    /// That of a program, if it gives the value.
    pub(crate) fn of(
        program: &Program,
        semantic: SemanticKind,
        (count, what): (u32, &'static str),
    ) -> Option<Self> {
        let element = program.interface.outputs.system(semantic)?;
        let pc = store_of(program, element).unwrap_or_else(|| program.end());
        Some(Self { scalar: element.first, label: element.label(0), count, what, pc })
    }

    /// Looks at what the lanes of a wave gave.
    pub(crate) fn check(&self, wave: &Wave, findings: &mut Findings) {
        let outputs = &wave.stage.outputs;
        for (block, exist) in wave.exist.iter().enumerate() {
            for lane in lanes::each(exist & outputs.written(self.scalar, block)) {
                let word = outputs.get((0, self.scalar), (block, lane));
                if word >= self.count {
                    let Self { label, count, what, .. } = self;
                    let detail = || format!("{label} is {word}, and there are {count} {what}");
                    findings.add(
                        FindingKind::SystemValue,
                        self.pc,
                        wave.thread_of_stage(block, lane),
                        detail,
                    );
                }
            }
        }
    }
}

/// Where an output is stored.
fn store_of(program: &Program, element: &Element) -> Option<Pc> {
    let is_store = |instruction: &Instruction| {
        let Instruction::Operation(site) = instruction else { return false };
        program.site(*site).is_some_and(|(_, site)| {
            site.operation.opcode == Opcode::STORE_OUTPUT
                && program.constant(site.argument(0)) == Some(element.id)
        })
    };
    (0..).zip(&program.code).find(|(_, instruction)| is_store(instruction)).map(|(pc, _)| pc)
}
