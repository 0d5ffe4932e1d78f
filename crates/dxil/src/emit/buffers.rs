//! Loads, stores and atomics of resources by address, and constant buffers. Separate from textures, whose loads have
//! levels of detail and offsets.

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

/// The methods accept the address of an element: the byte offset in a raw buffer, the index and the byte offset in a
/// structured buffer, the index in a typed buffer, or the coordinates in a texture.
impl Emitter<'_> {
    /// Loads 1 to 4 scalars from a buffer.
    pub fn load_from<A: Into<Operand>>(
        &mut self,
        buffer: Handle,
        ty: OverloadKind,
        address: impl IntoIterator<Item = A>,
        count: u32,
    ) -> Result<Vec<Value>> {
        let kind = buffer.properties.kind();
        self.expect_kind(buffer, "load_from", is_buffer(kind), "use texture_load or cbuffer_row")?;
        let [index, offset]: [Operand; 2] = self.coordinates(buffer, "load_from", address)?;
        let mask = self.mask(count)?;
        self.needs_64_bit(ty)?;
        let loaded = match kind != ResourceKind::TYPED_BUFFER && self.state.target.has(6, 2) {
            true => {
                let arguments = [buffer.into(), index, offset, mask, alignment(ty)];
                self.op(Opcode::RAW_BUFFER_LOAD, ty, arguments)?
            }
            false => self.op(Opcode::BUFFER_LOAD, ty, [buffer.into(), index, offset])?,
        };
        self.members(loaded, count)
    }

    /// Stores scalars of one type to a UAV: 1 to 4 to a raw or structured buffer, all 4 to a typed buffer or texture.
    pub fn store_to<A: Into<Operand>>(
        &mut self,
        resource: Handle,
        address: impl IntoIterator<Item = A>,
        values: &[Value],
    ) -> Result<()> {
        let kind = resource.properties.kind();
        self.expect_kind(
            resource,
            "store_to",
            resource.properties.is_uav(),
            "bind the resource as writable",
        )?;
        let [x, y, z]: [Operand; 3] = self.coordinates(resource, "store_to", address)?;
        let is_typed = !matches!(kind, ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER);
        if is_typed && values.len() != 4 {
            let what = format!("a store to a {kind} has {} components, expected 4", values.len());
            return Err(EmitError::usage(what, "pass all four components"));
        }
        let mask = self.mask(u32::try_from(values.len()).unwrap_or(u32::MAX))?;
        let ty = self.kind_of(values)?;
        self.needs_64_bit(ty)?;
        let mut arguments = vec![resource.into(), x, y];
        if !is_buffer(kind) {
            arguments.push(z);
        }
        arguments
            .extend((0..4).map(|index| values.get(index).map_or(Operand::Undef, |value| (*value).into())));
        arguments.push(mask);
        let opcode = match is_typed || !self.state.target.has(6, 2) {
            true if is_buffer(kind) => Opcode::BUFFER_STORE,
            true => Opcode::TEXTURE_STORE,
            false => {
                arguments.push(alignment(ty));
                Opcode::RAW_BUFFER_STORE
            }
        };
        self.op(opcode, ty, arguments).map(drop)
    }

    /// An atomic operation on a UAV. Returns the value before.
    pub fn atomic_on<A: Into<Operand>>(
        &mut self,
        resource: Handle,
        op: AtomicOp,
        address: impl IntoIterator<Item = A>,
        value: Value,
    ) -> Result<Value> {
        let [x, y, z] = self.atomic_address(resource, address, value)?;
        let op = Operand::Int(op as i64);
        self.op(Opcode::ATOMIC_BIN_OP, None, [resource.into(), op, x, y, z, value.into()])
    }

    /// A compare-exchange on a UAV. Returns the value before.
    pub fn compare_exchange_on<A: Into<Operand>>(
        &mut self,
        resource: Handle,
        address: impl IntoIterator<Item = A>,
        compared: Value,
        new: Value,
    ) -> Result<Value> {
        let [x, y, z] = self.atomic_address(resource, address, new)?;
        let arguments = [resource.into(), x, y, z, compared.into(), new.into()];
        self.op(Opcode::ATOMIC_COMPARE_EXCHANGE, None, arguments)
    }

    fn atomic_address<A: Into<Operand>>(
        &mut self,
        resource: Handle,
        address: impl IntoIterator<Item = A>,
        value: Value,
    ) -> Result<[Operand; 3]> {
        let is_uav = resource.properties.is_uav();
        self.expect_kind(resource, "an atomic operation", is_uav, "bind the resource as writable")?;
        if self.kind_of(&[value])? == OverloadKind::I64 {
            self.needs("a 64-bit atomic operation", (6, 6))?;
        }
        self.coordinates(resource, "an atomic operation", address)
    }

    /// Loads a row of 16 bytes from a constant buffer: 4 scalars of 32 bits, 2 of 64 bits, or 8 of 16 bits.
    pub fn cbuffer_row(
        &mut self,
        buffer: Handle,
        ty: OverloadKind,
        row: impl Into<Operand>,
    ) -> Result<Vec<Value>> {
        let is_cbuffer = buffer.properties.kind() == ResourceKind::CBUFFER;
        self.expect_kind(buffer, "cbuffer_row", is_cbuffer, "use load_from or texture_load")?;
        let loaded = self.op(Opcode::CBUFFER_LOAD_LEGACY, ty, [buffer.into(), row.into()])?;
        let count = match ty.bits() {
            64 => 2,
            16 if self.state.target.native_16_bit => 8,
            _ => 4,
        };
        self.members(loaded, count)
    }

    /// Increments or decrements the hidden counter of a structured buffer. Returns the counter before an increment, or
    /// after a decrement.
    pub fn update_counter(&mut self, buffer: Handle, is_increment: bool) -> Result<Value> {
        let has_counter = buffer.properties.has_counter();
        self.expect_kind(buffer, "update_counter", has_counter, "bind the buffer with_counter")?;
        let change = Operand::Int(if is_increment { 1 } else { -1 });
        self.op(Opcode::BUFFER_UPDATE_COUNTER, None, [buffer.into(), change])
    }

    fn needs_64_bit(&self, ty: OverloadKind) -> Result<()> {
        if ty.bits() == 64 { self.needs("a buffer access with 64-bit scalars", (6, 3)) } else { Ok(()) }
    }

    /// The scalar type of the first value.
    fn kind_of(&mut self, values: &[Value]) -> Result<OverloadKind> {
        let ty = values.first().map(|value| self.type_of(*value)).transpose()?;
        let kind = ty.and_then(|ty| OverloadKind::of(self.module().types.get(ty)?));
        kind.ok_or_else(|| EmitError::usage("a store needs scalar values", "split vectors and structures"))
    }

    fn mask(&self, count: u32) -> Result<Operand> {
        match count {
            1..=4 => Ok(Operand::Int((1 << count) - 1)),
            _ => Err(EmitError::usage(
                format!("an access has {count} components, expected 1 to 4"),
                "split it",
            )),
        }
    }
}

fn is_buffer(kind: ResourceKind) -> bool {
    (ResourceKind::TYPED_BUFFER..=ResourceKind::STRUCTURED_BUFFER).contains(&kind)
}

/// The alignment of a scalar in a buffer, as an argument.
fn alignment(ty: OverloadKind) -> Operand {
    Operand::Int((ty.bits() / 8).into())
}
