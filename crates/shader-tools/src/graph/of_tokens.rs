//! The control flow of programs of shader models 4 and 5 as graphs.

use dx_bytecode::control_flow::{Block, ControlFlow, When};
use dx_bytecode::numbering::roles;
use dx_bytecode::text::Printer;
use dx_bytecode::{Program, Statement};

use super::{Edge, Graph, Kind, Node, numbered, span};

/// The graph of each function and phase; `with_code` with the instructions of blocks and their numbers.
pub fn of_tokens(program: &Program, with_code: bool) -> Vec<Graph> {
    let lines = if with_code { lines(program) } else { Vec::new() };
    let roles = roles(&program.statements);
    let functions = ControlFlow::of(program).functions;
    let graph = |function: &dx_bytecode::control_flow::Function| {
        let node = |(index, block): (usize, &Block)| {
            let own = lines.get(block.statements.clone()).unwrap_or_default();
            let roles = roles.get(block.statements.clone()).unwrap_or_default();
            let numbers = || roles.iter().map(|(_, role)| role.number());
            Node {
                name: format!("block {index}"),
                lines: own
                    .iter()
                    .zip(numbers())
                    .flat_map(|(line, number)| numbered(line.lines().map(str::trim_start), number))
                    .collect(),
                instructions: span(numbers()),
            }
        };
        let edges = function.blocks.iter().enumerate().flat_map(|(from, block)| {
            block.ways.iter().map(move |way| Edge { from, to: way.to, label: label(way.when) })
        });
        Graph {
            kind: Kind::Flow,
            title: function.head.to_string(),
            nodes: function.blocks.iter().enumerate().map(node).collect(),
            edges: edges.collect(),
        }
    };
    functions.iter().map(graph).collect()
}

fn label(when: When) -> String {
    match when {
        When::Always => String::new(),
        When::Holds => "true".to_owned(),
        When::Fails => "false".to_owned(),
        When::Case(value) => value.cast_signed().to_string(),
        When::Default => "default".to_owned(),
    }
}

/// Each statement as the listing has it.
fn lines(program: &Program) -> Vec<String> {
    let mut printer = Printer::new(program.version);
    let line = |statement: &Statement| {
        let mut line = String::new();
        printer.print(&mut line, statement);
        line
    };
    program.statements.iter().map(line).collect()
}
