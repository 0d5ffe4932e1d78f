//! System values that say where a primitive goes, and what they have to be less than. What is out of range is found
//! when a lane is done, because no instruction does it.

use dx_container::enums::{SemanticKind, ShaderKind};
use dxil::ops::Opcode;

use crate::findings::{FindingKind, Findings, Thread};
use crate::instruction::{Instruction, Pc};
use crate::lanes;
use crate::program::Program;
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
        let interface = &program.interface;
        // A mesh shader gives it with the primitive, whose scalars stand behind those of its vertices.
        let (element, before, store) = match program.stage {
            ShaderKind::MESH => {
                let scalars = interface.outputs.scalars;
                (interface.patch_constants.system(semantic)?, scalars, Opcode::STORE_PRIMITIVE_OUTPUT)
            }
            _ => (interface.outputs.system(semantic)?, 0, Opcode::STORE_OUTPUT),
        };
        let pc = store_of(program, element, store).unwrap_or_else(|| program.end());
        Some(Self { scalar: before + element.first, label: element.label(0), count, what, pc })
    }

    /// Looks at what the lanes of a wave gave.
    pub(crate) fn check(&self, wave: &Wave, findings: &mut Findings) {
        let outputs = &wave.stage.outputs;
        for (block, exist) in wave.exist.iter().enumerate() {
            for lane in lanes::each(exist & outputs.written(self.scalar, block)) {
                let word = outputs.get((0, self.scalar), (block, lane));
                self.check_word(word, wave.thread_of_stage(block, lane), findings);
            }
        }
    }

    /// Looks at the vertex of a primitive from which the value is taken.
    pub(crate) fn check_vertex(&self, scalars: &[u32], thread: Thread, findings: &mut Findings) {
        if let Some(word) = scalars.get(self.scalar) {
            self.check_word(*word, thread, findings);
        }
    }

    fn check_word(&self, word: u32, thread: Thread, findings: &mut Findings) {
        let Self { label, count, what, .. } = self;
        if word >= *count {
            let detail = || format!("{label} is {word}, and there are {count} {what}");
            findings.add(FindingKind::SystemValue, self.pc, thread, detail);
        }
    }
}

/// Where an output is stored.
fn store_of(program: &Program, element: &Element, store: Opcode) -> Option<Pc> {
    let is_store = |instruction: &Instruction| {
        let Instruction::Operation(site) = instruction else { return false };
        program.site(*site).is_some_and(|(_, site)| {
            site.operation.opcode == store && program.constant(site.argument(0)) == Some(element.id)
        })
    };
    (0..).zip(&program.code).find(|(_, instruction)| is_store(instruction)).map(|(pc, _)| pc)
}
