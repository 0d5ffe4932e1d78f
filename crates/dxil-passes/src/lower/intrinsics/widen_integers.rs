//! `widen-integers`: numbers of widths that DXIL does not compute with, as optimizers make them, are numbers of 32 or
//! 64 bits of which the lower ones count.
//!
//! Needs: numbers are scalars.
//!
//! Holds then: no arithmetic, comparison, choice or cast is of an integer of another width than 1, 16, 32 or 64, up to
//! 64. What is in memory, is handed to functions or given by them stays as it is.
//!
//! What lies above the bits that count is whatever came of computing: who minds (a comparison, a division, a shift to
//! the right, whoever wants a wider number) clears it or repeats the sign there first.

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

fn is_one(module: &Module, function: (&Body, TypeId), instruction: &Instruction) -> bool {
    if narrow_type(module, instruction.ty).is_some() {
        return true;
    }
    // What is handed on as it is, is of no account: the masks of writes above all.
    if !matches!(instruction.op, Op::Cast(..) | Op::Compare { .. } | Op::Switch { .. }) {
        return false;
    }
    let mut is_any = false;
    instruction.op.each_operand(&function.0.lists, |value| {
        let ty = module.type_of(Some(function), value);
        is_any |= ty.is_some_and(|ty| narrow_type(module, ty).is_some());
    });
    is_any
}

pub(in crate::lower) fn run(state: &mut State) -> Result<()> {
    state.each_function_with(is_one, |editor, _| {
        let flow = Flow::of(editor);
        let mut widening = Widening { editor, wide: HashMap::new(), phis: Vec::new(), old: Vec::new() };
        // What dominates comes first, so that what is used is known but for what comes round.
        for place in 0..u32::try_from(flow.dominators.reached()).unwrap_or(0) {
            if let Some(block) = flow.block(flow.dominators.block(place)) {
                widening.block(block)?;
            }
        }
        widening.finish()
    })
}

/// The width of a number that DXIL does not compute with, and the one that takes its place.
fn narrow(editor: &Editor<'_>, value: Value) -> Option<(u32, u32)> {
    narrow_type(editor.context(), editor.type_of(value).ok()?)
}

fn narrow_type(module: &Module, ty: TypeId) -> Option<(u32, u32)> {
    match module.types.get(ty)? {
        Type::Integer(1 | 16 | 32 | 64) => None,
        Type::Integer(bits @ 0..32) => Some((*bits, 32)),
        Type::Integer(bits @ 33..64) => Some((*bits, 64)),
        _ => None,
    }
}

/// What the bits above those that count are to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    /// Whatever they are.
    Anything,
    Zero,
    Sign,
}

struct Widening<'e, 'm> {
    editor: &'e mut Editor<'m>,
    /// The numbers that take the place of others.
    wide: HashMap<Value, Value>,
    /// Phis and what takes their place, whose values are not known yet.
    phis: Vec<(InstructionId, InstructionId)>,
    /// What something has taken the place of.
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
                Some((_, width)) => self.result(id, width)?,
                None => self.user(block, id)?,
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

    /// Computes a number of another width.
    fn result(&mut self, id: InstructionId, width: u32) -> Result<()> {
        let to = self.int_type(width);
        let wide = match self.editor.op(id) {
            Some(Op::Binary { op, operands: [first, second] }) => {
                let (op, first, second) = (*op, *first, *second);
                let (left, right) = match op {
                    BinaryOp::UDiv | BinaryOp::URem | BinaryOp::LShr => (Above::Zero, Above::Zero),
                    BinaryOp::SDiv | BinaryOp::SRem => (Above::Sign, Above::Sign),
                    BinaryOp::AShr => (Above::Sign, Above::Zero),
                    BinaryOp::Shl => (Above::Anything, Above::Zero),
                    _ => (Above::Anything, Above::Anything),
                };
                let (first, second) = (self.widened(first, left)?, self.widened(second, right)?);
                Some(self.editor.binary(op, first, second))
            }
            Some(Op::Select([condition, first, second])) => {
                let (condition, first, second) = (*condition, *first, *second);
                let first = self.widened(first, Above::Anything)?;
                let second = self.widened(second, Above::Anything)?;
                Some(self.editor.select(condition, first, second))
            }
            Some(Op::Freeze(value)) => {
                let value = *value;
                let wide = self.widened(value, Above::Anything)?;
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
            // Whatever gives it is left; what it is given is what it was.
            self.user_of_any(id)?;
        }
        Ok(())
    }

    /// A cast to a number of another width, if it is one of numbers.
    fn cast_to(&mut self, cast: CastOp, value: Value, to: TypeId) -> Result<Option<Value>> {
        let above = match cast {
            CastOp::Trunc => Above::Anything,
            CastOp::ZExt => Above::Zero,
            CastOp::SExt => Above::Sign,
            CastOp::FpToSi | CastOp::FpToUi => return Ok(Some(self.editor.cast(cast, value, to))),
            _ => return Ok(None),
        };
        let value = self.widened(value, above)?;
        self.resized(value, to, above).map(Some)
    }

    /// A number as one of another width.
    fn resized(&mut self, value: Value, to: TypeId, above: Above) -> Result<Value> {
        let from = self.editor.type_of(value).map_err(invalid)?;
        let bits = |ty| match self.editor.context().types.get(ty) {
            Some(Type::Integer(bits)) => *bits,
            _ => 0,
        };
        Ok(match (bits(from).cmp(&bits(to)), above) {
            (std::cmp::Ordering::Equal, _) => value,
            (std::cmp::Ordering::Greater, _) => self.editor.cast(CastOp::Trunc, value, to),
            (std::cmp::Ordering::Less, Above::Sign) => self.editor.cast(CastOp::SExt, value, to),
            (std::cmp::Ordering::Less, _) => self.editor.cast(CastOp::ZExt, value, to),
        })
    }

    /// The wide number in the place of one of another width, where the cursor is; any other value as it is.
    fn widened(&mut self, value: Value, above: Above) -> Result<Value> {
        let Some((bits, width)) = narrow(self.editor, value) else { return Ok(value) };
        let ty = self.int_type(width);
        if let Some(number) = self.editor.context().signed_integer(value) {
            let number = if above == Above::Zero { number & low_bits(bits) } else { number };
            return Ok(self.editor.int(ty, number));
        }
        if let ValueKind::Constant(id) = value.kind() {
            let kind = self.editor.context().constants.get(id).map(|known| known.kind.clone());
            if let Some(kind @ (ConstantKind::Undef | ConstantKind::Poison)) = kind {
                return Ok(self.editor.module().constant(ty, kind));
            }
        }
        let wide = match self.wide.get(&value) {
            Some(wide) => *wide,
            // It comes from where nothing else is possible: memory, functions.
            None => {
                let cast = if above == Above::Sign { CastOp::SExt } else { CastOp::ZExt };
                return Ok(self.editor.cast(cast, value, ty));
            }
        };
        Ok(match above {
            Above::Anything => wide,
            Above::Zero => {
                let mask = self.editor.int(ty, low_bits(bits));
                self.editor.binary(BinaryOp::And, wide, mask)
            }
            Above::Sign => {
                let shift = self.editor.int(ty, i64::from(width - bits));
                let high = self.editor.binary(BinaryOp::Shl, wide, shift);
                self.editor.binary(BinaryOp::AShr, high, shift)
            }
        })
    }

    /// Gives an instruction whose result is of no other width the numbers that it takes.
    fn user(&mut self, block: BlockId, id: InstructionId) -> Result<()> {
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
                let above = if is_signed { Above::Sign } else { Above::Zero };
                let (first, second) = (self.widened(first, above)?, self.widened(second, above)?);
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
            None => self.user_of_any(id),
        }
    }

    /// A cast of a number of another width to a type that DXIL has.
    fn cast_from(&mut self, cast: CastOp, value: Value, to: TypeId) -> Result<Option<Value>> {
        let above = match cast {
            CastOp::Trunc => Above::Anything,
            CastOp::ZExt | CastOp::UiToFp => Above::Zero,
            CastOp::SExt | CastOp::SiToFp => Above::Sign,
            _ => return Ok(None),
        };
        let value = self.widened(value, above)?;
        if matches!(cast, CastOp::UiToFp | CastOp::SiToFp) {
            return Ok(Some(self.editor.cast(cast, value, to)));
        }
        self.resized(value, to, above).map(Some)
    }

    fn switch(&mut self, block: BlockId, id: InstructionId) -> Result<()> {
        let Some(Op::Switch { value, default, targets, .. }) = self.editor.op(id) else { return Ok(()) };
        let (value, default, targets) = (*value, *default, *targets);
        let cases: Vec<Value> = self.editor.operands(id).into_iter().skip(1).collect();
        let wide = self.widened(value, Above::Zero)?;
        let mut wide_cases = Vec::with_capacity(cases.len());
        for case in cases {
            wide_cases.push(self.widened(case, Above::Zero)?);
        }
        let cases = self.editor.value_list(&wide_cases);
        self.editor
            .set_terminator(block, Op::Switch { value: wide, default, cases, targets })
            .map_err(invalid)?;
        Ok(())
    }

    /// Gives any other instruction the numbers of other widths that it takes.
    fn user_of_any(&mut self, id: InstructionId) -> Result<()> {
        for (place, value) in (0..).zip(self.editor.operands(id)) {
            let Some(wide) = self.wide.get(&value).copied() else { continue };
            let ty = self.editor.type_of(value).map_err(invalid)?;
            let narrow = self.editor.cast(CastOp::Trunc, wide, ty);
            self.editor.set_operand(id, place, narrow).map_err(invalid)?;
        }
        Ok(())
    }

    /// Gives phis their values, and takes out what something has taken the place of.
    fn finish(mut self) -> Result<()> {
        for (old, new) in std::mem::take(&mut self.phis) {
            let mut incoming = std::collections::HashMap::new();
            for (block, value) in self.editor.incoming(old) {
                if let Some(end) = self.editor.terminator(block) {
                    self.editor.go_to(Position::Before(end)).map_err(invalid)?;
                }
                incoming.insert(block, self.widened(value, Above::Anything)?);
            }
            self.editor.fill_phi(new, &incoming).map_err(invalid)?;
        }
        for id in &self.old {
            let ty = self.editor.type_of((*id).into()).map_err(invalid)?;
            let nothing = self.editor.undef(ty);
            self.editor.replace_all_uses((*id).into(), nothing).map_err(invalid)?;
        }
        for id in self.old {
            self.editor.erase(id).map_err(invalid)?;
        }
        Ok(())
    }
}

/// Ones in so many lower bits.
fn low_bits(bits: u32) -> i64 {
    1_i64.checked_shl(bits).map_or(-1, |above| above.wrapping_sub(1))
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
            is_computed && is_one(module, function, instruction)
        },
    )
}
