//! Stage and shader model, and which opcodes they have.

use dx_container::ProgramVersion;
use dx_container::enums::ShaderKind;

use super::Checker;
use super::rule::{OpcodeUse, Rule};
use crate::instruction::Instruction;
use crate::opcode::{Class, Control, Opcode, Spelling};

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

const MODELS: [(u32, u32); 4] = [(4, 0), (4, 1), (5, 0), (5, 1)];

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

/// Operations on doubles that came with Direct3D 11.1.
const EXTENDED_DOUBLES: [Opcode; 7] =
    [Opcode::DDIV, Opcode::DFMA, Opcode::DRCP, Opcode::DTOI, Opcode::DTOU, Opcode::ITOD, Opcode::UTOD];
const DOUBLES: &str = "enableDoublePrecisionFloatOps";
const EXTENDED: &str = "enable11_1DoubleExtensions";

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

    fn has(self, opcode: Opcode, since: &str) -> bool {
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

impl Checker {
    pub(super) fn version(&mut self) {
        let model = self.model;
        let least =
            if [ShaderKind::HULL, ShaderKind::DOMAIN].contains(&model.stage) { (5, 0) } else { (4, 0) };
        if model.stage_bit == 0 || !MODELS.contains(&model.number) || model.number < least {
            let message = format_args!(
                "program version is {} (stage {}), expected stage 0 to 5 and shader model 4.0, 4.1, 5.0 or 5.1{}",
                model.version,
                model.stage.0,
                if least > (4, 0) { ", 5.0 or later for this stage" } else { "" }
            );
            self.find(Rule::PROGRAM_VERSION, message);
        }
    }

    /// Whether the stage and shader model have the opcode.
    pub(super) fn opcode(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode;
        let (Some(row), Some(used)) = (opcode.row(), OpcodeUse::of(opcode)) else { return };
        let model = self.model;
        if !model.has(opcode, row.since) {
            let (major, minor) = model.number;
            let message = match row.since {
                "4.0" | "4.1" | "5.0" => format!("{opcode} requires shader model {}", row.since),
                runtime => format!("{opcode} requires shader model 5 and Direct3D {runtime}"),
            };
            self.find(Rule::OPCODE_MODEL, format_args!("{message}, but the program has {major}.{minor}"));
        }
        if !model.is_one_of(used.stages) {
            let message = format_args!(
                "{opcode} is only available in {} shaders, but this is a {} shader",
                stage_names(used.stages),
                model.stage_name()
            );
            self.find(Rule::OPCODE_STAGE, message);
        }
        let is_double = row.class == Class::Double
            || EXTENDED_DOUBLES.contains(&opcode)
            || [Opcode::DTOF, Opcode::FTOD].contains(&opcode);
        if is_double && !self.has_flag(DOUBLES) {
            self.find(Rule::OPCODE_FLAG, format_args!("{opcode} requires the global flag {DOUBLES}"));
        }
        if EXTENDED_DOUBLES.contains(&opcode) && !self.has_flag(EXTENDED) {
            self.find(Rule::OPCODE_FLAG, format_args!("{opcode} requires the global flag {EXTENDED}"));
        }
    }

    fn has_flag(&self, flag: &str) -> bool {
        let Spelling::Bits(names) = Control::GLOBAL_FLAGS.spelling else { return false };
        names.iter().any(|(bit, name)| *name == flag && self.globals.flags >> bit & 1 != 0)
    }
}

/// `hull, domain`.
pub(super) fn stage_names(stages: u8) -> String {
    let set = STAGES.iter().enumerate().filter(|(index, _)| stages >> index & 1 != 0);
    let names: Vec<&str> = set.map(|(_, (_, name))| *name).collect();
    names.join(", ")
}
