//! An access made several of which one is done; which, a number says. Separate because it changes control flow, and
//! because addresses and handles that may be of several resources both need it.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{BlockId, InstructionId, Op, Predicate, Type, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::calls::users;
use crate::place::unsupported;

/// Puts an access for each of `count` cases in the place of one. `copy` makes that of a case before an instruction,
/// with the cursor there.
pub(super) fn by_cases(
    editor: &mut Editor<'_>,
    user: InstructionId,
    which: Value,
    count: usize,
    mut copy: impl FnMut(&mut Editor<'_>, usize, InstructionId) -> Result<InstructionId>,
) -> Result<()> {
    let behind = editor.split_before(user).map_err(invalid)?;
    let before = editor.predecessors(behind).first().copied();
    let mut from = before.ok_or_else(|| unsupported(editor, user, "no block"))?;
    let mut copies = Vec::with_capacity(count);
    for number in 0..count {
        let mut here = from;
        if number + 1 < count {
            let mut block = || -> Result<BlockId> {
                let block = editor.insert_block(behind).map_err(invalid)?;
                editor.go_to(Position::End(block)).map_err(invalid)?;
                editor.branch(behind);
                Ok(block)
            };
            let (case, next) = (block()?, block()?);
            editor.go_to(Position::End(from)).map_err(invalid)?;
            let is_it = is_case(editor, which, number)?;
            editor.set_terminator(from, Op::ConditionalBranch(is_it, [case, next])).map_err(invalid)?;
            (here, from) = (case, next);
        }
        let end = editor.terminator(here).ok_or_else(|| unsupported(editor, user, "no end"))?;
        editor.go_to(Position::Before(end)).map_err(invalid)?;
        copies.push((here, copy(editor, number, end)?));
    }
    join(editor, user, behind, &copies)
}

/// Whether it is a case, where the cursor is: a condition that chose between two numbers says it already.
pub(super) fn is_case(editor: &mut Editor<'_>, which: Value, number: usize) -> Result<Value> {
    let number = i64::try_from(number).unwrap_or(i64::MAX);
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
