//! `retype`: chooses the types of phis and selects whose values are floats.
//!
//! Registers have no type, so the lowering stores words as integers. After promotion to values, a float that crosses a
//! block is cast to an integer before a phi, and back after it. The pass finds webs of connected phis and selects of
//! type `i32`. A web becomes a web of floats if all values that enter it are casts of floats or constants, or if all
//! users are casts to floats. Then it removes casts of casts, and comparisons of extended truth values with zero.
//!
//! Precondition: none. Postcondition: none.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{EditError, Editor, Position};
use dxil_ir::{BlockId, CastOp, InstructionId, Op, Predicate, TypeId, Value, ValueKind};
use dxil_passes::PassErrorKind;
use dxil_passes::pass_manager::{Done, Fact, Origin, Pass, Run};
use hashbrown::HashMap;

/// The pass.
pub(crate) const fn pass<S>() -> Pass<S> {
    Pass {
        name: "retype",
        origin: Origin::Ours,
        run: Run::Function(run),
        requires: &[],
        ensures: &[],
        invalidates: &[Fact::NoDeadInstructions, Fact::Folded],
    }
}

fn run(editor: &mut Editor<'_>) -> dxil_passes::Result<Done> {
    let mut done = Done::default();
    let changed = retype(editor, &mut done).and_then(|()| fold_casts(editor, &mut done));
    changed.map_err(PassErrorKind::from)?;
    Ok(done)
}

/// A phi or select of type `i32`, as a node of a union-find forest. The root has the uses of the whole web.
#[derive(Debug, Clone, Copy)]
struct Node {
    id: InstructionId,
    parent: usize,
    enters_float: bool,
    enters_int: bool,
    leaves_float: bool,
    leaves_int: bool,
}

impl Node {
    fn new(id: InstructionId, parent: usize) -> Self {
        Self { id, parent, enters_float: false, enters_int: false, leaves_float: false, leaves_int: false }
    }

    fn is_float(&self) -> bool {
        self.enters_float && !self.enters_int || self.leaves_float && !self.leaves_int
    }
}

/// The webs of a function.
#[derive(Debug, Default)]
struct Webs {
    nodes: Vec<Node>,
    index: HashMap<InstructionId, usize>,
}

#[allow(clippy::indexing_slicing, reason = "parents and the values of `index` are indices of nodes")]
impl Webs {
    fn root(&mut self, mut at: usize) -> usize {
        while self.nodes[at].parent != at {
            let above = self.nodes[self.nodes[at].parent].parent;
            self.nodes[at].parent = above;
            at = above;
        }
        at
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        let joined = self.nodes[one];
        self.nodes[one].parent = other;
        let root = &mut self.nodes[other];
        root.enters_float |= joined.enters_float;
        root.enters_int |= joined.enters_int;
        root.leaves_float |= joined.leaves_float;
        root.leaves_int |= joined.leaves_int;
    }

    fn node_of(&self, value: Value) -> Option<usize> {
        match value.kind() {
            ValueKind::Instruction(id) => self.index.get(&id).copied(),
            _ => None,
        }
    }

    /// Notes the uses of a node in its web.
    fn add_uses(&mut self, at: usize, editor: &Editor<'_>, float: TypeId) {
        let id = self.nodes[at].id;
        for value in entering(editor, id) {
            match self.node_of(value) {
                Some(other) => self.join(at, other),
                None => {
                    let root = self.root(at);
                    match uncast(editor, value, float) {
                        Entering::Float(_) => self.nodes[root].enters_float = true,
                        Entering::Constant(_) => {}
                        Entering::Int => self.nodes[root].enters_int = true,
                    }
                }
            }
        }
        let root = self.root(at);
        for user in editor.uses(id.into()).map(|at| at.instruction) {
            if self.index.contains_key(&user) {
                continue;
            }
            match editor.instruction(user) {
                Some(user) if user.ty == float && matches!(user.op, Op::Cast(CastOp::Bitcast, _)) => {
                    self.nodes[root].leaves_float = true;
                }
                _ => self.nodes[root].leaves_int = true,
            }
        }
    }

    /// The members of webs of floats.
    fn floats(&mut self) -> Vec<InstructionId> {
        let nodes = 0..self.nodes.len();
        nodes
            .filter(|at| self.is_float(*at))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|at| self.nodes[at].id)
            .collect()
    }

    fn is_float(&mut self, at: usize) -> bool {
        let root = self.root(at);
        self.nodes[root].is_float()
    }
}

/// Replaces the webs of floats.
fn retype(editor: &mut Editor<'_>, done: &mut Done) -> Result<(), EditError> {
    let types = &mut editor.module().types;
    let (int, float) = (types.int(32), types.float());
    let mut webs = Webs::default();
    for id in editor.all_instructions() {
        done.steps += 1;
        let Some(instruction) = editor.instruction(id) else { continue };
        if instruction.ty == int && matches!(instruction.op, Op::Phi(..) | Op::Select(_)) {
            let at = webs.nodes.len();
            webs.index.insert(id, at);
            webs.nodes.push(Node::new(id, at));
        }
    }
    for at in 0..webs.nodes.len() {
        webs.add_uses(at, editor, float);
    }
    let chosen = webs.floats();
    replace(editor, &chosen, float)?;
    done.count += chosen.len() as u64;
    Ok(())
}

/// The values that a phi or select chooses from.
fn entering(editor: &Editor<'_>, id: InstructionId) -> Vec<Value> {
    match editor.op(id) {
        Some(Op::Select([_, one, other])) => vec![*one, *other],
        Some(Op::Phi(..)) => editor.incoming(id).into_iter().map(|(_, value)| value).collect(),
        _ => Vec::new(),
    }
}

/// A value that enters a web, as a float.
enum Entering {
    /// The float of which it is a cast.
    Float(Value),
    /// The bits of a constant; `None` for an undefined value.
    Constant(Option<u32>),
    Int,
}

fn uncast(editor: &Editor<'_>, value: Value, float: TypeId) -> Entering {
    match value.kind() {
        ValueKind::Constant(id) => match editor.context().constants.get(id).map(|it| &it.kind) {
            Some(ConstantKind::Undef) => Entering::Constant(None),
            _ => match editor.context().signed_integer(value).and_then(|it| i32::try_from(it).ok()) {
                Some(number) => Entering::Constant(Some(number.cast_unsigned())),
                None => Entering::Int,
            },
        },
        ValueKind::Instruction(id) => match editor.op(id) {
            Some(Op::Cast(CastOp::Bitcast, source)) if editor.type_of(*source) == Ok(float) => {
                Entering::Float(*source)
            }
            _ => Entering::Int,
        },
        _ => Entering::Int,
    }
}

/// Replaces members by floats: first the phis without values, then the values.
fn replace(editor: &mut Editor<'_>, chosen: &[InstructionId], float: TypeId) -> Result<(), EditError> {
    let mut floats: HashMap<InstructionId, Value> = HashMap::new();
    let mut by_block: Vec<(BlockId, Vec<InstructionId>)> = Vec::new();
    for id in chosen.iter().filter(|id| matches!(editor.op(**id), Some(Op::Phi(..)))) {
        let Some(block) = editor.block_of(*id) else { continue };
        match by_block.last_mut().filter(|(last, _)| *last == block) {
            Some((_, phis)) => phis.push(*id),
            None => by_block.push((block, vec![*id])),
        }
    }
    for (block, phis) in by_block {
        let new = editor.add_phis(block, &vec![float; phis.len()])?;
        floats.extend(phis.into_iter().zip(new.into_iter().map(Value::from)));
    }
    // Selects are in the order of blocks, so operands that are selects may come later in a loop: they are casts of
    // integers until their turn.
    for id in chosen {
        if let Some(Op::Select([condition, one, other])) = editor.op(*id).cloned() {
            editor.go_to(Position::Before(*id))?;
            let one = as_float(editor, one, &floats, float)?;
            let other = as_float(editor, other, &floats, float)?;
            let new = editor.select(condition, one, other);
            floats.insert(*id, new);
        }
    }
    let phis: Vec<InstructionId> =
        chosen.iter().copied().filter(|id| matches!(editor.op(*id), Some(Op::Phi(..)))).collect();
    for id in &phis {
        let Some(ValueKind::Instruction(new)) = floats.get(id).map(|value| value.kind()) else { continue };
        let mut incoming = Vec::new();
        for (block, value) in editor.incoming(*id) {
            if let Some(terminator) = editor.terminator(block) {
                editor.go_to(Position::Before(terminator))?;
            }
            incoming.push((block, as_float(editor, value, &floats, float)?));
        }
        for (block, value) in incoming {
            editor.set_incoming(new, block, value)?;
        }
    }
    for id in chosen {
        let Some(new) = floats.get(id).copied() else { continue };
        let users: Vec<InstructionId> = editor.uses((*id).into()).map(|at| at.instruction).collect();
        for user in users {
            let is_cast = matches!(editor.op(user), Some(Op::Cast(CastOp::Bitcast, _)));
            if is_cast && editor.instruction(user).is_some_and(|user| user.ty == float) {
                editor.replace_and_erase(user, new)?;
            }
        }
    }
    for id in chosen {
        let Some(new) = floats.get(id).copied() else { continue };
        if !editor.is_used((*id).into()) {
            continue;
        }
        let Some(block) = editor.block_of(*id) else { continue };
        match editor.op(*id) {
            Some(Op::Phi(..)) => editor.go_to(Position::After(last_phi(editor, block, *id)))?,
            _ => editor.go_to(Position::Before(*id))?,
        }
        let Some(ty) = editor.instruction(*id).map(|it| it.ty) else { continue };
        let cast = editor.cast(CastOp::Bitcast, new, ty);
        editor.replace_all_uses((*id).into(), cast)?;
    }
    Ok(())
}

fn last_phi(editor: &Editor<'_>, block: BlockId, otherwise: InstructionId) -> InstructionId {
    editor.phis(block).last().unwrap_or(otherwise)
}

/// A value as a float, at the cursor.
fn as_float(
    editor: &mut Editor<'_>,
    value: Value,
    floats: &HashMap<InstructionId, Value>,
    float: TypeId,
) -> Result<Value, EditError> {
    if let ValueKind::Instruction(id) = value.kind()
        && let Some(known) = floats.get(&id)
    {
        return Ok(*known);
    }
    Ok(match uncast(editor, value, float) {
        Entering::Float(source) => source,
        Entering::Constant(Some(bits)) => editor.module().float_bits(float, bits.into()),
        Entering::Constant(None) => editor.module().undef(float),
        Entering::Int => editor.cast(CastOp::Bitcast, value, float),
    })
}

/// Removes casts of the opposite casts, and comparisons of extended truth values with zero.
fn fold_casts(editor: &mut Editor<'_>, done: &mut Done) -> Result<(), EditError> {
    for id in editor.all_instructions() {
        done.steps += 1;
        let Some(instruction) = editor.instruction(id) else { continue };
        let ty = instruction.ty;
        let known = match instruction.op.clone() {
            Op::Cast(CastOp::Bitcast, value) => match operand_cast(editor, value) {
                Some((CastOp::Bitcast, source)) if editor.type_of(source) == Ok(ty) => Some(source),
                _ => None,
            },
            Op::Compare { predicate: Predicate::IntNe, operands: [value, zero] }
                if editor.context().signed_integer(zero) == Some(0) =>
            {
                match operand_cast(editor, value) {
                    Some((CastOp::SExt | CastOp::ZExt, source)) if editor.type_of(source) == Ok(ty) => {
                        Some(source)
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(known) = known {
            editor.replace_and_erase(id, known)?;
            done.count += 1;
        }
    }
    Ok(())
}

fn operand_cast(editor: &Editor<'_>, value: Value) -> Option<(CastOp, Value)> {
    let ValueKind::Instruction(id) = value.kind() else { return None };
    match editor.op(id) {
        Some(Op::Cast(op, source)) => Some((*op, *source)),
        _ => None,
    }
}
