//! The control flow of programs of shader models 4 and 5 as graphs.

use dx_bytecode::control_flow::{Block, ControlFlow, Head, When};
use dx_bytecode::text::Printer;
use dx_bytecode::{Program, Statement};

use super::{Edge, Graph, Kind, Node};

/// The graph of each function and phase; `with_code` with the instructions of blocks.
pub fn of_tokens(program: &Program, with_code: bool) -> Vec<Graph> {
    let lines = if with_code { lines(program) } else { Vec::new() };
    let functions = ControlFlow::of(program).functions;
    let graph = |function: &dx_bytecode::control_flow::Function| {
        let node = |(index, block): (usize, &Block)| {
            let own = lines.get(block.statements.clone()).unwrap_or_default();
            let lines = own.iter().flat_map(|line| line.lines()).map(|line| line.trim_start().to_owned());
            Node { name: format!("block {index}"), lines: lines.collect() }
        };
        let edges = function.blocks.iter().enumerate().flat_map(|(from, block)| {
            block.ways.iter().map(move |way| Edge { from, to: way.to, label: label(way.when) })
        });
        Graph {
            kind: Kind::Flow,
            title: token_function(function.head),
            nodes: function.blocks.iter().enumerate().map(node).collect(),
            edges: edges.collect(),
        }
    };
    functions.iter().map(graph).collect()
}

/// The name of a function or phase: what stands at its head, as one word.
pub fn token_function(head: Head) -> String {
    match head {
        Head::Main => "main".to_owned(),
        Head::Label(number) => format!("l{number}"),
        Head::Phase(opcode, number) => format!("{opcode}.{number}"),
    }
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
