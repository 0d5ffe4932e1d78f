//! The status of loads from tiled resources. Separate because it belongs to loads of textures and of buffers.

use dxil_ir::builder::Build as _;
use dxil_ir::{Op, Value, ValueKind};

use crate::emit::emitter::Emitter;
use crate::emit::error::{EmitError, Result};
use crate::emit::operand::Operand;
use crate::ops::Opcode;

/// The member of a load that has the status.
const STATUS: u32 = 4;

impl Emitter<'_> {
    /// `CheckAccessFullyMapped` of the sample, gather or load that returned a component: an `i1` that is true if all
    /// texels that were read are in mapped tiles.
    pub fn is_fully_mapped(&mut self, component: Value) -> Result<Value> {
        let load = match component.kind() {
            ValueKind::Instruction(id) => match self.body().instructions.get(id).map(|it| &it.op) {
                Some(Op::ExtractValue(load, _)) => Some(*load),
                _ => None,
            },
            _ => None,
        };
        let load = load.ok_or_else(|| {
            let what = "the value is not a component of a sample, gather or load";
            EmitError::usage(what, "pass a component that the method returned")
        })?;
        let status = self.extract_value(load, &[STATUS])?;
        self.op(Opcode::CHECK_ACCESS_FULLY_MAPPED, None, [Operand::from(status)])
    }
}
