//! Lowers `atomicrmw` and `cmpxchg` on pointers into resources to `llvm.dx.resource.atomic.*`, for pass
//! `dxil-resource-access`. Separate because these instructions need the operation codes of DXIL and integer operands.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{BinaryOp, Predicate, RmwOp, Type, TypeId, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::lower::memory::addresses::Bytes;
use crate::lower::memory::resource_access::{Access, Kind};

/// Returns the operation code of `dx.op.atomicBinOp` for an `atomicrmw`; `None` if DXIL does not have the operation.
fn code(op: RmwOp) -> Option<i64> {
    Some(match op {
        // `Access::atomic` negates the operand of `sub`.
        RmwOp::Add | RmwOp::Sub => 0,
        RmwOp::And => 1,
        RmwOp::Or => 2,
        RmwOp::Xor => 3,
        RmwOp::Min => 4,
        RmwOp::Max => 5,
        RmwOp::UMin => 6,
        RmwOp::UMax => 7,
        RmwOp::Exchange => 8,
        _ => return None,
    })
}

impl Access<'_, '_, '_> {
    /// Emits an atomic operation in place of an `atomicrmw`. Returns the previous value.
    pub(in crate::lower) fn atomic(&mut self, op: RmwOp, value: Value) -> Result<Value> {
        let code = code(op).ok_or_else(|| self.refuse("DXIL has no atomic operation for this atomicrmw"))?;
        let ty = self.editor.type_of(value).map_err(invalid)?;
        let integer = self.integer_of_same_size(ty)?;
        let mut value = self.as_bits(value, integer)?;
        if op == RmwOp::Sub {
            let zero = self.editor.int(integer, 0);
            value = self.editor.binary(BinaryOp::Sub, zero, value);
        }
        let [first, second, third] = self.coordinates()?;
        let i32 = self.editor.module().types.int(32);
        let code = self.editor.int(i32, code);
        let arguments = [self.address.resource, code, first, second, third, value];
        let old = self.call("llvm.dx.resource.atomic.binop", &arguments, &[integer])?;
        self.as_bits(old, ty)
    }

    /// Emits a compare-exchange operation in place of a `cmpxchg`. Returns the structure that `cmpxchg` returns: the
    /// previous value, and an `i1` that is true if it equals `compared`.
    pub(in crate::lower) fn compare_exchange(&mut self, compared: Value, new: Value) -> Result<Value> {
        let ty = self.editor.type_of(new).map_err(invalid)?;
        let integer = self.integer_of_same_size(ty)?;
        let [compared, new] = [self.as_bits(compared, integer)?, self.as_bits(new, integer)?];
        let [first, second, third] = self.coordinates()?;
        if !matches!(third.kind(), ValueKind::Constant(_)) {
            return Err(self.refuse("LLVM has no intrinsic for a cmpxchg with three texture coordinates"));
        }
        let arguments = [self.address.resource, first, second, compared, new];
        let old = self.call("llvm.dx.resource.atomic.compare.exchange", &arguments, &[integer])?;
        let is_same = self.editor.compare(Predicate::IntEq, old, compared);
        let old = self.as_bits(old, ty)?;
        let types = &mut self.editor.module().types;
        let bit = types.int(1);
        let pair = types.literal(&[ty, bit]);
        let pair = self.editor.module().constant(pair, ConstantKind::Poison);
        let pair = self.editor.insert_value(pair, old, &[0]).map_err(invalid)?;
        self.editor.insert_value(pair, is_same, &[1]).map_err(invalid)
    }

    /// Returns the integer type of the same size as a 32-bit or 64-bit scalar.
    fn integer_of_same_size(&mut self, ty: TypeId) -> Result<TypeId> {
        let bits = match self.editor.context().types.get(ty) {
            Some(Type::Integer(bits @ (32 | 64))) => *bits,
            Some(Type::Float) => 32,
            Some(Type::Double) => 64,
            _ => return Err(self.refuse("atomic operation requires a 32-bit or 64-bit value")),
        };
        Ok(self.editor.module().types.int(bits))
    }

    /// Returns the coordinates of the accessed value: in a texture, the coordinates of the texel; in a buffer, the
    /// element index and the byte offset in the element. Unused coordinates are poison, such as the byte offset in a
    /// typed buffer.
    fn coordinates(&mut self) -> Result<[Value; 3]> {
        let i32 = self.editor.module().types.int(32);
        let unused = self.editor.module().constant(i32, ConstantKind::Poison);
        let is_first = self.address.bytes.terms.is_empty() && self.address.bytes.constant == 0;
        match self.kind {
            Kind::Raw | Kind::Structured => {
                let [index, offset] = self.raw_coordinates(&Bytes::default())?;
                Ok([index, offset, unused])
            }
            Kind::Typed if is_first => Ok([self.address.index, unused, unused]),
            Kind::Texture { .. } if is_first => {
                let index = self.address.index;
                let ty = self.editor.type_of(index).map_err(invalid)?;
                let Some(Type::Vector(_, count @ 2..=3)) = self.editor.context().types.get(ty) else {
                    return Ok([index, unused, unused]);
                };
                let third = if *count == 3 { self.lane_of(index, 2)? } else { unused };
                Ok([self.lane_of(index, 0)?, self.lane_of(index, 1)?, third])
            }
            Kind::Typed | Kind::Texture { .. } => Err(self.refuse(
                "atomic operation on a typed buffer or texture is only supported for the first component",
            )),
            Kind::Constants(_) => Err(self.refuse(
                "atomic operation on a constant buffer is not allowed, because constant buffers are \
                 read-only",
            )),
        }
    }
}
