//! The signature parts that the container of a program must have. Separate because they are in the container and not
//! in the program.

use dx_container::FourCc;
use dx_container::enums::ShaderKind;

use super::report::{Report, StatementPlace};
use super::rule::Rule;
use crate::instruction::Instruction;
use crate::opcode::Opcode;
use crate::operand::RegisterKind;
use crate::program::{Program, Statement};

/// A signature, and the parts that can hold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Signature {
    name: &'static str,
    parts: &'static [FourCc],
}

const INPUT: Signature = Signature { name: "input", parts: &[FourCc::ISGN, FourCc::ISG1] };
const OUTPUT: Signature = Signature { name: "output", parts: &[FourCc::OSGN, FourCc::OSG5, FourCc::OSG1] };
const PATCH_CONSTANT: Signature = Signature { name: "patch constant", parts: &[FourCc::PCSG, FourCc::PSG1] };

/// Reports each signature that declares registers of a program, but is not in its container. `has_part` returns true
/// if the container has the part.
pub fn check_signatures(program: &Program, has_part: impl Fn(FourCc) -> bool, report: &mut Report) {
    let mut seen: Vec<Signature> = Vec::new();
    let mut is_patch_constant_phase = false;
    let mut place = StatementPlace { index: 0, word: 0 };
    for (index, statement) in program.statements.iter().enumerate() {
        place.index = index;
        if let Statement::Instruction(instruction) = statement {
            match instruction.opcode {
                Opcode::HS_CONTROL_POINT_PHASE => is_patch_constant_phase = false,
                Opcode::HS_FORK_PHASE | Opcode::HS_JOIN_PHASE => is_patch_constant_phase = true,
                _ => {}
            }
            let stage = program.version.kind();
            let signature = declared(instruction, stage, is_patch_constant_phase);
            if let Some(signature) = signature.filter(|signature| !seen.contains(signature)) {
                seen.push(signature);
                if !signature.parts.iter().any(|part| has_part(*part)) {
                    let name = signature.name;
                    let message = format_args!(
                        "container has no {name} signature, but the program declares a register of this \
                         signature"
                    );
                    report.add(Rule::SIGNATURE_MISSING, Some(place), message);
                }
            }
        }
        place.word = place.word.saturating_add(statement.length());
    }
}

/// The signature that describes the register that an instruction declares.
fn declared(
    instruction: &Instruction,
    stage: ShaderKind,
    is_patch_constant_phase: bool,
) -> Option<Signature> {
    let register = instruction.operands.first()?.kind();
    let is_input = instruction.opcode.declares_input();
    let is_output = instruction.opcode.declares_output();
    match register {
        RegisterKind::INPUT | RegisterKind::INPUT_CONTROL_POINT if is_input => Some(INPUT),
        RegisterKind::OUTPUT if is_output && is_patch_constant_phase => Some(PATCH_CONSTANT),
        RegisterKind::OUTPUT if is_output => Some(OUTPUT),
        RegisterKind::OUTPUT_CONTROL_POINT if is_input => Some(OUTPUT),
        // A hull shader reads the patch constants that its earlier phases wrote.
        RegisterKind::INPUT_PATCH_CONSTANT if is_input && stage == ShaderKind::DOMAIN => Some(PATCH_CONSTANT),
        _ => None,
    }
}
