//! `dxil-legalize`: what is no more than a habit of newer LLVM becomes what DXC writes.
//!
//! Needs: nothing.
//!
//! Holds then: lanes that are known are numbered by integers of 32 bits, the words of a number of 64 bits are computed
//! and not lanes of it, elements of arrays are addressed as such, no arithmetic is of what is undefined, and there is
//! no `fneg` and no `freeze`.
//!
//! Source: LLVM's DXILLegalizePass.cpp, 22.1. Integers of 8 bits are left as they are: LLVM gives them 32 bits without
//! a look at those above.

use dxil_ir::builder::Build as _;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::globals::GlobalKind;
use dxil_ir::{
    BinaryOp, BlockId, Body, CastOp, Flags, Instruction, InstructionId, Module, Op, Type, TypeId, Value,
    ValueKind,
};

use crate::error::{Result, invalid};
use crate::lower::checks;
use crate::lower::state::State;
use crate::pass_manager::Scope;

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    if !state.profile.is_library() {
        end_shaders(state)?;
    }
    state.each_function_with(is_one, |editor, _| {
        for id in editor.all_instructions() {
            match editor.op(id) {
                Some(Op::ExtractElement(_) | Op::InsertElement(_)) => {
                    let is_word = take_word(editor, id)?;
                    if !is_word {
                        narrow_lane(editor, id)?;
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

/// Lets a shader end where nothing can come to, which a shader has no words for.
fn end_shaders(state: &mut State) -> Result<()> {
    let is_end =
        |_: &Module, _: (&Body, TypeId), instruction: &Instruction| matches!(instruction.op, Op::Unreachable);
    state.each_function_with(is_end, |editor, _| {
        let blocks: Vec<BlockId> = editor.blocks().collect();
        for block in blocks {
            let end = editor.terminator(block).and_then(|id| editor.op(id));
            if matches!(end, Some(Op::Unreachable)) {
                editor.set_terminator(block, Op::Return(None)).map_err(invalid)?;
            }
        }
        Ok(())
    })
}

/// Whether something may have to become of an instruction.
fn is_one(module: &Module, (body, _): (&Body, TypeId), instruction: &Instruction) -> bool {
    match &instruction.op {
        Op::ExtractElement(_) | Op::InsertElement(_) | Op::Freeze(_) | Op::Negate(_) => true,
        Op::Load(pointer, _) | Op::Store([_, pointer], _) => {
            let of_alloca =
                |id| body.instructions.get(id).is_some_and(|it| matches!(it.op, Op::Alloca { .. }));
            match pointer.kind() {
                ValueKind::Global(_) => true,
                ValueKind::Instruction(id) => of_alloca(id),
                _ => false,
            }
        }
        Op::Binary { .. } | Op::Cast(..) | Op::Compare { .. } | Op::Select(_) => {
            let mut is_any = false;
            instruction.op.each_operand(&body.lists, |operand| is_any |= module.is_undefined(operand));
            is_any
        }
        _ => false,
    }
}

/// Puts zero in the place of operands that may be anything, which DXIL does not compute with.
fn define_operands(editor: &mut Editor<'_>, id: InstructionId) -> Result<()> {
    for (place, operand) in (0..).zip(editor.operands(id)) {
        if editor.context().is_undefined(operand) {
            let ty = editor.type_of(operand).map_err(invalid)?;
            let zero = editor.module().null(ty);
            editor.set_operand(id, place, zero).map_err(invalid)?;
        }
    }
    Ok(())
}

/// Subtracts from -0.0, which LLVM 3.7 takes for a negation.
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

/// Computes a lane of a number of 64 bits that was cast to two words; says whether it was one.
fn take_word(editor: &mut Editor<'_>, id: InstructionId) -> Result<bool> {
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

/// Addresses the first element of an array where that is accessed at the address of the array.
fn point_to_element(editor: &mut Editor<'_>, id: InstructionId) -> Result<()> {
    let (place, pointer, accessed) = match editor.op(id) {
        Some(Op::Load(pointer, _)) => (0, *pointer, editor.instruction(id).map(|load| load.ty)),
        Some(Op::Store([value, pointer], _)) => (1, *pointer, editor.type_of(*value).ok()),
        _ => return Ok(()),
    };
    let Some(array) = memory(editor, pointer) else { return Ok(()) };
    let is_first = matches!(editor.context().types.get(array), Some(Type::Array(element, _)) if Some(*element) == accessed);
    if !is_first {
        return Ok(());
    }
    editor.go_to(Position::Before(id)).map_err(invalid)?;
    let i32 = editor.module().types.int(32);
    let zero = editor.int(i32, 0);
    let element = editor.element_pointer(true, array, pointer, &[zero, zero]).map_err(invalid)?;
    editor.set_flags(element, Flags::INBOUNDS | Flags::NUSW | Flags::NUW);
    editor.set_operand(id, place, element).map_err(invalid)
}

/// The type of what an address is of, where it is of all of it.
fn memory(editor: &Editor<'_>, pointer: Value) -> Option<TypeId> {
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

/// Numbers a lane that is known by 32 bits.
fn narrow_lane(editor: &mut Editor<'_>, id: InstructionId) -> Result<()> {
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
