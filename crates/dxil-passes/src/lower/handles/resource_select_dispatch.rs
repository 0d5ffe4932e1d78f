//! Phi webs of handles from different resource ranges: branches to a copy of each access for each source of the web.
//!
//! Part of pass `handle-phis`; separate because a web of one range needs no branches. The pass builds a web of integers
//! that number the sources, and expands each use of a joined handle by this number. DXC rejects such code.
//!
//! An access with implicit derivatives is an error: the lanes of a quad could execute different copies.

use az::SaturatingAs as _;
use dxil::ops::{FUNCTION_PREFIX, Flag, Opcode, Operation};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{InstructionId, Op, Value};
use hashbrown::{HashMap, HashSet};

use crate::error::{Result, invalid};
use crate::lower::calls::{call, users};
use crate::lower::control_flow::expand_by_index::{
    GrowthBudget, case_condition, copy_with_operand, expand_by_index,
};
use crate::lower::control_flow::phi_web::{PhiWeb, build_parallel};
use crate::lower::handles::handle_sources::{Source, build_indices, index_of, join_of};
use crate::lower::intrinsics::names::without_suffix;
use crate::lower::intrinsics::table::Rows;
use crate::lower::memory::addresses::GET_POINTER;
use crate::lower::memory::pointer_phis::{accesses, rematerialize, steps, with_address};
use crate::place::unsupported;
use crate::upgrade::intrinsics::Intrinsics;

/// The prefix of the intrinsics that access resources.
const RESOURCE_INTRINSICS: &[u8] = b"llvm.dx.resource.";

/// Replaces each use of a joined handle by a branch on the number of the source to a use of that source.
pub(in crate::lower) fn replace(
    editor: &mut Editor<'_>,
    intrinsics: &mut Intrinsics,
    budget: &mut GrowthBudget,
    web: &PhiWeb<Source>,
) -> Result<()> {
    let i32 = editor.module().types.int(32);
    let numbers = build_parallel(editor, &web.joins, [i32], join_of, |editor, handle, parallel| {
        let number = web.source_of(handle).unwrap_or(0).saturating_as::<i64>();
        Ok(parallel.unwrap_or_else(|| [editor.int(i32, number)]))
    })?;
    let mut indices: Vec<Indices> = Vec::with_capacity(web.sources.len());
    for (number, source) in web.sources.iter().enumerate() {
        indices.push(match source {
            Source::Range(range) if range.constant_index().is_none() => {
                build_indices(editor, web, number, range)?
            }
            _ => Indices::new(),
        });
    }
    let joins: HashSet<InstructionId> = web.joins.iter().copied().collect();
    for join in web.joins.iter().copied() {
        let Some([number]) = numbers.get(&join).copied() else { continue };
        let sources = &web.sources;
        let mut dispatch = Dispatch { join, number, indices: &indices, sources, intrinsics, budget };
        for user in users(editor, join) {
            if !joins.contains(&user) {
                dispatch.replace_use(editor, user)?;
            }
        }
    }
    for join in web.joins.iter().copied() {
        let ty = editor.type_of(join.into()).map_err(invalid)?;
        let poison = editor.module().constant(ty, ConstantKind::Poison);
        editor.replace_and_erase(join, poison).map_err(invalid)?;
    }
    Ok(())
}

/// The index of each join into one range.
type Indices = HashMap<InstructionId, [Value; 1]>;

/// The kind of a call that uses a handle.
enum Access {
    None,
    WithImplicitDerivatives,
    Other,
}

fn access(editor: &Editor<'_>, id: InstructionId) -> Access {
    let Some((name, arguments)) = call(editor, id) else { return Access::None };
    let has_derivatives = if name.starts_with(FUNCTION_PREFIX.as_bytes()) {
        let opcode = arguments.first().and_then(|first| editor.context().integer(*first));
        let opcode = opcode.and_then(|opcode| opcode.try_into().ok()).map(Opcode);
        let Some(operation) = opcode.and_then(Operation::get) else { return Access::None };
        operation.has(Flag::Gradient)
    } else if name.starts_with(RESOURCE_INTRINSICS) {
        let row = without_suffix(name);
        let candidates = row.and_then(|row| Rows::get().of(row));
        candidates.is_some_and(|them| them.all.iter().any(|row| row.operation.has(Flag::Gradient)))
    } else {
        return Access::None;
    };
    if has_derivatives { Access::WithImplicitDerivatives } else { Access::Other }
}

/// Returns an error if an instruction cannot be copied into a branch for each source.
fn check(editor: &Editor<'_>, id: InstructionId) -> Result<()> {
    let why = match access(editor, id) {
        Access::Other => return Ok(()),
        Access::None => {
            "phi or select of handles from different resource ranges has a use that is not a \
                         resource access"
        }
        Access::WithImplicitDerivatives => {
            "phi or select of handles from different resource ranges is used by an operation with implicit \
             derivatives, which cannot be moved into a branch"
        }
    };
    Err(unsupported(editor, id, why))
}

/// A joined handle, and the values that select its source.
struct Dispatch<'s> {
    join: InstructionId,
    /// The index into `sources`.
    number: Value,
    /// For each source, the index of each join into the range, if the index is not a single constant.
    indices: &'s [Indices],
    sources: &'s [Source],
    intrinsics: &'s mut Intrinsics,
    budget: &'s mut GrowthBudget,
}

impl Dispatch<'_> {
    fn replace_use(&mut self, editor: &mut Editor<'_>, user: InstructionId) -> Result<()> {
        let name = call(editor, user).map(|(name, _)| name.to_owned()).unwrap_or_default();
        if name.starts_with(GET_POINTER.as_bytes()) {
            return self.replace_address(editor, user);
        }
        if index_of(editor, user.into()) == Some(self.join.into()) {
            for other in users(editor, user) {
                check(editor, other)?;
                self.replace_access(editor, other, Some(user))?;
            }
            return editor.erase(user).map_err(invalid);
        }
        check(editor, user)?;
        self.replace_access(editor, user, None)
    }

    /// Replaces the accesses through `user`, a call of `llvm.dx.resource.getpointer`. Other uses of the pointer use a
    /// select of one pointer for each source, which [`pointer_phis`](crate::lower::memory::pointer_phis) decomposes.
    fn replace_address(&mut self, editor: &mut Editor<'_>, user: InstructionId) -> Result<()> {
        for (access, operand) in accesses(editor, user) {
            let pointer = editor.operands(access).get(operand as usize).copied();
            let Some(pointer) = pointer else { continue };
            self.budget.reserve(editor, access, self.sources.len())?;
            editor.go_to(Position::Before(access)).map_err(invalid)?;
            let bytes = steps(editor, pointer)?.value(editor, 1)?;
            let byte = editor.module().types.int(8);
            expand_by_index(editor, access, self.number, self.cases(), |editor, number, end| {
                let handle = self.handle(editor, number, end)?;
                let address = with_handle(editor, user, self.join.into(), handle)?;
                let address =
                    editor.element_pointer(false, byte, address.into(), &[bytes]).map_err(invalid)?;
                with_address(editor, access, address)
            })?;
        }
        if !has_other_uses(editor, user) {
            return Ok(());
        }
        self.budget.reserve(editor, user, self.sources.len())?;
        let mut selected: Option<Value> = None;
        for number in (0..self.sources.len()).rev() {
            editor.go_to(Position::Before(user)).map_err(invalid)?;
            let handle = self.handle(editor, number, user)?;
            let address = with_handle(editor, user, self.join.into(), handle)?.into();
            selected = Some(match selected {
                Some(others) => {
                    let is_case = case_condition(editor, self.number, number.saturating_as::<i64>())?;
                    editor.select(is_case, address, others)
                }
                None => address,
            });
        }
        let Some(selected) = selected else { return Ok(()) };
        editor.replace_and_erase(user, selected).map_err(invalid)?;
        Ok(())
    }

    /// Replaces an access by a copy for each source. `derived` is the call that creates the handle of the access from
    /// the joined handle.
    fn replace_access(
        &mut self,
        editor: &mut Editor<'_>,
        user: InstructionId,
        derived: Option<InstructionId>,
    ) -> Result<()> {
        self.budget.reserve(editor, user, self.sources.len())?;
        expand_by_index(editor, user, self.number, self.cases(), |editor, number, end| {
            let mut handle = self.handle(editor, number, end)?;
            let mut old = Value::from(self.join);
            if let Some(derived) = derived {
                handle = with_handle(editor, derived, old, handle)?.into();
                old = derived.into();
            }
            with_handle(editor, user, old, handle)
        })?;
        Ok(())
    }

    fn cases(&self) -> impl Iterator<Item = i64> + use<> {
        (0..self.sources.len()).map(|number| number.saturating_as::<i64>())
    }

    /// Creates the handle of a source before the instruction `next`, where the cursor is.
    fn handle(&mut self, editor: &mut Editor<'_>, number: usize, next: InstructionId) -> Result<Value> {
        match self.sources.get(number) {
            Some(Source::Range(range)) => {
                let built = || self.indices.get(number)?.get(&self.join).map(|[index]| *index);
                let index = range.constant_index().or_else(built);
                let index = index.ok_or_else(|| unsupported(editor, next, "no index"))?;
                range.create_handle(editor, self.intrinsics, index, next)
            }
            Some(Source::Handle(handle)) => {
                let handle = rematerialize(editor, *handle, next)?;
                editor.go_to(Position::Before(next)).map_err(invalid)?;
                Ok(handle)
            }
            None => Err(unsupported(editor, next, "no resource")),
        }
    }
}

/// Copies a call with another handle to the cursor.
fn with_handle(editor: &mut Editor<'_>, id: InstructionId, old: Value, new: Value) -> Result<InstructionId> {
    copy_with_operand(editor, id, |_, operand| operand == old, new)
}

/// Returns true if a pointer has uses other than GEPs and casts without uses.
fn has_other_uses(editor: &Editor<'_>, pointer: InstructionId) -> bool {
    let mut worklist = vec![pointer];
    let mut seen: HashSet<InstructionId> = HashSet::new();
    while let Some(id) = worklist.pop() {
        for user in users(editor, id) {
            if !matches!(editor.op(user), Some(Op::ElementPointer { .. } | Op::Cast(..))) {
                return true;
            }
            if seen.insert(user) {
                worklist.push(user);
            }
        }
    }
    false
}
