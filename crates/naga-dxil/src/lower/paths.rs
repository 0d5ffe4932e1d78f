//! Paths: the places of elements, members and components, and distances. Separate from loads and stores, which work at
//! the end of a path.

use dxil::emit::Operand;
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::Build as _;
use dxil_ir::{BinaryOp, Value, ValueKind};

use crate::error::{Fault, Result};
use crate::lower::lowering::Lower;
use crate::lower::numeric::Shape;
use crate::lower::places::{Index, Offset, Place, Root};
use crate::lower::types::{Ty, column_stride};

impl Lower<'_, '_> {
    /// The offset plus `index` times `stride`.
    pub(super) fn advanced(&mut self, offset: Offset, index: Index, stride: u32) -> Offset {
        match index {
            Index::Constant(index) => offset.plus(index.wrapping_mul(stride)),
            Index::Variable(index) => {
                let distance = match stride {
                    1 => index,
                    _ => {
                        let stride = self.emit.value(stride);
                        self.emit.binary(BinaryOp::Mul, index, stride)
                    }
                };
                let alignment = 1 << stride.trailing_zeros().min(31);
                self.displaced(offset, distance, alignment)
            }
        }
    }

    /// The offset plus a variable distance that is divisible by `alignment`.
    pub(super) fn displaced(&mut self, offset: Offset, distance: Value, alignment: u32) -> Offset {
        let variable = match offset.variable {
            None => distance,
            Some(before) => self.emit.binary(BinaryOp::Add, before, distance),
        };
        Offset {
            variable: Some(variable),
            alignment: alignment.min(offset.alignment),
            constant: offset.constant,
        }
    }

    /// The offset as an argument: an `i32`.
    pub(super) fn operand(&mut self, offset: Offset) -> Operand {
        match offset.variable {
            None => offset.constant.into(),
            Some(variable) if offset.constant == 0 => variable.into(),
            Some(variable) => {
                let constant = self.emit.value(offset.constant);
                self.emit.binary(BinaryOp::Add, variable, constant).into()
            }
        }
    }

    /// An index from a value: a constant, or a variable that is clamped to the length if `is_checked`.
    pub(super) fn index(&mut self, value: Value, length: Option<u32>, is_checked: bool) -> Result<Index> {
        let value = self.as_i32(value)?;
        if let ValueKind::Constant(_) = value.kind() {
            let number = self.emit.module().signed_integer(value);
            let number = number.and_then(|number| u32::try_from(number).ok());
            let last = length.map_or(u32::MAX, |length| length.saturating_sub(1));
            return Ok(Index::Constant(number.map_or(last, |number| number.min(last))));
        }
        let Some(last) = length.map(|length| length.saturating_sub(1)).filter(|_| is_checked) else {
            return Ok(Index::Variable(value));
        };
        let arguments = [value.into(), Operand::from(last)];
        Ok(Index::Variable(self.emit.op(Opcode::UMIN, OverloadKind::I32, arguments)?))
    }

    /// An integer as an `i32`. An index of 64 bits that does not fit becomes the largest one.
    fn as_i32(&mut self, value: Value) -> Result<Value> {
        use dxil_ir::{CastOp, Type};
        let i32 = self.emit.scalar(OverloadKind::I32);
        let ty = self.emit.type_of(value)?;
        match self.emit.module().types.get(ty) {
            Some(Type::Integer(64)) => {
                let last = self.emit.int(ty, u32::MAX.into());
                let clamped = self.emit.op(Opcode::UMIN, OverloadKind::I64, [value, last])?;
                Ok(self.emit.cast(CastOp::Trunc, clamped, i32))
            }
            Some(Type::Integer(16)) => Ok(self.emit.cast(CastOp::ZExt, value, i32)),
            _ => Ok(value),
        }
    }

    /// The place of an element of an array, a column of a matrix or a component of a vector.
    pub(super) fn element(&mut self, place: &Place, index: Value) -> Result<Place> {
        let length = match place.ty {
            Ty::Numeric(Shape::Vector(count), _) => u32::try_from(count).ok(),
            Ty::Numeric(Shape::Matrix { columns, .. }, _) => u32::try_from(columns).ok(),
            Ty::Array { length, .. } => length,
            _ => None,
        };
        let is_checked = self.subject.options.bindings.restrict_indexing
            && match &place.root {
                Root::Memory { .. } => true,
                Root::Buffer { buffer, .. } => buffer.is_restricted,
                Root::Resource { .. } | Root::RayQuery(_) => false,
            };
        let index = self.index(index, length, is_checked)?;
        self.element_at(place, index)
    }

    /// The place of a member of a structure, or of an element with this index.
    pub(super) fn part(&mut self, place: &Place, index: u32) -> Result<Place> {
        let Ty::Struct(handle) = place.ty else {
            return self.element_at(place, Index::Constant(index));
        };
        let members = self.types.members(handle);
        let before = self.types.before(handle, index as usize)?;
        let member = members.get(index as usize);
        let member = member.ok_or_else(|| Fault::malformed("an index of a member that does not exist"))?;
        let mut root = place.root.clone();
        match &mut root {
            Root::Memory { unit, .. } => *unit += before.units,
            Root::Buffer { offset, .. } => *offset = offset.plus(member.offset),
            Root::Resource { .. } | Root::RayQuery(_) => {}
        }
        Ok(Place { ty: self.types.of(member.ty)?, root })
    }

    /// The place of an element of an array, a column of a matrix or a component of a vector.
    pub(super) fn element_at(&mut self, place: &Place, index: Index) -> Result<Place> {
        let mut root = place.root.clone();
        // The distances of elements in bytes and in scalars.
        let (ty, stride, scalars) = match place.ty {
            Ty::Numeric(Shape::Vector(_), scalar) => (Ty::scalar(scalar), u32::from(scalar.width), 1),
            Ty::Numeric(Shape::Matrix { rows, .. }, scalar) => {
                let column = Ty::Numeric(Shape::Vector(rows), scalar);
                (column, column_stride(rows, scalar), u32::try_from(rows).unwrap_or(0))
            }
            Ty::Array { base, stride, .. } => (self.types.of(base)?, stride, 0),
            _ => return Err(Fault::malformed("an index into a value without elements")),
        };
        match &mut root {
            Root::Memory { indices, .. } if scalars == 0 => indices.push(index),
            Root::Memory { component, .. } => *component = self.advanced(*component, index, scalars),
            Root::Buffer { offset, .. } => *offset = self.advanced(*offset, index, stride),
            Root::Resource { .. } | Root::RayQuery(_) => {}
        }
        Ok(Place { ty, root })
    }
}
