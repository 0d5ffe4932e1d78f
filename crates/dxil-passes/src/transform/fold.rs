//! `fold`: replaces instructions by constants or by existing values. The pass does the part of LLVM's `instsimplify`
//! that indices, branch conditions and aggregates need: integer arithmetic on constants, selects and phis of a single
//! value, `extractvalue` of `insertvalue`, `extractelement` of `insertelement`. It does not fold floating-point
//! arithmetic, whose results depend on the target.
//!
//! Precondition: none.
//!
//! Postcondition: no instruction in a reachable block can be folded by this pass. Operands of folded instructions may
//! be dead.
//!
//! A worklist visits each reachable instruction once, and again after one of its operands was replaced.

mod integers;

use dxil_ir::arena::IdSet;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::instruction::Index;
use dxil_ir::{BinaryOp, CastOp, InstructionId, Op, Type, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::limits::CHAIN;
use crate::pass_manager::{Check, Done, Ensured, Fact, Origin, Pass, Run};

/// The pass, for lists without state of their own.
pub const PASS: Pass = pass();

/// The pass, for lists with the state `S`.
pub const fn pass<S>() -> Pass<S> {
    Pass {
        name: "fold",
        origin: Origin::Ours,
        run: Run::Function(run),
        requires: &[],
        ensures: &[Ensured { fact: Fact::Folded, check: Check::Function(violation) }],
        // Indices and branch conditions may have become constants.
        invalidates: &[
            Fact::NoMatrixCasts,
            Fact::Split,
            Fact::Promoted,
            Fact::SimpleFlow,
            Fact::NoDeadInstructions,
        ],
    }
}

/// Folds instructions and counts them.
///
/// # Errors
///
/// None in a valid module.
pub fn run(editor: &mut Editor<'_>) -> Result<Done> {
    let mut done = Done::default();
    let mut waiting = reached(editor);
    waiting.reverse();
    let is_reached: IdSet<InstructionId> = waiting.iter().copied().collect();
    let mut is_waiting = is_reached.clone();
    while let Some(id) = waiting.pop() {
        is_waiting.remove(id);
        done.steps += 1;
        let Some(value) = known(editor, id) else { continue };
        let users: Vec<InstructionId> = editor.uses(id.into()).map(|at| at.instruction).collect();
        editor.replace_and_erase(id, value).map_err(invalid)?;
        done.count += 1;
        let is_new = |user: &InstructionId| is_reached.contains(*user) && is_waiting.insert(*user);
        waiting.extend(users.into_iter().filter(is_new));
    }
    Ok(done)
}

/// Describes an instruction that can be folded, if the function has one.
pub fn violation(editor: &mut Editor<'_>) -> Option<String> {
    let all = reached(editor);
    all.into_iter()
        .find(|id| known(editor, *id).is_some())
        .map(|id| format!("{id} can be folded to a constant"))
}

/// Returns the instructions of reachable blocks, in order. In unreachable blocks, an instruction may be an operand of
/// itself, and a definition may follow its uses.
fn reached(editor: &Editor<'_>) -> Vec<InstructionId> {
    let reached = editor.reachable_blocks();
    let mut all = Vec::new();
    for block in editor.blocks().filter(|block| reached.contains(*block)) {
        editor.instructions(block).for_each(|id| all.push(id));
    }
    all
}

/// Returns the constant or the existing value that equals the result of an instruction.
fn known(editor: &mut Editor<'_>, id: InstructionId) -> Option<Value> {
    let instruction = editor.instruction(id)?;
    let ty = instruction.ty;
    let value = match instruction.op.clone() {
        Op::Phi(..) => joined(editor, id),
        Op::Binary { op, operands } => binary(editor, ty, op, operands),
        Op::Cast(op, value) => cast(editor, ty, op, value),
        Op::Compare { predicate, operands: [first, second] } => {
            let bits = integer_bits(editor, editor.type_of(first).ok()?)?;
            let numbers = (constant(editor, first), constant(editor, second));
            let is_true = match numbers {
                (Some(first), Some(second)) => integers::compare(predicate, bits, first, second),
                _ if first == second => integers::compare(predicate, bits, 0, 0),
                _ => None,
            };
            is_true.map(|is_true| editor.int(ty, is_true.into()))
        }
        Op::Select([condition, if_true, if_false]) => match constant(editor, condition) {
            Some(condition) => Some(if condition & 1 != 0 { if_true } else { if_false }),
            None => (if_true == if_false).then_some(if_true),
        },
        Op::ExtractValue(aggregate, _) if is_aggregate(editor, aggregate) => {
            let indices = editor.indices(id).to_vec();
            member(editor, aggregate, &indices)
        }
        Op::ExtractElement([vector, index]) => {
            let index = editor.context().integer(index)?;
            element(editor, vector, index)
        }
        Op::ElementPointer { .. } => {
            let [base, first] = editor.operands(id)[..] else { return None };
            (editor.context().integer(first) == Some(0)).then_some(base)
        }
        Op::Freeze(value) => constant(editor, value).map(|_| value),
        _ => None,
    };
    value.filter(|value| editor.type_of(*value) == Ok(ty))
}

/// Returns the value of a constant integer of at most 64 bits, sign-extended.
fn constant(editor: &Editor<'_>, value: Value) -> Option<i64> {
    editor.context().signed_integer(value)
}

fn integer_bits(editor: &Editor<'_>, ty: TypeId) -> Option<u32> {
    match editor.context().types.get(ty)? {
        Type::Integer(bits) if (1..=64).contains(bits) => Some(*bits),
        _ => None,
    }
}

/// Returns the incoming value of a phi if all incoming values are equal, except for the phi itself.
fn joined(editor: &Editor<'_>, phi: InstructionId) -> Option<Value> {
    let incoming = editor.incoming(phi);
    let mut values = incoming.iter().map(|(_, value)| *value).filter(|value| *value != phi.into());
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

fn binary(editor: &mut Editor<'_>, ty: TypeId, op: BinaryOp, operands: [Value; 2]) -> Option<Value> {
    let bits = integer_bits(editor, ty)?;
    let [first, second] = operands;
    match (constant(editor, first), constant(editor, second)) {
        (Some(first), Some(second)) => {
            let number = integers::binary(op, bits, first, second)?;
            Some(editor.int(ty, number))
        }
        (Some(number), None) if integers::is_neutral_first(op, number) => Some(second),
        (None, Some(number)) if integers::is_neutral_second(op, number) => Some(first),
        (Some(0), None) | (None, Some(0)) if matches!(op, BinaryOp::Mul | BinaryOp::And) => {
            Some(editor.int(ty, 0))
        }
        _ => None,
    }
}

fn cast(editor: &mut Editor<'_>, ty: TypeId, op: CastOp, value: Value) -> Option<Value> {
    let from = editor.type_of(value).ok()?;
    if op == CastOp::Bitcast && from == ty {
        return Some(value);
    }
    let (from, to) = (integer_bits(editor, from)?, integer_bits(editor, ty)?);
    let number = integers::cast(op, from, to, constant(editor, value)?)?;
    Some(editor.int(ty, number))
}

/// Returns true for values whose members may be known: constants, and results of `insertvalue` and `extractvalue`.
fn is_aggregate(editor: &Editor<'_>, value: Value) -> bool {
    match value.kind() {
        ValueKind::Constant(_) => true,
        ValueKind::Instruction(id) => {
            matches!(editor.op(id), Some(Op::InsertValue(..) | Op::ExtractValue(..)))
        }
        ValueKind::Global(_)
        | ValueKind::Argument(_)
        | ValueKind::Metadata(_)
        | ValueKind::LocalMetadata(_)
        | ValueKind::Forward(_) => false,
    }
}

/// Returns a member of an aggregate by following `insertvalue` and `extractvalue`, at most [`CHAIN`] of them, to the
/// inserted value or to a constant aggregate.
fn member(editor: &mut Editor<'_>, aggregate: Value, indices: &[Index]) -> Option<Value> {
    let (mut aggregate, mut indices) = (aggregate, indices.to_vec());
    for _ in 0..CHAIN {
        if indices.is_empty() {
            return Some(aggregate);
        }
        match aggregate.kind() {
            ValueKind::Constant(_) => {
                for index in indices {
                    aggregate = part(editor, aggregate, index.0.into())?;
                }
                return Some(aggregate);
            }
            ValueKind::Instruction(id) => {
                let path = editor.indices(id);
                let [whole, inserted] = match *editor.op(id)? {
                    Op::InsertValue(operands, _) => operands,
                    Op::ExtractValue(whole, _) => {
                        indices = path.iter().chain(&indices).copied().collect();
                        aggregate = whole;
                        continue;
                    }
                    _ => return None,
                };
                match (indices.strip_prefix(path), path.starts_with(&indices)) {
                    (Some(rest), _) => (aggregate, indices) = (inserted, rest.to_vec()),
                    // The `insertvalue` sets only a part of the requested member.
                    (None, true) => return None,
                    (None, false) => aggregate = whole,
                }
            }
            ValueKind::Global(_)
            | ValueKind::Argument(_)
            | ValueKind::Metadata(_)
            | ValueKind::LocalMetadata(_)
            | ValueKind::Forward(_) => return None,
        }
    }
    None
}

/// Returns an element of a vector by following `insertelement`, at most [`CHAIN`] of them, to the inserted value or to
/// a constant vector.
fn element(editor: &mut Editor<'_>, mut vector: Value, index: u64) -> Option<Value> {
    for _ in 0..CHAIN {
        let ValueKind::Instruction(id) = vector.kind() else { return part(editor, vector, index) };
        let Op::InsertElement([whole, inserted, lane]) = *editor.op(id)? else { return None };
        if editor.context().integer(lane)? == index {
            return Some(inserted);
        }
        vector = whole;
    }
    None
}

/// Returns an element or a member of a constant aggregate or vector; `None` for other values and for an index out of
/// bounds.
pub(crate) fn part(editor: &mut Editor<'_>, of: Value, index: u64) -> Option<Value> {
    let ValueKind::Constant(id) = of.kind() else { return None };
    let module = editor.module();
    let constant = module.constants.get(id)?;
    let position = usize::try_from(index).ok()?;
    let ty = module.types.element(constant.ty, index)?;
    if let Some(Type::Array(_, length) | Type::Vector(_, length)) = module.types.get(constant.ty)
        && index >= *length
    {
        return None;
    }
    match &constant.kind {
        ConstantKind::Null => Some(module.null(ty)),
        ConstantKind::Undef => Some(module.undef(ty)),
        ConstantKind::Poison => Some(module.constant(ty, ConstantKind::Poison)),
        ConstantKind::Aggregate(parts) => parts.get(position).copied(),
        ConstantKind::Bytes(bytes) => {
            let byte = *bytes.get(position)?;
            Some(module.int(ty, byte.into()))
        }
        ConstantKind::Data(words) => {
            let bits = *words.get(position)?;
            let is_float = module.types.is_float(ty);
            Some(if is_float { module.float_bits(ty, bits) } else { module.int(ty, bits.cast_signed()) })
        }
        _ => None,
    }
}
