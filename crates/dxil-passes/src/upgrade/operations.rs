//! `operations`: converts calls of operations (`dx.op.*`) to LLVM intrinsics and instructions, by the rows of
//! `tables/ops/modern.toml`.
//!
//! The first row of an operation whose conditions hold determines the conversion. A call is converted completely or
//! remains: instructions that were built before a check failed are unused, and [`Rewriter::finish`] removes them. A
//! call with a handle operand is converted only if `handles` converted the handle.
//!
//! Precondition: none.
//!
//! Postcondition: no call of an operation remains that a row of the table can convert (`Summary::kept` counts the
//! remaining calls by reason), and no instruction on which a call of `llvm.is.fpclass` from a row depends has the flags
//! `nnan` or `ninf`.

use az::SaturatingAs as _;
use dxil::handles::HandleOrigin;
use dxil::ops::correspondence::{Construct, Correspondence, Form, Term};
use dxil::ops::{Opcode, Operation};
use dxil_ir::builder::Build as _;
use dxil_ir::edit::Rewriter;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::{Flags, InstructionId, Op, Type, TypeId, Value, ValueKind};
use hashbrown::HashSet;

use super::state::{Parts, State};
use super::terms::{Stop, Terms};
use super::{Options, Reason, terms};
use crate::error::{Result, invalid};

pub(super) fn run(state: &mut State) -> Result<()> {
    state.each_function(raise_all)
}

/// Converts the calls of operations in a function.
pub(super) fn raise_all(rewriter: &mut Rewriter<'_>, parts: &mut Parts<'_>) -> Result<()> {
    let (mut classified, mut arguments) = (Vec::new(), Vec::new());
    rewriter.walk(|rewriter, id| {
        let Some((opcode, values)) = parts.operation(rewriter, id) else { return Ok(()) };
        if is_handle(opcode) {
            return Ok(());
        }
        arguments.clear();
        arguments.extend(values.iter().map(|value| rewriter.resolved(*value)));
        let count = classified.len();
        match convert(rewriter, parts, id, opcode, &arguments, &mut classified) {
            Ok(checks) => {
                parts.summary.raise(opcode);
                (0..checks).for_each(|_| parts.summary.raise(Opcode::CHECK_ACCESS_FULLY_MAPPED));
                Ok(())
            }
            Err(Stop::Keep(reason)) => {
                classified.truncate(count);
                parts.summary.keep(opcode, reason);
                Ok(())
            }
            Err(Stop::Error(error)) => Err(error),
        }
    })?;
    drop_class_flags(rewriter, classified);
    Ok(())
}

/// Returns true for operations that create handles, which the pass `handles` converts.
fn is_handle(opcode: Opcode) -> bool {
    opcode != Opcode::ANNOTATE_HANDLE && HandleOrigin::is_created_by(opcode)
}

/// Converts a call of an operation. Returns the number of `checkAccessFullyMapped` calls that were converted with it.
fn convert(
    rewriter: &mut Rewriter<'_>,
    parts: &mut Parts<'_>,
    id: InstructionId,
    opcode: Opcode,
    arguments: &[Value],
    classified: &mut Vec<Value>,
) -> terms::Result<usize> {
    match opcode {
        Opcode::ANNOTATE_HANDLE => return Err(Reason::Handle.into()),
        Opcode::CHECK_ACCESS_FULLY_MAPPED => return Err(Reason::Checked.into()),
        _ => {}
    }
    let operation = Operation::get(opcode).ok_or(Reason::NoIntrinsic)?;
    let rows = operation.correspondences();
    if rows.is_empty() {
        return Err(Reason::NoIntrinsic.into());
    }
    let options = parts.options;
    let result = rewriter.type_of(id.into()).map_err(invalid)?;
    let members = members(rewriter, result);
    let mut terms = Terms {
        rewriter,
        parts,
        arguments,
        locals: Vec::new(),
        is_convergent: operation.is_convergent(),
        classified,
    };
    for (index, row) in rows.iter().enumerate() {
        let mut holds = true;
        for condition in row.when {
            holds &= terms.holds(*condition, &members)?;
        }
        if !holds {
            continue;
        }
        let construct = options.construct(row).ok_or_else(|| no_construct(options, row))?;
        let checks = build(&mut terms, id, construct, result, &members)?;
        terms.parts.summary.rows.insert((opcode, index));
        return Ok(checks);
    }
    Err(Reason::Arguments.into())
}

/// Returns the reason why a row has no construct for the LLVM version of `options`.
fn no_construct(options: Options, row: &Correspondence) -> Reason {
    let is_in = |llvm| Options { llvm, ..options }.construct(row).is_some();
    if is_in(LlvmVersion::V23) {
        Reason::Since23
    } else if is_in(LlvmVersion::Main) {
        Reason::OnlyMain
    } else {
        Reason::NoIntrinsic
    }
}

/// Returns the member types of a result type, or the type itself if it is not a structure.
fn members(rewriter: &Rewriter<'_>, result: TypeId) -> Vec<TypeId> {
    let types = &rewriter.context().types;
    match types.members(result) {
        Some(members) => members.to_vec(),
        None => vec![result],
    }
}

/// The `extractvalue` instructions of a structure, each with the index of the member.
type Fields = Vec<(InstructionId, u32)>;

/// Returns the `extractvalue` users of a structure. Any other user is [`Reason::Use`].
fn fields(rewriter: &Rewriter<'_>, id: InstructionId) -> terms::Result<Fields> {
    let mut found = Vec::new();
    for user in rewriter.users(id) {
        let (Some(Op::ExtractValue(..)), [index]) = (rewriter.op(user), rewriter.indices(user)) else {
            return Err(Reason::Use.into());
        };
        found.push((user, index.0));
    }
    Ok(found)
}

/// Returns the `checkAccessFullyMapped` calls that use the status, member `status` of a result. Any other user of the
/// status is [`Reason::Status`].
fn checks(
    rewriter: &Rewriter<'_>,
    parts: &Parts<'_>,
    fields: &Fields,
    status: u32,
) -> terms::Result<Vec<InstructionId>> {
    let mut found = Vec::new();
    for (field, _) in fields.iter().filter(|(_, index)| *index == status) {
        for user in rewriter.users(*field) {
            match parts.operation(rewriter, user) {
                Some((Opcode::CHECK_ACCESS_FULLY_MAPPED, _)) => found.push(user),
                _ => return Err(Reason::Status.into()),
            }
        }
    }
    Ok(found)
}

/// Replaces a call by the construct of a row. Returns the number of `checkAccessFullyMapped` calls that were converted
/// with it. `members` are the member types of the result type.
fn build(
    terms: &mut Terms<'_, '_, '_, '_>,
    id: InstructionId,
    construct: &'static Construct,
    result: TypeId,
    members: &[TypeId],
) -> terms::Result<usize> {
    let is_void = matches!(terms.rewriter.context().types.get(result), Some(Type::Void));
    if let Form::Whole = construct.form {
        let term = single_term(construct)?;
        locals(terms, construct)?;
        let expected = Some(result).filter(|_| !is_void);
        let value = terms.value(term, expected)?;
        if !is_void && terms.ty(value)? != result {
            return Err(Reason::Arguments.into());
        }
        terms.rewriter.become_made(id, value).map_err(invalid)?;
        return Ok(0);
    }
    let fields = fields(terms.rewriter, id)?;
    let used = fields.iter().map(|(_, index)| *index).max();
    let scalar = *members.first().ok_or(Reason::Arguments)?;
    // The status is the last member: it follows four scalars or a vector.
    let status = members.len().saturating_sub(1).saturating_as::<u32>();
    match construct.form {
        Form::Whole => Err(Reason::Arguments.into()),
        Form::Fields => {
            let value = evaluate(terms, construct, members)?;
            keep_metadata(terms.rewriter, id, value);
            replace(terms, id, fields, |terms, index| extract(terms, value, index))?;
            Ok(0)
        }
        Form::First => {
            if used.is_some_and(|used| used > 0) {
                return Err(Reason::Use.into());
            }
            let value = evaluate(terms, construct, &[scalar])?;
            keep_metadata(terms.rewriter, id, value);
            replace(terms, id, fields, |_, _| Ok(value))?;
            Ok(0)
        }
        Form::Members => {
            replace_members(terms, id, construct, members, fields)?;
            Ok(0)
        }
        Form::Lanes | Form::Texel(_) => {
            let has_status = is_status(terms.rewriter, result);
            if has_status && used == Some(status) {
                return Err(Reason::Status.into());
            }
            let ty = match construct.form {
                Form::Texel(resource) => texel(terms, resource, scalar, used)?,
                _ => {
                    let lanes = members.len() - usize::from(has_status);
                    vector(terms, scalar, lanes)
                }
            };
            let value = evaluate(terms, construct, &[ty])?;
            keep_metadata(terms.rewriter, id, value);
            replace(terms, id, fields, |terms, index| terms.lane(value, index.into()))?;
            Ok(0)
        }
        Form::LoadedTyped(_) | Form::LoadedUsed | Form::LoadedMasked(_) | Form::LoadedVector => {
            load(terms, id, construct, fields, (scalar, status))
        }
    }
}

/// Replaces the members of the result of a call by the values of the terms of a construct. Only terms of used members
/// are evaluated.
fn replace_members(
    terms: &mut Terms<'_, '_, '_, '_>,
    id: InstructionId,
    construct: &'static Construct,
    members: &[TypeId],
    fields: Fields,
) -> terms::Result<()> {
    let has_term = |index: u32| {
        let term = usize::try_from(index).ok().and_then(|index| construct.terms.get(index));
        term.is_some_and(Option::is_some)
    };
    if !fields.iter().all(|(_, index)| has_term(*index)) {
        return Err(Reason::Use.into());
    }
    locals(terms, construct)?;
    let mut values = Vec::with_capacity(construct.terms.len());
    for (index, (term, member)) in (0..).zip(construct.terms.iter().zip(members)) {
        let is_used = fields.iter().any(|(_, used)| *used == index);
        values.push(match term {
            Some(term) if is_used => Some(terms.value(term, Some(*member))?),
            _ => None,
        });
    }
    replace(terms, id, fields, |_, index| {
        let value = usize::try_from(index).ok().and_then(|index| values.get(index)).copied().flatten();
        value.ok_or(Stop::Keep(Reason::Use))
    })
}

/// Replaces a call that loads from a resource by an intrinsic that returns the loaded value and the status as `i1`.
/// `scalar` is the type of the first member of the result of the call, and `status` is the index of the status. Returns
/// the number of `checkAccessFullyMapped` calls that were converted with it.
fn load(
    terms: &mut Terms<'_, '_, '_, '_>,
    id: InstructionId,
    construct: &'static Construct,
    fields: Fields,
    (scalar, status): (TypeId, u32),
) -> terms::Result<usize> {
    let checks = checks(terms.rewriter, terms.parts, &fields, status)?;
    let lanes = fields.iter().map(|(_, index)| *index).filter(|index| *index != status).max();
    let ty = match construct.form {
        Form::LoadedTyped(resource) => texel(terms, resource, scalar, lanes)?,
        Form::LoadedMasked(mask) => {
            let count = terms.mask(mask)?;
            if lanes.is_some_and(|last| usize::try_from(last).is_ok_and(|last| last >= count)) {
                return Err(Reason::Use.into());
            }
            vector(terms, scalar, count)
        }
        Form::LoadedVector => scalar,
        _ => {
            let count = lanes.and_then(|last| usize::try_from(last).ok()).map_or(1, |last| last + 1);
            vector(terms, scalar, count)
        }
    };
    let i1 = terms.rewriter.module().types.int(1);
    let loaded = evaluate(terms, construct, &[ty, i1])?;
    keep_metadata(terms.rewriter, id, loaded);
    let value = if lanes.is_some() { Some(extract(terms, loaded, 0)?) } else { None };
    let mapped = if checks.is_empty() { None } else { Some(extract(terms, loaded, 1)?) };
    for check in &checks {
        if let Some(mapped) = mapped {
            terms.rewriter.replace(*check, mapped).map_err(invalid)?;
        }
    }
    let is_vector = matches!(construct.form, Form::LoadedVector);
    let (of_status, of_lanes): (Fields, Fields) = fields.into_iter().partition(|(_, index)| *index == status);
    of_status.iter().for_each(|(field, _)| terms.rewriter.erase(*field));
    replace(terms, id, of_lanes, |terms, index| {
        let value = value.ok_or(Reason::Use)?;
        if is_vector { Ok(value) } else { terms.lane(value, index.into()) }
    })?;
    Ok(checks.len())
}

/// Returns the element type of a resource if its components have the type `scalar` and include component `last`.
fn texel(
    terms: &Terms<'_, '_, '_, '_>,
    resource: usize,
    scalar: TypeId,
    last: Option<u32>,
) -> terms::Result<TypeId> {
    let (element, lane, lanes) = terms.element(resource)?;
    if lane != scalar {
        return Err(Reason::Element.into());
    }
    if last.is_some_and(|last| u64::from(last) >= lanes) {
        return Err(Reason::Use.into());
    }
    Ok(element)
}

/// Returns true if the last member of a result type is a status.
fn is_status(rewriter: &Rewriter<'_>, result: TypeId) -> bool {
    let named = rewriter.context().types.named(result);
    named.is_some_and(|structure| structure.name.starts_with(b"dx.types.ResRet"))
}

/// Returns the type of a vector, or the scalar type if the number of lanes is 0 or 1.
fn vector(terms: &mut Terms<'_, '_, '_, '_>, scalar: TypeId, lanes: usize) -> TypeId {
    match u64::try_from(lanes) {
        Ok(lanes @ 2..) => terms.rewriter.module().types.vector(scalar, lanes),
        _ => scalar,
    }
}

fn single_term(construct: &'static Construct) -> terms::Result<&'static Term> {
    match construct.terms {
        [Some(term)] => Ok(term),
        _ => Err(Reason::Arguments.into()),
    }
}

/// Evaluates the locals of a construct in order.
fn locals(terms: &mut Terms<'_, '_, '_, '_>, construct: &Construct) -> terms::Result<()> {
    for term in construct.locals {
        let value = terms.value(term, None)?;
        terms.locals.push(value);
    }
    Ok(())
}

/// Returns the value of a construct with a single term. `types` are the expected types: the member types if the result
/// is a structure.
fn evaluate(
    terms: &mut Terms<'_, '_, '_, '_>,
    construct: &Construct,
    types: &[TypeId],
) -> terms::Result<Value> {
    locals(terms, construct)?;
    match construct.terms {
        [Some(Term::Intrinsic(name, arguments))] => terms.intrinsic(name, arguments, types),
        [Some(term)] => terms.value(term, types.first().copied()),
        _ => Err(Reason::Arguments.into()),
    }
}

fn extract(terms: &mut Terms<'_, '_, '_, '_>, structure: Value, index: u32) -> terms::Result<Value> {
    terms.rewriter.extract_value(structure, &[index]).map_err(|error| invalid(error).into())
}

/// Replaces the `extractvalue` instructions of call `id` by values, and erases the call. `value` returns the value of
/// the member with an index.
fn replace(
    terms: &mut Terms<'_, '_, '_, '_>,
    id: InstructionId,
    fields: Fields,
    mut value: impl FnMut(&mut Terms<'_, '_, '_, '_>, u32) -> terms::Result<Value>,
) -> terms::Result<()> {
    for (field, index) in fields {
        let next = terms.rewriter.next_id();
        let value = value(terms, index)?;
        // A new instruction gets the position and the metadata of the `extractvalue`. An older instruction may be the
        // value of several members.
        let is_new = matches!(value.kind(), ValueKind::Instruction(instruction) if instruction >= next);
        if is_new {
            terms.rewriter.become_made(field, value).map_err(invalid)?;
        } else {
            terms.rewriter.replace(field, value).map_err(invalid)?;
        }
    }
    terms.rewriter.erase(id);
    Ok(())
}

/// Copies the metadata of a call, such as `dx.precise`, to its replacement.
fn keep_metadata(rewriter: &mut Rewriter<'_>, id: InstructionId, value: Value) {
    if let ValueKind::Instruction(new) = value.kind() {
        rewriter.copy_metadata(id, new);
    }
}

/// Removes the flags `nnan` and `ninf` from all instructions that the values in `worklist` depend on, directly or
/// transitively. With these flags, LLVM would fold tests of a float class, such as `isnan`, to constants. The cost is
/// linear in the number of instructions and operands.
fn drop_class_flags(rewriter: &mut Rewriter<'_>, mut worklist: Vec<Value>) {
    let mut visited = HashSet::new();
    while let Some(value) = worklist.pop() {
        let value = rewriter.resolved(value);
        let ValueKind::Instruction(id) = value.kind() else { continue };
        if !visited.insert(id) {
            continue;
        }
        let Some(instruction) = rewriter.instruction(id) else { continue };
        let flags = instruction.flags;
        let without = flags & !(Flags::NNAN | Flags::NINF);
        if without != flags {
            rewriter.set_flags(value, without);
        }
        worklist.extend(rewriter.operands(id));
    }
}
