//! `widen-integers`: replaces operations on integers whose width DXIL does not support by operations on `i32` or `i64`.
//! Optimizers create such integers.
//!
//! DXIL supports the widths 1, 16, 32 and 64. The upper bits of a widened value are unspecified. A user that depends on
//! them (a comparison, a division, a right shift, an extension) first clears them or copies the sign bit to them.
//! Blocks are visited in preorder of the dominator tree, and phis are completed afterwards. In a function with such
//! integers, unreachable blocks are removed.
//!
//! Precondition: values are scalars.
//!
//! Postcondition: no arithmetic, comparison, select, phi or switch operates on an integer of an unsupported width below
//! 64 bits.
//!
//! Such integers remain in memory, as parameters, arguments and results of calls, and in casts from and to these.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{
    BinaryOp, BlockId, Body, CastOp, Instruction, InstructionId, Module, Op, Predicate, Type, TypeId, Value,
    ValueKind,
};
use hashbrown::HashMap;

use crate::error::{Result, invalid};
use crate::lower::checks;
use crate::lower::state::State;
use crate::pass_manager::Scope;
use crate::transform::flow::Flow;

/// Returns true if the result of an instruction has an unsupported width, or an operand of a cast, comparison or
/// switch.
fn is_candidate(module: &Module, function: (&Body, TypeId), instruction: &Instruction) -> bool {
    if narrow_type(module, instruction.ty).is_some() {
        return true;
    }
    // Other users, such as calls of store operations with an `i8` write mask, keep their operands.
    if !matches!(instruction.op, Op::Cast(..) | Op::Compare { .. } | Op::Switch { .. }) {
        return false;
    }
    let mut has_unsupported = false;
    instruction.op.each_operand(&function.0.lists, |value| {
        let ty = module.type_of(Some(function), value);
        has_unsupported |= ty.is_some_and(|ty| narrow_type(module, ty).is_some());
    });
    has_unsupported
}

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    state.each_function_with(is_candidate, |editor, _| {
        // The dominator tree does not contain unreachable blocks.
        editor.remove_unreachable_blocks();
        let flow = Flow::of(editor);
        let mut widening = Widening { editor, wide: HashMap::new(), phis: Vec::new(), old: Vec::new() };
        // In this order, every operand is already widened, except operands of phis on back edges.
        for number in 0..u32::try_from(flow.dominators.reached()).unwrap_or(0) {
            if let Some(block) = flow.block(flow.dominators.block(number)) {
                widening.block(block)?;
            }
        }
        widening.finish()
    })
}

/// Returns the width of an integer that DXIL does not support, and the width that replaces it.
fn narrow(editor: &Editor<'_>, value: Value) -> Option<(u32, u32)> {
    narrow_type(editor.context(), editor.type_of(value).ok()?)
}

/// Like [`narrow`], but for a type.
fn narrow_type(module: &Module, ty: TypeId) -> Option<(u32, u32)> {
    match module.types.get(ty)? {
        Type::Integer(1 | 16 | 32 | 64) => None,
        Type::Integer(bits @ 0..32) => Some((*bits, 32)),
        Type::Integer(bits @ 33..64) => Some((*bits, 64)),
        _ => None,
    }
}

/// The contents of the upper bits of a widened value that a user requires.
#[derive(Clone, Copy, PartialEq, Eq)]
enum UpperBits {
    /// The user does not depend on the upper bits.
    Unspecified,
    Zero,
    Sign,
}

struct Widening<'e, 'm> {
    editor: &'e mut Editor<'m>,
    /// The widened value of each replaced value.
    wide: HashMap<Value, Value>,
    /// Replaced phis and their widened phis, which have no incoming values yet.
    phis: Vec<(InstructionId, InstructionId)>,
    /// Replaced instructions, which are erased at the end.
    old: Vec<InstructionId>,
}

impl Widening<'_, '_> {
    fn block(&mut self, block: BlockId) -> Result<()> {
        let all: Vec<InstructionId> = self.editor.instructions(block).collect();
        for id in all {
            if matches!(self.editor.op(id), Some(Op::Phi(..))) {
                self.phi(block, id)?;
                continue;
            }
            self.editor.go_to(Position::Before(id)).map_err(invalid)?;
            match narrow(self.editor, id.into()) {
                Some((_, width)) => self.widen_result(id, width)?,
                None => self.widen_operands(block, id)?,
            }
        }
        Ok(())
    }

    fn phi(&mut self, block: BlockId, id: InstructionId) -> Result<()> {
        let Some((_, width)) = narrow(self.editor, id.into()) else { return Ok(()) };
        let ty = self.int_type(width);
        for new in self.editor.add_phis(block, &[ty]).map_err(invalid)? {
            self.wide.insert(id.into(), new.into());
            self.phis.push((id, new));
        }
        self.old.push(id);
        Ok(())
    }

    fn int_type(&mut self, bits: u32) -> TypeId {
        self.editor.module().types.int(bits)
    }

    /// Replaces an instruction whose result is an integer of an unsupported width.
    fn widen_result(&mut self, id: InstructionId, width: u32) -> Result<()> {
        let to = self.int_type(width);
        let wide = match self.editor.op(id) {
            Some(Op::Binary { op, operands: [first, second] }) => {
                let (op, first, second) = (*op, *first, *second);
                let (left, right) = match op {
                    BinaryOp::UDiv | BinaryOp::URem | BinaryOp::LShr => (UpperBits::Zero, UpperBits::Zero),
                    BinaryOp::SDiv | BinaryOp::SRem => (UpperBits::Sign, UpperBits::Sign),
                    BinaryOp::AShr => (UpperBits::Sign, UpperBits::Zero),
                    BinaryOp::Shl => (UpperBits::Unspecified, UpperBits::Zero),
                    _ => (UpperBits::Unspecified, UpperBits::Unspecified),
                };
                let (first, second) = (self.widened(first, left)?, self.widened(second, right)?);
                Some(self.editor.binary(op, first, second))
            }
            Some(Op::Select([condition, first, second])) => {
                let (condition, first, second) = (*condition, *first, *second);
                let first = self.widened(first, UpperBits::Unspecified)?;
                let second = self.widened(second, UpperBits::Unspecified)?;
                Some(self.editor.select(condition, first, second))
            }
            Some(Op::Freeze(value)) => {
                let value = *value;
                let wide = self.widened(value, UpperBits::Unspecified)?;
                Some(self.editor.add(Op::Freeze(wide), to).into())
            }
            Some(Op::Cast(cast, value)) => {
                let (cast, value) = (*cast, *value);
                self.cast_to(cast, value, to)?
            }
            _ => None,
        };
        if let Some(wide) = wide {
            self.wide.insert(id.into(), wide);
            self.old.push(id);
        } else {
            // Other instructions, such as loads and calls, keep their result and operand types.
            self.truncate_operands(id)?;
        }
        Ok(())
    }

    /// Builds the widened result of a cast to an unsupported width. Returns `None` for casts that are not from integers
    /// or floats.
    fn cast_to(&mut self, cast: CastOp, value: Value, to: TypeId) -> Result<Option<Value>> {
        let upper = match cast {
            CastOp::Trunc => UpperBits::Unspecified,
            CastOp::ZExt => UpperBits::Zero,
            CastOp::SExt => UpperBits::Sign,
            CastOp::FpToSi | CastOp::FpToUi => return Ok(Some(self.editor.cast(cast, value, to))),
            _ => return Ok(None),
        };
        let value = self.widened(value, upper)?;
        self.resized(value, to, upper).map(Some)
    }

    /// Truncates or extends an integer to another integer type.
    fn resized(&mut self, value: Value, to: TypeId, upper: UpperBits) -> Result<Value> {
        let from = self.editor.type_of(value).map_err(invalid)?;
        let bits = |ty| match self.editor.context().types.get(ty) {
            Some(Type::Integer(bits)) => *bits,
            _ => 0,
        };
        Ok(match (bits(from).cmp(&bits(to)), upper) {
            (std::cmp::Ordering::Equal, _) => value,
            (std::cmp::Ordering::Greater, _) => self.editor.cast(CastOp::Trunc, value, to),
            (std::cmp::Ordering::Less, UpperBits::Sign) => self.editor.cast(CastOp::SExt, value, to),
            (std::cmp::Ordering::Less, _) => self.editor.cast(CastOp::ZExt, value, to),
        })
    }

    /// Returns the widened value of an integer of an unsupported width, with upper bits as `upper` requires. Inserts
    /// instructions at the cursor. Returns other values unchanged.
    fn widened(&mut self, value: Value, upper: UpperBits) -> Result<Value> {
        let Some((bits, width)) = narrow(self.editor, value) else { return Ok(value) };
        let ty = self.int_type(width);
        if let Some(number) = self.editor.context().signed_integer(value) {
            let number = if upper == UpperBits::Zero { number & low_bits(bits) } else { number };
            return Ok(self.editor.int(ty, number));
        }
        if let ValueKind::Constant(id) = value.kind() {
            let kind = self.editor.context().constants.get(id).map(|known| known.kind.clone());
            if let Some(kind @ (ConstantKind::Undef | ConstantKind::Poison)) = kind {
                // An undefined wide value could have upper bits that no narrow value has.
                return Ok(match upper {
                    UpperBits::Unspecified => self.editor.module().constant(ty, kind),
                    UpperBits::Zero | UpperBits::Sign => self.editor.module().null(ty),
                });
            }
        }
        let wide = match self.wide.get(&value) {
            Some(wide) => *wide,
            // A load, an argument or a call defines the value with its original width.
            None => {
                let cast = if upper == UpperBits::Sign { CastOp::SExt } else { CastOp::ZExt };
                return Ok(self.editor.cast(cast, value, ty));
            }
        };
        Ok(match upper {
            UpperBits::Unspecified => wide,
            UpperBits::Zero => {
                let mask = self.editor.int(ty, low_bits(bits));
                self.editor.binary(BinaryOp::And, wide, mask)
            }
            UpperBits::Sign => {
                let shift = self.editor.int(ty, i64::from(width - bits));
                let high = self.editor.binary(BinaryOp::Shl, wide, shift);
                self.editor.binary(BinaryOp::AShr, high, shift)
            }
        })
    }

    /// Replaces the operands of unsupported widths of an instruction whose result has a supported width.
    fn widen_operands(&mut self, block: BlockId, id: InstructionId) -> Result<()> {
        if !self.editor.operands(id).into_iter().any(|value| narrow(self.editor, value).is_some()) {
            return Ok(());
        }
        let ty = self.editor.instruction(id).map(|instruction| instruction.ty);
        let new = match (self.editor.op(id), ty) {
            (Some(Op::Cast(cast, value)), Some(to)) => {
                let (cast, value) = (*cast, *value);
                self.cast_from(cast, value, to)?
            }
            (Some(Op::Compare { predicate, operands: [first, second] }), _) => {
                let (predicate, first, second) = (*predicate, *first, *second);
                let is_signed = matches!(
                    predicate,
                    Predicate::IntSgt | Predicate::IntSge | Predicate::IntSlt | Predicate::IntSle
                );
                let upper = if is_signed { UpperBits::Sign } else { UpperBits::Zero };
                let (first, second) = (self.widened(first, upper)?, self.widened(second, upper)?);
                Some(self.editor.compare(predicate, first, second))
            }
            (Some(Op::Switch { .. }), _) => return self.switch(block, id),
            _ => None,
        };
        match new {
            Some(new) => {
                self.editor.replace_and_erase(id, new).map_err(invalid)?;
                Ok(())
            }
            None => self.truncate_operands(id),
        }
    }

    /// Builds the cast of a widened value to a supported type. Returns `None` for casts that do not operate on
    /// integers.
    fn cast_from(&mut self, cast: CastOp, value: Value, to: TypeId) -> Result<Option<Value>> {
        let upper = match cast {
            CastOp::Trunc => UpperBits::Unspecified,
            CastOp::ZExt | CastOp::UiToFp => UpperBits::Zero,
            CastOp::SExt | CastOp::SiToFp => UpperBits::Sign,
            _ => return Ok(None),
        };
        let value = self.widened(value, upper)?;
        if matches!(cast, CastOp::UiToFp | CastOp::SiToFp) {
            return Ok(Some(self.editor.cast(cast, value, to)));
        }
        self.resized(value, to, upper).map(Some)
    }

    fn switch(&mut self, block: BlockId, id: InstructionId) -> Result<()> {
        let Some(Op::Switch { value, default, targets, .. }) = self.editor.op(id) else { return Ok(()) };
        let (value, default, targets) = (*value, *default, *targets);
        let cases: Vec<Value> = self.editor.operands(id).into_iter().skip(1).collect();
        let wide = self.widened(value, UpperBits::Zero)?;
        let mut wide_cases = Vec::with_capacity(cases.len());
        for case in cases {
            wide_cases.push(self.widened(case, UpperBits::Zero)?);
        }
        let cases = self.editor.value_list(&wide_cases);
        self.editor
            .set_terminator(block, Op::Switch { value: wide, default, cases, targets })
            .map_err(invalid)?;
        Ok(())
    }

    /// Truncates widened operands to their original width, for an instruction that keeps its operand types.
    fn truncate_operands(&mut self, id: InstructionId) -> Result<()> {
        for (index, value) in (0..).zip(self.editor.operands(id)) {
            let Some(wide) = self.wide.get(&value).copied() else { continue };
            let ty = self.editor.type_of(value).map_err(invalid)?;
            let narrow = self.editor.cast(CastOp::Trunc, wide, ty);
            self.editor.set_operand(id, index, narrow).map_err(invalid)?;
        }
        Ok(())
    }

    /// Adds the incoming values of the widened phis, and erases the replaced instructions.
    fn finish(mut self) -> Result<()> {
        for (old, new) in std::mem::take(&mut self.phis) {
            let mut incoming = std::collections::HashMap::new();
            for (block, value) in self.editor.incoming(old) {
                if let Some(end) = self.editor.terminator(block) {
                    self.editor.go_to(Position::Before(end)).map_err(invalid)?;
                }
                incoming.insert(block, self.widened(value, UpperBits::Unspecified)?);
            }
            self.editor.fill_phi(new, &incoming).map_err(invalid)?;
        }
        for id in &self.old {
            let ty = self.editor.type_of((*id).into()).map_err(invalid)?;
            let undef = self.editor.undef(ty);
            self.editor.replace_all_uses((*id).into(), undef).map_err(invalid)?;
        }
        for id in self.old {
            self.editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    }
}

/// Returns a mask of the lower `bits` bits.
fn low_bits(bits: u32) -> i64 {
    1_i64.checked_shl(bits).map_or(-1, |power| power.wrapping_sub(1))
}

/// Describes a violation of the postcondition.
pub(in crate::lower) fn violation(module: &Module, _: &Scope<'_>) -> Option<String> {
    checks::find(
        module,
        "an operation on an integer of an unsupported width",
        |module, function, instruction| {
            let is_computed = matches!(
                instruction.op,
                Op::Binary { .. } | Op::Compare { .. } | Op::Select(_) | Op::Phi(..) | Op::Switch { .. }
            );
            is_computed && is_candidate(module, function, instruction)
        },
    )
}
