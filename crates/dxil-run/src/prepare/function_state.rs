//! The state of preparing a function: registers of its values, starts of its blocks, and edges so far. Separate because
//! instructions, operations and terminators share it.

use dxil::handles::Handles;
use dxil_ir::uses::Uses;
use dxil_ir::{BlockId, Body, ControlFlow, GlobalId, InstructionId, Op, TypeId, Value};
use hashbrown::HashMap;

use super::order::Order;
use crate::error::{Result, RunErrorKind};
use crate::instruction::{EXIT, Edge, List, Pc, Register, Scalar};
use crate::operations::formats::Denormals;

/// The state of preparing one function.
pub(super) struct FunctionState<'m> {
    pub(super) id: GlobalId,
    pub(super) body: &'m Body,
    pub(super) ty: TypeId,
    pub(super) flow: ControlFlow,
    pub(super) order: Order,
    pub(super) uses: Uses,
    pub(super) handles: Handles<'m>,
    pub(super) denormals: Denormals,
    /// The registers of each value that was asked for.
    pub(super) values: HashMap<Value, List>,
    /// The objects that it allocates.
    pub(super) objects: HashMap<InstructionId, u32>,
    /// Where each block begins, once it is there.
    pub(super) starts: Vec<Pc>,
    /// What phis take, by the blocks that they are in, once somebody asks.
    pub(super) incoming: HashMap<BlockId, Incoming>,
    /// The edges from one block to another, once they are prepared.
    pub(super) edges: HashMap<(BlockId, BlockId), Edge>,
    /// How many values are being resolved, one for the other.
    pub(super) depth: usize,
}

impl FunctionState<'_> {
    /// The number of a block.
    pub(super) fn number(&self, block: BlockId) -> Pc {
        self.flow.number(block).unwrap_or(EXIT)
    }

    /// What the phis of a block take on the way from another one.
    pub(super) fn taken(&mut self, from: BlockId, target: BlockId) -> Result<Vec<(InstructionId, Value)>> {
        let body = self.body;
        let incoming = self.incoming.entry(target).or_insert_with(|| Incoming::of(body, target));
        let taken = incoming.of.get(&from).cloned().unwrap_or_default();
        if taken.len() < incoming.phis {
            return Err(RunErrorKind::invalid("phi has no incoming value for a predecessor"));
        }
        Ok(taken)
    }
}

/// The registers, word by word, of scalars whose first ones are given.
pub(super) fn words(registers: &[(Scalar, Register)]) -> Vec<Register> {
    let parts = registers
        .iter()
        .flat_map(|(scalar, first)| (0..scalar.registers()).map(|part| Register(first.0 + part)));
    parts.collect()
}

/// What the phis of a block take from each block before it, and how many phis there are.
#[derive(Default)]
pub(super) struct Incoming {
    phis: usize,
    of: HashMap<BlockId, Vec<(InstructionId, Value)>>,
}

impl Incoming {
    fn of(body: &Body, target: BlockId) -> Self {
        let mut incoming = Self::default();
        for id in body.instructions_of(target) {
            let Some(instruction) = body.instructions.get(*id) else { continue };
            let Op::Phi(values, blocks) = &instruction.op else { break };
            incoming.phis += 1;
            let entries = blocks.as_slice(&body.lists.blocks).iter().zip(values.as_slice(&body.lists.values));
            for (block, value) in entries {
                let taken = incoming.of.entry(*block).or_default();
                // A block that leads there in several ways stands there as often.
                if taken.last().is_none_or(|(last, _)| last != id) {
                    taken.push((*id, *value));
                }
            }
        }
        incoming
    }
}
