//! The stage and shader model of a program, and whether they have its opcodes.

use dx_container::enums::ShaderKind;

use super::checker::Checker;
use super::model::stage_names;
use super::rule::{OpcodeUse, Rule};
use crate::instruction::Instruction;
use crate::opcode::{Class, Control, Opcode, Spelling};

const MODELS: [(u32, u32); 4] = [(4, 0), (4, 1), (5, 0), (5, 1)];

/// Operations on doubles that came with Direct3D 11.1.
const EXTENDED_DOUBLES: [Opcode; 7] =
    [Opcode::DDIV, Opcode::DFMA, Opcode::DRCP, Opcode::DTOI, Opcode::DTOU, Opcode::ITOD, Opcode::UTOD];

const DOUBLES: &str = "enableDoublePrecisionFloatOps";

const EXTENDED: &str = "enable11_1DoubleExtensions";

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

    /// True if the stage and shader model have the opcode.
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
