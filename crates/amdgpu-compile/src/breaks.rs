//! The [condition](dxil::break_condition) by which DXC keeps operations on waves in a loop. Separate because a back end
//! would find out what it holds, and take such a block out of the loop, where lanes of all rounds meet.

use dxil::break_condition::is_break_condition;
use dxil_ir::constants::ConstantKind;
use dxil_ir::{BinaryOp, GlobalId, InstructionId, Op, Value, ValueKind};

use crate::error::{Result, invalid};
use crate::translation::Translation;

/// Instructions begin at multiples of four bytes, which LLVM does not know.
const BELOW_INSTRUCTIONS: u32 = 3;

impl Translation<'_, '_> {
    /// Puts a zero that LLVM does not know in the place of what is loaded from the variable; `false` for other
    /// instructions.
    pub(crate) fn keep_break(&mut self, id: InstructionId) -> Result<bool> {
        let Some(Op::Load(pointer, _)) = self.editor.op(id) else { return Ok(false) };
        let global = self.base(*pointer).and_then(|global| self.context().globals.get(global));
        let ty = self.ty(id.into())?;
        let is_word = self.bits(ty).is_ok_and(|bits| bits == 32) && !self.context().types.is_float(ty);
        if !is_word || !global.is_some_and(is_break_condition) {
            return Ok(false);
        }
        self.go_before(id)?;
        let long = self.i(64);
        let pc = self.call("llvm.amdgcn.s.getpc", long, &[])?;
        let pc = self.resized(pc, 32)?;
        let below = self.word(BELOW_INSTRUCTIONS);
        let zero = self.binary(BinaryOp::And, pc, below);
        self.editor.replace_and_erase(id, zero).map_err(invalid)?;
        Ok(true)
    }

    /// The variable that a constant address lies in.
    fn base(&self, pointer: Value) -> Option<GlobalId> {
        match pointer.kind() {
            ValueKind::Global(id) => Some(id),
            ValueKind::Constant(id) => match &self.context().constants.get(id)?.kind {
                ConstantKind::ElementPointer { operands, .. } => match operands.first()?.kind() {
                    ValueKind::Global(id) => Some(id),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}
