//! Expansion of floating-point intrinsics. Separate because the formulas share no code with the other expansions.
//!
//! Part of pass `dxil-intrinsic-expansion`.

use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Predicate, Type, TypeId, Value};

use super::Expansion;
use crate::error::Result;

/// The first DXIL version whose IsInf, IsNaN, IsFinite and IsNormal operations accept 16-bit floats.
const HALF_CLASSES: (u32, u32) = (1, 9);

/// Bit masks of floating-point classes, the operand of `llvm.is.fpclass`.
mod class {
    pub(super) const NAN: i64 = 0x3;
    pub(super) const NEGATIVE_INFINITY: i64 = 1 << 2;
    pub(super) const NEGATIVE_NORMAL: i64 = 1 << 3;
    pub(super) const NEGATIVE_SUBNORMAL: i64 = 1 << 4;
    pub(super) const NEGATIVE_ZERO: i64 = 1 << 5;
    pub(super) const POSITIVE_ZERO: i64 = 1 << 6;
    pub(super) const POSITIVE_SUBNORMAL: i64 = 1 << 7;
    pub(super) const POSITIVE_NORMAL: i64 = 1 << 8;
    pub(super) const POSITIVE_INFINITY: i64 = 1 << 9;
    pub(super) const QUIET_NAN: i64 = 1 << 1;
    pub(super) const INFINITE: i64 = NEGATIVE_INFINITY | POSITIVE_INFINITY;
    pub(super) const NORMAL: i64 = NEGATIVE_NORMAL | POSITIVE_NORMAL;
    pub(super) const FINITE: i64 = 0x1f8;
}

impl Expansion<'_, '_, '_> {
    /// Expands exponentials, logarithms and powers, and the intrinsics of [`other_math`](Self::other_math). Returns
    /// `None` for other intrinsics.
    pub(super) fn float_math(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
        use std::f64::consts::{LN_2, LN_10, LOG2_10, LOG2_E};
        let ty = self.ty;
        let single = |number: f64| {
            #[allow(clippy::cast_possible_truncation, reason = "constants are those of 32-bit floats")]
            let single = number as f32;
            f64::from(single)
        };
        Ok(Some(match (name, arguments) {
            ("llvm.exp", &[x]) => {
                let factor = self.float(ty, LOG2_E)?;
                let scaled = self.mul(factor, x);
                self.intrinsic("llvm.exp2", &[scaled], ty)?
            }
            ("llvm.exp10", &[x]) => {
                let factor = self.float(ty, LOG2_10)?;
                let scaled = self.mul(factor, x);
                self.intrinsic("llvm.exp2", &[scaled], ty)?
            }
            ("llvm.log", &[x]) | ("llvm.log10", &[x]) => {
                let number =
                    if name == "llvm.log" { single(LN_2) } else { single(single(LN_2) / single(LN_10)) };
                let factor = self.float(ty, number)?;
                let log = self.intrinsic("llvm.log2", &[x], ty)?;
                self.mul(factor, log)
            }
            ("llvm.pow", &[x, y]) => {
                let log = self.intrinsic("llvm.log2", &[x], ty)?;
                let scaled = self.mul(log, y);
                self.intrinsic("llvm.exp2", &[scaled], ty)?
            }
            ("llvm.powi", &[x, n]) => {
                let scalar = self.editor.context().types.scalar(ty);
                let exponent = self.editor.cast(CastOp::SiToFp, n, scalar);
                let y = self.splat_value(ty, exponent)?;
                let log = self.intrinsic("llvm.log2", &[x], ty)?;
                let scaled = self.mul(log, y);
                self.intrinsic("llvm.exp2", &[scaled], ty)?
            }
            ("llvm.ldexp", &[x, n]) => {
                let power = self.editor.cast(CastOp::SiToFp, n, ty);
                let factor = self.intrinsic("llvm.exp2", &[power], ty)?;
                self.mul(x, factor)
            }
            _ => return self.other_math(name, arguments),
        }))
    }

    /// Expands trigonometric functions, interpolation, rounding, minimum, maximum, class tests and conversions.
    fn other_math(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
        use std::f64::consts::PI;
        let ty = self.ty;
        Ok(Some(match (name, arguments) {
            ("llvm.atan2", &[y, x]) => self.atan2(y, x)?,
            ("llvm.dx.degrees", &[x]) => {
                let factor = self.float(ty, 180.0 / PI)?;
                self.mul(x, factor)
            }
            ("llvm.dx.radians", &[x]) => {
                let factor = self.float(ty, PI / 180.0)?;
                self.mul(x, factor)
            }
            ("llvm.dx.lerp", &[x, y, s]) => {
                let range = self.sub(y, x);
                let part = self.mul(s, range);
                self.add(x, part)
            }
            ("llvm.dx.step", &[edge, x]) => {
                let (zero, one) = (self.float(ty, 0.0)?, self.float(ty, 1.0)?);
                let is_below = self.compare(Predicate::FloatOlt, x, edge);
                self.select(is_below, zero, one)
            }
            ("llvm.dx.nclamp", &[x, low, high]) => {
                let least = self.intrinsic("llvm.maxnum", &[x, low], ty)?;
                self.intrinsic("llvm.minnum", &[least, high], ty)?
            }
            ("llvm.rint" | "llvm.nearbyint", &[x]) => self.intrinsic("llvm.roundeven", &[x], ty)?,
            ("llvm.round", &[x]) => {
                // Rounds halfway cases away from zero.
                let whole = self.intrinsic("llvm.trunc", &[x], ty)?;
                let rest = self.sub(x, whole);
                let distance = self.intrinsic("llvm.fabs", &[rest], ty)?;
                let (half, one) = (self.float(ty, 0.5)?, self.float(ty, 1.0)?);
                let is_more = self.compare(Predicate::FloatOge, distance, half);
                let step = self.copysign(one, x)?;
                let next = self.add(whole, step);
                self.select(is_more, next, whole)
            }
            ("llvm.canonicalize", &[x]) => {
                let one = self.float(ty, 1.0)?;
                self.mul(x, one)
            }
            ("llvm.copysign", &[x, sign]) => self.copysign(x, sign)?,
            ("llvm.fma", &[a, b, c]) if self.bits(ty) != 64 => {
                self.intrinsic("llvm.fmuladd", &[a, b, c], ty)?
            }
            ("llvm.maximumnum", &[a, b]) => self.intrinsic("llvm.maxnum", &[a, b], ty)?,
            ("llvm.minimumnum", &[a, b]) => self.intrinsic("llvm.minnum", &[a, b], ty)?,
            ("llvm.maximum" | "llvm.minimum", &[a, b]) => {
                let plain = if name == "llvm.maximum" { "llvm.maxnum" } else { "llvm.minnum" };
                let value = self.intrinsic(plain, &[a, b], ty)?;
                let is_unordered = self.compare(Predicate::FloatUno, a, b);
                let sum = self.add(a, b);
                self.select(is_unordered, sum, value)
            }
            ("llvm.is.fpclass", &[x, mask]) => return self.class(x, mask),
            ("llvm.dx.isinf", &[x]) => return self.half_class(x, class::INFINITE),
            ("llvm.dx.isnan", &[x]) => return self.half_class(x, class::NAN),
            ("llvm.fptosi.sat" | "llvm.fptoui.sat", &[x]) => self.saturated(x, name == "llvm.fptosi.sat")?,
            _ => return Ok(None),
        }))
    }

    /// Returns `x` with the sign of `sign`, computed with bit masks.
    fn copysign(&mut self, x: Value, sign: Value) -> Result<Value> {
        let ty = self.type_of(x)?;
        let bits = self.bits(ty);
        if self.is_half(ty) {
            // The bit layout of a minimum-precision float is unspecified, so the sign is copied in 32-bit floats.
            let wide = self.like(ty, Type::Float);
            let (x, sign) =
                (self.editor.cast(CastOp::FpExt, x, wide), self.editor.cast(CastOp::FpExt, sign, wide));
            let both = self.copysign(x, sign)?;
            return Ok(self.editor.cast(CastOp::FpTrunc, both, ty));
        }
        let integers = self.like(ty, Type::Integer(bits));
        let top = 1_i64.wrapping_shl(bits.saturating_sub(1));
        let (x, sign) = (
            self.editor.cast(CastOp::Bitcast, x, integers),
            self.editor.cast(CastOp::Bitcast, sign, integers),
        );
        let (rest, top) = (self.int(integers, !top), self.int(integers, top));
        let (x, sign) = (self.and(x, rest), self.and(sign, top));
        let both = self.or(x, sign);
        Ok(self.editor.cast(CastOp::Bitcast, both, ty))
    }

    /// Computes atan(y / x), and selects the result of the quadrant.
    fn atan2(&mut self, y: Value, x: Value) -> Result<Value> {
        use std::f64::consts::{FRAC_PI_2, PI};
        let ty = self.ty;
        let slope = self.binary(BinaryOp::SDiv, y, x);
        let angle = self.intrinsic("llvm.atan", &[slope], ty)?;
        let (zero, pi) = (self.float(ty, 0.0)?, self.float(ty, PI)?);
        let (up, down) = (self.float(ty, FRAC_PI_2)?, self.float(ty, -FRAC_PI_2)?);
        let x_below = self.compare(Predicate::FloatOlt, x, zero);
        let x_zero = self.compare(Predicate::FloatOeq, x, zero);
        let y_above = self.compare(Predicate::FloatOge, y, zero);
        let y_below = self.compare(Predicate::FloatOlt, y, zero);
        let (more, less) = (self.add(angle, pi), self.sub(angle, pi));
        let rows = [
            (x_below, y_above, more),
            (x_below, y_below, less),
            (x_zero, y_below, down),
            (x_zero, y_above, up),
        ];
        let mut value = angle;
        for (in_x, in_y, replacement) in rows {
            let both = self.and(in_x, in_y);
            value = self.select(both, replacement, value);
        }
        Ok(value)
    }

    /// Converts a float to an integer with saturation. NaN becomes zero.
    fn saturated(&mut self, x: Value, is_signed: bool) -> Result<Value> {
        let to = self.ty;
        let from = self.type_of(x)?;
        let bits = self.bits(to);
        if bits > 64 || bits == 0 {
            return Err(self.refuse("conversion to an integer type with more than 64 bits is not supported"));
        }
        let value_bits = if is_signed { bits - 1 } else { bits };
        let exponent = i32::try_from(value_bits).unwrap_or(64);
        let above = self.float(from, 2_f64.powi(exponent))?;
        let (lowest, low) =
            if is_signed { (-2_f64.powi(exponent), 1_i64 << value_bits.min(63)) } else { (0.0, 0) };
        let below = self.float(from, lowest)?;
        let high = if value_bits >= 64 { -1 } else { (1_i64.wrapping_shl(value_bits)).wrapping_sub(1) };
        let cast = if is_signed { CastOp::FpToSi } else { CastOp::FpToUi };
        let plain = self.editor.cast(cast, x, to);
        let (low, high, zero) = (self.int(to, low), self.int(to, high), self.int(to, 0));
        let is_below = self.compare(Predicate::FloatOle, x, below);
        let value = self.select(is_below, low, plain);
        let is_above = self.compare(Predicate::FloatOge, x, above);
        let value = self.select(is_above, high, value);
        let is_nan = self.compare(Predicate::FloatUno, x, x);
        Ok(self.select(is_nan, zero, value))
    }

    /// Expands `llvm.is.fpclass`. Returns `None` if DXIL has an operation for this mask and type.
    fn class(&mut self, x: Value, mask: Value) -> Result<Option<Value>> {
        let mask = self.editor.context().signed_integer(mask);
        let mask = mask.ok_or_else(|| self.refuse("mask of floating-point classes is not a constant"))?;
        let ty = self.type_of(x)?;
        let has_operation = [class::INFINITE, class::NAN, class::NORMAL, class::FINITE].contains(&mask);
        if has_operation && (!self.is_half(ty) || self.dxil >= HALF_CLASSES) {
            return Ok(None);
        }
        self.class_by_bits(x, mask).map(Some)
    }

    /// Expands a class test of 16-bit floats before DXIL 1.9. Returns `None` for other types and versions.
    fn half_class(&mut self, x: Value, mask: i64) -> Result<Option<Value>> {
        let ty = self.type_of(x)?;
        if !self.is_half(ty) || self.dxil >= HALF_CLASSES {
            return Ok(None);
        }
        self.class_by_bits(x, mask).map(Some)
    }

    /// Tests a mask of zeros of one sign, infinities or NaN with few instructions; `None` for other masks. `fraction`
    /// is the number of fraction bits, `top` is the index of the sign bit.
    fn simple_class(
        &mut self,
        x: Value,
        mask: i64,
        integers: TypeId,
        (fraction, top): (u32, u32),
    ) -> Result<Option<Value>> {
        // Sign-extends a constant from the width of the float to 64 bits.
        let of = |bits: i64| if top == 63 { bits } else { bits << (63 - top) >> (63 - top) };
        let sign = of(1_i64.wrapping_shl(top));
        let low = (1_i64 << fraction) - 1;
        let infinity = 1_i64.wrapping_shl(top).wrapping_sub(1) & !low;
        let single = match mask {
            class::NEGATIVE_ZERO => Some(sign),
            class::POSITIVE_ZERO => Some(0),
            class::NEGATIVE_INFINITY => Some(sign | infinity),
            class::POSITIVE_INFINITY => Some(infinity),
            class::INFINITE | class::NAN => None,
            _ => return Ok(None),
        };
        let bits = self.editor.cast(CastOp::Bitcast, x, integers);
        if let Some(single) = single {
            let single = self.int(integers, single);
            return Ok(Some(self.compare(Predicate::IntEq, bits, single)));
        }
        let high = self.int(integers, infinity);
        if mask == class::INFINITE {
            let is_positive = self.compare(Predicate::IntEq, bits, high);
            let negative = self.int(integers, sign | infinity);
            let is_negative = self.compare(Predicate::IntEq, bits, negative);
            return Ok(Some(self.or(is_positive, is_negative)));
        }
        let exponent = self.and(bits, high);
        let is_high = self.compare(Predicate::IntEq, exponent, high);
        let (low, zero) = (self.int(integers, low), self.int(integers, 0));
        let rest = self.and(bits, low);
        let has_rest = self.compare(Predicate::IntNe, rest, zero);
        Ok(Some(self.and(is_high, has_rest)))
    }

    /// Tests if a float belongs to one of the classes of `mask`, with integer comparisons of its bits.
    fn class_by_bits(&mut self, x: Value, mask: i64) -> Result<Value> {
        let ty = self.type_of(x)?;
        let bits = self.bits(ty);
        let (fraction, top) = match bits {
            16 => (10, 15),
            32 => (23, 31),
            64 => (52, 63),
            _ => return Err(self.refuse("operand type is not half, float or double")),
        };
        let integers = self.like(ty, Type::Integer(bits));
        if let Some(value) = self.simple_class(x, mask, integers, (fraction, top))? {
            return Ok(value);
        }
        let sign = 1_i64.wrapping_shl(top);
        let least_normal = 1_i64 << fraction;
        let infinity = (sign.wrapping_sub(1)) & !(least_normal - 1);
        let x = self.editor.cast(CastOp::Bitcast, x, integers);
        let positive = self.int(integers, !sign);
        let magnitude = self.and(x, positive);
        let zero = self.int(integers, 0);
        let is_negative = self.compare(Predicate::IntSlt, x, zero);
        let bool_type = self.type_of(is_negative)?;
        let yes = self.int(bool_type, 1);
        let is_positive = self.binary(BinaryOp::Xor, is_negative, yes);
        let quiet = infinity | 1 << (fraction - 1);
        // Each class is a half-open range of magnitudes: the mask for negative and for positive floats, lower bound,
        // upper bound.
        let ranges = [
            (class::NEGATIVE_ZERO, class::POSITIVE_ZERO, 0, 1),
            (class::NEGATIVE_SUBNORMAL, class::POSITIVE_SUBNORMAL, 1, least_normal),
            (class::NEGATIVE_NORMAL, class::POSITIVE_NORMAL, least_normal, infinity),
            (class::NEGATIVE_INFINITY, class::POSITIVE_INFINITY, infinity, infinity + 1),
            (1, 1, infinity + 1, quiet),
            (class::QUIET_NAN, class::QUIET_NAN, quiet, i64::MAX),
        ];
        let mut value = self.int(bool_type, 0);
        for (negative, positive, from, below) in ranges {
            let (wants_negative, wants_positive) = (mask & negative != 0, mask & positive != 0);
            if !wants_negative && !wants_positive {
                continue;
            }
            let from_value = self.int(integers, from);
            let mut is_in = self.compare(Predicate::IntUge, magnitude, from_value);
            if below != i64::MAX {
                let below = self.int(integers, below);
                let is_below = self.compare(Predicate::IntUlt, magnitude, below);
                is_in = self.and(is_in, is_below);
            }
            if !wants_negative {
                is_in = self.and(is_in, is_positive);
            } else if !wants_positive {
                is_in = self.and(is_in, is_negative);
            }
            value = self.or(value, is_in);
        }
        Ok(value)
    }
}
