//! Loads and stores of values of any type at places. Separate from [`paths`](super::paths), which
//! computes places.

use dxil_ir::Value;
use dxil_ir::builder::Build as _;
use dxil_ir::{CastOp, Predicate};
use naga::{Handle, Scalar, ScalarKind, Type};

use crate::error::{Fault, Result};
use crate::lower::lowering::{Lower, Values};
use crate::lower::memory::Locations;
use crate::lower::numeric::Shape;
use crate::lower::places::{Place, Root};
use crate::lower::types::{Ty, column_stride};

impl Lower<'_, '_> {
    /// Loads the value at a place.
    pub(super) fn load(&mut self, place: &Place) -> Result<Values> {
        let count = self.types.scalars(place.ty)?;
        self.spend(count)?;
        let mut values = Vec::with_capacity(count);
        self.load_into(place, &mut values)?;
        Ok(values.into())
    }

    fn load_into(&mut self, place: &Place, values: &mut Vec<Value>) -> Result<()> {
        match place.ty {
            Ty::Numeric(shape, scalar) => {
                let loaded = self.load_numeric(place, shape, scalar)?;
                values.extend(loaded);
            }
            Ty::Atomic(scalar) => values.push(self.load_atomic(place, scalar)?),
            Ty::Array { .. } | Ty::Struct(_) => {
                for index in 0..self.part_count(place.ty)? {
                    let part = self.part(place, index)?;
                    self.load_into(&part, values)?;
                }
            }
            Ty::Opaque(_) => return Err(Fault::malformed("a load of a resource")),
        }
        Ok(())
    }

    /// The number of members of a structure or elements of an array.
    fn part_count(&self, ty: Ty) -> Result<u32> {
        match ty {
            Ty::Array { length, .. } => length.ok_or_else(|| Fault::malformed("a load of a runtime array")),
            Ty::Struct(handle) => u32::try_from(self.types.members(handle).len()).map_err(Fault::malformed),
            _ => Ok(0),
        }
    }

    fn load_numeric(&mut self, place: &Place, shape: Shape, scalar: Scalar) -> Result<Vec<Value>> {
        match &place.root {
            Root::Memory { memory, unit, indices, component } => {
                Ok(match self.locations((memory, *unit), (indices, *component), shape.len())? {
                    Locations::Addresses(addresses) => {
                        addresses.into_iter().map(|address| self.load_scalar(address, scalar)).collect()
                    }
                    Locations::Slots(slots) => self.slots.values(slots)?.collect(),
                    Locations::Component(slots, index) => {
                        let vector: Vec<Value> = self.slots.values(slots)?.collect();
                        vec![self.chosen(&vector, index)?]
                    }
                })
            }
            Root::Buffer { buffer, offset } => match shape {
                Shape::Matrix { columns, rows } => {
                    let mut values = Vec::with_capacity(shape.len());
                    let mut column = *offset;
                    for _ in 0..columns {
                        values.extend(self.load_buffer(buffer, column, scalar, rows)?);
                        column = column.plus(column_stride(rows, scalar));
                    }
                    Ok(values)
                }
                _ => self.load_buffer(buffer, *offset, scalar, shape.len()),
            },
            Root::Resource { .. } | Root::RayQuery(_) => Err(Fault::malformed("a load of a resource")),
        }
    }

    /// Stores a value at a place.
    pub(super) fn store(&mut self, place: &Place, values: &[Value]) -> Result<()> {
        self.spend(values.len())?;
        self.store_from(place, &mut values.iter().copied())
    }

    fn store_from(&mut self, place: &Place, values: &mut dyn Iterator<Item = Value>) -> Result<()> {
        match place.ty {
            Ty::Numeric(shape, scalar) => {
                let values: Vec<Value> = values.take(shape.len()).collect();
                self.store_numeric(place, shape, scalar, &values)
            }
            Ty::Atomic(scalar) => {
                let value = values.next().ok_or_else(|| Fault::malformed("a store of no value"))?;
                self.exchange(place, scalar, value).map(drop)
            }
            Ty::Array { .. } | Ty::Struct(_) => {
                for index in 0..self.part_count(place.ty)? {
                    let part = self.part(place, index)?;
                    self.store_from(&part, values)?;
                }
                Ok(())
            }
            Ty::Opaque(_) => Err(Fault::malformed("a store to a resource")),
        }
    }

    fn store_numeric(&mut self, place: &Place, shape: Shape, scalar: Scalar, values: &[Value]) -> Result<()> {
        match &place.root {
            Root::Memory { memory, unit, indices, component } => {
                match self.locations((memory, *unit), (indices, *component), shape.len())? {
                    Locations::Addresses(addresses) => {
                        for (address, value) in addresses.into_iter().zip(values) {
                            self.store_scalar(*value, address, scalar);
                        }
                    }
                    Locations::Slots(slots) => {
                        for (slot, value) in slots.zip(values) {
                            self.slots.set(slot, *value)?;
                        }
                    }
                    Locations::Component(slots, index) => {
                        let value = values.first().ok_or_else(|| Fault::malformed("a store of no value"))?;
                        for (component, slot) in slots.enumerate() {
                            let component = self.emit.value(component);
                            let is_here = self.emit.compare(Predicate::IntEq, index, component);
                            let before = self.slots.get(slot)?;
                            let after = self.emit.select(is_here, *value, before);
                            self.slots.set(slot, after)?;
                        }
                    }
                }
                Ok(())
            }
            Root::Buffer { buffer, offset } => match shape {
                Shape::Matrix { rows, .. } => {
                    let mut at = *offset;
                    for column in values.chunks(rows.max(1)) {
                        self.store_buffer(buffer, at, scalar, column)?;
                        at = at.plus(column_stride(rows, scalar));
                    }
                    Ok(())
                }
                _ => self.store_buffer(buffer, *offset, scalar, values),
            },
            Root::Resource { .. } | Root::RayQuery(_) => Err(Fault::malformed("a store to a resource")),
        }
    }

    /// A value of memory as a value: bools are integers in memory.
    pub(super) fn loaded(&mut self, value: Value, scalar: Scalar) -> Value {
        match scalar.kind {
            ScalarKind::Bool => {
                let zero = self.emit.value(0);
                self.emit.compare(Predicate::IntNe, value, zero)
            }
            _ => value,
        }
    }

    /// The inverse of [`loaded`](Self::loaded).
    pub(super) fn stored(&mut self, value: Value, scalar: Scalar) -> Value {
        if scalar.kind != ScalarKind::Bool {
            return value;
        }
        if let Some(truth) = self.emit.module().signed_integer(value) {
            return self.emit.value(u32::from(truth != 0));
        }
        let i32 = self.emit.scalar(dxil::ops::OverloadKind::I32);
        self.emit.cast(CastOp::ZExt, value, i32)
    }

    /// A list of zeros.
    pub(super) fn zeros(&mut self, ty: Handle<Type>) -> Result<Values> {
        let ty = self.types.of(ty)?;
        let scalars = self.types.scalar_list(ty)?;
        Ok(scalars.into_iter().map(|scalar| self.zero(scalar)).collect())
    }

    pub(super) fn zero(&mut self, scalar: Scalar) -> Value {
        let ty = self.emit.scalar(super::numeric::overload(scalar));
        self.emit.module().null(ty)
    }
}
