//! What the instructions of functions depend on: operands, branches, memory, what functions give. Makes the graph;
//! separate from what is asked of it.

use dx_container::flags::ShaderFlags;

use super::super::DeriveErrorKind;
use super::functions::{Function, Functions};
use super::graph::{Graph, INPUTS, Node, OTHERS, VIEW_ID};
use super::phi::{Incoming, definition_places};
use super::signatures::{Access, Purpose, Scalars, Signatures, Which};
use crate::Result;
use crate::ops::Call;
use dxil_ir::{BlockId, Instruction, Module, Op, Value, ValueKind};
use hashbrown::HashMap;

/// A write of an output.
#[derive(Debug, Clone)]
pub(super) struct Output {
    /// In which function.
    pub(super) function: u32,
    pub(super) node: Node,
    pub(super) which: Which,
    pub(super) scalars: Scalars,
}

/// What instructions depend on, but for memory.
pub(super) struct Dependence<'a, 'm> {
    pub(super) module: &'m Module,
    pub(super) functions: &'a Functions<'m>,
    pub(super) signatures: &'a Signatures,
    /// Whether patch constants are an input, as they are in domain shaders.
    pub(super) is_domain: bool,
    pub(super) outputs: Vec<Output>,
    /// What is read from memory: a node, its function and the address.
    pub(super) reads: Vec<(Node, u32, Value)>,
    /// The nodes of scalars that are read together.
    pub(super) scalars: HashMap<(Node, Scalars), Node>,
}

impl<'m> Dependence<'_, 'm> {
    /// Adds what all instructions depend on.
    pub(super) fn functions(&mut self, graph: &mut Graph) -> Result<()> {
        for (number, function) in self.functions.iter() {
            for (block, id, instruction) in function.body.in_order() {
                let Some(node) = function.node(id) else { continue };
                let block = function.flow.number(block);
                if let Some(control) = block.and_then(|block| function.control.node(block)) {
                    graph.add_edge(node, control);
                }
                self.instruction(graph, (number, function), node, instruction)?;
            }
        }
        Ok(())
    }

    fn instruction(
        &mut self,
        graph: &mut Graph,
        (number, function): (u32, &Function<'m>),
        node: Node,
        instruction: &'m Instruction,
    ) -> Result<()> {
        match &instruction.op {
            Op::Phi(values, blocks) => {
                let lists = &function.body.lists;
                let (values, blocks) = (values.as_slice(&lists.values), blocks.as_slice(&lists.blocks));
                phi(graph, function, node, values, blocks);
            }
            Op::Load(address, _)
            | Op::CompareExchange { operands: [address, ..], .. }
            | Op::AtomicRmw { operands: [address, _], .. } => self.reads.push((node, number, *address)),
            Op::Return(Some(_)) => graph.add_edge(function.returns, node),
            Op::Call { callee, .. } => {
                let caller = (function.body, function.global.value_type);
                let call = Call::of(self.module, caller, instruction).map_err(|error| {
                    DeriveErrorKind::Call { function: function.global.name.clone(), error }
                })?;
                if let Some(call) = call {
                    // What stores an output depends on what is stored, and on nothing else.
                    if self.operation(graph, (number, function), node, &call)? {
                        return Ok(());
                    }
                } else if let Some(callee) = self.functions.find(*callee) {
                    graph.add_edge(node, callee.returns);
                }
            }
            _ => {}
        }
        instruction.op.each_operand(&function.body.lists, |value| {
            if let Some(operand) = function.value_node(value) {
                graph.add_edge(node, operand);
            }
        });
        Ok(())
    }

    /// Whether it is a write of an output.
    fn operation(
        &mut self,
        graph: &mut Graph,
        (number, function): (u32, &Function<'m>),
        node: Node,
        call: &Call<'_>,
    ) -> Result<bool> {
        if call.operation().shader_flags.contains(ShaderFlags::VIEW_ID) {
            graph.add_edge(node, VIEW_ID);
        }
        let Some(access) = self.signatures.access(self.module, function.global, call)? else {
            return Ok(false);
        };
        // What takes no scalar counts for nothing.
        let scalars = self.signatures.scalars(&access);
        if access.purpose == Purpose::Store {
            if let Some(value) = access.value.and_then(|value| function.value_node(value)) {
                graph.add_edge(node, value);
            }
            let output = |scalars| Output { function: number, node, which: access.which, scalars };
            self.outputs.extend(scalars.map(output));
            return Ok(true);
        }
        if let (Some(first), Some(scalars)) = (self.source(&access), scalars) {
            let scalars = *self.scalars.entry((first, scalars.clone())).or_insert_with(|| {
                let node = graph.add_node();
                scalars.iter().for_each(|scalar| graph.add_edge(node, first + scalar));
                node
            });
            graph.add_edge(node, scalars);
        }
        Ok(false)
    }

    /// The node of the first scalar of the signature that is read; `None` where reading it says nothing.
    fn source(&self, access: &Access) -> Option<Node> {
        match access.which {
            Which::Inputs => Some(INPUTS),
            // Of other threads of a hull shader.
            Which::Outputs => Some(OTHERS),
            Which::PatchConstants => self.is_domain.then_some(OTHERS),
        }
    }
}

/// A phi depends on what decides where its constants come from.
fn phi(graph: &mut Graph, function: &Function<'_>, node: Node, values: &[Value], blocks: &[BlockId]) {
    let tree = &function.dominators;
    let place = |block: u32| tree.place(block);
    let incoming = values.iter().zip(blocks).filter_map(|(value, from)| {
        let defined = match value.kind() {
            ValueKind::Instruction(id) => function.block(id).and_then(place),
            _ => None,
        };
        let is_constant = matches!(value.kind(), ValueKind::Constant(_) | ValueKind::Global(_));
        let from = function.flow.number(*from).and_then(place)?;
        Some(Incoming { value: *value, is_constant, from, defined: defined.unwrap_or(0) })
    });
    let incoming: Vec<_> = incoming.collect();
    for place in definition_places(tree, &incoming) {
        if let Some(control) = function.control.node(tree.block(place)) {
            graph.add_edge(node, control);
        }
    }
}
