//! `dxil-legalize`: replaces instructions that LLVM 3.7 does not have, and operands that DXC does not emit, by the
//! equivalent that DXC emits.
//!
//! Precondition: none.
//!
//! Postcondition: `fneg` and `freeze` do not exist.
//!
//! The pass also replaces a constant `i64` lane index by an `i32`, a lane of an `i64` that is bitcast to `<2 x i32>` by
//! a shift and a truncation, an undefined operand of arithmetic, a cast, a comparison or a select by zero, an
//! unreachable default target of a `switch` by another target, and, except in libraries, `unreachable` by a return. It
//! adds a `getelementptr` to each load or store that accesses the first element of an array through the address of the
//! array.
//!
//! Source: LLVM's DXILLegalizePass.cpp, 22.1. LLVM's pass also widens 8-bit integers to 32 bits, and ignores the value
//! of the upper bits; this pass does not change 8-bit integers.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::globals::GlobalKind;
use dxil_ir::{
    BinaryOp, BlockId, Body, CastOp, Flags, Instruction, InstructionId, Module, Op, Type, TypeId, Value,
    ValueKind,
};

use crate::error::{Result, invalid};
use crate::lower::checks;
use crate::lower::control_flow::unreachable_defaults;
use crate::lower::state::State;
use crate::pass_manager::Scope;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    unreachable_defaults::replace(state)?;
    if !state.profile.is_library() {
        replace_unreachable(state)?;
    }
    state.each_function_with(is_candidate, |editor, _| {
        for id in editor.all_instructions() {
            match editor.op(id) {
                Some(Op::ExtractElement(_) | Op::InsertElement(_)) => {
                    let is_half = replace_half_of_i64(editor, id)?;
                    if !is_half {
                        narrow_lane_index(editor, id)?;
                    }
                }
                Some(Op::Load { .. } | Op::Store { .. }) => point_to_element(editor, id)?,
                Some(Op::Freeze(value)) => {
                    let value = *value;
                    editor.replace_and_erase(id, value).map_err(invalid)?;
                }
                Some(Op::Negate(operand)) => {
                    let operand = *operand;
                    negate(editor, id, operand)?;
                }
                Some(Op::Binary { .. } | Op::Cast(..) | Op::Compare { .. } | Op::Select(_)) => {
                    define_operands(editor, id)?;
                }
                _ => {}
            }
        }
        Ok(())
    })
}

/// Replaces the terminator `unreachable` by a return, because shaders cannot contain `unreachable`.
fn replace_unreachable(state: &mut State) -> Result<()> {
    let is_unreachable =
        |_: &Module, _: (&Body, TypeId), instruction: &Instruction| matches!(instruction.op, Op::Unreachable);
    state.each_function_with(is_unreachable, |editor, _| {
        let blocks: Vec<BlockId> = editor.blocks().collect();
        for block in blocks {
            let terminator = editor.terminator(block).and_then(|id| editor.op(id));
            if matches!(terminator, Some(Op::Unreachable)) {
                editor.set_terminator(block, Op::Return(None)).map_err(invalid)?;
            }
        }
        Ok(())
    })
}

/// Returns true if the pass may replace an instruction or one of its operands.
fn is_candidate(module: &Module, (body, _): (&Body, TypeId), instruction: &Instruction) -> bool {
    match &instruction.op {
        Op::ExtractElement(_) | Op::InsertElement(_) | Op::Freeze(_) | Op::Negate(_) => true,
        Op::Load(pointer, _) | Op::Store([_, pointer], _) => {
            let is_alloca =
                |id| body.instructions.get(id).is_some_and(|it| matches!(it.op, Op::Alloca { .. }));
            match pointer.kind() {
                ValueKind::Global(_) => true,
                ValueKind::Instruction(id) => is_alloca(id),
                _ => false,
            }
        }
        Op::Binary { .. } | Op::Cast(..) | Op::Compare { .. } | Op::Select(_) => {
            let mut has_undefined = false;
            instruction.op.each_operand(&body.lists, |operand| has_undefined |= module.is_undefined(operand));
            has_undefined
        }
        _ => false,
    }
}

/// Replaces undefined operands by zero: DXIL has no arithmetic on undefined values.
fn define_operands(editor: &mut Editor<'_>, id: InstructionId) -> Result<()> {
    for (index, operand) in (0..).zip(editor.operands(id)) {
        if editor.context().is_undefined(operand) {
            let ty = editor.type_of(operand).map_err(invalid)?;
            let zero = editor.module().null(ty);
            editor.set_operand(id, index, zero).map_err(invalid)?;
        }
    }
    Ok(())
}

/// Replaces `fneg` by a subtraction from -0.0, the negation of LLVM 3.7.
fn negate(editor: &mut Editor<'_>, id: InstructionId, operand: Value) -> Result<()> {
    let ty = editor.type_of(operand).map_err(invalid)?;
    let scalar = editor.context().types.scalar(ty);
    let bits = match editor.context().types.get(scalar) {
        Some(Type::Half) => 1 << 15,
        Some(Type::Float) => 1 << 31,
        Some(Type::Double) => 1 << 63,
        _ => return Ok(()),
    };
    let zero = editor.module().float_bits(scalar, bits);
    let zero = match editor.context().types.get(ty) {
        Some(Type::Vector(_, lanes)) => {
            let lanes = vec![zero; usize::try_from(*lanes).unwrap_or(0)];
            editor.module().aggregate(ty, lanes)
        }
        _ => zero,
    };
    let flags = editor.instruction(id).map(|instruction| instruction.flags).unwrap_or_default();
    editor.go_to(Position::Before(id)).map_err(invalid)?;
    let negated = editor.binary(BinaryOp::Sub, zero, operand);
    editor.set_flags(negated, flags);
    editor.replace_and_erase(id, negated).map_err(invalid)?;
    Ok(())
}

/// Replaces an `extractelement` from an `i64` that is bitcast to `<2 x i32>` by a logical shift and a truncation.
/// Returns true if the instruction had this form.
fn replace_half_of_i64(editor: &mut Editor<'_>, id: InstructionId) -> Result<bool> {
    let Some(Op::ExtractElement([vector, lane])) = editor.op(id) else { return Ok(false) };
    let (vector, lane) = (*vector, *lane);
    let ValueKind::Instruction(cast) = vector.kind() else { return Ok(false) };
    let Some(Op::Cast(CastOp::Bitcast, number)) = editor.op(cast) else { return Ok(false) };
    let number = *number;
    let lane = editor.context().integer(lane);
    let (from, to) = (editor.type_of(number).map_err(invalid)?, editor.type_of(vector).map_err(invalid)?);
    let types = &editor.context().types;
    let is_pair =
        matches!(types.get(to), Some(Type::Vector(word, 2)) if types.get(*word) == Some(&Type::Integer(32)));
    let (true, Some(lane @ 0..=1), Some(Type::Integer(64))) = (is_pair, lane, types.get(from)) else {
        return Ok(false);
    };
    editor.go_to(Position::Before(id)).map_err(invalid)?;
    let i32 = editor.module().types.int(32);
    let number = if lane == 0 {
        number
    } else {
        let shift = editor.int(from, 32);
        editor.binary(BinaryOp::LShr, number, shift)
    };
    let word = editor.cast(CastOp::Trunc, number, i32);
    editor.replace_and_erase(id, word).map_err(invalid)?;
    if !editor.is_used(cast.into()) {
        editor.erase(cast).map_err(invalid)?;
    }
    Ok(true)
}

/// Adds a `getelementptr` to the first element, if a load or store of an element uses the address of the whole array.
fn point_to_element(editor: &mut Editor<'_>, id: InstructionId) -> Result<()> {
    let (operand, pointer, accessed) = match editor.op(id) {
        Some(Op::Load(pointer, _)) => (0, *pointer, editor.instruction(id).map(|load| load.ty)),
        Some(Op::Store([value, pointer], _)) => (1, *pointer, editor.type_of(*value).ok()),
        _ => return Ok(()),
    };
    let Some(array) = allocated_type(editor, pointer) else { return Ok(()) };
    let is_first = matches!(editor.context().types.get(array), Some(Type::Array(element, _)) if Some(*element) == accessed);
    if !is_first {
        return Ok(());
    }
    editor.go_to(Position::Before(id)).map_err(invalid)?;
    let i32 = editor.module().types.int(32);
    let zero = editor.int(i32, 0);
    let element = editor.element_pointer(true, array, pointer, &[zero, zero]).map_err(invalid)?;
    editor.set_flags(element, Flags::INBOUNDS | Flags::NUSW | Flags::NUW);
    editor.set_operand(id, operand, element).map_err(invalid)
}

/// Returns the type of the alloca or global variable that `pointer` is the address of, without an offset.
fn allocated_type(editor: &Editor<'_>, pointer: Value) -> Option<TypeId> {
    match pointer.kind() {
        ValueKind::Instruction(id) => match editor.op(id)? {
            Op::Alloca { element, .. } => Some(*element),
            _ => None,
        },
        ValueKind::Global(id) => {
            let global = editor.context().globals.get(id)?;
            matches!(global.kind, GlobalKind::Variable(_)).then_some(global.value_type)
        }
        _ => None,
    }
}

/// Replaces a constant `i64` lane index of `extractelement` or `insertelement` by an `i32`.
fn narrow_lane_index(editor: &mut Editor<'_>, id: InstructionId) -> Result<()> {
    let lane = match editor.op(id) {
        Some(Op::ExtractElement([_, lane]) | Op::InsertElement([_, _, lane])) => *lane,
        _ => return Ok(()),
    };
    let ty = editor.type_of(lane).map_err(invalid)?;
    if editor.context().types.get(ty) != Some(&Type::Integer(64)) {
        return Ok(());
    }
    let Some(number) = editor.context().signed_integer(lane) else { return Ok(()) };
    let i32 = editor.module().types.int(32);
    let narrow = editor.int(i32, number);
    editor.go_to(Position::Before(id)).map_err(invalid)?;
    let new = match editor.op(id) {
        Some(Op::ExtractElement([vector, _])) => {
            let vector = *vector;
            editor.extract_element(vector, narrow).map_err(invalid)?
        }
        Some(Op::InsertElement([vector, value, _])) => {
            let (vector, value) = (*vector, *value);
            editor.insert_element(vector, value, narrow).map_err(invalid)?
        }
        _ => return Ok(()),
    };
    editor.replace_and_erase(id, new).map_err(invalid)?;
    Ok(())
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find(module, "fneg or freeze", |_, _, instruction| {
        matches!(instruction.op, Op::Negate(_) | Op::Freeze(_))
    })
}
