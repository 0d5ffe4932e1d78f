//! `dxil-joined-handles`: of resources of one range, the index is chosen and not the handle, which can be no operand of
//! a `phi` or a `select` in DXIL. Unoptimized code keeps handles in variables, which makes such choices, and optimizers
//! make them of handles that operations take, too. Of resources of different ranges it is chosen which one is accessed:
//! [`several_ranges`].
//!
//! Needs: calls are inlined, and memory that could be values is.
//!
//! Holds then: no `phi` and no `select` gives a handle.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind};
use hashbrown::{HashMap, HashSet};

use super::by_cases::Room;
use super::ranges::{Range, index_of};
use super::rows::Rows;
use super::{State, several_ranges};
use crate::error::{Result, invalid};
use crate::limits::HANDLE_SLOTS;
use crate::lower::calls::users;
use crate::place::unsupported;
use crate::undefined::is_undefined;
use crate::upgrade::intrinsics::Intrinsics;

/// The type of the handles that operations take.
const HANDLE: &str = "dx.types.Handle";

pub(super) fn run(state: &mut State) -> Result<()> {
    let is_joined = |instruction: &Instruction| is_join(&state.module, instruction);
    if !state.module.bodies().any(|(.., body)| body.instructions.values().any(is_joined)) {
        return Ok(());
    }
    let rows = Rows::new();
    state.each_function(|editor, intrinsics| {
        // Of handles that are made of others, those are chosen next.
        let mut room = Room::of(editor);
        while replace_all(editor, intrinsics, &rows, &mut room)? {}
        Ok(())
    })
}

/// Replaces all choices that there are; says whether other handles are chosen now.
fn replace_all(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    rows: &Rows,
    room: &mut Room,
) -> Result<bool> {
    let is_joined = |id: &InstructionId| is_handle_join(editor, *id);
    let joins: Vec<InstructionId> = editor.all_instructions().into_iter().filter(is_joined).collect();
    let mut known: HashSet<InstructionId> = HashSet::new();
    let mut firsts = Vec::new();
    for join in joins {
        if !known.contains(&join) {
            known.extend(Web::of(editor, join)?.joins);
            firsts.push(join);
        }
    }
    let mut is_any_left = false;
    // What is made of one that is chosen may be chosen again, which comes later mostly, and has to be gone before.
    for first in firsts.into_iter().rev() {
        let web = Web::of(editor, first)?;
        match &web.sources[..] {
            // Nothing says which one it is.
            [] => continue,
            [Source::Range(range)] => replace(editor, intrinsics, &web.joins, range)?,
            _ => several_ranges::replace(editor, intrinsics, (rows, room), &web)?,
        }
        is_any_left |= web.sources.iter().any(
            |source| matches!(source, Source::Range(range) if is_handle(editor.context(), range.index_type)),
        );
    }
    Ok(is_any_left)
}

fn is_join(module: &Module, instruction: &Instruction) -> bool {
    is_handle(module, instruction.ty) && matches!(instruction.op, Op::Phi(..) | Op::Select(_))
}

fn is_handle(module: &Module, ty: TypeId) -> bool {
    let is_of_operations = || module.types.named(ty).is_some_and(|named| named.name == HANDLE);
    matches!(module.types.get(ty), Some(Type::Target(_))) || is_of_operations()
}

fn is_handle_join(editor: &Editor<'_>, id: InstructionId) -> bool {
    editor.instruction(id).is_some_and(|instruction| is_join(editor.context(), instruction))
}

/// What a handle may be of.
pub(super) enum Source {
    Range(Range),
    /// What is made otherwise.
    Handle(Value),
}

/// Joins of handles that feed each other, and what all of them may be.
pub(super) struct Web {
    pub joins: Vec<InstructionId>,
    pub sources: Vec<Source>,
    /// Which of the sources the handles are of that are chosen between.
    pub numbers: HashMap<Value, usize>,
}

impl Web {
    fn of(editor: &Editor<'_>, join: InstructionId) -> Result<Self> {
        let mut web = Self { joins: vec![join], sources: Vec::new(), numbers: HashMap::new() };
        let mut seen: HashSet<InstructionId> = HashSet::from([join]);
        let mut next = 0;
        while let Some(id) = web.joins.get(next).copied() {
            next += 1;
            for source in sources(editor, id) {
                match source.kind() {
                    ValueKind::Instruction(other) if is_handle_join(editor, other) => {
                        if seen.insert(other) {
                            web.joins.push(other);
                        }
                    }
                    _ if is_undefined(editor.context(), source) => {}
                    _ => web.add(editor, source),
                }
            }
            let users = users(editor, id).into_iter();
            web.joins.extend(users.filter(|user| is_handle_join(editor, *user) && seen.insert(*user)));
            if web.sources.len() > HANDLE_SLOTS {
                let why = format!("one of several resources, which may be at most {HANDLE_SLOTS}");
                return Err(unsupported(editor, id, why));
            }
        }
        Ok(web)
    }

    /// Takes note of a handle that is chosen.
    fn add(&mut self, editor: &Editor<'_>, handle: Value) {
        if self.numbers.contains_key(&handle) {
            return;
        }
        let of = Range::of(editor, handle);
        let known = self.sources.iter_mut().position(|source| match (source, &of) {
            (Source::Range(known), Some(range)) => known.takes(range),
            _ => false,
        });
        let number = known.unwrap_or_else(|| {
            self.sources.push(of.map_or(Source::Handle(handle), Source::Range));
            self.sources.len() - 1
        });
        self.numbers.insert(handle, number);
    }
}

/// What a `phi` or a `select` chooses between.
pub(super) fn sources(editor: &Editor<'_>, id: InstructionId) -> Vec<Value> {
    match editor.op(id) {
        Some(Op::Select([_, first, second])) => vec![*first, *second],
        _ => editor.incoming(id).into_iter().map(|(_, value)| value).collect(),
    }
}

/// Chooses indices in the place of handles, and makes handles of them.
fn replace(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    joins: &[InstructionId],
    range: &Range,
) -> Result<()> {
    let indices = choose(editor, joins, range.index_type, |editor, handle| index_of(editor, handle))?;
    for id in joins.iter().copied() {
        let Some(index) = indices.get(&id).copied() else { continue };
        let block = editor.block_of(id).ok_or_else(|| unsupported(editor, id, "no block"))?;
        let behind = editor.instructions(block).find(|other| !is_phi(editor, *other));
        let place = if is_phi(editor, id) { behind.unwrap_or(id) } else { id };
        editor.go_to(Position::Before(place)).map_err(invalid)?;
        let handle = range.handle(editor, intrinsics, index, id)?;
        editor.replace_and_erase(id, handle).map_err(invalid)?;
    }
    Ok(())
}

fn is_phi(editor: &Editor<'_>, id: InstructionId) -> bool {
    matches!(editor.op(id), Some(Op::Phi(..)))
}

/// Chooses numbers as handles are chosen, or other handles: `number` is that of a handle that is none of the joins;
/// where there is none, as of what is undefined, it is any.
pub(super) fn choose(
    editor: &mut Editor<'_>,
    joins: &[InstructionId],
    ty: TypeId,
    number: impl Fn(&mut Editor<'_>, Value) -> Option<Value>,
) -> Result<HashMap<InstructionId, Value>> {
    let number_of = |editor: &mut Editor<'_>, handle: Value, made: &HashMap<InstructionId, Value>| {
        let known = match handle.kind() {
            ValueKind::Instruction(id) => made.get(&id).copied(),
            _ => None,
        };
        let known = known.or_else(|| number(editor, handle));
        known.unwrap_or_else(|| match editor.context().types.get(ty) {
            Some(Type::Integer(_)) => editor.int(ty, 0),
            _ => editor.module().constant(ty, ConstantKind::Poison),
        })
    };
    let mut made: HashMap<InstructionId, Value> = HashMap::new();
    let phis: Vec<InstructionId> = joins.iter().copied().filter(|id| is_phi(editor, *id)).collect();
    for id in phis.iter().copied() {
        let block = editor.block_of(id).ok_or_else(|| unsupported(editor, id, "no block"))?;
        made.extend(editor.add_phis(block, &[ty]).map_err(invalid)?.first().map(|phi| (id, (*phi).into())));
    }
    let all: HashSet<InstructionId> = joins.iter().copied().collect();
    // A choice may be of another one that comes later in this list: it waits for that.
    let mut waiting: Vec<InstructionId> = joins.to_vec();
    while let Some(id) = waiting.last().copied() {
        let choice = match editor.op(id) {
            Some(Op::Select(operands)) if !made.contains_key(&id) => *operands,
            _ => {
                waiting.pop();
                continue;
            }
        };
        let [condition, first, second] = choice;
        let undone = |value: &Value| match value.kind() {
            ValueKind::Instruction(inner) => {
                (all.contains(&inner) && !made.contains_key(&inner)).then_some(inner)
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
        let [first, second] = [first, second].map(|handle| number_of(editor, handle, &made));
        let chosen = editor.select(condition, first, second);
        made.insert(id, chosen);
        waiting.pop();
    }
    for id in phis {
        let Some(ValueKind::Instruction(phi)) = made.get(&id).map(|number| number.kind()) else { continue };
        for (block, handle) in editor.incoming(id) {
            let number = number_of(editor, handle, &made);
            editor.set_incoming(phi, block, number).map_err(invalid)?;
        }
    }
    Ok(made)
}
