//! What is read from memory depends on what is written to it. Separate because it follows addresses, not values.
//!
//! It goes by variables, as DXC does, not by what they hold at which time: a read depends on all writes to the
//! variables that its address may be of. An address is followed up to variables, allocas, arguments and calls; from
//! those down through everything that uses them, to the writes. Both ways are nodes of the graph, so that reads share
//! them.

use super::super::DeriveErrorKind;
use super::functions::Functions;
use super::graph::{Graph, Node, Solution};
use dxil_ir::constants::ConstantKind;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{CastOp, Module, Op, Value, ValueKind};
use hashbrown::HashMap;

/// Of which function a value is: its number; [`MODULE`] for constants and globals.
type Scope = u32;
const MODULE: Scope = Scope::MAX;

/// What makes nodes of addresses.
pub(super) struct Memory<'a, 'm> {
    module: &'m Module,
    functions: &'a Functions<'m>,
    /// What each address may be of.
    origins: HashMap<(Scope, Value), Node>,
    /// What is written by way of each value.
    writes: HashMap<(Scope, Value), Node>,
    open_origins: Vec<(Node, Scope, Value)>,
    open_writes: Vec<(Node, Scope, Value)>,
    /// Addresses that say nothing of which memory it is: the node, the function, what gives it.
    unknown: Vec<(Node, Scope, &'static str)>,
}

impl<'a, 'm> Memory<'a, 'm> {
    /// Lets each of `reads`, a node with its function and the address, depend on what is written there.
    pub(super) fn new(
        graph: &mut Graph,
        module: &'m Module,
        functions: &'a Functions<'m>,
        reads: &[(Node, u32, Value)],
    ) -> Self {
        let mut memory = Self {
            module,
            functions,
            origins: HashMap::new(),
            writes: HashMap::new(),
            open_origins: Vec::new(),
            open_writes: Vec::new(),
            unknown: Vec::new(),
        };
        for (read, function, address) in reads {
            let origin = memory.origin(graph, *function, *address);
            graph.add_edge(*read, origin);
        }
        while let Some((node, scope, address)) = memory.open_origins.pop() {
            memory.follow_up(graph, node, scope, address);
        }
        if !memory.open_writes.is_empty() {
            let users = Users::of(module, functions);
            while let Some((node, scope, value)) = memory.open_writes.pop() {
                memory.follow_down(graph, &users, node, scope, value);
            }
        }
        memory
    }

    /// An address on which an output depends and that may be any.
    pub(super) fn error(&self, solution: &Solution) -> Option<DeriveErrorKind> {
        let reached = |node: &Node| solution.sources(*node).is_some();
        let (_, scope, what) = self.unknown.iter().find(|(node, ..)| reached(node))?;
        let function = self.functions.get(*scope).map(|function| function.global.name.clone());
        Some(DeriveErrorKind::Address { function: function.unwrap_or_default(), what })
    }

    fn origin(&mut self, graph: &mut Graph, scope: Scope, address: Value) -> Node {
        let key = (scope_of(scope, address), address);
        *self.origins.entry(key).or_insert_with(|| {
            let node = graph.add_node();
            self.open_origins.push((node, scope, address));
            node
        })
    }

    fn write(&mut self, graph: &mut Graph, scope: Scope, value: Value) -> Node {
        let scope = scope_of(scope, value);
        *self.writes.entry((scope, value)).or_insert_with(|| {
            let node = graph.add_node();
            self.open_writes.push((node, scope, value));
            node
        })
    }

    /// One step from an address towards the variables that it may be of.
    fn follow_up(&mut self, graph: &mut Graph, node: Node, scope: Scope, address: Value) {
        let mut from = Vec::new();
        match self.step_up(scope, address, &mut from) {
            Ok(true) => {
                let writes = self.write(graph, scope, address);
                graph.add_edge(node, writes);
            }
            Ok(false) => {
                for address in from {
                    let origin = self.origin(graph, scope, address);
                    graph.add_edge(node, origin);
                }
            }
            Err(what) => self.unknown.push((node, scope, what)),
        }
    }

    /// Whether an address is that of a variable or the like; or else the addresses that it comes from, or what it is.
    fn step_up(&self, scope: Scope, address: Value, from: &mut Vec<Value>) -> Result<bool, &'static str> {
        match address.kind() {
            ValueKind::Argument(_) => Ok(true),
            ValueKind::Global(id) => match self.module.globals.get(id).map(|global| &global.kind) {
                Some(GlobalKind::Variable(_)) => Ok(true),
                _ => Err("a global that is not a variable"),
            },
            ValueKind::Constant(id) => match self.module.constants.get(id).map(|constant| &constant.kind) {
                Some(ConstantKind::ElementPointer { operands, .. }) => {
                    from.extend(operands.first());
                    Ok(false)
                }
                Some(ConstantKind::Cast(CastOp::AddrSpaceCast, operand)) => {
                    from.push(*operand);
                    Ok(false)
                }
                _ => Err("a constant expression without a variable"),
            },
            ValueKind::Instruction(id) => {
                let function = self.functions.get(scope).ok_or("nothing")?;
                let lists = &function.body.lists;
                match function.body.instructions.get(id).map(|instruction| &instruction.op) {
                    Some(Op::Alloca { .. } | Op::Call { .. }) => return Ok(true),
                    Some(Op::ElementPointer { operands, .. }) => from.extend(operands.first(&lists.values)),
                    Some(Op::Cast(CastOp::AddrSpaceCast | CastOp::Bitcast, operand)) => from.push(*operand),
                    Some(Op::Phi(values, _)) => from.extend(values.as_slice(&lists.values)),
                    Some(Op::Select([_, one, other])) => from.extend([one, other]),
                    Some(Op::Load(..)) => return Err("a load"),
                    Some(Op::Cast(..)) => return Err("a cast of an integer"),
                    Some(Op::ExtractValue(..)) => return Err("an aggregate"),
                    _ => return Err("an instruction"),
                }
                Ok(false)
            }
            _ => Err("no value"),
        }
    }

    /// One step from a variable towards all that is written by way of it.
    fn follow_down(&mut self, graph: &mut Graph, users: &Users, node: Node, scope: Scope, value: Value) {
        for (scope, user) in users.of_value(scope, value) {
            let ValueKind::Instruction(id) = user.kind() else {
                let writes = self.write(graph, scope, user);
                graph.add_edge(node, writes);
                continue;
            };
            let Some(function) = self.functions.get(scope) else { continue };
            let Some(instruction) = function.body.instructions.get(id) else { continue };
            match instruction.op {
                Op::Load(..) => {}
                Op::Store(..) | Op::CompareExchange { .. } | Op::AtomicRmw { .. } => {
                    if let Some(write) = function.node(id) {
                        graph.add_edge(node, write);
                    }
                }
                _ => {
                    let writes = self.write(graph, scope, user);
                    graph.add_edge(node, writes);
                }
            }
        }
    }
}

fn scope_of(function: Scope, value: Value) -> Scope {
    match value.kind() {
        ValueKind::Constant(_) | ValueKind::Global(_) => MODULE,
        _ => function,
    }
}

/// Who uses what in all functions, and which constants and variables consist of what.
struct Users(Vec<((Scope, Value), (Scope, Value))>);

impl Users {
    fn of(module: &Module, functions: &Functions<'_>) -> Self {
        let mut users = Vec::new();
        // Of constants, only those can lead to a variable that consist of something.
        let leads_on = |value: Value| match value.kind() {
            ValueKind::Constant(id) => {
                module.constants.get(id).is_some_and(|constant| !constant.kind.operands().is_empty())
            }
            ValueKind::Global(id) => module.globals.get(id).is_some_and(|global| global.function().is_none()),
            ValueKind::Argument(_) | ValueKind::Instruction(_) => true,
            _ => false,
        };
        for (scope, function) in functions.iter() {
            for (_, id, instruction) in function.body.in_order() {
                instruction.op.each_operand(&function.body.lists, |value| {
                    if leads_on(value) {
                        users.push(((scope_of(scope, value), value), (scope, id.into())));
                    }
                });
            }
        }
        for (id, constant) in module.constants.iter() {
            let operands = constant.kind.operands().iter().filter(|value| leads_on(**value));
            users.extend(operands.map(|value| ((MODULE, *value), (MODULE, id.into()))));
        }
        for (id, global) in module.globals.iter() {
            let initial = global.variable().and_then(|variable| variable.initializer);
            let values = initial.into_iter().chain(global.aliasee()).filter(|value| leads_on(*value));
            users.extend(values.map(|value| ((MODULE, value), (MODULE, id.into()))));
        }
        users.sort_unstable();
        users.dedup();
        Self(users)
    }

    fn of_value(&self, scope: Scope, value: Value) -> impl Iterator<Item = (Scope, Value)> + '_ {
        let start = self.0.partition_point(|(used, _)| *used < (scope, value));
        let users = self.0.get(start..).unwrap_or_default().iter();
        users.take_while(move |(used, _)| *used == (scope, value)).map(|(_, user)| *user)
    }
}
