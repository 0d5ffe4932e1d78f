//! Atomic operations on what an address in a resource leads to. Part of pass `dxil-resource-access`; separate because
//! they are neither reads nor writes, and DXIL has a number for what they do.

use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{BinaryOp, Predicate, RmwOp, Type, TypeId, Value};

use crate::error::{Result, invalid};
use crate::lower::memory::addresses::Bytes;
use crate::lower::memory::resource_access::{Access, Kind};

/// What the operation of DXIL calls what `atomicrmw` does.
fn number(op: RmwOp) -> Option<i64> {
    Some(match op {
        // One is taken away by adding what it is negated.
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
    /// Does an `atomicrmw`; gives what was there before.
    pub(in crate::lower) fn atomic(&mut self, op: RmwOp, value: Value) -> Result<Value> {
        let number =
            number(op).ok_or_else(|| self.refuse("DXIL has no atomic operation for this atomicrmw"))?;
        let ty = self.editor.type_of(value).map_err(invalid)?;
        let integer = self.exchanged(ty)?;
        let mut value = self.as_bits(value, integer)?;
        if op == RmwOp::Sub {
            let zero = self.editor.int(integer, 0);
            value = self.editor.binary(BinaryOp::Sub, zero, value);
        }
        let [first, second] = self.coordinates()?;
        let i32 = self.editor.module().types.int(32);
        let number = self.editor.int(i32, number);
        let none = self.editor.module().constant(i32, ConstantKind::Poison);
        let arguments = [self.address.resource, number, first, second, none, value];
        let old = self.call("llvm.dx.resource.atomic.binop", &arguments, &[integer])?;
        self.as_bits(old, ty)
    }

    /// Does a `cmpxchg`; gives what was there before, and whether that was what it was compared with.
    pub(in crate::lower) fn compare_exchange(&mut self, compared: Value, new: Value) -> Result<Value> {
        let ty = self.editor.type_of(new).map_err(invalid)?;
        let integer = self.exchanged(ty)?;
        let [compared, new] = [self.as_bits(compared, integer)?, self.as_bits(new, integer)?];
        let [first, second] = self.coordinates()?;
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

    /// The integer that is exchanged in the place of a type.
    fn exchanged(&mut self, ty: TypeId) -> Result<TypeId> {
        let bits = match self.editor.context().types.get(ty) {
            Some(Type::Integer(bits @ (32 | 64))) => *bits,
            Some(Type::Float) => 32,
            Some(Type::Double) => 64,
            _ => return Err(self.refuse("atomic operation requires a 32-bit or 64-bit value")),
        };
        Ok(self.editor.module().types.int(bits))
    }

    /// Where it is done: the element, and the byte in it.
    fn coordinates(&mut self) -> Result<[Value; 2]> {
        match self.kind {
            Kind::Raw | Kind::Structured => self.raw_place(&Bytes::default()),
            Kind::Typed if self.address.bytes.terms.is_empty() && self.address.bytes.constant == 0 => {
                let i32 = self.editor.module().types.int(32);
                let none = self.editor.module().constant(i32, ConstantKind::Poison);
                Ok([self.address.index, none])
            }
            Kind::Typed => {
                Err(self
                    .refuse("atomic operation on a typed buffer is only supported for the first component"))
            }
            Kind::Constants(_) => Err(self.refuse(
                "atomic operation on a constant buffer is not allowed, because constant buffers are \
                 read-only",
            )),
        }
    }
}
