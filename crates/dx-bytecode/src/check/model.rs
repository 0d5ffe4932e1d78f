//! The stage and shader model of a program. Separate from the rules about them, because the checker stores them.

use dx_container::ProgramVersion;
use dx_container::enums::ShaderKind;

use crate::opcode::Opcode;

/// The stage and shader model of a program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Model {
    pub(super) version: ProgramVersion,
    pub(super) stage: ShaderKind,
    /// Major and minor.
    pub(super) number: (u32, u32),
    /// The bit of the stage in the rows of opcodes and registers; 0 for a stage that has no token programs.
    pub(super) stage_bit: u8,
}

/// The stages that have token programs.
const STAGES: [(ShaderKind, &str); 6] = [
    (ShaderKind::PIXEL, "pixel"),
    (ShaderKind::VERTEX, "vertex"),
    (ShaderKind::GEOMETRY, "geometry"),
    (ShaderKind::HULL, "hull"),
    (ShaderKind::DOMAIN, "domain"),
    (ShaderKind::COMPUTE, "compute"),
];

/// What later hardware brought to shader model 4: loads from raw and structured buffers.
const LATER_IN_4: [Opcode; 5] = [
    Opcode::DCL_RESOURCE_RAW,
    Opcode::DCL_RESOURCE_STRUCTURED,
    Opcode::LD_RAW,
    Opcode::LD_STRUCTURED,
    Opcode::BUFINFO,
];
/// The same for its compute shaders: besides those, stores to such buffers and shared memory.
const COMPUTE_IN_4: [Opcode; 8] = [
    Opcode::DCL_THREAD_GROUP,
    Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_RAW,
    Opcode::DCL_THREAD_GROUP_SHARED_MEMORY_STRUCTURED,
    Opcode::DCL_UNORDERED_ACCESS_VIEW_RAW,
    Opcode::DCL_UNORDERED_ACCESS_VIEW_STRUCTURED,
    Opcode::STORE_RAW,
    Opcode::STORE_STRUCTURED,
    Opcode::SYNC,
];

impl Model {
    pub(super) fn of(version: ProgramVersion) -> Self {
        let stage = version.kind();
        let bit = STAGES.iter().position(|(known, _)| *known == stage).map_or(0, |position| 1 << position);
        Self { version, stage, number: (version.major(), version.minor()), stage_bit: bit }
    }

    /// Whether views, samplers and constant buffers are declared as ranges.
    pub(super) fn has_ranges(self) -> bool {
        self.number >= (5, 1)
    }

    /// Whether a row with these stages is for this one; all are for a stage that nobody knows.
    pub(super) fn is_one_of(self, stages: u8) -> bool {
        self.stage_bit == 0 || stages & self.stage_bit != 0
    }

    /// What people call the stage.
    pub(super) fn stage_name(self) -> &'static str {
        STAGES.iter().find(|(known, _)| *known == self.stage).map_or("unknown", |(_, name)| name)
    }

    pub(super) fn has(self, opcode: Opcode, since: &str) -> bool {
        let number = match since {
            "4.0" => (4, 0),
            "4.1" => (4, 1),
            // Runtimes brought opcodes later, too, for any program of shader model 5.
            _ => (5, 0),
        };
        let later = LATER_IN_4.contains(&opcode)
            || self.stage == ShaderKind::COMPUTE && COMPUTE_IN_4.contains(&opcode);
        self.number >= number || later
    }
}

/// `hull, domain`.
pub(super) fn stage_names(stages: u8) -> String {
    let set = STAGES.iter().enumerate().filter(|(index, _)| stages >> index & 1 != 0);
    let names: Vec<&str> = set.map(|(_, (_, name))| *name).collect();
    names.join(", ")
}
