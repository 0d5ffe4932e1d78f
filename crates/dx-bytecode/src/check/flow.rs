//! The rules of control flow: how blocks nest, and where functions end.

use az::SaturatingAs as _;

use super::checker::Checker;
use super::flow_state::{Before, Block, BlockKind};
use super::report::StatementPlace;
use super::rule::Rule;
use crate::instruction::Instruction;
use crate::opcode::Opcode;
use crate::operand::{Operand, RegisterKind};

/// Blocks that may nest.
const MAX_DEPTH: usize = 64;

impl Checker {
    pub(super) fn control_flow(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode;
        if opcode == Opcode::LABEL {
            self.label(instruction);
            return;
        }
        self.flow.last = self.at;
        if self.flow.has_ended && !self.flow.said_unreachable {
            self.flow.said_unreachable = true;
            let message = format_args!(
                "{opcode} is unreachable after the ret that ends the function, expected a label"
            );
            self.find(Rule::FLOW_UNREACHABLE, message);
        }
        if !self.is_in_code() && !self.flow.said_unreachable {
            self.flow.said_unreachable = true;
            let message = format_args!("{opcode} is outside of a phase, expected in a phase");
            self.find(Rule::PHASE_ORDER, message);
        }
        let is_case = matches!(opcode, Opcode::CASE | Opcode::DEFAULT);
        if self.flow.before == Before::Switch && !is_case && opcode != Opcode::ENDSWITCH {
            let message =
                format_args!("{opcode} is between switch and the first case, expected a case or default");
            self.find(Rule::FLOW_FALL_THROUGH, message);
        }
        match opcode {
            Opcode::IF => self.open(BlockKind::If),
            Opcode::LOOP => self.open(BlockKind::Loop),
            Opcode::SWITCH => {
                self.flow.switches = self.flow.switches.wrapping_add(1);
                self.open(BlockKind::Switch(self.flow.switches, false));
            }
            Opcode::ELSE => self.close(opcode, |kind| kind == BlockKind::If, Some(BlockKind::Else)),
            Opcode::ENDIF => {
                self.close(opcode, |kind| matches!(kind, BlockKind::If | BlockKind::Else), None);
            }
            Opcode::ENDLOOP => self.close(opcode, |kind| kind == BlockKind::Loop, None),
            Opcode::ENDSWITCH => self.close(opcode, BlockKind::is_switch, None),
            Opcode::CASE | Opcode::DEFAULT => self.case(instruction),
            Opcode::BREAK | Opcode::BREAKC | Opcode::CONTINUE | Opcode::CONTINUEC => self.jump(opcode),
            Opcode::CALL | Opcode::CALLC => {
                let label = instruction.operands.last().filter(|label| label.kind() == RegisterKind::LABEL);
                self.call(label.and_then(Operand::number));
            }
            Opcode::RET if self.flow.open.is_empty() => self.flow.has_ended = true,
            _ => {}
        }
        self.flow.before = match opcode {
            Opcode::SWITCH => Before::Switch,
            Opcode::CASE | Opcode::DEFAULT => Before::Case,
            Opcode::BREAK
            | Opcode::CONTINUE
            | Opcode::RET
            | Opcode::ENDIF
            | Opcode::ENDLOOP
            | Opcode::ENDSWITCH => Before::Jump,
            _ => Before::Instruction,
        };
    }

    fn open(&mut self, kind: BlockKind) {
        let place = self.at.map_or((0, 0), |place| (small(place.index), small(place.word)));
        self.flow.open.push(Block { kind, place });
        self.flow.loops += usize::from(kind == BlockKind::Loop);
        self.flow.open_switches += usize::from(kind.is_switch());
        if self.flow.open.len() == MAX_DEPTH + 1 {
            let message = format_args!(
                "{} is nested {} blocks deep, expected at most {MAX_DEPTH}",
                kind.name(),
                self.flow.open.len()
            );
            self.find(Rule::FLOW_DEPTH, message);
        }
    }

    /// Closes the innermost block, if it is one that `opcode` closes, and opens the one that follows it.
    fn close(&mut self, opcode: Opcode, closes: impl Fn(BlockKind) -> bool, next: Option<BlockKind>) {
        let Some(block) = self.flow.open.pop_if(|block| closes(block.kind)) else {
            let within = self.innermost();
            let message = format_args!("{opcode} {within} does not match an open block");
            self.find(Rule::FLOW_UNOPENED, message);
            return;
        };
        self.flow.loops -= usize::from(block.kind == BlockKind::Loop);
        self.flow.open_switches -= usize::from(block.kind.is_switch());
        if let Some(next) = next {
            self.open(next);
        }
    }

    fn innermost(&self) -> String {
        match self.flow.open.last() {
            Some(block) => format!("inside {}", block.kind.name()),
            None => "outside of all blocks".to_owned(),
        }
    }

    fn case(&mut self, instruction: &Instruction) {
        let opcode = instruction.opcode;
        let Some(Block { kind: BlockKind::Switch(number, has_default), .. }) = self.flow.open.last_mut()
        else {
            let within = self.innermost();
            let message = format_args!("{opcode} is {within}, expected directly in a switch");
            self.find(Rule::FLOW_UNOPENED, message);
            return;
        };
        let number = *number;
        if opcode == Opcode::DEFAULT {
            if std::mem::replace(has_default, true) {
                self.find(Rule::FLOW_CASE, format_args!("switch has more than one default"));
            }
        } else {
            match instruction.operands.first().map(|operand| operand.values.as_slice()) {
                Some(&[value]) => {
                    if !self.flow.cases.insert((number, value)) {
                        let message = format_args!("switch has more than one case {value}");
                        self.find(Rule::FLOW_CASE, message);
                    }
                }
                _ => {
                    let message = format_args!("case value is not a 32-bit immediate");
                    self.find(Rule::FLOW_CASE, message);
                }
            }
        }
        if self.flow.before == Before::Instruction {
            let message = format_args!("code falls through into {opcode}, expected a break before it");
            self.find(Rule::FLOW_FALL_THROUGH, message);
        }
    }

    fn jump(&mut self, opcode: Opcode) {
        let breaks = matches!(opcode, Opcode::BREAK | Opcode::BREAKC);
        if self.flow.loops == 0 && !(breaks && self.flow.open_switches > 0) {
            let expected = if breaks { "a loop or switch" } else { "a loop" };
            let message = format_args!("{opcode} is outside of {expected}");
            self.find(Rule::FLOW_JUMP, message);
        }
    }

    /// The end of a function or phase: what is still open, and whether it returns.
    pub(super) fn end_function(&mut self) {
        let open = std::mem::take(&mut self.flow.open);
        (self.flow.loops, self.flow.open_switches) = (0, 0);
        for block in &open {
            let message = format_args!("{} is not closed before the function ends", block.kind.name());
            let (index, word) = block.place;
            let place = StatementPlace { index: large(index), word: large(word) };
            self.report.add(Rule::FLOW_UNCLOSED, Some(place), message);
        }
        if open.is_empty() && !self.flow.has_ended && self.is_in_code() {
            let message = format_args!("function or phase does not end with ret");
            self.report.add(Rule::FLOW_RETURN, self.flow.last.or(self.at), message);
        }
    }

    /// The beginning of a function or phase.
    pub(super) fn begin_function(&mut self) {
        self.flow.has_ended = false;
        self.flow.said_unreachable = false;
        self.flow.last = None;
        self.flow.before = Before::Instruction;
        self.functions.begin();
    }
}

fn small(number: usize) -> u32 {
    number.saturating_as::<u32>()
}

fn large(number: u32) -> usize {
    number as usize
}
