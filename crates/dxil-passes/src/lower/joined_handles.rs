//! `dxil-joined-handles`: of resources of one range, the index is chosen and not the handle, which can be no operand of
//! a `phi` or a `select` in DXIL. Unoptimized code keeps handles in variables, which makes such choices.
//!
//! Needs: calls are inlined, and memory that could be values is.
//!
//! Holds then: no `phi` and no `select` gives a handle, unless it chooses between different ranges.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{GlobalId, Instruction, InstructionId, Module, Op, Type, Value, ValueKind};
use hashbrown::{HashMap, HashSet};

use super::State;
use super::operations::{NON_UNIFORM, is};
use crate::error::{Result, invalid};
use crate::lower::calls::call;
use crate::place::unsupported;
use crate::undefined::is_undefined;
use crate::upgrade::intrinsics::Intrinsics;

/// Which argument the index in the range is, of what makes handles of bound resources.
const INDEX: usize = 3;
const BOUND: [&str; 2] = ["llvm.dx.resource.handlefrombinding", "llvm.dx.resource.handlefromimplicitbinding"];

pub(super) fn run(state: &mut State) -> Result<()> {
    let is_joined = |instruction: &Instruction| is_join(&state.module, instruction);
    if !state.module.bodies().any(|(.., body)| body.instructions.values().any(is_joined)) {
        return Ok(());
    }
    state.each_function(|editor, intrinsics| {
        let is_joined = |id: &InstructionId| {
            editor.instruction(*id).is_some_and(|instruction| is_join(editor.context(), instruction))
        };
        let joins: Vec<InstructionId> = editor.all_instructions().into_iter().filter(is_joined).collect();
        let mut done: HashSet<InstructionId> = HashSet::new();
        for join in joins {
            if done.contains(&join) {
                continue;
            }
            let web = Web::of(editor, join);
            done.extend(web.joins.iter().copied());
            if let Some(range) = web.range {
                replace(editor, intrinsics, &web.joins, &range)?;
            }
        }
        Ok(())
    })
}

fn is_join(module: &Module, instruction: &Instruction) -> bool {
    let is_handle = matches!(module.types.get(instruction.ty), Some(Type::Target(_)));
    is_handle && matches!(instruction.op, Op::Phi(..) | Op::Select(_))
}

/// What makes handles of one range: the function, its arguments, and whether an index may differ between threads.
struct Range {
    function: GlobalId,
    arguments: Vec<Value>,
    is_non_uniform: bool,
}

/// Joins of handles that feed each other, and the range that all of them are of, if it is one.
struct Web {
    joins: Vec<InstructionId>,
    range: Option<Range>,
}

impl Web {
    fn of(editor: &Editor<'_>, join: InstructionId) -> Self {
        let mut joins = vec![join];
        let mut seen: HashSet<InstructionId> = HashSet::from([join]);
        let (mut range, mut is_one) = (None, true);
        let mut next = 0;
        while let Some(id) = joins.get(next).copied() {
            next += 1;
            for source in sources(editor, id) {
                if is_undefined(editor.context(), source) {
                    continue;
                }
                match source.kind() {
                    ValueKind::Instruction(other) if editor.op(other).is_some_and(is_choice) => {
                        if seen.insert(other) {
                            joins.push(other);
                        }
                    }
                    _ => is_one &= add(editor, source, &mut range),
                }
            }
        }
        Self { joins, range: range.filter(|_| is_one) }
    }
}

fn is_choice(op: &Op) -> bool {
    matches!(op, Op::Phi(..) | Op::Select(_))
}

/// What a `phi` or a `select` chooses between.
pub(super) fn sources(editor: &Editor<'_>, id: InstructionId) -> Vec<Value> {
    match editor.op(id) {
        Some(Op::Select([_, first, second])) => vec![*first, *second],
        _ => editor.incoming(id).into_iter().map(|(_, value)| value).collect(),
    }
}

/// Adds a handle to what is known of a range; says whether it is of it.
fn add(editor: &Editor<'_>, handle: Value, range: &mut Option<Range>) -> bool {
    let Some((function, arguments)) = bound(editor, handle) else { return false };
    let is_marked = arguments.get(INDEX).is_some_and(|index| is_non_uniform(editor, *index));
    let known = range.get_or_insert_with(|| Range {
        function,
        arguments: arguments.clone(),
        is_non_uniform: is_marked,
    });
    known.is_non_uniform |= is_marked;
    let is_same = |(place, (one, other)): (usize, (&Value, &Value))| place == INDEX || one == other;
    known.function == function && known.arguments.iter().zip(&arguments).enumerate().all(is_same)
}

/// What makes the handle of a bound resource, and of what.
fn bound(editor: &Editor<'_>, handle: Value) -> Option<(GlobalId, Vec<Value>)> {
    let ValueKind::Instruction(id) = handle.kind() else { return None };
    let (name, arguments) = call(editor, id)?;
    let is_bound = BOUND.iter().any(|intrinsic| is(name, intrinsic)) && arguments.len() > INDEX;
    is_bound.then_some((editor.called(id)?.0, arguments))
}

fn is_non_uniform(editor: &Editor<'_>, index: Value) -> bool {
    let ValueKind::Instruction(id) = index.kind() else { return false };
    call(editor, id).is_some_and(|(name, _)| is(name, NON_UNIFORM))
}

/// Chooses indices in the place of handles, and makes handles of them.
fn replace(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    joins: &[InstructionId],
    range: &Range,
) -> Result<()> {
    let i32 = editor.module().types.int(32);
    let mut indices: HashMap<InstructionId, Value> = HashMap::new();
    let is_phi = |editor: &Editor<'_>, id: InstructionId| matches!(editor.op(id), Some(Op::Phi(..)));
    let phis: Vec<InstructionId> = joins.iter().copied().filter(|id| is_phi(editor, *id)).collect();
    for id in phis.iter().copied() {
        let block = editor.block_of(id).ok_or_else(|| unsupported(editor, id, "no block"))?;
        indices
            .extend(editor.add_phis(block, &[i32]).map_err(invalid)?.first().map(|phi| (id, (*phi).into())));
    }
    let all: HashSet<InstructionId> = joins.iter().copied().collect();
    // A choice may be of another one that comes later in this list: it waits for that.
    let mut waiting: Vec<InstructionId> = joins.to_vec();
    while let Some(id) = waiting.last().copied() {
        let choice = match editor.op(id) {
            Some(Op::Select(operands)) if !indices.contains_key(&id) => *operands,
            _ => {
                waiting.pop();
                continue;
            }
        };
        let [condition, first, second] = choice;
        let undone = |value: &Value| match value.kind() {
            ValueKind::Instruction(inner) => {
                (all.contains(&inner) && !indices.contains_key(&inner)).then_some(inner)
            }
            _ => None,
        };
        let before = waiting.len();
        waiting.extend([first, second].iter().filter_map(undone).filter(|inner| *inner != id));
        if waiting.len() > before {
            // Of a circle without a phi, nothing is reached.
            if waiting.len() > joins.len().saturating_mul(3) {
                return Err(unsupported(editor, id, "a handle that is chosen of itself"));
            }
            continue;
        }
        editor.go_to(Position::Before(id)).map_err(invalid)?;
        let [first, second] = [first, second].map(|handle| index_of(editor, handle, &indices));
        let chosen = editor.select(condition, first, second);
        indices.insert(id, chosen);
        waiting.pop();
    }
    for id in phis {
        let Some(ValueKind::Instruction(phi)) = indices.get(&id).map(|index| index.kind()) else { continue };
        for (block, handle) in editor.incoming(id) {
            let index = index_of(editor, handle, &indices);
            editor.set_incoming(phi, block, index).map_err(invalid)?;
        }
    }
    for id in joins.iter().copied() {
        let Some(mut index) = indices.get(&id).copied() else { continue };
        let block = editor.block_of(id).ok_or_else(|| unsupported(editor, id, "no block"))?;
        let behind = editor.instructions(block).find(|other| !is_phi(editor, *other));
        let place = if is_phi(editor, id) { behind.unwrap_or(id) } else { id };
        editor.go_to(Position::Before(place)).map_err(invalid)?;
        if range.is_non_uniform {
            let row = intrinsics.row(NON_UNIFORM);
            let marked = match row {
                Some(row) => intrinsics.call(editor, row, &[index], &[i32])?,
                None => None,
            };
            index = marked.ok_or_else(|| unsupported(editor, id, "no such intrinsic"))?;
        }
        let mut arguments = range.arguments.clone();
        if let Some(place) = arguments.get_mut(INDEX) {
            *place = index;
        }
        let handle = editor.call(range.function, &arguments).map_err(invalid)?;
        editor.replace_and_erase(id, handle).map_err(invalid)?;
    }
    Ok(())
}

/// The index of a handle: what was chosen of a join, the argument of what makes it, or any where it is undefined.
fn index_of(editor: &mut Editor<'_>, handle: Value, indices: &HashMap<InstructionId, Value>) -> Value {
    let known = match handle.kind() {
        ValueKind::Instruction(id) => indices.get(&id).copied(),
        _ => None,
    };
    let argument = |editor: &Editor<'_>| bound(editor, handle)?.1.get(INDEX).copied();
    known.or_else(|| argument(editor)).unwrap_or_else(|| {
        let i32 = editor.module().types.int(32);
        editor.int(i32, 0)
    })
}
