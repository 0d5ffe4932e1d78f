//! Memory of threads and groups: variables of the address spaces `function`, `private` and `workgroup`, and tables of
//! constants. Separate from buffers because the program chooses the layout, which [`units`](super::units) describes.

use std::ops::Range;
use std::rc::Rc;

use dxil::emit::Operand;
use dxil::ops::OverloadKind;
use dxil_ir::builder::Build as _;
use dxil_ir::{Alignment, Value};
use naga::Scalar;

use crate::error::{Fault, Result};
use crate::lower::lowering::{Lower, Values};
use crate::lower::numeric::overload;
use crate::lower::places::{Index, Memory, Offset, Place, Storage, Unit};
use crate::lower::slots::SlotId;
use crate::lower::types::{Ty, memory_overload};
use crate::lower::units::UnitLayout;

/// The locations of scalars.
pub(super) enum Locations {
    Addresses(Vec<Value>),
    Slots(Range<SlotId>),
    /// The slots of a vector, and the index of the component.
    Component(Range<SlotId>, Value),
}

impl Lower<'_, '_> {
    /// The storage of a variable of the thread. Its contents are undefined. `is_indexed` returns true for the index of
    /// a unit that a variable index selects.
    pub(super) fn local(&mut self, ty: Ty, is_indexed: impl Fn(usize) -> bool) -> Result<Rc<Memory>> {
        /// The largest array whose scalars have slots.
        const SLOTS: u32 = 1024;
        let layouts = self.types.unit_layouts(ty, "")?;
        self.spend(layouts.len())?;
        let mut units = Vec::with_capacity(layouts.len());
        for (index, layout) in layouts.into_iter().enumerate() {
            let storage = match layout.count <= SLOTS && !is_indexed(index) {
                true => Storage::Slots(self.undefined_slots(&layout)?),
                false => {
                    let ty = layout.ty(self.emit.module());
                    Storage::Pointer(self.emit.local(ty))
                }
            };
            units.push(Unit { storage, layout });
        }
        Ok(Rc::new(Memory { units }))
    }

    /// Adds a slot for each scalar of a unit; returns the first one.
    fn undefined_slots(&mut self, layout: &UnitLayout) -> Result<SlotId> {
        self.spend(layout.count as usize)?;
        let ty = self.emit.scalar(overload(layout.scalar));
        let undefined = self.emit.module().undef(ty);
        let first = self.slots.len();
        for _ in 0..layout.count {
            self.slots.add(ty, undefined);
        }
        Ok(first)
    }

    /// The address of the scalar at this offset of a unit.
    pub(super) fn address(&mut self, unit: &Unit, offset: impl Into<Operand>) -> Result<Value> {
        let Storage::Pointer(pointer) = unit.storage else {
            return Err(Fault::malformed("the address of a variable without memory"));
        };
        if !unit.layout.is_array() {
            return Ok(pointer);
        }
        let ty = unit.layout.ty(self.emit.module());
        let indices = [Operand::Int(0), offset.into()].map(|index| match index {
            Operand::Value(value) => value,
            constant => self.emit.value(constant),
        });
        Ok(self.emit.element_pointer(true, ty, pointer, &indices)?)
    }

    /// The locations of the scalars of a numeric place.
    pub(super) fn locations(
        &mut self,
        (memory, unit): (&Memory, usize),
        (indices, component): (&[Index], Offset),
        count: usize,
    ) -> Result<Locations> {
        let unit = memory.units.get(unit).ok_or_else(|| Fault::malformed("a path to no unit"))?;
        let mut offset = component;
        for (index, stride) in indices.iter().zip(&unit.layout.strides) {
            offset = self.advanced(offset, *index, *stride);
        }
        if let Storage::Slots(first) = unit.storage {
            let count = if offset.variable.is_some() { unit.layout.components as usize } else { count };
            let start = offset.constant as usize;
            let end = start.saturating_add(count);
            if end > unit.layout.count as usize {
                return Err(Fault::malformed("an index that selects no scalar"));
            }
            let slots = first.saturating_add(start)..first.saturating_add(end);
            return Ok(match offset.variable {
                Some(index) => Locations::Component(slots, index),
                None => Locations::Slots(slots),
            });
        }
        let count = u32::try_from(count).map_err(Fault::malformed)?;
        let mut addresses = Vec::with_capacity(count as usize);
        for at in 0..count {
            let offset = self.operand(offset.plus(at));
            addresses.push(self.address(unit, offset)?);
        }
        Ok(Locations::Addresses(addresses))
    }

    /// Loads a scalar of memory as a value.
    pub(super) fn load_scalar(&mut self, pointer: Value, scalar: Scalar) -> Value {
        let kind = memory_overload(scalar);
        let ty = self.emit.scalar(kind);
        let loaded = self.emit.load(ty, pointer, alignment(kind));
        self.loaded(loaded, scalar)
    }

    /// Stores a value as a scalar of memory.
    pub(super) fn store_scalar(&mut self, value: Value, pointer: Value, scalar: Scalar) {
        let stored = self.stored(value, scalar);
        self.emit.store(stored, pointer, alignment(memory_overload(scalar)));
    }

    /// Sets all scalars of a variable to zero. Long arrays are set in a loop.
    pub(super) fn clear(&mut self, memory: &Memory) -> Result<()> {
        /// The longest array that is set without a loop.
        const UNROLLED: u32 = 64;
        for unit in &memory.units {
            if let Storage::Slots(first) = unit.storage {
                let zero = self.zero(unit.layout.scalar);
                let slots = first..first.saturating_add(unit.layout.count as usize);
                slots.into_iter().try_for_each(|slot| self.slots.set(slot, zero))?;
                continue;
            }
            let zero = self.memory_zero(unit.layout.scalar);
            let alignment = alignment(memory_overload(unit.layout.scalar));
            self.spend(unit.layout.count.min(UNROLLED) as usize)?;
            if unit.layout.count <= UNROLLED {
                for at in 0..unit.layout.count {
                    let address = self.address(unit, at)?;
                    self.emit.store(zero, address, alignment);
                }
                continue;
            }
            let range = (self.emit.value(0), self.emit.value(1), self.emit.value(unit.layout.count));
            self.counted(range, |lower, at| {
                let address = lower.address(unit, at)?;
                lower.emit.store(zero, address, alignment);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The zero that memory holds for a scalar.
    pub(super) fn memory_zero(&mut self, scalar: Scalar) -> Value {
        let ty = self.emit.scalar(memory_overload(scalar));
        self.emit.module().null(ty)
    }

    /// A table of the scalars of a value. If all are constants, the table is a constant of the module.
    pub(super) fn table(&mut self, ty: Ty, values: &Values) -> Result<Place> {
        self.spend(values.len())?;
        let is_constant = values.iter().all(|value| matches!(value.kind(), dxil_ir::ValueKind::Constant(_)));
        if !is_constant {
            let place = self.local(ty, |_| true)?.place(ty);
            self.store(&place, values)?;
            return Ok(place);
        }
        if let Some(known) = self.tables.get(values) {
            return Ok(known.clone().place(ty));
        }
        let memory = Rc::new(self.constant_table(ty, values)?);
        self.tables.insert(values.clone(), memory.clone());
        Ok(memory.place(ty))
    }

    fn constant_table(&mut self, ty: Ty, values: &[Value]) -> Result<Memory> {
        let layouts = self.types.unit_layouts(ty, "table")?;
        let mut lists: Vec<Vec<Value>> = vec![Vec::new(); layouts.len()];
        let mut values = values.iter().copied();
        self.distribute(ty, &mut lists, &mut values)?;
        let number = self.tables.len();
        let mut units = Vec::with_capacity(layouts.len());
        for (layout, list) in layouts.into_iter().zip(lists) {
            let kind = memory_overload(layout.scalar);
            let list: Vec<Value> = list.into_iter().map(|value| self.stored(value, layout.scalar)).collect();
            let name = format!("{}.{number}", layout.name);
            let element = self.emit.scalar(kind);
            let pointer = self.emit.constant_array(&name, element, &list);
            units.push(Unit { storage: Storage::Pointer(pointer), layout });
        }
        Ok(Memory { units })
    }

    /// Appends the scalars of a value to the lists of the units.
    fn distribute(
        &self,
        ty: Ty,
        lists: &mut [Vec<Value>],
        values: &mut impl Iterator<Item = Value>,
    ) -> Result<()> {
        match ty {
            Ty::Numeric(shape, _) => {
                if let Some(list) = lists.first_mut() {
                    list.extend(values.take(shape.len()));
                }
            }
            Ty::Atomic(_) | Ty::Opaque(_) => {
                return Err(Fault::malformed("a constant of an atomic or a resource"));
            }
            Ty::Array { base, length, .. } => {
                let base = self.types.of(base)?;
                for _ in 0..length.unwrap_or(0) {
                    self.distribute(base, lists, values)?;
                }
            }
            Ty::Struct(handle) => {
                let mut rest = lists;
                for member in self.types.members(handle) {
                    let ty = self.types.of(member.ty)?;
                    let Some((own, others)) = rest.split_at_mut_checked(self.types.units(ty)) else { break };
                    self.distribute(ty, own, values)?;
                    rest = others;
                }
            }
        }
        Ok(())
    }
}

/// The alignment of a scalar in memory.
pub(super) fn alignment(kind: OverloadKind) -> Alignment {
    Alignment::bytes((kind.bits() / 8).max(1).into())
}
