//! The control flow of DXIL functions as graphs.

use dxil_ir::constants::ConstantKind;
use dxil_ir::instruction_numbers::InstructionNumbers;
use dxil_ir::{Body, GlobalId, Module, Op, Value, ValueKind};
use dxil_text::{Pieces, spelled};

use super::{Edge, Graph, Kind, Node, numbered, span};
use crate::error::Error;

/// The graph of each function with a body, or of one; `with_code` with the instructions of blocks and their numbers.
pub fn of_module(module: &Module, wanted: Option<GlobalId>, with_code: bool) -> Result<Vec<Graph>, Error> {
    let mut pieces = Pieces::of(module);
    let numbers = InstructionNumbers::of(module);
    let mut graphs = Vec::new();
    for (id, global, body) in module.bodies() {
        if wanted.is_some_and(|wanted| wanted != id) {
            continue;
        }
        let names = pieces.block_names(global, body)?;
        let lines = if with_code { pieces.lines(id)? } else { Vec::new() };
        let mut lines = lines.iter();
        let mut numbers =
            numbers.number(body).map(|(_, number)| number.and_then(|number| number.try_into().ok()));
        let mut nodes = Vec::with_capacity(names.len());
        for (block, name) in body.layout.iter().zip(names) {
            let count = body.instructions_of(*block).len();
            let own_numbers: Vec<Option<usize>> = numbers.by_ref().take(count).collect();
            let own = lines.by_ref().zip(&own_numbers);
            let lines = own.flat_map(|(line, number)| numbered(line.text.lines(), *number)).collect();
            nodes.push(Node { name, lines, instructions: span(own_numbers) });
        }
        let title = spelled(global.name.as_ref());
        graphs.push(Graph { kind: Kind::Flow, title, nodes, edges: edges(module, body) });
    }
    Ok(graphs)
}

/// The branches between blocks, labelled with their conditions.
fn edges(module: &Module, body: &Body) -> Vec<Edge> {
    let mut places = vec![None; body.blocks.len()];
    for (place, block) in body.layout.iter().enumerate() {
        if let Some(known) = usize::try_from(block.as_u32()).ok().and_then(|index| places.get_mut(index)) {
            *known = Some(place);
        }
    }
    let mut edges = Vec::new();
    for (from, block) in body.layout.iter().enumerate() {
        let last = body.instructions_of(*block).last().and_then(|id| body.instructions.get(*id));
        let Some(op) = last.map(|last| &last.op).filter(|op| op.is_terminator()) else { continue };
        let (first, rest) = op.blocks(&body.lists);
        for (index, target) in first.iter().chain(rest).enumerate() {
            let place = usize::try_from(target.as_u32()).ok().and_then(|index| places.get(index).copied());
            let Some(to) = place.flatten() else { continue };
            edges.push(Edge { from, to, label: label(module, body, op, index) });
        }
    }
    edges
}

fn label(module: &Module, body: &Body, op: &Op, index: usize) -> String {
    match (op, index) {
        (Op::ConditionalBranch(..), 0) => "true".to_owned(),
        (Op::ConditionalBranch(..), _) => "false".to_owned(),
        (Op::Switch { .. }, 0) => "default".to_owned(),
        (Op::Switch { cases, .. }, index) => {
            let case = cases.as_slice(&body.lists.values).get(index - 1);
            case.and_then(|case| number(module, *case)).unwrap_or_default()
        }
        _ => String::new(),
    }
}

fn number(module: &Module, value: Value) -> Option<String> {
    let ValueKind::Constant(id) = value.kind() else { return None };
    match module.constants.get(id)?.kind {
        ConstantKind::Null => Some("0".to_owned()),
        ConstantKind::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}
