//! Lowers loads and stores of elements of typed buffers and of texels, for pass `dxil-resource-access`. Separate
//! because an operation accesses the whole element, even if the program accesses one component.

use az::SaturatingAs as _;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{BinaryOp, TypeId, Value};

use crate::error::{Result, invalid};
use crate::lower::memory::addresses::Bytes;
use crate::lower::memory::resource_access::{Access, Kind};

/// The components of an element that an access loads or stores.
struct Components {
    /// The type of a component of the element.
    lane: TypeId,
    /// The number of components of the element.
    count: u64,
    /// The type of a component in the program.
    accessed: TypeId,
    accessed_count: u64,
    /// The index of the first component.
    first: Value,
}

impl Access<'_, '_, '_> {
    /// Loads components of an element of a typed buffer or texture. The operation always loads the whole element.
    pub(in crate::lower) fn load_typed(&mut self, ty: TypeId, delta: &Bytes) -> Result<Value> {
        let element = self.element.ok_or_else(|| {
            self.refuse(
                "handle type of the typed buffer has no element \
                                                              type",
            )
        })?;
        let whole = self.load_element(element)?;
        self.lanes_of_element(whole, element, ty, delta)
    }

    /// Locates the components of an element of type `element` that an access of type `ty` loads or stores.
    ///
    /// # Errors
    ///
    /// The components have different sizes, or a constant component index is out of range.
    fn components(&mut self, element: TypeId, ty: TypeId, delta: &Bytes) -> Result<Components> {
        let (lane, count) = self
            .lanes(element)
            .ok_or_else(|| self.refuse("element of the typed buffer is not a scalar or vector"))?;
        let (accessed, accessed_count) = self.lanes(ty).unwrap_or((ty, 1));
        if self.size(lane) != self.size(accessed) {
            return Err(
                self.refuse("size of the component differs from the component size of the typed buffer")
            );
        }
        let first = self.lane_index(delta, lane)?;
        let known = self.editor.context().integer(first);
        if known.is_some_and(|known| known.saturating_add(accessed_count) > count) {
            return Err(self.refuse("access exceeds the components of the typed buffer's element"));
        }
        Ok(Components { lane, count, accessed, accessed_count, first })
    }

    /// Emits the index of the component that follows the component `first` by `index`.
    fn component_index(&mut self, first: Value, index: u64) -> Value {
        let i32 = self.i32();
        match self.editor.context().integer(first) {
            Some(known) => self.editor.int(i32, (known + index).saturating_as::<i64>()),
            None if index == 0 => first,
            None => {
                let index = self.editor.int(i32, index.saturating_as::<i64>());
                self.editor.binary(BinaryOp::Add, first, index)
            }
        }
    }

    /// Loads the whole element of a typed buffer or texture.
    fn load_element(&mut self, element: TypeId) -> Result<Value> {
        let [resource, index] = [self.address.resource, self.address.index];
        let Kind::Texture { offsets, is_writable } = self.kind else {
            let i1 = self.editor.module().types.int(1);
            let loaded =
                self.call("llvm.dx.resource.load.typedbuffer", &[resource, index], &[element, i1])?;
            return self.editor.extract_value(loaded, &[0]).map_err(invalid);
        };
        let types = &mut self.editor.module().types;
        let i32 = types.int(32);
        let offsets = if offsets == 1 { i32 } else { types.vector(i32, offsets) };
        // The mip level and the offsets of an unordered access view must be undefined.
        let kind = if is_writable { ConstantKind::Poison } else { ConstantKind::Null };
        let [mip, offset] = [i32, offsets].map(|ty| self.editor.module().constant(ty, kind.clone()));
        self.call("llvm.dx.resource.load.level", &[resource, index, mip, offset], &[element])
    }

    /// Extracts the components of an element that an access of type `ty` loads, and casts them to the components of
    /// `ty`.
    fn lanes_of_element(
        &mut self,
        whole: Value,
        element: TypeId,
        ty: TypeId,
        delta: &Bytes,
    ) -> Result<Value> {
        if element == ty {
            return Ok(whole);
        }
        let Components { lane, accessed, accessed_count, first, .. } = self.components(element, ty, delta)?;
        let is_vector = self.editor.context().types.get(element) != self.editor.context().types.get(lane);
        let mut lanes = Vec::new();
        for index in 0..accessed_count {
            let component = if is_vector {
                let index = self.component_index(first, index);
                self.editor.extract_element(whole, index).map_err(invalid)?
            } else {
                whole
            };
            lanes.push(self.as_bits(component, accessed)?);
        }
        self.vector(ty, &lanes)
    }

    /// Stores components of an element of a typed buffer or texture. The operation always stores the whole element, so
    /// a partial store is a read-modify-write.
    pub(in crate::lower) fn store_typed(&mut self, value: Value, ty: TypeId, delta: &Bytes) -> Result<()> {
        let element = self.element.ok_or_else(|| {
            self.refuse(
                "handle type of the typed buffer has no element \
                                                              type",
            )
        })?;
        let [resource, index] = [self.address.resource, self.address.index];
        let whole = if ty == element {
            value
        } else {
            let Components { lane, count, accessed_count, first, .. } =
                self.components(element, ty, delta)?;
            if count == 1 && accessed_count == 1 {
                let component = self.lane_of(value, 0)?;
                let component = self.as_bits(component, lane)?;
                self.vector(element, &[component])?
            } else {
                let mut whole = self.load_element(element)?;
                for index in 0..accessed_count {
                    let component = self.lane_of(value, index)?;
                    let component = self.as_bits(component, lane)?;
                    let index = self.component_index(first, index);
                    whole = self.editor.insert_element(whole, component, index).map_err(invalid)?;
                }
                whole
            }
        };
        let name = match self.kind {
            Kind::Texture { .. } => "llvm.dx.resource.store.texture",
            _ => "llvm.dx.resource.store.typedbuffer",
        };
        self.call(name, &[resource, index, whole], &[])?;
        Ok(())
    }
}
