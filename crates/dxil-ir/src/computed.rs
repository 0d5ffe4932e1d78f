//! What modern LLVM computes of constant expressions, of those that can be without knowing how types lie in memory.
//! Separate because who reads modern text and who makes modern modules of others must come to the same constants.

use crate::constants::ConstantKind;
use crate::{BinaryOp, CastOp, Module, Type, TypeId, Value, ValueKind};

impl Module {
    /// What modern LLVM computes of an expression of a type; `None` where it stays one, or this does not.
    pub fn computed(&mut self, ty: TypeId, kind: &ConstantKind) -> Option<Value> {
        if let ConstantKind::Binary { op, operands, .. } = kind {
            self.sum(ty, *op, *operands)
        } else if let ConstantKind::Cast(op, value) = kind {
            let from = self.type_of(None, *value)?;
            if *op == CastOp::Bitcast && from == ty {
                return Some(*value);
            }
            let number = self.number_in(from, *value).filter(|_| *op == CastOp::Trunc)?;
            Some(self.int(ty, number))
        } else if let ConstantKind::ElementPointer { in_range: None, operands, .. } = kind {
            let (base, indices) = operands.split_first()?;
            let is_zero = |index: &Value| {
                let of = self.type_of(None, *index);
                of.is_some_and(|of| self.number_in(of, *index) == Some(0))
            };
            let is_same = self.type_of(None, *base) == Some(ty) && indices.iter().all(is_zero);
            is_same.then_some(*base)
        } else {
            None
        }
    }

    fn sum(&mut self, ty: TypeId, op: BinaryOp, [first, second]: [Value; 2]) -> Option<Value> {
        let numbers = (self.number_in(ty, first), self.number_in(ty, second));
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Xor);
        match numbers {
            (Some(one), Some(other)) if is_sum => {
                let number = match op == BinaryOp::Xor {
                    true => one ^ other,
                    false if op == BinaryOp::Add => one.wrapping_add(other),
                    false => one.wrapping_sub(other),
                };
                Some(self.int(ty, number))
            }
            (None, Some(0)) if is_sum => Some(first),
            (Some(0), None) if is_sum && op != BinaryOp::Sub => Some(second),
            _ => None,
        }
    }

    /// The number that an integer of a type of up to 64 bits is.
    fn number_in(&self, ty: TypeId, value: Value) -> Option<i64> {
        match (self.types.get(ty)?, value.kind()) {
            (Type::Integer(1..=64), ValueKind::Constant(id)) => self.constants.get(id)?.kind.integer(),
            _ => None,
        }
    }
}
