//! Expansion of intrinsics that combine the lanes of a vector: reductions, dot products, cross products. Separate
//! because of its length.
//!
//! Part of pass `dxil-intrinsic-expansion`.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::function::Local;
use dxil_ir::{BinaryOp, Predicate, TypeId, Value, ValueKind};

use super::Expansion;
use crate::error::{Result, invalid};
use crate::lower::profile::VECTORS;

impl Expansion<'_, '_, '_> {
    /// Expands an intrinsic that combines lanes. Returns `None` for other intrinsics.
    pub(super) fn vectors(&mut self, name: &str, arguments: &[Value]) -> Result<Option<Value>> {
        let ty = self.ty;
        if let Some(operator) = name.strip_prefix("llvm.vector.reduce.") {
            return self.reduced(operator, arguments).map(Some);
        }
        Ok(Some(match (name, arguments) {
            ("llvm.dx.all" | "llvm.dx.any", &[x]) => {
                let of = self.type_of(x)?;
                let is_set = if self.editor.context().types.is_float(of) {
                    let zero = self.float(of, 0.0)?;
                    self.compare(Predicate::FloatUne, x, zero)
                } else {
                    let zero = self.int(of, 0);
                    self.compare(Predicate::IntNe, x, zero)
                };
                let op = if name == "llvm.dx.all" { BinaryOp::And } else { BinaryOp::Or };
                self.chain(op, None, is_set)?
            }
            ("llvm.dx.cross", &[a, b]) => {
                let (a, b) = (self.all_lanes(a)?, self.all_lanes(b)?);
                let (&[ax, ay, az], &[bx, by, bz]) = (&a[..], &b[..]) else {
                    return Err(self.refuse("operands of llvm.dx.cross are not vectors of three elements"));
                };
                for (name, lane) in
                    ["x0", "x1", "x2", "y0", "y1", "y2"].into_iter().zip([ax, ay, az, bx, by, bz])
                {
                    self.name(lane, name);
                }
                let mut lanes = Vec::new();
                let rows = [[ay, bz, az, by], [az, bx, ax, bz], [ax, by, ay, bx]];
                for (name, [p, q, r, s]) in
                    ["hlsl.cross1", "hlsl.cross2", "hlsl.cross3"].into_iter().zip(rows)
                {
                    let (left, right) = (self.mul(p, q), self.mul(r, s));
                    let lane = self.sub(left, right);
                    self.name(lane, name);
                    lanes.push(lane);
                }
                self.vector(ty, &lanes)?
            }
            ("llvm.dx.normalize", &[x]) => {
                let scalar = self.editor.context().types.scalar(ty);
                if self.lanes(ty).is_none() {
                    self.binary(BinaryOp::SDiv, x, x)
                } else {
                    let square = self.dot(x, x, scalar)?;
                    let inverse = self.intrinsic("llvm.dx.rsqrt", &[square], scalar)?;
                    let factor = self.splat_value(ty, inverse)?;
                    self.mul(x, factor)
                }
            }
            // DXIL 1.9 has a dot product operation for any number of lanes.
            ("llvm.dx.fdot", &[a, b]) if self.dxil < VECTORS || self.lanes(self.type_of(a)?) <= Some(4) => {
                self.dot(a, b, ty)?
            }
            ("llvm.dx.sdot" | "llvm.dx.udot", &[a, b]) => {
                let mad = if name == "llvm.dx.sdot" { "llvm.dx.imad" } else { "llvm.dx.umad" };
                let mut sum = None;
                for lane in 0..self.lanes(self.type_of(a)?).unwrap_or(1) {
                    let (a, b) = (self.lane(a, lane)?, self.lane(b, lane)?);
                    sum = Some(match sum {
                        None => self.mul(a, b),
                        Some(sum) => self.intrinsic(mad, &[a, b, sum], ty)?,
                    });
                }
                sum.ok_or_else(|| self.refuse("vector has no elements"))?
            }
            _ => return Ok(None),
        }))
    }

    /// Sets the name of a value, if it is an instruction.
    fn name(&mut self, value: Value, name: &str) {
        if matches!(value.kind(), ValueKind::Instruction(_)) {
            self.editor.name(Local::Value(value), name);
        }
    }

    /// Returns the dot product of two vectors with at most four lanes.
    fn dot(&mut self, a: Value, b: Value, ty: TypeId) -> Result<Value> {
        let count = self.lanes(self.type_of(a)?).unwrap_or(1);
        let mut arguments = Vec::new();
        for vector in [a, b] {
            for lane in 0..count {
                arguments.push(self.narrow_lane(vector, lane)?);
            }
        }
        match (count, &arguments[..]) {
            (1, &[a, b]) => Ok(self.mul(a, b)),
            (2, _) => self.intrinsic("llvm.dx.dot2", &arguments, ty),
            (3, _) => self.intrinsic("llvm.dx.dot3", &arguments, ty),
            (4, _) => self.intrinsic("llvm.dx.dot4", &arguments, ty),
            _ => Err(self.refuse("vectors have more than four elements")),
        }
    }

    /// Extracts a lane with an `i32` index; returns a scalar unchanged.
    fn narrow_lane(&mut self, vector: Value, lane: u64) -> Result<Value> {
        if self.lanes(self.type_of(vector)?).is_none() {
            return Ok(vector);
        }
        let i32 = self.editor.module().types.int(32);
        let lane = self.editor.int(i32, i64::try_from(lane).unwrap_or(0));
        self.editor.extract_element(vector, lane).map_err(invalid)
    }

    /// Combines all lanes with `op` from lane 0 on. If `start` is present, the first operation is `op(lane 0, start)`.
    fn chain(&mut self, op: BinaryOp, start: Option<Value>, vector: Value) -> Result<Value> {
        let mut value = None;
        for lane in 0..self.lanes(self.type_of(vector)?).unwrap_or(1) {
            let next = self.lane(vector, lane)?;
            value = Some(match (value, start) {
                (Some(value), _) => self.binary(op, value, next),
                (None, Some(start)) => self.binary(op, next, start),
                (None, None) => next,
            });
        }
        value.ok_or_else(|| self.refuse("vector has no elements"))
    }

    /// Returns true if a value is the constant 0.0 or -0.0, or a null constant.
    fn is_zero(&self, value: Value) -> bool {
        let ValueKind::Constant(id) = value.kind() else { return false };
        let kind = self.editor.context().constants.get(id).map(|constant| &constant.kind);
        match kind {
            Some(ConstantKind::Null) => true,
            Some(ConstantKind::Float(bits)) => bits.trailing_zeros() >= self.sign_bit(value),
            _ => false,
        }
    }

    /// Returns the index of the sign bit of a float.
    fn sign_bit(&self, value: Value) -> u32 {
        self.type_of(value).map_or(0, |ty| self.bits(ty)).saturating_sub(1)
    }

    /// Expands `llvm.vector.reduce.*` to a sequence of scalar operations.
    fn reduced(&mut self, operator: &str, arguments: &[Value]) -> Result<Value> {
        let ty = self.ty;
        if let ("fadd" | "fmul", &[start, vector]) = (operator, arguments) {
            let op = if operator == "fadd" { BinaryOp::Add } else { BinaryOp::Mul };
            let start = Some(start).filter(|start| operator != "fadd" || !self.is_zero(*start));
            return self.chain(op, start, vector);
        }
        let &[vector] = arguments else {
            return Err(self.refuse(
                "call of llvm.vector.reduce has the wrong \
                                                                 number of operands",
            ));
        };
        let op = match operator {
            "add" => BinaryOp::Add,
            "mul" => BinaryOp::Mul,
            "and" => BinaryOp::And,
            "or" => BinaryOp::Or,
            "xor" => BinaryOp::Xor,
            _ => {
                let by = match operator {
                    "smax" => "llvm.smax",
                    "smin" => "llvm.smin",
                    "umax" => "llvm.umax",
                    "umin" => "llvm.umin",
                    "fmax" => "llvm.maxnum",
                    "fmin" => "llvm.minnum",
                    "fmaximum" => "llvm.maximum",
                    "fminimum" => "llvm.minimum",
                    _ => return Err(self.refuse(format!("unknown intrinsic llvm.vector.reduce.{operator}"))),
                };
                let lanes = self.all_lanes(vector)?;
                let (first, rest) =
                    lanes.split_first().ok_or_else(|| self.refuse("vector has no elements"))?;
                let mut value = *first;
                for lane in rest {
                    value = self.intrinsic(by, &[value, *lane], ty)?;
                }
                return Ok(value);
            }
        };
        self.chain(op, None, vector)
    }
}
