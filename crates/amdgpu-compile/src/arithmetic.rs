//! Instructions that mean more in DXIL than in LLVM IR of today, where what LLVM calls poison may become anything:
//! shifts by more bits than there are, division by zero, floats that no integer is, and functions that LLVM has no
//! code for.
//!
//! | instruction | Direct3D | here |
//! |---|---|---|
//! | shifts | by the low bits of the amount | the amount is masked |
//! | division, remainder | all bits set, where the divisor is zero | another divisor, and then that |
//! | `fptosi`, `fptoui` | the nearest integer that there is, zero of NaN | `llvm.fptosi.sat`, `llvm.fptoui.sat` |
//! | `fast` | no refactoring but that of products and sums | `contract` |

use dxil::ops::ArgumentName;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::Position;
use dxil_ir::{BinaryOp, CastOp, Flags, InstructionId, Op, Predicate, Type, TypeId, Value, ValueKind};

use crate::error::{CompileErrorKind, Result, invalid};
use crate::library;
use crate::translation::Translation;

/// Names of functions that LLVM has an intrinsic of and the processor no code for.
const WITHOUT_CODE: &str = "llvm.";

impl Translation<'_, '_> {
    /// Gives an instruction the meaning that it has in DXIL, by what LLVM says of it.
    pub(crate) fn arithmetic(&mut self, id: InstructionId) -> Result<()> {
        let Some(op) = self.editor.op(id) else { return Ok(()) };
        match *op {
            Op::Binary { op, operands } => {
                let ty = self.ty(id.into())?;
                let scalar = self.context().types.scalar(ty);
                if self.context().types.is_float(scalar) {
                    return self.float_operation(id, op);
                }
                match op {
                    BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.shift(id, op, operands),
                    BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => {
                        self.division(id, op, operands)
                    }
                    _ => Ok(()),
                }
            }
            Op::Cast(cast @ (CastOp::FpToSi | CastOp::FpToUi), value) => self.saturated(id, cast, value),
            Op::Call { callee, .. } => self.function(id, callee),
            Op::Compare { .. } | Op::Select(_) | Op::Phi(..) | Op::Negate(_) => self.plain_flags(id),
            _ => Ok(()),
        }
    }

    /// What may be assumed of floats: that products and sums are fused, where refactoring was allowed. That there is no
    /// NaN is never assumed: what is wrong about it would be poison.
    fn plain_flags(&mut self, id: InstructionId) -> Result<()> {
        let Some(instruction) = self.editor.instruction(id) else { return Ok(()) };
        let old = instruction.flags;
        let of_floats =
            [Flags::NNAN, Flags::NINF, Flags::NSZ, Flags::ARCP, Flags::CONTRACT, Flags::AFN, Flags::REASSOC];
        if !of_floats.iter().any(|flag| old.has(*flag)) {
            return Ok(());
        }
        let fuses = old.has(Flags::CONTRACT);
        self.editor.set_flags(id.into(), if fuses { Flags::CONTRACT } else { Flags::NONE });
        Ok(())
    }

    fn float_operation(&mut self, id: InstructionId, op: BinaryOp) -> Result<()> {
        self.plain_flags(id)?;
        if op == BinaryOp::SDiv {
            self.one_ulp(id)?;
        }
        Ok(())
    }

    /// Allows an error of one unit in the last place, as Direct3D does of divisions and roots.
    fn one_ulp(&mut self, id: InstructionId) -> Result<()> {
        let ty = self.ty(id.into())?;
        if self.kind_of(ty)? == Type::Float {
            let one = self.editor.float(1.0);
            let value = self.module().value_as_metadata(one);
            let node = self.module().tuple(&[Some(value)]);
            self.editor.attach(id, "fpmath", node);
        }
        Ok(())
    }

    /// The type of integers, which may be a vector's, and how many bits each has.
    fn integers(&self, value: Value) -> Result<(TypeId, u32)> {
        let ty = self.ty(value)?;
        Ok((ty, self.bits(self.context().types.scalar(ty))?))
    }

    /// A number in all lanes of a type.
    fn splat(&mut self, ty: TypeId, number: i64) -> Result<Value> {
        let Type::Vector(element, lanes) = self.kind_of(ty)? else { return Ok(self.editor.int(ty, number)) };
        let lane = self.editor.int(element, number);
        let lanes = usize::try_from(lanes).unwrap_or(0);
        Ok(self.module().constant(ty, ConstantKind::Aggregate(vec![lane; lanes].into())))
    }

    fn shift(&mut self, id: InstructionId, op: BinaryOp, [value, amount]: [Value; 2]) -> Result<()> {
        let (ty, bits) = self.integers(amount)?;
        if self.context().integer(amount).is_some_and(|amount| amount < u64::from(bits)) {
            return Ok(());
        }
        let flags = self.editor.instruction(id).map_or(Flags::NONE, |instruction| instruction.flags);
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        let mask = self.splat(ty, i64::from(bits) - 1)?;
        let masked = self.binary(BinaryOp::And, amount, mask);
        let new = self.editor.binary_with(op, flags, value, masked);
        self.editor.replace_and_erase(id, new).map_err(invalid).map(|_| ())
    }

    fn division(&mut self, id: InstructionId, op: BinaryOp, [value, divisor]: [Value; 2]) -> Result<()> {
        let (ty, _) = self.integers(divisor)?;
        let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
        let known = self.context().signed_integer(divisor);
        if known.is_some_and(|known| known != 0 && (known != -1 || !is_signed)) {
            return Ok(());
        }
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        let (zero, one, all) = (self.splat(ty, 0)?, self.splat(ty, 1)?, self.splat(ty, -1)?);
        // Undefined, it would be something else at each use.
        let value = self.editor.add(Op::Freeze(value), ty).into();
        let divisor = self.editor.add(Op::Freeze(divisor), ty).into();
        let is_zero = self.compare(Predicate::IntEq, divisor, zero);
        let mut other = self.editor.select(is_zero, one, divisor);
        let mut negated = None;
        if is_signed {
            // The quotient of the least number and -1 is no number: by -1 is divided as by 1, and negated.
            let is_minus_one = self.compare(Predicate::IntEq, divisor, all);
            other = self.editor.select(is_minus_one, one, other);
            negated = Some((is_minus_one, self.binary(BinaryOp::Sub, zero, value)));
        }
        let mut result = self.binary(op, value, other);
        if let (Some((is_minus_one, negated)), BinaryOp::SDiv) = (negated, op) {
            result = self.editor.select(is_minus_one, negated, result);
        }
        let result = self.editor.select(is_zero, all, result);
        self.editor.replace_and_erase(id, result).map_err(invalid).map(|_| ())
    }

    fn saturated(&mut self, id: InstructionId, cast: CastOp, value: Value) -> Result<()> {
        let ty = self.ty(id.into())?;
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        let word = if cast == CastOp::FpToSi { "fptosi" } else { "fptoui" };
        let name = format!("llvm.{word}.sat.{}.{}", self.suffix(ty)?, self.suffix(self.ty(value)?)?);
        let new = self.call(&name, ty, &[value])?;
        self.editor.replace_and_erase(id, new).map_err(invalid).map(|_| ())
    }

    /// A call of what LLVM has an intrinsic of, where the library has a function for it.
    fn function(&mut self, id: InstructionId, callee: Value) -> Result<()> {
        let ValueKind::Global(function) = callee.kind() else { return Ok(()) };
        let Some(name) = self.context().globals.get(function).map(|global| global.name.to_string()) else {
            return Ok(());
        };
        self.plain_flags(id)?;
        let Some(rest) = name.strip_prefix(WITHOUT_CODE) else { return Ok(()) };
        let base = rest.split('.').next().unwrap_or_default();
        if base == "sqrt" {
            return self.one_ulp(id);
        }
        let Some(text) = library::mathematics(base) else { return Ok(()) };
        let [argument] = *self.editor.operands(id).get(..1).unwrap_or_default() else { return Ok(()) };
        let ty = self.ty(argument)?;
        self.editor.go_to(Position::Before(id)).map_err(invalid)?;
        let float = self.float();
        let wide = match self.kind_of(ty)? {
            Type::Float => argument,
            Type::Half => self.editor.cast(CastOp::FpExt, argument, float),
            _ => {
                let text = format!("{name} is not supported: the operand must have 16 or 32 bits");
                return Err(CompileErrorKind::Instruction(text).into());
            }
        };
        let full = format!("{}{base}.f32", library::PREFIX);
        self.library.entry(full.clone()).or_insert_with(|| text.to_owned());
        let mut result = self.call(&full, float, &[wide])?;
        if self.kind_of(ty)? == Type::Half {
            result = self.editor.cast(CastOp::FpTrunc, result, ty);
        }
        self.editor.replace_and_erase(id, result).map_err(invalid).map(|_| ())
    }

    /// `legacyF32ToF16`: a half with zeros above, without the bits that do not fit.
    pub(crate) fn float_to_half(&mut self, call: &crate::translation::Call<'_>) -> Result<()> {
        let half = self.module().types.half();
        let pair = self.vector_of(half, 2);
        let zero = self.editor.float(0.0);
        let both = self.call("llvm.amdgcn.cvt.pkrtz", pair, &[call.argument(ArgumentName::value)?, zero])?;
        let word = self.i(32);
        let value = self.bitcast(both, word)?;
        self.give(call, value)
    }

    /// `msad`: the sum of the differences of the bytes whose counterpart is not zero.
    pub(crate) fn masked_difference(&mut self, call: &crate::translation::Call<'_>) -> Result<()> {
        let (reference, source) = (call.argument(ArgumentName::a)?, call.argument(ArgumentName::b)?);
        let sum = call.argument(ArgumentName::c)?;
        let word = self.i(32);
        if self.ty(sum)? != word {
            return Err(call.refused("the accumulator (operand c) must be a 32-bit integer"));
        }
        let value = self.call("llvm.amdgcn.msad.u8", word, &[source, reference, sum])?;
        self.give(call, value)
    }

    /// `unpack4x8`: the bytes of a word, with signs or without.
    pub(crate) fn unpack(&mut self, call: &crate::translation::Call<'_>) -> Result<()> {
        let mode_is_signed = self.constant(call, ArgumentName::unpackMode)? != 0;
        let packed = call.argument(ArgumentName::pk)?;
        let types = self.member_types(call)?;
        let [element, ..] = types[..] else { return Err(call.refused("the result type is not a struct")) };
        let bits = self.bits(element)?;
        let top = self.word(24);
        let mut members = Vec::new();
        for lane in 0..4_u32 {
            let shift = self.word(24 - 8 * lane);
            let high = self.binary(BinaryOp::Shl, packed, shift);
            let op = if mode_is_signed { BinaryOp::AShr } else { BinaryOp::LShr };
            let byte = self.binary(op, high, top);
            members.push(self.resized(byte, bits)?);
        }
        self.give_members(call, &members)
    }

    /// `pack4x8`: the low bytes of four integers, or the nearest bytes.
    pub(crate) fn pack(&mut self, call: &crate::translation::Call<'_>) -> Result<()> {
        let mode = self.constant(call, ArgumentName::packMode)?;
        let mut packed: Option<Value> = None;
        for (lane, name) in
            (0..4_u32).zip([ArgumentName::x, ArgumentName::y, ArgumentName::z, ArgumentName::w])
        {
            let value = call.argument(name)?;
            let ty = self.ty(value)?;
            let bits = self.bits(ty)?;
            let limits = match mode {
                0 => None,
                1 => Some((0, 255)),
                _ => Some((-128, 127)),
            };
            let mut byte = value;
            if let Some((least, most)) = limits {
                let (least, most) = (self.int(bits, least), self.int(bits, most));
                byte = self.call(&format!("llvm.smax.i{bits}"), ty, &[byte, least])?;
                byte = self.call(&format!("llvm.smin.i{bits}"), ty, &[byte, most])?;
            }
            let mask = self.int(bits, 255);
            let low = self.binary(BinaryOp::And, byte, mask);
            let low = self.resized(low, 32)?;
            let shift = self.word(8 * lane);
            let part = if lane == 0 { low } else { self.binary(BinaryOp::Shl, low, shift) };
            packed = Some(match packed {
                Some(others) => self.binary(BinaryOp::Or, others, part),
                None => part,
            });
        }
        match packed {
            Some(packed) => self.give(call, packed),
            None => Ok(()),
        }
    }
}
