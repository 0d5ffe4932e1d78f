//! Expansion of an instruction into one copy for each value of an index, selected by a chain of branches.
//!
//! Separate because the pass changes the control flow graph, and because several passes need it: for accesses through
//! pointers and handles of different resources, and for operands that must be constants.

use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BlockId, InstructionId, Op, Predicate, Type, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::limits::CONSTANTS;
use crate::lower::calls::users;
use crate::place::unsupported;

/// The number of instructions that expansion may still add to a function.
pub(in crate::lower) struct GrowthBudget(usize);

impl GrowthBudget {
    /// The budget of a function: [`CONSTANTS`] times its number of instructions, and at least the square of
    /// [`CONSTANTS`].
    pub(in crate::lower) fn of(editor: &Editor<'_>) -> Self {
        let count = editor.all_instructions().len();
        Self(count.saturating_mul(CONSTANTS).max(CONSTANTS * CONSTANTS))
    }

    /// Subtracts `count` copies of the instruction `id` from the budget. Returns an error if the budget is exhausted.
    pub(in crate::lower) fn reserve(
        &mut self,
        editor: &Editor<'_>,
        id: InstructionId,
        count: usize,
    ) -> Result<()> {
        let why = "expanding this call for each possible index would exceed the code growth limit";
        self.0 = self.0.checked_sub(count).ok_or_else(|| unsupported(editor, id, why))?;
        Ok(())
    }
}

/// Replaces the instruction `user` by one copy for each of `cases`, and returns the copies.
///
/// The function creates a chain of conditional branches: the copy of a case is executed if `index` equals the case. The
/// last copy is executed for every other index. `copy` creates the copy of the case with the given position before an
/// instruction, which is the position of the cursor.
pub(in crate::lower) fn expand_by_index(
    editor: &mut Editor<'_>,
    user: InstructionId,
    index: Value,
    cases: impl IntoIterator<Item = i64>,
    mut copy: impl FnMut(&mut Editor<'_>, usize, InstructionId) -> Result<InstructionId>,
) -> Result<Vec<InstructionId>> {
    let merge = editor.split_before(user).map_err(invalid)?;
    let before = editor.predecessors(merge).first().copied();
    let mut from = before.ok_or_else(|| unsupported(editor, user, "no block"))?;
    let mut copies = Vec::new();
    let mut cases = cases.into_iter().enumerate().peekable();
    while let Some((position, case)) = cases.next() {
        let mut block = from;
        if cases.peek().is_some() {
            let mut new_block = || -> Result<BlockId> {
                let block = editor.insert_block(merge).map_err(invalid)?;
                editor.go_to(Position::End(block)).map_err(invalid)?;
                editor.branch(merge);
                Ok(block)
            };
            let (of_case, of_others) = (new_block()?, new_block()?);
            editor.go_to(Position::End(from)).map_err(invalid)?;
            let is_case = case_condition(editor, index, case)?;
            let branch = Op::ConditionalBranch(is_case, [of_case, of_others]);
            editor.set_terminator(from, branch).map_err(invalid)?;
            (block, from) = (of_case, of_others);
        }
        let end = editor.terminator(block).ok_or_else(|| unsupported(editor, user, "no end"))?;
        editor.go_to(Position::Before(end)).map_err(invalid)?;
        copies.push((block, copy(editor, position, end)?));
    }
    merge_results(editor, user, merge, &copies)?;
    Ok(copies.into_iter().map(|(_, copy)| copy).collect())
}

/// Creates the condition `index == case` at the cursor. If `index` is a select of two constants, the condition of the
/// select is reused.
pub(in crate::lower) fn case_condition(editor: &mut Editor<'_>, index: Value, case: i64) -> Result<Value> {
    if let ValueKind::Instruction(id) = index.kind()
        && let Some(Op::Select([condition, first, second])) = editor.op(id)
    {
        let [first, second] = [*first, *second].map(|value| editor.context().signed_integer(value));
        if first == Some(case) && second.is_some_and(|second| second != case) {
            return Ok(*condition);
        }
    }
    let ty = editor.type_of(index).map_err(invalid)?;
    let case = editor.int(ty, case);
    Ok(editor.compare(Predicate::IntEq, index, case))
}

/// Replaces the result of `user` by a phi of the results of its copies. Each `extractvalue` of the result becomes a phi
/// of members, because DXIL has no phi of structures.
fn merge_results(
    editor: &mut Editor<'_>,
    user: InstructionId,
    merge: BlockId,
    copies: &[(BlockId, InstructionId)],
) -> Result<()> {
    let Some(ty) = editor.instruction(user).map(|instruction| instruction.ty) else { return Ok(()) };
    if matches!(editor.context().types.get(ty), Some(Type::Void)) {
        return editor.erase(user).map_err(invalid);
    }
    let mut extracts: Vec<(InstructionId, TypeId)> = Vec::new();
    for other in users(editor, user) {
        let ty = editor.instruction(other).map(|instruction| instruction.ty);
        if let (Some(Op::ExtractValue(..)), Some(ty)) = (editor.op(other), ty) {
            extracts.push((other, ty));
        }
    }
    for (extract, ty) in extracts {
        let path: Vec<u32> = editor.indices(extract).iter().map(|index| index.0).collect();
        let mut members = Vec::with_capacity(copies.len());
        for (block, copy) in copies {
            editor.go_to(Position::End(*block)).map_err(invalid)?;
            members.push((*block, editor.extract_value((*copy).into(), &path).map_err(invalid)?));
        }
        let phi = editor.add_phi(merge, ty, &members).map_err(invalid)?;
        editor.replace_and_erase(extract, phi.into()).map_err(invalid)?;
    }
    if !editor.is_used(user.into()) {
        return editor.erase(user).map_err(invalid);
    }
    let values: Vec<(BlockId, Value)> = copies.iter().map(|(block, copy)| (*block, (*copy).into())).collect();
    let phi = editor.add_phi(merge, ty, &values).map_err(invalid)?;
    editor.replace_and_erase(user, phi.into()).map_err(invalid)?;
    Ok(())
}

/// Copies a call, with its flags, location and attachments, to the cursor. The value `new` replaces each argument for
/// which `is_replaced` is true.
pub(in crate::lower) fn copy_with_operand(
    editor: &mut Editor<'_>,
    id: InstructionId,
    is_replaced: impl Fn(usize, Value) -> bool,
    new: Value,
) -> Result<InstructionId> {
    let call = editor.instruction(id).cloned();
    let (Some(call), Some((_, arguments))) = (call, editor.called(id)) else {
        return Err(unsupported(editor, id, "expected a call instruction"));
    };
    if editor.has_bundles(id) {
        return Err(unsupported(
            editor,
            id,
            "call with operand bundles cannot be duplicated for each possible index",
        ));
    }
    let mut operands = arguments.to_vec();
    for (position, operand) in operands.iter_mut().enumerate() {
        if is_replaced(position, *operand) {
            *operand = new;
        }
    }
    let attached: Vec<_> = editor.attachments(id).collect();
    let location = editor.location(id);
    let mut op = call.op;
    let list = editor.value_list(&operands);
    if let Op::Call { arguments, .. } = &mut op {
        *arguments = list;
    }
    let copy = editor.add(op, call.ty);
    editor.set_flags(copy.into(), call.flags);
    editor.set_location_of(copy, location).map_err(invalid)?;
    for (kind, node) in attached {
        editor.set_attachment(copy, kind, Some(node)).map_err(invalid)?;
    }
    Ok(copy)
}
