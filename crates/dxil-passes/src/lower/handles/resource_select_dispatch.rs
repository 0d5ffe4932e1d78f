//! Handles that may be of resources of different ranges: which one it is, is chosen by a number, and each access
//! becomes one of each, behind branches. Part of pass `dxil-joined-handles`, which chooses indices where it is one
//! range; DXIL has no choice between others, and DXC refuses it.
//!
//! An operation that compares what neighbours in a quad have, to take derivatives, would be another one where these
//! went elsewhere, and is refused.

use az::SaturatingAs as _;
use dxil::ops::{FUNCTION_PREFIX, Flag, Opcode, Operation};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{InstructionId, Op, Value};
use hashbrown::{HashMap, HashSet};

use crate::error::{Result, invalid};
use crate::lower::calls::{call, users};
use crate::lower::control_flow::expand_by_index::{GrowthBudget, by_cases, copied, is_case, numbers};
use crate::lower::handles::handle_webs::{Source, Web, choose};
use crate::lower::handles::ranges::{index_of, is_made_of};
use crate::lower::intrinsics::names::find_in_main_overloaded;
use crate::lower::intrinsics::table::Rows;
use crate::lower::memory::addresses::GET_POINTER;
use crate::lower::memory::pointer_phis::{accesses, rematerialize, steps, with_address};
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

/// What begins the names of intrinsics that access resources.
const OF_RESOURCES: &[u8] = b"llvm.dx.resource.";

/// Takes one of several handles for joins of them, wherever something is done with one.
pub(in crate::lower) fn replace(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    (rows, room): (&Rows, &mut GrowthBudget),
    web: &Web,
) -> Result<()> {
    let i32 = editor.module().types.int(32);
    let which = choose(editor, &web.joins, i32, |editor, handle| {
        let number = web.numbers.get(&handle).copied()?;
        Some(editor.int(i32, number.saturating_as::<i64>()))
    })?;
    let mut indices: Vec<Indices> = Vec::with_capacity(web.sources.len());
    for (number, source) in web.sources.iter().enumerate() {
        indices.push(match source {
            Source::Range(range) if range.only_index().is_none() => {
                choose(editor, &web.joins, range.index_type, |editor, handle| {
                    let is_it = web.numbers.get(&handle) == Some(&number);
                    index_of(editor, handle).filter(|_| is_it)
                })?
            }
            _ => Indices::new(),
        });
    }
    let joins: HashSet<InstructionId> = web.joins.iter().copied().collect();
    for join in web.joins.iter().copied() {
        let Some(which) = which.get(&join).copied() else { continue };
        let mut choice = Choice { join, which, indices: &indices, sources: &web.sources, intrinsics, room };
        for user in users(editor, join) {
            if !joins.contains(&user) {
                choice.replace_in(editor, rows, user)?;
            }
        }
    }
    for join in web.joins.iter().copied() {
        let ty = editor.type_of(join.into()).map_err(invalid)?;
        let nothing = editor.module().constant(ty, ConstantKind::Poison);
        editor.replace_and_erase(join, nothing).map_err(invalid)?;
    }
    Ok(())
}

/// The index of each join, as far as that is of a range.
type Indices = HashMap<InstructionId, Value>;

/// What a call does, if it accesses a resource.
enum Access {
    None,
    WithDerivatives,
    Other,
}

fn access(editor: &Editor<'_>, rows: &Rows, id: InstructionId) -> Access {
    let Some((name, arguments)) = call(editor, id) else { return Access::None };
    let takes_derivatives = if name.starts_with(FUNCTION_PREFIX.as_bytes()) {
        let opcode = arguments.first().and_then(|first| editor.context().integer(*first));
        let opcode = opcode.and_then(|opcode| opcode.try_into().ok()).map(Opcode);
        let Some(operation) = opcode.and_then(Operation::get) else { return Access::None };
        operation.has(Flag::Gradient)
    } else if name.starts_with(OF_RESOURCES) {
        let row = std::str::from_utf8(name).ok().and_then(find_in_main_overloaded);
        let candidates = row.and_then(|row| rows.of(row));
        candidates.is_some_and(|them| them.all.iter().any(|row| row.operation.has(Flag::Gradient)))
    } else {
        return Access::None;
    };
    if takes_derivatives { Access::WithDerivatives } else { Access::Other }
}

/// Refuses what cannot be done of one of several.
fn check(editor: &Editor<'_>, rows: &Rows, id: InstructionId) -> Result<()> {
    let why = match access(editor, rows, id) {
        Access::Other => return Ok(()),
        Access::None => {
            "phi or select of handles from different resource ranges has a use that is not a \
                         resource access"
        }
        Access::WithDerivatives => {
            "phi or select of handles from different resource ranges is used by an operation with implicit \
             derivatives, which cannot be moved into a branch"
        }
    };
    Err(unsupported(editor, id, why))
}

/// A handle that is one of several.
struct Choice<'s> {
    join: InstructionId,
    /// Which of the sources.
    which: Value,
    /// Which of each range, where several are known of.
    indices: &'s [Indices],
    sources: &'s [Source],
    intrinsics: &'s mut Intrinsics,
    room: &'s mut GrowthBudget,
}

impl Choice<'_> {
    /// Makes of what uses the choice what uses each of the handles.
    fn replace_in(&mut self, editor: &mut Editor<'_>, rows: &Rows, user: InstructionId) -> Result<()> {
        let name = call(editor, user).map(|(name, _)| name.to_owned()).unwrap_or_default();
        if name.starts_with(GET_POINTER.as_bytes()) {
            return self.replace_address(editor, user);
        }
        if is_made_of(editor, user, self.join.into()) {
            for other in users(editor, user) {
                check(editor, rows, other)?;
                self.replace_access(editor, other, Some(user))?;
            }
            return editor.erase(user).map_err(invalid);
        }
        check(editor, rows, user)?;
        self.replace_access(editor, user, None)
    }

    /// Accesses an element of each resource where one of several is accessed. An address that is chosen itself is one
    /// of several then, which [`shared_addresses`](super::shared_addresses) takes apart.
    fn replace_address(&mut self, editor: &mut Editor<'_>, user: InstructionId) -> Result<()> {
        for (access, place) in accesses(editor, user) {
            let pointer = editor.operands(access).get(place as usize).copied();
            let Some(pointer) = pointer else { continue };
            self.room.take(editor, access, self.sources.len())?;
            editor.go_to(Position::Before(access)).map_err(invalid)?;
            let bytes = steps(editor, pointer)?.value(editor, 1)?;
            let byte = editor.module().types.int(8);
            by_cases(editor, access, self.which, &numbers(self.sources.len()), |editor, number, end| {
                let handle = self.handle(editor, number, end)?;
                let address = with_handle(editor, user, self.join.into(), handle)?;
                let address =
                    editor.element_pointer(false, byte, address.into(), &[bytes]).map_err(invalid)?;
                with_address(editor, access, address)
            })?;
        }
        if !is_needed(editor, user) {
            return Ok(());
        }
        self.room.take(editor, user, self.sources.len())?;
        let mut chosen: Option<Value> = None;
        for number in (0..self.sources.len()).rev() {
            editor.go_to(Position::Before(user)).map_err(invalid)?;
            let handle = self.handle(editor, number, user)?;
            let made = with_handle(editor, user, self.join.into(), handle)?.into();
            chosen = Some(match chosen {
                Some(others) => {
                    let is_it = is_case(editor, self.which, number.saturating_as::<i64>())?;
                    editor.select(is_it, made, others)
                }
                None => made,
            });
        }
        let Some(chosen) = chosen else { return Ok(()) };
        editor.replace_and_erase(user, chosen).map_err(invalid)?;
        Ok(())
    }

    /// Makes an access one for each resource. `maker` is what makes of the choice the handle that it takes.
    fn replace_access(
        &mut self,
        editor: &mut Editor<'_>,
        user: InstructionId,
        maker: Option<InstructionId>,
    ) -> Result<()> {
        self.room.take(editor, user, self.sources.len())?;
        by_cases(editor, user, self.which, &numbers(self.sources.len()), |editor, number, end| {
            let mut handle = self.handle(editor, number, end)?;
            let mut taken = Value::from(self.join);
            if let Some(maker) = maker {
                handle = with_handle(editor, maker, taken, handle)?.into();
                taken = maker.into();
            }
            with_handle(editor, user, taken, handle)
        })?;
        Ok(())
    }

    /// The handle of a source before an instruction, where the cursor is.
    fn handle(&mut self, editor: &mut Editor<'_>, number: usize, at: InstructionId) -> Result<Value> {
        match self.sources.get(number) {
            Some(Source::Range(range)) => {
                let chosen = || self.indices.get(number)?.get(&self.join).copied();
                let index = range.only_index().or_else(chosen);
                let index = index.ok_or_else(|| unsupported(editor, at, "no index"))?;
                range.handle(editor, self.intrinsics, index, at)
            }
            Some(Source::Handle(handle)) => {
                let handle = rematerialize(editor, *handle, at)?;
                editor.go_to(Position::Before(at)).map_err(invalid)?;
                Ok(handle)
            }
            None => Err(unsupported(editor, at, "no resource")),
        }
    }
}

/// The same call with another handle, where the cursor is.
fn with_handle(editor: &mut Editor<'_>, id: InstructionId, old: Value, new: Value) -> Result<InstructionId> {
    copied(editor, id, |_, operand| operand == old, new)
}

/// Whether an address is used by more than steps of addresses that nothing uses.
fn is_needed(editor: &Editor<'_>, address: InstructionId) -> bool {
    let mut waiting = vec![address];
    let mut seen: HashSet<InstructionId> = HashSet::new();
    while let Some(id) = waiting.pop() {
        for user in users(editor, id) {
            if !matches!(editor.op(user), Some(Op::ElementPointer { .. } | Op::Cast(..))) {
                return true;
            }
            if seen.insert(user) {
                waiting.push(user);
            }
        }
    }
    false
}
