//! Records that a node has given away: behind `OutputComplete`, nobody may use them.

use dxil::ops::{ArgumentName, Opcode};
use dxil_ir::uses::Uses;
use dxil_ir::{ControlFlow, Dominators, InstructionId, Value, ValueKind};
use hashbrown::HashMap;

use super::context::Context;
use super::site::Site;
use crate::report::Report;
use crate::rule::Rule;

/// What the function is called that gives records away.
const OUTPUT_COMPLETE: &str = "dx.op.outputComplete";

/// Where an instruction stands: block and place in it.
type Spot = (u32, u32);

pub(super) fn check(context: &Context<'_>, report: &mut Report) {
    let is_declared = context.module.globals.values().any(|global| global.name == OUTPUT_COMPLETE);
    if !is_declared {
        return;
    }
    for (id, global, body) in context.module.bodies() {
        let mut completions = HashMap::<Value, Vec<Spot>>::new();
        let mut spots = HashMap::<InstructionId, Site<'_, '_>>::new();
        for site in Site::all(context, id, global, body) {
            let Some(call) = site.call().filter(|call| call.operation().opcode == Opcode::OUTPUT_COMPLETE)
            else {
                continue;
            };
            if let Some(record) = call
                .argument(ArgumentName::output)
                .filter(|it| matches!(it.kind(), ValueKind::Instruction(_)))
            {
                completions.entry(record).or_default().push((site.block, site.index));
            }
        }
        if completions.is_empty() {
            continue;
        }
        spots.extend(Site::all(context, id, global, body).map(|site| (site.id, site)));
        let dominators = ControlFlow::of(body).dominators();
        let uses = Uses::of(body);
        let mut records: Vec<_> = completions.into_iter().collect();
        records.sort_unstable();
        for (record, mut at) in records {
            at.sort_unstable();
            at.dedup();
            let first = Completions::of(&dominators, &at);
            let users = uses.get(record).map(|user| user.instruction);
            for site in users.filter_map(|user| spots.get(&user)) {
                if first.precede(&dominators, (site.block, site.index)) {
                    site.find(
                        report,
                        Rule::INSTR_NODE_RECORD_HANDLE_USE_AFTER_COMPLETE,
                        format_args!("node record handle is used after OutputComplete"),
                    );
                }
            }
        }
    }
}

/// Where a record is given away: the first place of each block.
struct Completions {
    by_block: HashMap<u32, u32>,
    /// The blocks, of which few is the rule.
    blocks: Vec<u32>,
}

/// How many blocks in which one record is given away are compared with each use of it. Those that come behind others
/// count for nothing; compilers write one or two.
const COMPARED: usize = 64;

impl Completions {
    fn of(dominators: &Dominators, spots: &[Spot]) -> Self {
        let mut by_block = HashMap::new();
        let mut blocks: Vec<u32> = Vec::new();
        for (block, index) in spots {
            if by_block.contains_key(block) {
                continue;
            }
            by_block.insert(*block, *index);
            let is_behind = blocks.iter().take(COMPARED).any(|known| dominators.dominates(*known, *block));
            if !is_behind {
                blocks.push(*block);
            }
        }
        Self { by_block, blocks }
    }

    /// Whether the record was given away on every way to a place, which is not one of the first.
    fn precede(&self, dominators: &Dominators, (block, index): Spot) -> bool {
        if let Some(first) = self.by_block.get(&block)
            && *first < index
        {
            return true;
        }
        self.blocks.iter().take(COMPARED).any(|known| *known != block && dominators.dominates(*known, block))
    }
}
