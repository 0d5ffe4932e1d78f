//! The functions that an entry may come to, and what is known of each before its instructions are looked at.

use az::SaturatingAs as _;
use dxil_ir::arena::Id as _;
use hashbrown::HashMap;

use super::control::Control;
use super::graph::{Graph, Node};
use dxil_ir::control_flow::ControlFlow;
use dxil_ir::dominators::Dominators;
use dxil_ir::{Body, Global, GlobalId, InstructionId, Module, Op, Value, ValueKind};

/// No block.
const NOWHERE: u32 = u32::MAX;

/// A function.
#[derive(Debug)]
pub(super) struct Function<'m> {
    pub(super) global: &'m Global,
    pub(super) body: &'m Body,
    /// The node of its first instruction; the others follow by number.
    first: Node,
    /// What calls of it give.
    pub(super) returns: Node,
    pub(super) flow: ControlFlow,
    pub(super) dominators: Dominators,
    pub(super) control: Control,
    /// The block of each instruction.
    blocks: Vec<u32>,
}

/// The functions that entries may come to, by numbers.
#[derive(Debug)]
pub(super) struct Functions<'m> {
    list: Vec<Function<'m>>,
    numbers: HashMap<GlobalId, u32>,
}

/// The functions that one entry may come to.
#[derive(Debug, Clone)]
pub(super) struct Reached(Vec<GlobalId>);

impl Reached {
    /// Those that `entry` may come to, itself among them: it calls them, or one does that it calls.
    pub(super) fn from(module: &Module, entry: GlobalId) -> Self {
        let mut reached = Vec::new();
        let mut met = hashbrown::HashSet::<GlobalId>::from([entry]);
        let mut open = vec![entry];
        while let Some(id) = open.pop() {
            let Some(body) = module.globals.get(id).and_then(Global::body) else { continue };
            reached.push(id);
            for (_, _, instruction) in body.in_order() {
                let Op::Call { callee, .. } = &instruction.op else { continue };
                if let ValueKind::Global(callee) = callee.kind()
                    && met.insert(callee)
                {
                    open.push(callee);
                }
            }
        }
        Self(reached)
    }

    /// Which they are, the entry itself first.
    pub(super) fn ids(&self) -> &[GlobalId] {
        &self.0
    }

    /// Their numbers among `functions`, sorted.
    pub(super) fn numbers(&self, functions: &Functions<'_>) -> Vec<u32> {
        let mut numbers: Vec<_> = self.0.iter().filter_map(|id| functions.numbers.get(id)).copied().collect();
        numbers.sort_unstable();
        numbers
    }
}

impl<'m> Functions<'m> {
    /// Those that entries may come to. Their instructions become nodes of the graph, and what decides on their blocks.
    pub(super) fn new<'r>(
        graph: &mut Graph,
        module: &'m Module,
        reached: impl Iterator<Item = &'r Reached>,
    ) -> Self {
        let mut functions = Self { list: Vec::new(), numbers: HashMap::new() };
        for id in reached.flat_map(|reached| &reached.0) {
            let Some(global) = module.globals.get(*id) else { continue };
            let Some(body) = global.body().filter(|_| !functions.numbers.contains_key(id)) else { continue };
            functions.numbers.insert(*id, functions.list.len().saturating_as::<u32>());
            functions.list.push(Function::new(graph, global, body));
        }
        functions
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Function<'m>)> {
        (0..).zip(&self.list)
    }

    pub(super) fn get(&self, number: u32) -> Option<&Function<'m>> {
        self.list.get(usize::try_from(number).ok()?)
    }

    /// The function that a value is.
    pub(super) fn find(&self, value: Value) -> Option<&Function<'m>> {
        let ValueKind::Global(id) = value.kind() else { return None };
        self.get(*self.numbers.get(&id)?)
    }
}

impl<'m> Function<'m> {
    fn new(graph: &mut Graph, global: &'m Global, body: &'m Body) -> Self {
        let first = graph.add_nodes(body.instructions.len());
        let returns = graph.add_node();
        let flow = ControlFlow::of(body);
        let node = |id: InstructionId| first + id.as_u32();
        let end = |block: u32| {
            let block = body.layout.get(usize::try_from(block).ok()?)?;
            body.instructions_of(*block).last().filter(|id| body.instructions.has(**id)).copied()
        };
        let control = Control::new(graph, &flow, |block| end(block).map(node));
        let mut blocks = vec![NOWHERE; body.instructions.len()];
        for (block, id, _) in body.in_order() {
            if let (Some(entry), Some(block)) = (blocks.get_mut(id.index()), flow.number(block)) {
                *entry = block;
            }
        }
        let dominators = flow.dominators();
        Self { global, body, first, returns, flow, dominators, control, blocks }
    }

    /// The node of an instruction.
    pub(super) fn node(&self, id: InstructionId) -> Option<Node> {
        self.body.instructions.has(id).then(|| self.first + id.as_u32())
    }

    /// The node of what a value of the function is; `None` for what depends on nothing.
    pub(super) fn value_node(&self, value: Value) -> Option<Node> {
        match value.kind() {
            ValueKind::Instruction(id) => self.node(id),
            _ => None,
        }
    }

    /// The block of an instruction.
    pub(super) fn block(&self, id: InstructionId) -> Option<u32> {
        self.blocks.get(id.index()).copied().filter(|block| *block != NOWHERE)
    }
}
