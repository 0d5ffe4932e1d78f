//! `constant-operands`: expands a call whose operand must be a constant into one call for each possible constant.
//!
//! Optimizers merge two calls that differ in one operand, because they do not know that DXIL requires a constant. The
//! pass finds the possible constants by an abstract interpretation of phis, selects, casts, arithmetic and loads from
//! constant arrays, or from the range that the operation allows.
//!
//! Precondition: calls are calls of DXIL operations, not of intrinsics.
//!
//! Postcondition: an operand that must be a constant is a constant, if its possible values are known. The validator
//! reports the other operands. The pass does not expand convergent operations, because each copy would be executed by
//! some lanes only.

use std::collections::BTreeSet;

use dx_container::enums::ShaderKind;
use dxil::ops::{FUNCTION_PREFIX, Opcode, Operation, Row, SignatureAccess, Values};
use dxil::semantics::SignatureKind;
use dxil::shader::{SignatureElement, Signatures};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::{
    BinaryOp, Body, CastOp, GlobalId, Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind,
};
use hashbrown::HashMap;

use crate::error::{Result, invalid};
use crate::limits::CONSTANTS;
use crate::lower::control_flow::expand_by_index::{GrowthBudget, copy_with_operand, expand_by_index};
use crate::lower::control_flow::phi_web::{Operand, PhiWeb, Tracker};
use crate::lower::state::State;

/// The position of the opcode. Operations of one class share a function and differ in the opcode.
const OPCODE: usize = 0;
/// The positions of the signature element and of the column in operations on signatures.
const ELEMENT: usize = 1;
const COLUMN: usize = 3;

/// The largest number of nested casts and binary operations through which possible constants are computed.
const DEPTH: usize = 8;
/// The largest number of values that are visited for one operand, and of elements of a constant array.
const STEPS: usize = 256;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let shaders = Shaders::of(state);
    let is_one = |module: &Module, (body, _): (&Body, TypeId), instruction: &Instruction| {
        let Op::Call { callee, arguments, .. } = &instruction.op else { return false };
        let ValueKind::Global(callee) = callee.kind() else { return false };
        place_of(module, callee, arguments.as_slice(&body.lists.values)).is_some()
    };
    state.each_function_with(is_one, |editor, _| {
        // A copy of a call may have further operands that must be constants.
        let mut worklist = editor.all_instructions();
        worklist.reverse();
        let mut budget = GrowthBudget::of(editor);
        let mut known: HashMap<Value, Option<BTreeSet<i64>>> = HashMap::new();
        while let Some(id) = worklist.pop() {
            let Some((function, arguments)) = editor.called(id) else { continue };
            let Some(place) = place_of(editor.context(), function, arguments) else { continue };
            let Some(value) = arguments.get(place).copied() else { continue };
            let found = known.entry(value).or_insert_with(|| constants(editor, value, DEPTH, &mut { STEPS }));
            let constants = found.clone().or_else(|| shaders.allowed(editor, id, place));
            let constants: Vec<i64> = constants.unwrap_or_default().into_iter().collect();
            if constants.is_empty() || place == OPCODE && !are_independent(&constants) {
                continue;
            }
            budget.reserve(editor, id, constants.len())?;
            let ty = editor.type_of(value).map_err(invalid)?;
            let cases = constants.iter().copied();
            let copies = expand_by_index(editor, id, value, cases, |editor, case, _| {
                let constant = editor.int(ty, constants.get(case).copied().unwrap_or(0));
                copy_with_operand(editor, id, |other, _| other == place, constant)
            })?;
            worklist.extend(copies);
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// Returns true if no operation of `opcodes` is convergent.
fn are_independent(opcodes: &[i64]) -> bool {
    opcodes.iter().all(|opcode| {
        let operation = u32::try_from(*opcode).ok().and_then(|opcode| Operation::get(Opcode(opcode)));
        !operation.is_some_and(Operation::depends_on_other_lanes)
    })
}

/// The access to a signature element with a constant element and column. Interpolated inputs have no intrinsic in LLVM.
fn signature_access(operation: &Operation) -> Option<SignatureAccess> {
    operation.signature.filter(|access| *access != SignatureAccess::InterpolateInput)
}

/// The position of the first argument that must be a constant and is not.
fn place_of(module: &Module, function: GlobalId, arguments: &[Value]) -> Option<usize> {
    if !module.globals.get(function)?.name.starts_with(FUNCTION_PREFIX.as_bytes()) {
        return None;
    }
    let is_open = |value: &Value| matches!(value.kind(), ValueKind::Instruction(_) | ValueKind::Argument(_));
    if arguments.first().is_some_and(is_open) {
        return Some(OPCODE);
    }
    let operation = operation(module, arguments)?;
    if operation.depends_on_other_lanes() {
        return None;
    }
    let is_of_signature = signature_access(operation).is_some();
    let mut all = (1..).zip(operation.arguments.iter().zip(arguments.get(1..)?));
    let found = all.find(|(place, (argument, value))| {
        let is_constant = argument.is_constant || is_of_signature && matches!(*place, ELEMENT | COLUMN);
        is_constant && is_open(value)
    });
    found.map(|(place, _)| place)
}

fn operation(module: &Module, arguments: &[Value]) -> Option<&'static Operation> {
    match Opcode::of_call(module, arguments)?.row()? {
        Row::Operation(operation) => Some(operation),
        Row::Reserved(_) => None,
    }
}

/// The possible values of an integer, if there are at most [`CONSTANTS`].
fn constants(editor: &Editor<'_>, value: Value, depth: usize, steps: &mut usize) -> Option<BTreeSet<i64>> {
    let mut tracker = Constants { found: BTreeSet::new(), depth, steps };
    PhiWeb::collect(editor, &mut tracker, value)?;
    Some(tracker.found)
}

/// The tracker of constants. The only source of a web is the union of the possible values.
struct Constants<'b> {
    found: BTreeSet<i64>,
    depth: usize,
    /// The number of values that may still be visited.
    steps: &'b mut usize,
}

impl Tracker for Constants<'_> {
    type Source = ();

    fn classify(&mut self, editor: &Editor<'_>, mut operand: Value) -> Option<Operand<()>> {
        loop {
            *self.steps = self.steps.checked_sub(1)?;
            if let Some(constant) = editor.context().signed_integer(operand) {
                self.found.insert(constant);
                break;
            }
            if editor.context().is_undefined(operand) {
                break;
            }
            let ValueKind::Instruction(id) = operand.kind() else { return None };
            match editor.op(id)? {
                Op::Select(_) | Op::Phi(..) => return Some(Operand::Join(id)),
                Op::Freeze(inner) => operand = *inner,
                _ => {
                    self.found.extend(computed(editor, id, self.depth.checked_sub(1)?, self.steps)?);
                    break;
                }
            }
        }
        (self.found.len() <= CONSTANTS).then_some(Operand::Ignored)
    }

    fn merge(&mut self, (): &mut (), (): &()) -> bool {
        true
    }
}

/// The possible results of an instruction that is not a phi, select or freeze.
fn computed(
    editor: &Editor<'_>,
    id: InstructionId,
    depth: usize,
    steps: &mut usize,
) -> Option<BTreeSet<i64>> {
    let bits = width(editor, id.into())?;
    let mut of = |value: Value| {
        let known = constants(editor, value, depth, steps);
        // An unknown value of type i1 has two possible values.
        known.or_else(|| (width(editor, value)? == 1).then(|| BTreeSet::from([0, -1])))
    };
    match editor.op(id)? {
        Op::Cast(CastOp::Trunc, inner) if let Some((words, width)) = shifted(editor, *inner, bits) => {
            let shifts = (0..width).step_by(usize::try_from(bits).ok()?);
            let parts = words.iter().flat_map(|word| shifts.clone().map(move |shift| word >> shift));
            Some(parts.map(|part| signed(part, bits)).collect())
        }
        Op::Cast(CastOp::Trunc | CastOp::SExt, inner) => {
            Some(of(*inner)?.into_iter().map(|number| signed(number, bits)).collect())
        }
        Op::Cast(CastOp::ZExt, inner) => {
            let from = width(editor, *inner)?;
            Some(of(*inner)?.into_iter().map(|number| number & low_bits(from)).collect())
        }
        Op::Compare { .. } => Some(BTreeSet::from([0, -1])),
        Op::Load(address, _) => table(editor, *address),
        Op::Binary { op, operands: [first, second] } => {
            if *op == BinaryOp::And
                && let Some(mask) = editor.context().signed_integer(*second)
                && (0..16).contains(&mask)
            {
                return Some((0..=mask).filter(|number| number & mask == *number).collect());
            }
            let (first, second) = (of(*first)?, of(*second)?);
            let pairs = first.iter().flat_map(|one| second.iter().map(move |other| (*one, *other)));
            pairs.map(|(one, other)| Some(signed(folded(*op, one, other)?, bits))).collect()
        }
        _ => None,
    }
}

/// The possible operands of a right shift that extracts an element of `part` bits, and their width in bits. Optimizers
/// store small tables in one integer, and earlier passes store tables of bytes in 32-bit integers.
fn shifted(editor: &Editor<'_>, value: Value, part: u32) -> Option<(BTreeSet<i64>, u32)> {
    let ValueKind::Instruction(id) = value.kind() else { return None };
    let Op::Binary { op: BinaryOp::LShr, operands: [word, shift] } = editor.op(id)? else { return None };
    if !is_multiple(editor, *shift, part) {
        return None;
    }
    let bits = width(editor, *word)?;
    if let Some(word) = editor.context().signed_integer(*word) {
        return Some((BTreeSet::from([word]), bits));
    }
    let ValueKind::Instruction(load) = word.kind() else { return None };
    let Op::Load(address, _) = editor.op(load)? else { return None };
    Some((table(editor, *address)?, bits))
}

/// Returns true if a value is known to be a multiple of `bits`.
fn is_multiple(editor: &Editor<'_>, value: Value, bits: u32) -> bool {
    let is_one = |number: i64| number.checked_rem(i64::from(bits)) == Some(0);
    if let Some(number) = editor.context().signed_integer(value) {
        return is_one(number);
    }
    let ValueKind::Instruction(id) = value.kind() else { return false };
    match editor.op(id) {
        Some(Op::Binary { op: BinaryOp::Mul, operands: [_, factor] }) => {
            editor.context().signed_integer(*factor).is_some_and(is_one)
        }
        Some(Op::Binary { op: BinaryOp::Shl, operands: [_, by] }) => {
            let by = editor.context().signed_integer(*by).and_then(|by| u32::try_from(by).ok());
            by.and_then(|by| 1_i64.checked_shl(by)).is_some_and(is_one)
        }
        _ => false,
    }
}

/// The elements of the constant array into which a pointer points. Optimizers create such arrays from a `switch`.
fn table(editor: &Editor<'_>, address: Value) -> Option<BTreeSet<i64>> {
    let module = editor.context();
    let mut at = address;
    for _ in 0..DEPTH {
        let ValueKind::Instruction(id) = at.kind() else { break };
        let Op::ElementPointer { .. } = editor.op(id)? else { return None };
        at = *editor.operands(id).first()?;
    }
    let ValueKind::Global(id) = at.kind() else { return None };
    let variable = module.globals.get(id)?.variable().filter(|variable| variable.is_constant)?;
    let ValueKind::Constant(id) = variable.initializer?.kind() else { return None };
    let constant = module.constants.get(id)?;
    let element = module.types.element(constant.ty, 0)?;
    let Some(Type::Integer(bits)) = module.types.get(element) else { return None };
    let numbers: BTreeSet<i64> = match &constant.kind {
        ConstantKind::Aggregate(parts) if parts.len() <= STEPS => {
            parts.iter().map(|part| module.signed_integer(*part)).collect::<Option<_>>()?
        }
        ConstantKind::Data(numbers) if numbers.len() <= STEPS => {
            numbers.iter().map(|number| signed(number.cast_signed(), *bits)).collect()
        }
        _ => return None,
    };
    Some(numbers)
}

fn folded(op: BinaryOp, first: i64, second: i64) -> Option<i64> {
    Some(match op {
        BinaryOp::Add => first.wrapping_add(second),
        BinaryOp::Sub => first.wrapping_sub(second),
        BinaryOp::Mul => first.wrapping_mul(second),
        BinaryOp::And => first & second,
        BinaryOp::Or => first | second,
        BinaryOp::Xor => first ^ second,
        BinaryOp::Shl => first.checked_shl(u32::try_from(second).ok()?)?,
        _ => return None,
    })
}

fn width(editor: &Editor<'_>, value: Value) -> Option<u32> {
    match editor.context().types.get(editor.type_of(value).ok()?)? {
        Type::Integer(bits @ 1..=64) => Some(*bits),
        _ => None,
    }
}

/// A mask of the `bits` low bits.
fn low_bits(bits: u32) -> i64 {
    1_i64.checked_shl(bits).map_or(-1, |above| above.wrapping_sub(1))
}

/// Sign-extends the `bits` low bits of `number`.
fn signed(number: i64, bits: u32) -> i64 {
    let above = 64_u32.saturating_sub(bits).min(63);
    (number << above) >> above
}

/// The signatures of the entry points.
struct Shaders {
    by_function: HashMap<GlobalId, (ShaderKind, Signatures)>,
}

impl Shaders {
    fn of(state: &State) -> Self {
        let signatures = |entry: &crate::lower::entries::Entry| {
            let preserved = state.preserved_shader.entry_points.iter().find(|known| known.name == entry.name);
            let preserved = preserved.and_then(|known| known.signatures.clone());
            preserved.or_else(|| state.signatures.get(&entry.name).cloned())
        };
        let by_function = state
            .entries
            .iter()
            .filter_map(|entry| Some((entry.function, (entry.kind, signatures(entry)?))))
            .collect();
        Self { by_function }
    }

    /// The values that an operation allows for an argument, if there are at most [`CONSTANTS`].
    fn allowed(&self, editor: &Editor<'_>, id: InstructionId, place: usize) -> Option<BTreeSet<i64>> {
        let (_, arguments) = editor.called(id)?;
        let operation = operation(editor.context(), arguments)?;
        let count = match operation.arguments.get(place.checked_sub(1)?)?.values {
            Values::UpTo(last) => i64::from(last).checked_add(1)?,
            Values::Names(_, names) => i64::try_from(names.len()).ok()?,
            Values::Any if place == COLUMN => {
                let element = editor.context().integer(*arguments.get(ELEMENT)?)?;
                i64::from(self.columns(editor.function(), signature_access(operation)?, element)?)
            }
            Values::Any => return None,
        };
        (count <= i64::try_from(CONSTANTS).ok()?).then(|| (0..count).collect())
    }

    /// The number of columns of the signature element that an operation accesses.
    fn columns(&self, function: GlobalId, access: SignatureAccess, element: u64) -> Option<u8> {
        // A patch constant function is not an entry point, but uses the signatures of its entry point.
        let only = || self.by_function.values().next().filter(|_| self.by_function.len() == 1);
        let (kind, signatures) = self.by_function.get(&function).or_else(only)?;
        let elements: &Vec<SignatureElement> = match access.signature(*kind) {
            SignatureKind::Input => signatures.inputs.as_ref()?,
            SignatureKind::Output => signatures.outputs.as_ref()?,
            SignatureKind::PatchConstantOrPrimitive => signatures.patch_constants.as_ref()?,
        };
        elements.iter().find(|known| u64::from(known.id) == element).map(|known| known.columns)
    }
}
