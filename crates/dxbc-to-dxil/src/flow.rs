//! Control flow: blocks of the token program become blocks of DXIL, and called functions are inlined. Separate from
//! instructions, which stay within a block.

use dx_bytecode::Statement;
use dx_bytecode::control_flow::{Block, Function, When, called_label};
use dx_bytecode::instruction::Instruction;
use dx_bytecode::opcode::{Control, Opcode};
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{BlockId, Value};
use hashbrown::HashSet;

use crate::error::{Error, ErrorKind, Result};
use crate::lower::Lower;
use crate::plan::{is_returning, location};

/// The statements that calls may add, for each statement of the program, and in a small program.
const STATEMENTS_PER_STATEMENT: usize = 16;
const STATEMENTS_FREE: usize = 4096;

/// The number of statements that calls may add to a program of this length.
pub(crate) fn call_budget(statements: usize) -> usize {
    statements.saturating_mul(STATEMENTS_PER_STATEMENT).saturating_add(STATEMENTS_FREE)
}

impl<'p> Lower<'p, '_> {
    /// Lowers a function. Afterwards, the current block is the one after the function has returned.
    pub(crate) fn body(&mut self, function: &'p Function) -> Result<()> {
        let entered = function.blocks.iter().flat_map(|block| &block.ways).any(|way| way.to == 0);
        let mut blocks: Vec<BlockId> = Vec::with_capacity(function.blocks.len());
        for index in 0..function.blocks.len() {
            blocks.push(match index {
                0 if !entered => self.emit.block(),
                _ => self.emit.add_block(),
            });
        }
        let end = match returns_at_the_end(function) {
            true => None,
            false => Some(self.emit.add_block()),
        };
        if let Some(first) = blocks.first().copied().filter(|_| entered) {
            self.jump_to(first);
        }
        for (index, (block, id)) in function.blocks.iter().zip(&blocks).enumerate() {
            if index > 0 || entered {
                self.enter(*id);
            }
            for statement in block.statements.clone() {
                self.statement = statement;
                self.statement(statement)
                    .map_err(|error| error.at(|| location(self.plan.program, statement)))?;
            }
            self.end_block(block, &blocks, end)?;
        }
        if let Some(end) = end {
            self.enter(end);
        }
        Ok(())
    }

    /// Continues in a block. Only words in memory are known there.
    pub(crate) fn enter(&mut self, block: BlockId) {
        self.emit.switch_to(block);
        self.variables.begin_block();
        self.rows.clear();
    }

    /// Ends the block with a jump.
    pub(crate) fn jump_to(&mut self, block: BlockId) {
        self.store_variables();
        self.emit.jump(block);
    }

    /// Ends a block with the branches that leave it. `end` is the block after the function has returned; without one,
    /// the last block returns and the code after the function follows in it.
    fn end_block(&mut self, block: &Block, blocks: &[BlockId], end: Option<BlockId>) -> Result<()> {
        let target = |when: fn(When) -> bool| {
            let way = block.ways.iter().find(|way| when(way.when));
            way.and_then(|way| blocks.get(way.to).copied())
        };
        let instruction = block.statements.clone().next_back().and_then(|at| self.instruction_at(at));
        let is_conditional = block.ways.iter().any(|way| matches!(way.when, When::Holds | When::Fails));
        let is_switch = block.ways.iter().any(|way| matches!(way.when, When::Case(_) | When::Default));
        match instruction {
            Some(instruction) if is_conditional => {
                let holds = target(|when| when == When::Holds).or(end);
                let fails = target(|when| when == When::Fails).or(end);
                let (Some(holds), Some(fails)) = (holds, fails) else { return Ok(()) };
                let condition = self.condition(instruction)?;
                self.store_variables();
                self.branch(condition, instruction, holds, fails);
                Ok(())
            }
            Some(instruction) if is_switch => self.switch(instruction, block, blocks),
            _ => {
                if let Some(to) = target(|when| when == When::Always).or(end) {
                    self.jump_to(to);
                }
                Ok(())
            }
        }
    }

    fn branch(&mut self, condition: Value, instruction: &Instruction, holds: BlockId, fails: BlockId) {
        match is_zero_test(instruction) {
            false => self.emit.branch_if(condition, holds, fails),
            true => self.emit.branch_if(condition, fails, holds),
        };
    }

    fn switch(&mut self, instruction: &Instruction, block: &Block, blocks: &[BlockId]) -> Result<()> {
        let Some(selector) = instruction.operands.first() else { return Ok(()) };
        let selector = self.source_int(selector, 0)?;
        self.store_variables();
        let mut seen = HashSet::new();
        let mut cases = Vec::new();
        let mut default = None;
        for way in &block.ways {
            let Some(to) = blocks.get(way.to).copied() else { continue };
            match way.when {
                When::Case(number) if seen.insert(number) => {
                    cases.push((self.emit.int(self.types.i32, number.cast_signed().into()), to));
                }
                When::Default => default = Some(to),
                _ => {}
            }
        }
        if let Some(default) = default {
            self.emit.switch(selector, default, &cases);
        }
        Ok(())
    }

    /// The truth of the tested component, before `_z` or `_nz`.
    fn condition(&mut self, instruction: &Instruction) -> Result<Value> {
        match instruction.operands.first() {
            Some(operand) => self.source_truth(operand, 0),
            None => Err(Error::unsupported("a condition without an operand", "correct the instruction")),
        }
    }

    /// `discard`.
    pub(crate) fn discard(&mut self, instruction: &Instruction) -> Result<()> {
        let mut condition = self.condition(instruction)?;
        if is_zero_test(instruction) {
            let one = self.emit.int(self.types.i1, 1);
            condition = self.emit.binary(dxil_ir::BinaryOp::Xor, condition, one);
        }
        self.emit.op(dxil::ops::Opcode::DISCARD, None, [condition])?;
        Ok(())
    }

    /// `call` and `callc`: the function is inlined.
    pub(crate) fn call(&mut self, instruction: &Instruction) -> Result<()> {
        let label = called_label(instruction).and_then(|label| self.labels.get(&label).copied());
        let function = label
            .ok_or_else(|| Error::unsupported("a call without a label", "call a label of the program"))?;
        let statements: usize = function.blocks.iter().map(|block| block.statements.len()).sum();
        self.budget = self
            .budget
            .checked_sub(statements.max(1))
            .ok_or(ErrorKind::TooLarge { limit: call_budget(self.plan.program.statements.len()) })?;
        if instruction.opcode == Opcode::CALLC {
            let [called, after] = [(); 2].map(|()| self.emit.add_block());
            let condition = self.condition(instruction)?;
            self.store_variables();
            self.branch(condition, instruction, called, after);
            self.enter(called);
            self.body(function)?;
            self.jump_to(after);
            self.enter(after);
        } else {
            self.body(function)?;
        }
        Ok(())
    }

    fn instruction_at(&self, statement: usize) -> Option<&'p Instruction> {
        match self.plan.program.statements.get(statement)? {
            Statement::Instruction(instruction) => Some(instruction),
            Statement::CustomData(_) => None,
        }
    }

    fn statement(&mut self, index: usize) -> Result<()> {
        match self.instruction_at(index) {
            Some(instruction) => self.instruction(instruction),
            None => Ok(()),
        }
    }
}

/// True for `_z`.
fn is_zero_test(instruction: &Instruction) -> bool {
    instruction.control(Control::TEST) == 0
}

/// True if the last block is the only one that returns, and always returns.
fn returns_at_the_end(function: &Function) -> bool {
    match function.blocks.split_last() {
        Some((last, others)) => last.ways.is_empty() && !others.iter().any(is_returning),
        None => true,
    }
}
