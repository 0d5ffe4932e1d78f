//! System values that say where a primitive goes, and what they have to be less than. What is out of range is found
//! when a lane is done, because no instruction does it.

use dx_container::enums::{SemanticKind, ShaderKind};
use dxil::ops::Opcode;

use dxil_run::Pc;
use dxil_run::Program;
use dxil_run::StageRunner;
use dxil_run::lanes;
use dxil_run::{FindingKind, Thread};

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
        let interface = program.interface();
        // A mesh shader gives it with the primitive, whose scalars stand behind those of its vertices.
        let (element, before, store) = match program.stage() {
            ShaderKind::MESH => {
                let scalars = interface.outputs.scalars;
                (interface.patch_constants.system(semantic)?, scalars, Opcode::STORE_PRIMITIVE_OUTPUT)
            }
            _ => (interface.outputs.system(semantic)?, 0, Opcode::STORE_OUTPUT),
        };
        let pc = program.first_store(store, element.id).unwrap_or_else(|| program.end());
        Some(Self { scalar: before + element.first, label: element.label(0), count, what, pc })
    }

    /// Checks the outputs of the last wave's lanes.
    pub(crate) fn check(&self, runner: &mut StageRunner<'_>) {
        for block in 0..runner.blocks() {
            let written = runner.lanes().map_or(0, |lanes| lanes.outputs.written(self.scalar, block));
            for lane in lanes::each(runner.existing(block) & written) {
                let lane = (block, lane);
                let word = runner.lanes().map_or(0, |lanes| lanes.outputs.get((0, self.scalar), lane));
                self.check_word(word, runner.thread(lane), runner);
            }
        }
    }

    /// Looks at the vertex of a primitive from which the value is taken.
    pub(crate) fn check_vertex(&self, scalars: &[u32], thread: Thread, runner: &mut StageRunner<'_>) {
        if let Some(word) = scalars.get(self.scalar) {
            self.check_word(*word, thread, runner);
        }
    }

    fn check_word(&self, word: u32, thread: Thread, runner: &mut StageRunner<'_>) {
        let Self { label, count, what, .. } = self;
        if word >= *count {
            let detail = || format!("{label} is {word}, but there are {count} {what}");
            runner.report(FindingKind::SystemValue, self.pc, thread, detail);
        }
    }
}
