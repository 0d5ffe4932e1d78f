//! What accesses to buffers have to be given, beyond what the types of their intrinsics say. Separate because nothing
//! of it is about operations: an access that breaks a rule here would be one that does something else.
//!
//! Source: LLVM's DXILOpLowering.cpp, 22.1, with its words.

use dx_container::enums::ResourceKind;
use dxil_ir::{InstructionId, Type, Value};

use super::lowering::Lowering;
use crate::error::Result;
use crate::lower::intrinsics::names::is;
use crate::upgrade::target_types::description;

const LOAD_RAW: &str = "llvm.dx.resource.load.rawbuffer";
const STORE_RAW: &str = "llvm.dx.resource.store.rawbuffer";
const STORE_TYPED: &str = "llvm.dx.resource.store.typedbuffer";
/// Begins the names of intrinsics that read rows of constant buffers; how many numbers a row has comes behind it.
const LOAD_ROW: &str = "llvm.dx.resource.load.cbufferrow.";
/// The bits of a row of a constant buffer.
const ROW: u64 = 128;
/// As many numbers as a store takes, unless it is one of vectors.
const MOST_LANES: u64 = 4;

impl Lowering<'_, '_, '_> {
    /// Refuses an access to a buffer that no operation does.
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
            && self.lanes(self.ty(*data)?) > MOST_LANES
        {
            return Err(self.refuse(id, "Buffer store data must have at most 4 elements"));
        }
        Ok(())
    }

    /// Structured buffers have an offset in an element, raw ones have none.
    fn check_offset(&self, id: InstructionId, resource: Value, offset: Value) -> Result<()> {
        let module = self.editor.context();
        let kind = description(module, self.ty(resource)?).map(|said| said.kind);
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

    /// The numbers that are read are those of a row.
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
        if members.iter().map(|ty| bits(*ty)).sum::<u64>() != ROW {
            return Err(self.refuse(id, "Type mismatch between intrinsic and DXIL op"));
        }
        Ok(())
    }
}
