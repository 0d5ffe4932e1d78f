//! What intrinsics that make one value of many lanes are. Separate because of its length.

use dxil_ir::{BinaryOp, Predicate, TypeId, Value};

use super::{Expansion, VECTORS};
use crate::error::Result;

impl Expansion<'_, '_, '_> {
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
                let lanes = self.all_lanes(is_set)?;
                let op = if name == "llvm.dx.all" { BinaryOp::And } else { BinaryOp::Or };
                self.chain(op, &lanes)?
            }
            ("llvm.dx.cross", &[a, b]) => {
                let (a, b) = (self.all_lanes(a)?, self.all_lanes(b)?);
                let (&[ax, ay, az], &[bx, by, bz]) = (&a[..], &b[..]) else {
                    return Err(self.refuse("vectors that have not three lanes"));
                };
                let mut lanes = Vec::new();
                for [p, q, r, s] in [[ay, bz, az, by], [az, bx, ax, bz], [ax, by, ay, bx]] {
                    let (one, other) = (self.mul(p, q), self.mul(r, s));
                    lanes.push(self.sub(one, other));
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
            // DXIL 1.9 has an operation for any number of lanes.
            ("llvm.dx.fdot", &[a, b]) if self.dxil < VECTORS || self.lanes(self.type_of(a)?) <= Some(4) => {
                self.dot(a, b, ty)?
            }
            ("llvm.dx.sdot" | "llvm.dx.udot", &[a, b]) => {
                let mad = if name == "llvm.dx.sdot" { "llvm.dx.imad" } else { "llvm.dx.umad" };
                let (a, b) = (self.all_lanes(a)?, self.all_lanes(b)?);
                let mut sum = None;
                for (a, b) in a.into_iter().zip(b) {
                    sum = Some(match sum {
                        None => self.mul(a, b),
                        Some(sum) => self.intrinsic(mad, &[a, b, sum], ty)?,
                    });
                }
                sum.ok_or_else(|| self.refuse("no lanes"))?
            }
            _ => return Ok(None),
        }))
    }

    /// The sum of the products of lanes.
    fn dot(&mut self, a: Value, b: Value, ty: TypeId) -> Result<Value> {
        let (a, b) = (self.all_lanes(a)?, self.all_lanes(b)?);
        let arguments: Vec<Value> = a.iter().chain(&b).copied().collect();
        match a.len() {
            1 => {
                let products = a.iter().zip(&b).map(|(a, b)| self.mul(*a, *b)).collect::<Vec<_>>();
                self.chain(BinaryOp::Add, &products)
            }
            2 => self.intrinsic("llvm.dx.dot2", &arguments, ty),
            3 => self.intrinsic("llvm.dx.dot3", &arguments, ty),
            4 => self.intrinsic("llvm.dx.dot4", &arguments, ty),
            _ => Err(self.refuse("vectors of more than four lanes")),
        }
    }

    fn chain(&mut self, op: BinaryOp, lanes: &[Value]) -> Result<Value> {
        let (first, rest) = lanes.split_first().ok_or_else(|| self.refuse("no lanes"))?;
        let mut value = *first;
        for lane in rest {
            value = self.binary(op, value, *lane);
        }
        Ok(value)
    }

    fn reduced(&mut self, operator: &str, arguments: &[Value]) -> Result<Value> {
        let ty = self.ty;
        if let ("fadd" | "fmul", &[start, vector]) = (operator, arguments) {
            let op = if operator == "fadd" { BinaryOp::Add } else { BinaryOp::Mul };
            let mut lanes = vec![start];
            lanes.extend(self.all_lanes(vector)?);
            return self.chain(op, &lanes);
        }
        let &[vector] = arguments else { return Err(self.refuse("another number of operands")) };
        let lanes = self.all_lanes(vector)?;
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
                    _ => return Err(self.refuse(format!("llvm.vector.reduce.{operator} is not known"))),
                };
                let (first, rest) = lanes.split_first().ok_or_else(|| self.refuse("no lanes"))?;
                let mut value = *first;
                for lane in rest {
                    value = self.intrinsic(by, &[value, *lane], ty)?;
                }
                return Ok(value);
            }
        };
        self.chain(op, &lanes)
    }
}
