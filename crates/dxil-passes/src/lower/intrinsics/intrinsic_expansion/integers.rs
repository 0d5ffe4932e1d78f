//! Expansion of integer intrinsics, most of which `opt` introduces. Separate because of its length.
//!
//! Part of pass `dxil-intrinsic-expansion`.

use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, CastOp, Predicate, Type, TypeId, Value};

use super::Expansion;
use crate::error::{Result, invalid};

impl Expansion<'_, '_, '_> {
    /// Expands shifts, bit counts and byte swaps of integers. Returns `None` for other intrinsics.
    pub(super) fn integer_math(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
        let ty = self.ty;
        let bits = self.bits(ty);
        if !matches!(bits, 1 | 16 | 32 | 64)
            && let Some(value) = self.widened_math(name, arguments)?
        {
            return Ok(Some(value));
        }
        Ok(Some(match (name, arguments) {
            ("llvm.abs", &[x, _]) => {
                let zero = self.int(ty, 0);
                let negative = self.sub(zero, x);
                self.intrinsic("llvm.smax", &[x, negative], ty)?
            }
            ("llvm.fshl" | "llvm.fshr", &[a, b, by]) => {
                let all = self.int(ty, i64::from(bits) - 1);
                let one = self.int(ty, 1);
                let by = if bits.is_power_of_two() {
                    self.and(by, all)
                } else {
                    let bits = self.int(ty, i64::from(bits));
                    self.binary(BinaryOp::URem, by, bits)
                };
                let rest = if bits.is_power_of_two() {
                    self.binary(BinaryOp::Xor, by, all)
                } else {
                    self.sub(all, by)
                };
                if name == "llvm.fshl" {
                    let high = self.binary(BinaryOp::Shl, a, by);
                    let half = self.binary(BinaryOp::LShr, b, one);
                    let low = self.binary(BinaryOp::LShr, half, rest);
                    self.or(high, low)
                } else {
                    let double = self.binary(BinaryOp::Shl, a, one);
                    let high = self.binary(BinaryOp::Shl, double, rest);
                    let low = self.binary(BinaryOp::LShr, b, by);
                    self.or(high, low)
                }
            }
            ("llvm.ctlz" | "llvm.cttz", &[x, _]) => {
                let operation =
                    if name == "llvm.ctlz" { "llvm.dx.firstbituhigh" } else { "llvm.dx.firstbitlow" };
                let words = self.like(ty, Type::Integer(32));
                let found = self.intrinsic(operation, &[x], words)?;
                let found = self.resized(found, ty, false)?;
                let zero = self.int(ty, 0);
                let all = self.int(ty, bits.into());
                let is_zero = self.compare(Predicate::IntEq, x, zero);
                self.select(is_zero, all, found)
            }
            ("llvm.bswap", &[x]) => {
                let mut value = self.int(ty, 0);
                for byte in 0..bits / 8 {
                    let (from, to) =
                        (self.int(ty, (8 * byte).into()), self.int(ty, i64::from(bits - 8 - 8 * byte)));
                    let low = self.int(ty, 0xff);
                    let shifted = self.binary(BinaryOp::LShr, x, from);
                    let extracted = self.and(shifted, low);
                    let moved = self.binary(BinaryOp::Shl, extracted, to);
                    value = self.or(value, moved);
                }
                value
            }
            _ => return self.arithmetic(name, arguments),
        }))
    }

    /// Expands bit counts, bit reversal, minimum and maximum to the intrinsic of the next supported width. Returns
    /// `None` for other intrinsics.
    fn widened_math(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
        let (ty, bits) = (self.ty, self.bits(self.ty));
        let width = if bits < 32 { 32 } else { 64 };
        let is_signed = matches!(name, "llvm.smax" | "llvm.smin");
        let is_unsigned = matches!(
            name,
            "llvm.ctpop" | "llvm.ctlz" | "llvm.cttz" | "llvm.bitreverse" | "llvm.umax" | "llvm.umin"
        );
        if !is_signed && !is_unsigned || bits > 64 {
            return Ok(None);
        }
        let wide = self.like(ty, Type::Integer(width));
        let cast = if is_signed { CastOp::SExt } else { CastOp::ZExt };
        let mut operands = arguments.to_vec();
        for operand in &mut operands {
            if self.type_of(*operand)? == ty {
                *operand = self.editor.cast(cast, *operand, wide);
            }
        }
        if name == "llvm.cttz"
            && let Some(first) = operands.first_mut()
        {
            // The bit above the highest bit limits the count for zero to the original width.
            let end = self.int(wide, 1_i64.wrapping_shl(bits));
            *first = self.or(*first, end);
        }
        let found = self.intrinsic(name, &operands, wide)?;
        let above = self.int(wide, i64::from(width - bits));
        let found = match name {
            "llvm.ctlz" => self.sub(found, above),
            "llvm.bitreverse" => self.binary(BinaryOp::LShr, found, above),
            _ => found,
        };
        Ok(Some(self.editor.cast(CastOp::Trunc, found, ty)))
    }

    /// Expands saturating arithmetic and arithmetic with an overflow bit.
    fn arithmetic(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
        let ty = self.ty;
        let bits = self.bits(ty);
        Ok(Some(match (name, arguments) {
            ("llvm.usub.sat", &[a, b]) => {
                let zero = self.int(ty, 0);
                let is_below = self.compare(Predicate::IntUlt, a, b);
                let difference = self.sub(a, b);
                self.select(is_below, zero, difference)
            }
            ("llvm.uadd.sat", &[a, b]) => {
                let most = self.int(ty, -1);
                let sum = self.add(a, b);
                let is_over = self.compare(Predicate::IntUlt, sum, a);
                self.select(is_over, most, sum)
            }
            ("llvm.sadd.sat" | "llvm.ssub.sat", &[a, b]) => {
                let (value, is_over) = self.signed_overflow(a, b, name == "llvm.sadd.sat")?;
                let top = self.int(ty, i64::from(bits) - 1);
                let sign = self.binary(BinaryOp::AShr, a, top);
                let most = self.int(ty, i64::MAX >> (64 - bits.clamp(1, 64)));
                let limit = self.binary(BinaryOp::Xor, sign, most);
                self.select(is_over, limit, value)
            }
            ("llvm.uadd.with.overflow" | "llvm.usub.with.overflow", &[a, b]) => {
                // DXIL has the operations UAddc and USubb for 32-bit integers only.
                let of = self.type_of(a)?;
                if self.bits(of) == 32 {
                    return Ok(None);
                }
                let is_sum = name == "llvm.uadd.with.overflow";
                let value = if is_sum { self.add(a, b) } else { self.sub(a, b) };
                let is_over = if is_sum {
                    self.compare(Predicate::IntUlt, value, a)
                } else {
                    self.compare(Predicate::IntUlt, a, b)
                };
                self.pair(value, is_over)?
            }
            ("llvm.sadd.with.overflow" | "llvm.ssub.with.overflow", &[a, b]) => {
                let (value, is_over) = self.signed_overflow(a, b, name == "llvm.sadd.with.overflow")?;
                self.pair(value, is_over)?
            }
            ("llvm.umul.with.overflow" | "llvm.smul.with.overflow", &[a, b]) => {
                let (value, is_over) = self.product_overflow(a, b, name == "llvm.smul.with.overflow")?;
                self.pair(value, is_over)?
            }
            _ => return self.comparisons(name, arguments),
        }))
    }

    /// Expands three-way comparisons, clamp and sign.
    fn comparisons(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
        let ty = self.ty;
        Ok(Some(match (name, arguments) {
            ("llvm.scmp" | "llvm.ucmp", &[a, b]) => {
                let (less, more) = if name == "llvm.scmp" {
                    (Predicate::IntSlt, Predicate::IntSgt)
                } else {
                    (Predicate::IntUlt, Predicate::IntUgt)
                };
                let (is_less, is_more) = (self.compare(less, a, b), self.compare(more, a, b));
                let above = self.editor.cast(CastOp::ZExt, is_more, ty);
                let below = self.editor.cast(CastOp::SExt, is_less, ty);
                self.or(above, below)
            }
            ("llvm.dx.uclamp" | "llvm.dx.sclamp", &[x, low, high]) => {
                let (max, min) = if name == "llvm.dx.uclamp" {
                    ("llvm.umax", "llvm.umin")
                } else {
                    ("llvm.smax", "llvm.smin")
                };
                let least = self.intrinsic(max, &[x, low], ty)?;
                self.intrinsic(min, &[least, high], ty)?
            }
            ("llvm.dx.sign", &[x]) => {
                let of = self.type_of(x)?;
                let is_float = self.editor.context().types.is_float(of);
                let (zero, less) = if is_float {
                    (self.float(of, 0.0)?, Predicate::FloatOlt)
                } else {
                    (self.int(of, 0), Predicate::IntSlt)
                };
                let (above, below) = (self.compare(less, zero, x), self.compare(less, x, zero));
                let (above, below) =
                    (self.editor.cast(CastOp::ZExt, above, ty), self.editor.cast(CastOp::ZExt, below, ty));
                self.sub(above, below)
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the wrapped sum or difference of signed integers, and the overflow bit.
    fn signed_overflow(&mut self, a: Value, b: Value, is_sum: bool) -> Result<(Value, Value)> {
        let of = self.type_of(a)?;
        let value = if is_sum { self.add(a, b) } else { self.sub(a, b) };
        let other = self.binary(BinaryOp::Xor, a, if is_sum { value } else { b });
        let with = if is_sum { b } else { a };
        let changed = self.binary(BinaryOp::Xor, with, value);
        let both = self.and(other, changed);
        let zero = self.int(of, 0);
        Ok((value, self.compare(Predicate::IntSlt, both, zero)))
    }

    /// Returns the wrapped product of integers, and the overflow bit. Uses 64-bit integers only for widths between 17
    /// and 31 bits.
    fn product_overflow(&mut self, a: Value, b: Value, is_signed: bool) -> Result<(Value, Value)> {
        let of = self.type_of(a)?;
        let width = self.bits(of);
        if width > 32 {
            return Err(self.refuse(
                "multiplication with overflow is not supported for integers with more than 32 bits",
            ));
        }
        if width == 32 {
            let multiply = if is_signed { "llvm.dx.imul" } else { "llvm.dx.umul" };
            let product = self.intrinsic_of(multiply, &[a, b], &[of, of])?;
            let high = self.editor.extract_value(product, &[0]).map_err(invalid)?;
            let low = self.editor.extract_value(product, &[1]).map_err(invalid)?;
            let expected = if is_signed {
                let top = self.int(of, 31);
                self.binary(BinaryOp::AShr, low, top)
            } else {
                self.int(of, 0)
            };
            return Ok((low, self.compare(Predicate::IntNe, high, expected)));
        }
        let low = self.mul(a, b);
        let wide = self.like(of, Type::Integer(2 * width));
        let cast = if is_signed { CastOp::SExt } else { CastOp::ZExt };
        let (x, y) = (self.editor.cast(cast, a, wide), self.editor.cast(cast, b, wide));
        let product = self.mul(x, y);
        let is_over = if is_signed {
            let extended = self.editor.cast(cast, low, wide);
            self.compare(Predicate::IntNe, product, extended)
        } else {
            let half = self.int(wide, width.into());
            let high = self.binary(BinaryOp::LShr, product, half);
            let zero = self.int(wide, 0);
            self.compare(Predicate::IntNe, high, zero)
        };
        Ok((low, is_over))
    }

    /// Extends or truncates integers to the width of `to`.
    fn resized(&mut self, value: Value, to: TypeId, is_signed: bool) -> Result<Value> {
        let from = self.bits(self.type_of(value)?);
        Ok(match from.cmp(&self.bits(to)) {
            std::cmp::Ordering::Less if is_signed => self.editor.cast(CastOp::SExt, value, to),
            std::cmp::Ordering::Less => self.editor.cast(CastOp::ZExt, value, to),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.editor.cast(CastOp::Trunc, value, to),
        })
    }
}
