//! Checks of buffer accesses that the types of the intrinsics do not imply. Separate because an operation exists for
//! each access that these checks reject, but it would access something else.
//!
//! Source: LLVM's DXILOpLowering.cpp, 22.1, including its error messages.

use dx_container::enums::ResourceKind;
use dxil_ir::{InstructionId, Type, Value};

use super::lowering::Lowering;
use crate::error::Result;
use crate::lower::intrinsics::names::is;
use crate::upgrade::target_types::description;

const LOAD_RAW: &str = "llvm.dx.resource.load.rawbuffer";
const STORE_RAW: &str = "llvm.dx.resource.store.rawbuffer";
const STORE_TYPED: &str = "llvm.dx.resource.store.typedbuffer";
/// The prefix of the names of intrinsics that load a row of a constant buffer; the number of elements follows.
const LOAD_ROW: &str = "llvm.dx.resource.load.cbufferrow.";
/// The size of a row of a constant buffer in bits.
const ROW_BITS: u64 = 128;
/// The maximum number of lanes in a store, unless the shader model has vector operations.
const MAX_LANES: u64 = 4;

impl Lowering<'_, '_, '_> {
    /// Rejects a buffer access that has no operation with this behaviour.
    pub(super) fn check_access(&self, id: InstructionId, name: &[u8], arguments: &[Value]) -> Result<()> {
        if name.starts_with(LOAD_ROW.as_bytes()) {
            return self.check_row(id);
        }
        let is_raw_store = is(name, STORE_RAW);
        if (is_raw_store || is(name, LOAD_RAW))
            && let [resource, _, offset, ..] = arguments
        {
            self.check_offset(id, *resource, *offset)?;
        }
        let is_store = is_raw_store && !self.profile.has_vectors() || is(name, STORE_TYPED);
        if is_store
            && let Some(data) = arguments.last()
            && self.lanes(self.ty(*data)?) > MAX_LANES
        {
            return Err(self.refuse(id, "Buffer store data must have at most 4 elements"));
        }
        Ok(())
    }

    /// Rejects a defined element offset for a raw buffer, and an undefined one for a structured buffer.
    fn check_offset(&self, id: InstructionId, resource: Value, offset: Value) -> Result<()> {
        let module = self.editor.context();
        let kind = description(module, self.ty(resource)?).map(|description| description.kind);
        match (kind, module.is_undefined(offset)) {
            (Some(ResourceKind::RAW_BUFFER), false) => {
                Err(self.refuse(id, "Element index of raw buffer must be poison"))
            }
            (Some(ResourceKind::STRUCTURED_BUFFER), true) => {
                Err(self.refuse(id, "Element index of structured buffer may not be poison"))
            }
            _ => Ok(()),
        }
    }

    /// Rejects a constant buffer load whose members do not have the size of a row in total.
    fn check_row(&self, id: InstructionId) -> Result<()> {
        let types = &self.editor.context().types;
        let ty = self.editor.instruction(id).map(|call| call.ty);
        let members = ty.and_then(|ty| types.members(ty)).unwrap_or_default();
        let bits = |ty| match types.get(ty) {
            Some(Type::Integer(bits)) => u64::from(*bits),
            Some(Type::Half) => 16,
            Some(Type::Float) => 32,
            Some(Type::Double) => 64,
            _ => 0,
        };
        if members.iter().map(|ty| bits(*ty)).sum::<u64>() != ROW_BITS {
            return Err(self.refuse(id, "Type mismatch between intrinsic and DXIL op"));
        }
        Ok(())
    }
}
