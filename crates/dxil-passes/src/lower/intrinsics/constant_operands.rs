//! `constant-operands`: where an operation takes a constant and is given one of several, it is called once for each of
//! them. Optimizers make one call of two that differ in nothing else, and know nothing of operations.
//!
//! Needs: operations are called, and not intrinsics.
//!
//! Holds then: what has to be a constant is one, unless nothing is known of it, which the validator tells. An operation
//! that other lanes have to be at as well is left alone, as each of the calls would have some of the lanes: upgraded
//! modules say of those that they may not be moved.

use std::collections::BTreeSet;

use dx_container::enums::ShaderKind;
use dxil::ops::{FUNCTION_PREFIX, Flag, Opcode, Operation, Row, Values};
use dxil::shader::{SignatureElement, Signatures};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Editor;
use dxil_ir::{
    BinaryOp, Body, CastOp, GlobalId, Instruction, InstructionId, Module, Op, Type, TypeId, Value, ValueKind,
};
use hashbrown::{HashMap, HashSet};

use crate::error::{Result, invalid};
use crate::limits::CONSTANTS;
use crate::lower::control_flow::expand_by_index::{GrowthBudget, by_cases, copied};
use crate::lower::state::State;

/// Operations that share a function, and so may differ in nothing but which they are, begin with that.
const OPCODE: usize = 0;
/// Behind it, what is about a signature has the element, the row and the column.
const ELEMENT: usize = 1;
const COLUMN: usize = 3;

/// How many casts and sums are looked through for the numbers that a value may be, and how many values in all.
const DEPTH: usize = 8;
const STEPS: usize = 256;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    let shaders = Shaders::of(state);
    let is_one = |module: &Module, (body, _): (&Body, TypeId), instruction: &Instruction| {
        let Op::Call { callee, arguments, .. } = &instruction.op else { return false };
        let ValueKind::Global(callee) = callee.kind() else { return false };
        place_of(module, callee, arguments.as_slice(&body.lists.values)).is_some()
    };
    state.each_function_with(is_one, |editor, _| {
        // What takes the place of a call may have other operands that are to be constants.
        let mut waiting = editor.all_instructions();
        waiting.reverse();
        let mut room = GrowthBudget::of(editor);
        let mut known: HashMap<Value, Option<BTreeSet<i64>>> = HashMap::new();
        while let Some(id) = waiting.pop() {
            let Some((function, arguments)) = editor.called(id) else { continue };
            let Some(place) = place_of(editor.context(), function, arguments) else { continue };
            let Some(value) = arguments.get(place).copied() else { continue };
            let found = known.entry(value).or_insert_with(|| numbers(editor, value, DEPTH, &mut { STEPS }));
            let numbers = found.clone().or_else(|| shaders.allowed(editor, id, place));
            let numbers: Vec<i64> = numbers.unwrap_or_default().into_iter().collect();
            if numbers.is_empty() || place == OPCODE && !are_apart(&numbers) {
                continue;
            }
            room.take(editor, id, numbers.len())?;
            let ty = editor.type_of(value).map_err(invalid)?;
            let made = by_cases(editor, id, value, &numbers, |editor, case, _| {
                let number = editor.int(ty, numbers.get(case).copied().unwrap_or(0));
                copied(editor, id, |other, _| other == place, number)
            })?;
            waiting.extend(made);
        }
        let _ = editor.remove_dead_instructions();
        Ok(())
    })
}

/// Whether operations are such that no other lane has to get to them.
fn are_apart(opcodes: &[i64]) -> bool {
    opcodes.iter().all(|opcode| {
        let operation = u32::try_from(*opcode).ok().and_then(|opcode| Operation::get(Opcode(opcode)));
        !operation.is_some_and(is_shared)
    })
}

/// Whether other lanes have to get to an operation as well.
fn is_shared(operation: &Operation) -> bool {
    operation.flags.iter().any(|flag| *flag != Flag::Feedback)
}

/// Which operand of a call is no constant and has to be one.
fn place_of(module: &Module, function: GlobalId, arguments: &[Value]) -> Option<usize> {
    if !module.globals.get(function)?.name.starts_with(FUNCTION_PREFIX.as_bytes()) {
        return None;
    }
    let is_open = |value: &Value| matches!(value.kind(), ValueKind::Instruction(_) | ValueKind::Argument(_));
    if arguments.first().is_some_and(is_open) {
        return Some(OPCODE);
    }
    let operation = operation(module, arguments)?;
    if is_shared(operation) {
        return None;
    }
    let is_of_signature = signature_of(operation.opcode, ShaderKind::HULL).is_some();
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

/// The numbers that a value may be, if they are few.
fn numbers(editor: &Editor<'_>, value: Value, depth: usize, steps: &mut usize) -> Option<BTreeSet<i64>> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![value];
    let mut seen = HashSet::new();
    while let Some(value) = waiting.pop() {
        *steps = steps.checked_sub(1)?;
        if let Some(number) = editor.context().signed_integer(value) {
            found.insert(number);
        } else if editor.context().is_undefined(value) {
            continue;
        } else {
            let ValueKind::Instruction(id) = value.kind() else { return None };
            match editor.op(id)? {
                Op::Select([_, first, second]) if seen.insert(id) => waiting.extend([*first, *second]),
                Op::Phi(..) if seen.insert(id) => {
                    let incoming = editor.incoming(id);
                    *steps = steps.checked_sub(incoming.len())?;
                    waiting.extend(incoming.into_iter().map(|(_, value)| value));
                }
                Op::Freeze(inner) => waiting.push(*inner),
                Op::Select(_) | Op::Phi(..) => {}
                _ => found.extend(computed(editor, id, depth.checked_sub(1)?, steps)?),
            }
        }
        if found.len() > CONSTANTS {
            return None;
        }
    }
    Some(found)
}

/// The numbers that an instruction may compute.
fn computed(
    editor: &Editor<'_>,
    id: InstructionId,
    depth: usize,
    steps: &mut usize,
) -> Option<BTreeSet<i64>> {
    let bits = width(editor, id.into())?;
    let mut of = |value: Value| {
        let known = numbers(editor, value, depth, steps);
        // What nothing is known of may be anything, which is little where there is one bit.
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

/// Words of which one is shifted to get at a part of so many bits, and how many bits they have: small tables are one
/// word, and tables of bytes are of words by now.
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

/// Whether a value is a multiple of a number of bits, by how it is computed.
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

/// The numbers of a table of constants that an address is in, as optimizers make them of a `switch`.
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

/// Ones in so many lower bits.
fn low_bits(bits: u32) -> i64 {
    1_i64.checked_shl(bits).map_or(-1, |above| above.wrapping_sub(1))
}

/// A number of so many bits, as constants have it.
fn signed(number: i64, bits: u32) -> i64 {
    let above = 64_u32.saturating_sub(bits).min(63);
    (number << above) >> above
}

/// A signature of a shader.
#[derive(Clone, Copy)]
enum Which {
    Inputs,
    Outputs,
    PatchConstants,
}

/// Which signature an operation is about, in a shader of a kind.
fn signature_of(opcode: Opcode, kind: ShaderKind) -> Option<Which> {
    Some(match opcode {
        Opcode::LOAD_INPUT => Which::Inputs,
        Opcode::STORE_OUTPUT | Opcode::STORE_VERTEX_OUTPUT => Which::Outputs,
        Opcode::STORE_PRIMITIVE_OUTPUT | Opcode::STORE_PATCH_CONSTANT | Opcode::LOAD_PATCH_CONSTANT => {
            Which::PatchConstants
        }
        Opcode::LOAD_OUTPUT_CONTROL_POINT if kind == ShaderKind::HULL => Which::Outputs,
        Opcode::LOAD_OUTPUT_CONTROL_POINT => Which::Inputs,
        _ => return None,
    })
}

/// The signatures of entries.
struct Shaders {
    by_function: HashMap<GlobalId, (ShaderKind, Signatures)>,
}

impl Shaders {
    fn of(state: &State) -> Self {
        let signatures = |entry: &crate::lower::entries::Entry| {
            let said = state.preserved_shader.entry_points.iter().find(|said| said.name == entry.name);
            let said = said.and_then(|said| said.signatures.clone());
            said.or_else(|| state.signatures.get(&entry.name).cloned())
        };
        let by_function = state
            .entries
            .iter()
            .filter_map(|entry| Some((entry.function, (entry.kind, signatures(entry)?))))
            .collect();
        Self { by_function }
    }

    /// The numbers that an operand is allowed to be, where they are few.
    fn allowed(&self, editor: &Editor<'_>, id: InstructionId, place: usize) -> Option<BTreeSet<i64>> {
        let (_, arguments) = editor.called(id)?;
        let operation = operation(editor.context(), arguments)?;
        let count = match operation.arguments.get(place.checked_sub(1)?)?.values {
            Values::UpTo(last) => i64::from(last).checked_add(1)?,
            Values::Names(_, names) => i64::try_from(names.len()).ok()?,
            Values::Any if place == COLUMN => {
                let element = editor.context().integer(*arguments.get(ELEMENT)?)?;
                i64::from(self.columns(editor.function(), operation.opcode, element)?)
            }
            Values::Any => return None,
        };
        (count <= i64::try_from(CONSTANTS).ok()?).then(|| (0..count).collect())
    }

    /// How many columns an element has that an operation is about.
    fn columns(&self, function: GlobalId, opcode: Opcode, element: u64) -> Option<u8> {
        // Functions of patch constants are no entries, and have the signatures of theirs.
        let of_all = || self.by_function.values().next().filter(|_| self.by_function.len() == 1);
        let (kind, signatures) = self.by_function.get(&function).or_else(of_all)?;
        let elements: &Vec<SignatureElement> = match signature_of(opcode, *kind)? {
            Which::Inputs => signatures.inputs.as_ref()?,
            Which::Outputs => signatures.outputs.as_ref()?,
            Which::PatchConstants => signatures.patch_constants.as_ref()?,
        };
        elements.iter().find(|known| u64::from(known.id) == element).map(|known| known.columns)
    }
}
