//! An access made several of which one is done; which, a number says. Separate because it changes control flow, and
//! because addresses and handles that may be of several resources and operands that have to be constants all need it.

use az::SaturatingAs as _;
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BlockId, InstructionId, Op, Predicate, Type, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::limits::CONSTANTS;
use crate::lower::calls::users;
use crate::place::unsupported;

/// How many calls may still be added to a function.
pub(in crate::lower) struct GrowthBudget(usize);

impl GrowthBudget {
    /// So many that the function has at most [`CONSTANTS`] times as many instructions.
    pub(in crate::lower) fn of(editor: &Editor<'_>) -> Self {
        let count = editor.all_instructions().len();
        Self(count.saturating_mul(CONSTANTS).max(CONSTANTS * CONSTANTS))
    }

    /// Takes room for some calls in the place of one.
    pub(in crate::lower) fn take(
        &mut self,
        editor: &Editor<'_>,
        id: InstructionId,
        count: usize,
    ) -> Result<()> {
        let left = self.0.checked_sub(count);
        self.0 = left.ok_or_else(|| {
            unsupported(
                editor,
                id,
                "expanding this call for each possible index \
                                                             would exceed the code growth limit",
            )
        })?;
        Ok(())
    }
}

/// The numbers of so many cases.
pub(in crate::lower) fn numbers(count: usize) -> Vec<i64> {
    (0..count).map(|number| number.saturating_as::<i64>()).collect()
}

/// Puts an access for each of some numbers in the place of one: that of the number that `which` is, is done, and the
/// last one where it is none of them. `copy` makes that of a case before an instruction, with the cursor there. Gives
/// the accesses.
pub(in crate::lower) fn by_cases(
    editor: &mut Editor<'_>,
    user: InstructionId,
    which: Value,
    numbers: &[i64],
    mut copy: impl FnMut(&mut Editor<'_>, usize, InstructionId) -> Result<InstructionId>,
) -> Result<Vec<InstructionId>> {
    let behind = editor.split_before(user).map_err(invalid)?;
    let before = editor.predecessors(behind).first().copied();
    let mut from = before.ok_or_else(|| unsupported(editor, user, "no block"))?;
    let mut copies = Vec::with_capacity(numbers.len());
    for (case, number) in numbers.iter().enumerate() {
        let mut here = from;
        if case + 1 < numbers.len() {
            let mut block = || -> Result<BlockId> {
                let block = editor.insert_block(behind).map_err(invalid)?;
                editor.go_to(Position::End(block)).map_err(invalid)?;
                editor.branch(behind);
                Ok(block)
            };
            let (one, next) = (block()?, block()?);
            editor.go_to(Position::End(from)).map_err(invalid)?;
            let is_it = is_case(editor, which, *number)?;
            editor.set_terminator(from, Op::ConditionalBranch(is_it, [one, next])).map_err(invalid)?;
            (here, from) = (one, next);
        }
        let end = editor.terminator(here).ok_or_else(|| unsupported(editor, user, "no end"))?;
        editor.go_to(Position::Before(end)).map_err(invalid)?;
        copies.push((here, copy(editor, case, end)?));
    }
    join(editor, user, behind, &copies)?;
    Ok(copies.into_iter().map(|(_, copy)| copy).collect())
}

/// Whether it is a case, where the cursor is: a condition that chose between two numbers says it already.
pub(in crate::lower) fn is_case(editor: &mut Editor<'_>, which: Value, number: i64) -> Result<Value> {
    if let ValueKind::Instruction(id) = which.kind()
        && let Some(Op::Select([condition, first, second])) = editor.op(id)
    {
        let [first, second] = [*first, *second].map(|value| editor.context().signed_integer(value));
        if first == Some(number) && second.is_some_and(|second| second != number) {
            return Ok(*condition);
        }
    }
    let ty = editor.type_of(which).map_err(invalid)?;
    let number = editor.int(ty, number);
    Ok(editor.compare(Predicate::IntEq, which, number))
}

/// Takes what was read in whichever case for what the access read. Members of structures are taken out where they are
/// read, for DXIL chooses between numbers alone.
fn join(
    editor: &mut Editor<'_>,
    user: InstructionId,
    behind: BlockId,
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
        let phi = editor.add_phi(behind, ty, &members).map_err(invalid)?;
        editor.replace_and_erase(extract, phi.into()).map_err(invalid)?;
    }
    if !editor.is_used(user.into()) {
        return editor.erase(user).map_err(invalid);
    }
    let values: Vec<(BlockId, Value)> = copies.iter().map(|(block, copy)| (*block, (*copy).into())).collect();
    let phi = editor.add_phi(behind, ty, &values).map_err(invalid)?;
    editor.replace_and_erase(user, phi.into()).map_err(invalid)?;
    Ok(())
}

/// The same call with another value as some operands, where the cursor is; what is said of it stays.
pub(in crate::lower) fn copied(
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
    for (place, operand) in operands.iter_mut().enumerate() {
        if is_replaced(place, *operand) {
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
