//! Control flow of a token program: its functions and phases, each as blocks with the ways between them. Separate from
//! the check, which says whether constructs nest as they must; here what does not nest leads nowhere, so that every
//! program has blocks. Constructs lie on a stack of our own, so that none nests too deep for us.

use std::ops::Range;

use crate::instruction::Instruction;
pub use crate::numbering::Head;
use crate::numbering::{Numbering, Role};
use crate::opcode::Opcode;
use crate::operand::{Operand, RegisterKind};
use crate::program::{Program, Statement};

/// The functions and phases of a program, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlFlow {
    /// The first one is where a program begins.
    pub functions: Vec<Function>,
}

/// A function or phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// What begins it.
    pub head: Head,
    /// Its blocks in the order of the program; it is entered at the first.
    pub blocks: Vec<Block>,
}

/// Statements that are executed one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Indices into the statements of the program.
    pub statements: Range<usize>,
    /// Where it goes on; nowhere, where the function returns.
    pub ways: Vec<Way>,
}

/// The way from one block to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// The index of the block that it leads to.
    pub to: usize,
    /// When it is taken.
    pub when: When,
}

/// When a way is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Whenever the end of the block is reached.
    Always,
    /// The condition of its last instruction holds.
    Holds,
    /// That condition does not hold.
    Fails,
    /// The selector of the switch has this value.
    Case(u32),
    /// It has none of the values.
    Default,
}

/// The end of a way that is not known yet.
const NOWHERE: usize = usize::MAX;

impl ControlFlow {
    /// That of a program. Declarations in front of the code are in no block.
    pub fn of(program: &Program) -> Self {
        let mut walk = Walk::default();
        for (index, statement) in program.statements.iter().enumerate() {
            walk.statement(index, statement);
        }
        walk.end_function();
        Self { functions: walk.functions }
    }
}

/// The label that an instruction calls, if it calls one.
pub fn called_label(instruction: &Instruction) -> Option<u32> {
    match instruction.opcode {
        Opcode::CALL | Opcode::CALLC => label(instruction),
        _ => None,
    }
}

fn label(instruction: &Instruction) -> Option<u32> {
    let operand = instruction.operands.last().filter(|operand| operand.kind() == RegisterKind::LABEL);
    operand.and_then(Operand::number)
}

/// A way without an end: the block and the place among its ways.
type Open = (usize, usize);

/// A construct that is not closed yet.
#[derive(Debug)]
enum Construct {
    /// `if`: the way where its condition fails, unless there was an `else`, and those behind its `endif`.
    If { fails: Option<Open>, ends: Vec<Open> },
    /// `loop`: the block at its head, and the ways behind its `endloop`.
    Loop { head: usize, breaks: Vec<Open> },
    /// `switch`: the block that ends with it, whether it has a default, and the ways behind its `endswitch`.
    Switch { head: usize, has_default: bool, breaks: Vec<Open> },
}

#[derive(Debug, Default)]
struct Walk {
    functions: Vec<Function>,
    /// The function at hand, once it has code.
    head: Option<Head>,
    blocks: Vec<Block>,
    constructs: Vec<Construct>,
    /// The places of loops among them, and those of all that `break` leaves: the innermost is the last.
    loops: Vec<usize>,
    left_by_break: Vec<usize>,
    numbering: Numbering,
    /// Whether the last block goes on.
    is_open: bool,
    /// Whether the last block has nothing but words of structure, so that other ways may lead to its start.
    is_structure: bool,
    /// Ways that lead to the next block.
    to_next: Vec<Open>,
}

impl Walk {
    fn statement(&mut self, index: usize, statement: &Statement) {
        match self.numbering.next(statement) {
            Role::Head => self.begin_function(self.numbering.head()),
            // Declarations before the code.
            Role::Declaration if self.blocks.is_empty() => {}
            Role::Declaration | Role::Instruction(_) => match statement {
                Statement::Instruction(instruction) => self.instruction(index, instruction),
                Statement::CustomData(_) => self.push(index),
            },
        }
    }

    fn begin_function(&mut self, head: Head) {
        self.end_function();
        self.head = Some(head);
    }

    fn end_function(&mut self) {
        self.constructs.clear();
        self.loops.clear();
        self.left_by_break.clear();
        self.to_next.clear();
        self.is_open = false;
        let mut blocks = std::mem::take(&mut self.blocks);
        let head = self.head.take();
        if blocks.is_empty() {
            return;
        }
        for block in &mut blocks {
            block.ways.retain(|way| way.to != NOWHERE);
        }
        self.functions.push(Function { head: head.unwrap_or(Head::Main), blocks });
    }

    fn instruction(&mut self, index: usize, instruction: &Instruction) {
        match instruction.opcode {
            Opcode::IF => {
                self.push(index);
                self.leads_to_next(When::Holds);
                let fails = self.leads(NOWHERE, When::Fails);
                self.constructs.push(Construct::If { fails, ends: Vec::new() });
            }
            Opcode::ELSE => self.else_branch(index),
            Opcode::ENDIF => self.end_if(index),
            Opcode::LOOP => {
                let head = self.join(index, Vec::new());
                self.loops.push(self.constructs.len());
                self.left_by_break.push(self.constructs.len());
                self.constructs.push(Construct::Loop { head, breaks: Vec::new() });
            }
            Opcode::ENDLOOP => self.end_loop(index),
            Opcode::SWITCH => {
                self.push(index);
                let head = self.blocks.len().saturating_sub(1);
                self.is_open = false;
                self.left_by_break.push(self.constructs.len());
                self.constructs.push(Construct::Switch { head, has_default: false, breaks: Vec::new() });
            }
            Opcode::CASE => {
                let value = instruction.operands.first().and_then(|operand| operand.values.first());
                self.case(index, When::Case(value.copied().unwrap_or_default()));
            }
            Opcode::DEFAULT => self.case(index, When::Default),
            Opcode::ENDSWITCH => self.end_switch(index),
            Opcode::BREAK => self.jump(index, When::Always, true),
            Opcode::BREAKC => self.jump(index, When::Holds, true),
            Opcode::CONTINUE => self.jump(index, When::Always, false),
            Opcode::CONTINUEC => self.jump(index, When::Holds, false),
            Opcode::RET => {
                self.push(index);
                self.is_open = false;
            }
            Opcode::RETC => {
                self.push(index);
                self.leads_to_next(When::Fails);
                self.is_open = false;
            }
            _ => self.push(index),
        }
    }

    /// Adds a statement to the last block, or to a new one where that has ended.
    fn push(&mut self, index: usize) {
        if !self.is_open {
            self.begin_block(index);
        }
        self.is_structure = false;
        if let Some(block) = self.blocks.last_mut() {
            block.statements.end = index + 1;
        }
    }

    /// Begins a block at a statement.
    fn begin_block(&mut self, index: usize) {
        let new = self.blocks.len();
        if self.is_open {
            self.leads(new, When::Always);
        }
        self.blocks.push(Block { statements: index..index + 1, ways: Vec::new() });
        (self.is_open, self.is_structure) = (true, true);
        let ways = std::mem::take(&mut self.to_next);
        self.lead(ways, new);
    }

    /// Adds a word of structure, to which ways lead besides that from the statement before it; gives its block.
    fn join(&mut self, index: usize, ways: Vec<Open>) -> usize {
        if self.is_open && self.is_structure {
            if let Some(block) = self.blocks.last_mut() {
                block.statements.end = index + 1;
            }
        } else {
            self.begin_block(index);
        }
        let block = self.blocks.len().saturating_sub(1);
        self.lead(ways, block);
        block
    }

    /// Adds a way from the last block.
    fn leads(&mut self, to: usize, when: When) -> Option<Open> {
        let from = self.blocks.len().checked_sub(1)?;
        let block = self.blocks.get_mut(from)?;
        block.ways.push(Way { to, when });
        Some((from, block.ways.len() - 1))
    }

    fn leads_to_next(&mut self, when: When) {
        let way = self.leads(NOWHERE, when);
        self.to_next.extend(way);
        self.is_open = false;
    }

    /// Says where ways lead.
    fn lead(&mut self, ways: impl IntoIterator<Item = Open>, to: usize) {
        for (block, way) in ways {
            if let Some(way) = self.blocks.get_mut(block).and_then(|block| block.ways.get_mut(way)) {
                way.to = to;
            }
        }
    }

    /// A way from the end of the last block, if that is reached.
    fn leave(&mut self) -> Option<Open> {
        let way = if self.is_open { self.leads(NOWHERE, When::Always) } else { None };
        self.is_open = false;
        way
    }

    fn else_branch(&mut self, index: usize) {
        if !matches!(self.constructs.last(), Some(Construct::If { fails: Some(_), .. })) {
            return self.push(index);
        }
        // What leads to the next statement ends the first branch: it leads behind the `endif`.
        let mut left = std::mem::take(&mut self.to_next);
        left.extend(self.leave());
        let Some(Construct::If { fails, ends }) = self.constructs.last_mut() else { return };
        ends.extend(left);
        let fails = fails.take();
        self.begin_block(index);
        let block = self.blocks.len().saturating_sub(1);
        self.lead(fails, block);
    }

    fn end_if(&mut self, index: usize) {
        match self.constructs.pop_if(|construct| matches!(construct, Construct::If { .. })) {
            Some(Construct::If { fails, mut ends }) => {
                ends.extend(fails);
                self.join(index, ends);
            }
            _ => self.push(index),
        }
    }

    fn end_loop(&mut self, index: usize) {
        self.push(index);
        if let Some(Construct::Loop { head, breaks }) =
            self.constructs.pop_if(|construct| matches!(construct, Construct::Loop { .. }))
        {
            self.loops.pop();
            self.left_by_break.pop();
            self.leads(head, When::Always);
            self.to_next.extend(breaks);
            self.is_open = false;
        }
    }

    fn case(&mut self, index: usize, when: When) {
        let Some(Construct::Switch { head, has_default, .. }) = self.constructs.last_mut() else {
            return self.push(index);
        };
        *has_default |= when == When::Default;
        let head = *head;
        let to = self.join(index, Vec::new());
        if let Some(block) = self.blocks.get_mut(head) {
            block.ways.push(Way { to, when });
        }
    }

    fn end_switch(&mut self, index: usize) {
        match self.constructs.pop_if(|construct| matches!(construct, Construct::Switch { .. })) {
            Some(Construct::Switch { head, has_default, breaks }) => {
                self.left_by_break.pop();
                let to = self.join(index, breaks);
                if let Some(block) = self.blocks.get_mut(head).filter(|_| !has_default) {
                    block.ways.push(Way { to, when: When::Default });
                }
            }
            _ => self.push(index),
        }
    }

    /// `break` and `continue`, with a condition or without.
    fn jump(&mut self, index: usize, when: When, is_break: bool) {
        self.push(index);
        let targets = if is_break { &self.left_by_break } else { &self.loops };
        let target = targets.last().copied();
        let Some(target) = target else { return };
        let way = self.leads(NOWHERE, when);
        match (self.constructs.get_mut(target), way) {
            (Some(Construct::Loop { head, .. }), Some(way)) if !is_break => {
                let head = *head;
                self.lead([way], head);
            }
            (Some(Construct::Loop { breaks, .. } | Construct::Switch { breaks, .. }), Some(way)) => {
                breaks.push(way)
            }
            _ => {}
        }
        if when == When::Always {
            self.is_open = false;
        } else {
            self.leads_to_next(When::Fails);
        }
    }
}
