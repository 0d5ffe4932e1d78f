//! Which functions of a program call which, as a graph. Operations of DXIL are no functions that anybody wrote: they
//! are left out.

use std::collections::HashMap;

use dx_bytecode::control_flow::{ControlFlow, Head, called_label};
use dx_bytecode::{Program, Statement};
use dxil::ops::FUNCTION_PREFIX;
use dxil::shader::{Shader, ShaderModel};
use dxil_ir::{Body, GlobalId, Module, Op, ValueKind};
use dxil_text::spelled;

use super::{Edge, Graph, Kind, Node};
use crate::style::counted;

/// The calls in a module: functions with a body, and those that it only declares but calls.
pub fn module_calls(module: &Module) -> Graph {
    let mut places: HashMap<GlobalId, usize> = HashMap::new();
    let mut nodes = Vec::new();
    for (id, global, body) in module.bodies() {
        places.insert(id, nodes.len());
        let count = body.layout.iter().map(|block| body.instructions_of(*block).len()).sum();
        let line = counted(count, "instruction");
        nodes.push(Node { name: spelled(global.name.as_ref()), lines: vec![line], instructions: 0..0 });
    }
    add_stages(module, &places, &mut nodes);
    let mut counts = Counts::default();
    for (from, (_, _, body)) in module.bodies().enumerate() {
        each_call(body, |callee| {
            let Some(global) = module.globals.get(callee) else { return };
            let is_function = global.function().is_some() && !is_intrinsic(global.name.as_ref());
            if !is_function {
                return;
            }
            let to = *places.entry(callee).or_insert_with(|| {
                let lines = vec!["declared here only".to_owned()];
                nodes.push(Node { name: spelled(global.name.as_ref()), lines, instructions: 0..0 });
                nodes.len() - 1
            });
            counts.add(from, to);
        });
    }
    Graph { kind: Kind::Calls, title: TITLE.to_owned(), nodes, edges: counts.edges() }
}

/// The calls in a token program.
pub fn token_calls(program: &Program) -> Graph {
    let functions = ControlFlow::of(program).functions;
    let heads = functions.iter().enumerate();
    let labels = heads.filter_map(|(index, function)| match function.head {
        Head::Label(number) => Some((number, index)),
        Head::Main | Head::FunctionBody(_) | Head::Phase(..) => None,
    });
    let labels: HashMap<u32, usize> = labels.collect();
    let (mut nodes, mut counts) = (Vec::new(), Counts::default());
    for (from, function) in functions.iter().enumerate() {
        let mut count = 0;
        for block in &function.blocks {
            for statement in program.statements.get(block.statements.clone()).unwrap_or_default() {
                let Statement::Instruction(instruction) = statement else { continue };
                count += 1;
                if let Some(to) = called_label(instruction).and_then(|label| labels.get(&label)) {
                    counts.add(from, *to);
                }
            }
        }
        let lines = vec![counted(count, "instruction")];
        nodes.push(Node { name: function.head.to_string(), lines, instructions: 0..0 });
    }
    Graph { kind: Kind::Calls, title: TITLE.to_owned(), nodes, edges: counts.edges() }
}

/// What such a graph is called.
const TITLE: &str = "calls";

/// Says of entry points which stage they are.
fn add_stages(module: &Module, places: &HashMap<GlobalId, usize>, nodes: &mut [Node]) {
    // Where the metadata is broken, a graph without stages is still one.
    let Ok(shader) = Shader::read(module) else { return };
    for entry in &shader.entry_points {
        let properties = entry.properties.as_ref();
        let kind = properties.and_then(|properties| properties.shader_kind()).copied();
        let kind = kind.or(shader.model.as_ref().and_then(ShaderModel::kind));
        let node = entry.function.and_then(|id| places.get(&id)).and_then(|at| nodes.get_mut(*at));
        if let (Some(kind), Some(node)) = (kind, node) {
            node.lines.insert(0, format!("{kind} shader"));
        }
    }
}

fn is_intrinsic(name: &bstr::BStr) -> bool {
    name.starts_with(FUNCTION_PREFIX.as_bytes()) || name.starts_with(b"llvm.")
}

fn each_call(body: &Body, mut visit: impl FnMut(GlobalId)) {
    for (_, _, instruction) in body.in_order() {
        if let Op::Call { callee, .. } = &instruction.op
            && let ValueKind::Global(id) = callee.kind()
        {
            visit(id);
        }
    }
}

/// How often a function calls another, in the order of the first call.
#[derive(Default)]
struct Counts {
    places: HashMap<(usize, usize), usize>,
    all: Vec<(usize, usize, usize)>,
}

impl Counts {
    fn add(&mut self, from: usize, to: usize) {
        let at = *self.places.entry((from, to)).or_insert(self.all.len());
        match self.all.get_mut(at) {
            Some((_, _, count)) => *count += 1,
            None => self.all.push((from, to, 1)),
        }
    }

    fn edges(self) -> Vec<Edge> {
        let label = |count| if count == 1 { String::new() } else { format!("{count} times") };
        self.all.into_iter().map(|(from, to, count)| Edge { from, to, label: label(count) }).collect()
    }
}
