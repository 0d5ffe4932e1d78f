//! Loads, stores and atomics of buffers: raw, structured, typed and constant buffers. Separate from textures, whose
//! operations have coordinates.

use dx_container::enums::ResourceKind;
use dxil_ir::Value;
use dxil_ir::builder::Build as _;

use crate::emit::emitter::Emitter;
use crate::emit::error::{EmitError, Result};
use crate::emit::operand::{Handle, Operand};
use crate::ops::{Opcode, OverloadKind};

/// A read-modify-write operation of [`Emitter::atomic_on`]. The numbers are operands of `AtomicBinOp`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of HLSL's Interlocked functions")]
pub enum AtomicOp {
    Add = 0,
    And = 1,
    Or = 2,
    Xor = 3,
    IMin = 4,
    IMax = 5,
    UMin = 6,
    UMax = 7,
    Exchange = 8,
}

impl Emitter<'_> {
    /// Loads 1 to 4 scalars from a raw buffer, at an offset in bytes.
    ///
    /// # Errors
    ///
    /// The handle is not a raw buffer, or the shader model cannot load the type.
    pub fn raw_load(
        &mut self,
        buffer: Handle,
        ty: OverloadKind,
        offset: impl Into<Operand>,
        count: u32,
    ) -> Result<Vec<Value>> {
        let is_raw = buffer.properties.kind() == ResourceKind::RAW_BUFFER;
        self.expect_kind(buffer, "raw_load", is_raw, "use structured_load, typed_load or texture_load")?;
        self.buffer_load(buffer, ty, [offset.into(), Operand::Undef], count)
    }

    /// Stores 1 to 4 scalars of one type to a raw buffer, at an offset in bytes.
    ///
    /// # Errors
    ///
    /// See [`raw_load`](Self::raw_load).
    pub fn raw_store(&mut self, buffer: Handle, offset: impl Into<Operand>, values: &[Value]) -> Result<()> {
        let is_raw = buffer.properties.kind() == ResourceKind::RAW_BUFFER && buffer.properties.is_uav();
        self.expect_kind(buffer, "raw_store", is_raw, "use a writable raw buffer, or another store")?;
        self.buffer_store(buffer, [offset.into(), Operand::Undef], values)
    }

    /// Loads 1 to 4 scalars from an element of a structured buffer, at an offset in bytes in the element.
    ///
    /// # Errors
    ///
    /// The handle is not a structured buffer, or the shader model cannot load the type.
    pub fn structured_load(
        &mut self,
        buffer: Handle,
        ty: OverloadKind,
        index: impl Into<Operand>,
        offset: impl Into<Operand>,
        count: u32,
    ) -> Result<Vec<Value>> {
        let is_structured = buffer.properties.kind() == ResourceKind::STRUCTURED_BUFFER;
        self.expect_kind(buffer, "structured_load", is_structured, "use raw_load or typed_load")?;
        self.buffer_load(buffer, ty, [index.into(), offset.into()], count)
    }

    /// Stores 1 to 4 scalars of one type to an element of a structured buffer.
    ///
    /// # Errors
    ///
    /// See [`structured_load`](Self::structured_load).
    pub fn structured_store(
        &mut self,
        buffer: Handle,
        index: impl Into<Operand>,
        offset: impl Into<Operand>,
        values: &[Value],
    ) -> Result<()> {
        let properties = buffer.properties;
        let is_structured = properties.kind() == ResourceKind::STRUCTURED_BUFFER && properties.is_uav();
        self.expect_kind(buffer, "structured_store", is_structured, "use a writable structured buffer")?;
        self.buffer_store(buffer, [index.into(), offset.into()], values)
    }

    /// `rawBufferLoad`, or `bufferLoad` before shader model 6.2.
    fn buffer_load(
        &mut self,
        buffer: Handle,
        ty: OverloadKind,
        [index, offset]: [Operand; 2],
        count: u32,
    ) -> Result<Vec<Value>> {
        let mask = self.mask("load", count)?;
        self.needs_64_bit(ty)?;
        let loaded = match self.state.target.has(6, 2) {
            true => {
                let arguments = [buffer.into(), index, offset, mask, alignment(ty)];
                self.op(Opcode::RAW_BUFFER_LOAD, Some(ty.into()), arguments)?
            }
            false => self.op(Opcode::BUFFER_LOAD, Some(ty.into()), [buffer.into(), index, offset])?,
        };
        self.members(loaded, count)
    }

    fn buffer_store(&mut self, buffer: Handle, address: [Operand; 2], values: &[Value]) -> Result<()> {
        let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
        let mask = self.mask("store", count)?;
        let ty = self.kind_of(values)?;
        self.needs_64_bit(ty)?;
        let value = |index: usize| values.get(index).map_or(Operand::Undef, |value| (*value).into());
        let [index, offset] = address;
        let mut arguments = vec![buffer.into(), index, offset, value(0), value(1), value(2), value(3), mask];
        if !self.state.target.has(6, 2) {
            return self.op(Opcode::BUFFER_STORE, Some(ty.into()), arguments).map(drop);
        }
        arguments.push(alignment(ty));
        self.op(Opcode::RAW_BUFFER_STORE, Some(ty.into()), arguments).map(drop)
    }

    fn needs_64_bit(&self, ty: OverloadKind) -> Result<()> {
        match ty.bits() {
            64 => self.needs("a buffer access with 64-bit scalars", (6, 3)),
            _ => Ok(()),
        }
    }

    /// The scalar type of the first value.
    fn kind_of(&mut self, values: &[Value]) -> Result<OverloadKind> {
        let ty = values.first().map(|value| self.type_of(*value)).transpose()?;
        let kind = ty.and_then(|ty| OverloadKind::of(self.module().types.get(ty)?));
        kind.ok_or_else(|| EmitError::resource("a store needs scalar values", "split vectors and structures"))
    }

    fn mask(&self, what: &str, count: u32) -> Result<Operand> {
        match count {
            1..=4 => Ok(Operand::Int((1 << count) - 1)),
            _ => Err(EmitError::resource(
                format!("a {what} has {count} components, expected 1 to 4"),
                "split the access",
            )),
        }
    }

    /// Loads an element of a typed buffer. Missing components are 0, the missing fourth one is 1.
    ///
    /// # Errors
    ///
    /// The handle is not a typed buffer.
    pub fn typed_load(
        &mut self,
        buffer: Handle,
        ty: OverloadKind,
        index: impl Into<Operand>,
    ) -> Result<Vec<Value>> {
        let is_typed = buffer.properties.kind() == ResourceKind::TYPED_BUFFER;
        self.expect_kind(buffer, "typed_load", is_typed, "use raw_load, structured_load or texture_load")?;
        let arguments = [buffer.into(), index.into(), Operand::Undef];
        let loaded = self.op(Opcode::BUFFER_LOAD, Some(ty.into()), arguments)?;
        self.members(loaded, 4)
    }

    /// Stores all four components of an element of a typed buffer.
    ///
    /// # Errors
    ///
    /// The handle is not a writable typed buffer.
    pub fn typed_store(
        &mut self,
        buffer: Handle,
        index: impl Into<Operand>,
        [x, y, z, w]: [Value; 4],
    ) -> Result<()> {
        let is_typed = buffer.properties.kind() == ResourceKind::TYPED_BUFFER && buffer.properties.is_uav();
        self.expect_kind(buffer, "typed_store", is_typed, "use a writable typed buffer")?;
        let address = [buffer.into(), index.into(), Operand::Undef];
        let stored = [x.into(), y.into(), z.into(), w.into(), Operand::Int(15)];
        self.op(Opcode::BUFFER_STORE, None, address.into_iter().chain(stored)).map(drop)
    }

    /// Loads a row of 16 bytes from a constant buffer: 4 scalars of 32 bits, 2 of 64 bits, or 8 of 16 bits.
    ///
    /// # Errors
    ///
    /// The handle is not a constant buffer.
    pub fn cbuffer_row(
        &mut self,
        buffer: Handle,
        ty: OverloadKind,
        row: impl Into<Operand>,
    ) -> Result<Vec<Value>> {
        let is_cbuffer = buffer.properties.kind() == ResourceKind::CBUFFER;
        self.expect_kind(buffer, "cbuffer_row", is_cbuffer, "use a load of the resource's kind")?;
        let loaded = self.op(Opcode::CBUFFER_LOAD_LEGACY, Some(ty.into()), [buffer.into(), row.into()])?;
        let count = match ty.bits() {
            64 => 2,
            16 if self.state.target.native_16_bit => 8,
            _ => 4,
        };
        self.members(loaded, count)
    }

    /// Increments or decrements the hidden counter of a structured buffer. Returns the counter before an increment, or
    /// after a decrement.
    ///
    /// # Errors
    ///
    /// The resource has no counter.
    pub fn update_counter(&mut self, buffer: Handle, is_increment: bool) -> Result<Value> {
        let has_counter = buffer.properties.has_counter();
        self.expect_kind(buffer, "update_counter", has_counter, "bind the buffer with_counter")?;
        let change = if is_increment { 1 } else { -1 };
        self.op(Opcode::BUFFER_UPDATE_COUNTER, None, [buffer.into(), Operand::Int(change)])
    }

    /// An atomic operation on a UAV. `address` is the byte offset of a raw buffer, the index and byte offset of a
    /// structured buffer, the index of a typed buffer, or the coordinates of a texture. Returns the value before.
    ///
    /// # Errors
    ///
    /// The resource is not writable, the address has too many operands, or the value has no atomic operations.
    pub fn atomic_on(
        &mut self,
        resource: Handle,
        op: AtomicOp,
        address: &[Operand],
        value: Value,
    ) -> Result<Value> {
        let [x, y, z] = self.atomic_address(resource, address, value)?;
        let op = Operand::Int(op as i64);
        self.op(Opcode::ATOMIC_BIN_OP, None, [resource.into(), op, x, y, z, value.into()])
    }

    /// A compare-exchange on a UAV; see [`atomic_on`](Self::atomic_on). Returns the value before.
    ///
    /// # Errors
    ///
    /// See [`atomic_on`](Self::atomic_on).
    pub fn compare_exchange_on(
        &mut self,
        resource: Handle,
        address: &[Operand],
        compared: Value,
        new: Value,
    ) -> Result<Value> {
        let [x, y, z] = self.atomic_address(resource, address, new)?;
        let arguments = [resource.into(), x, y, z, compared.into(), new.into()];
        self.op(Opcode::ATOMIC_COMPARE_EXCHANGE, None, arguments)
    }

    fn atomic_address(
        &mut self,
        resource: Handle,
        address: &[Operand],
        value: Value,
    ) -> Result<[Operand; 3]> {
        let is_uav = resource.properties.is_uav();
        self.expect_kind(resource, "an atomic operation", is_uav, "bind the resource as writable")?;
        if self.kind_of(&[value])? == OverloadKind::I64 {
            self.needs("a 64-bit atomic operation", (6, 6))?;
        }
        self.coordinates(resource, "an atomic operation", address)
    }
}

/// The alignment of a scalar in a buffer, as an argument.
fn alignment(ty: OverloadKind) -> Operand {
    Operand::Int((ty.bits() / 8).into())
}
